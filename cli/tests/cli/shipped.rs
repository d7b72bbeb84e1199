//! The shipped protocols: by name from any folder, as a list, and as schemas.

use crate::repository::{read, root};
use crate::support::{Folder, RIGHT};

const SOUND: &str = "091f377f8064ff1f0a00ecffff7f";

#[test]
fn a_name_is_a_shipped_protocol_in_any_folder() {
    let folder = Folder::new("shipped_name");
    let explained = folder.run(&["read", "quake2", "Sound", SOUND]).good();
    insta::assert_snapshot!(explained);
    let json = folder.run(&["read", "quake2", "Sound", SOUND, "--json"]).good();
    assert_eq!(folder.run(&["write", "quake2", "Sound", &json]).good(), format!("{SOUND}\n"));
    assert_eq!(
        folder.run(&["read", "sauerbraten", "v259::Teleport", "1c010203", "--json"]).good().matches(':').count(),
        3
    );
    let checked = folder.run(&["check", "quake2", "rcce2"]).good();
    let heads: Vec<&str> =
        checked.lines().filter_map(|line| line.split_once(" protocol ")).map(|(head, _)| head).collect();
    assert_eq!(heads, ["quake2:", "rcce2:"]);
}

#[test]
fn a_schema_of_the_user_comes_before_the_shipped_protocol() {
    let quake2 = read("schema/quake2.wire").replace("message Nop \"svc_nop\"", "message Idle \"svc_nop\"");
    let folder = Folder::new("shipped_own").with("schema/quake2.wire", &quake2).with("schema/chat.wire", RIGHT);
    assert!(folder.run(&["read", "quake2", "svc_nop", "06"]).good().contains("Idle"));
    assert!(folder.run(&["read", "chat", "Hello", "000101"]).good().contains("id"));
    assert!(folder.run(&["check", "chat"]).good().starts_with("chat: protocol right: "));
}

/// Those of the page of the command, and of its help.
#[cfg(unix)]
#[test]
fn commands_that_are_shown_run_in_any_folder() {
    let folder = Folder::new("shipped_shown");
    let help = ["read", "write", "model", "protocols"].map(|command| folder.run(&["help", command]).good());
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_wireform")).parent().expect("its folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let mut tried = 0;
    for line in [read("cli/README.md"), help.concat()].concat().lines().map(str::trim) {
        // Some read a file of the user.
        if !line.starts_with("wireform ") || line.contains(" --file ") || line.contains(" < ") {
            continue;
        }
        let mut shell = std::process::Command::new("sh");
        let output =
            shell.args(["-c", line]).current_dir(folder.path("")).env("PATH", &path).output().expect("a shell");
        assert!(output.status.success() && output.stderr.is_empty() && !output.stdout.is_empty(), "{line}: {output:?}");
        tried += 1;
    }
    assert!(tried >= 9, "only {tried} commands");
}

#[test]
fn a_folder_of_that_name_hides_nothing_and_a_file_hides_the_protocol() {
    let folder = Folder::new("shipped_folder").with("quake2/mod.rs", "");
    folder.run(&["read", "quake2", "Sound", SOUND]).good();
    let folder = Folder::new("shipped_file").with("quake2", "\u{7f}ELF").with("blank", "");
    let refused = |arguments: &[&str]| folder.run(arguments).bad(1);
    insta::assert_snapshot!(refused(&["read", "quake2", "Sound", SOUND]));
    assert_eq!(refused(&["check", "quake2"]), refused(&["read", "quake2", "Sound", SOUND]));
    // The list and the schemas are those of the command.
    folder.run(&["schema", "quake2"]).good();
}

#[test]
fn a_schema_in_a_file_of_that_name_is_the_file() {
    let own = "protocol own { byte_order: big }\nmessage Sound = 1 { x: u8 }\n";
    let folder = Folder::new("shipped_wire").with("quake2.wire", own);
    assert_eq!(folder.run(&["read", "quake2.wire", "Sound", "07", "--json"]).good(), "{\"x\":7}\n");
    folder.run(&["read", "quake2", "Sound", SOUND]).good();
}

#[test]
fn an_unknown_name_lists_the_shipped_protocols() {
    let folder = Folder::new("shipped_unknown");
    let refused = |name: &str| folder.run(&["read", name, "Sound", SOUND]).bad(1).replace('\\', "/");
    let told = ["quake", "tetris", "Blank", "schema/quake2.wire", "quake2.wire", "schema/tetris.wire"].map(refused);
    insta::assert_snapshot!(told.concat());
    // A schema in a file is nearer.
    let folder = folder.with("tetris.wire", "");
    assert!(folder.run(&["check", "tetris"]).bad(1).contains(" = help: there is `tetris.wire`\n"));
    let folder = folder.with("schema/quake2.wire", "protocol p {");
    assert!(!folder.run(&["check", "schema/quake2.wire"]).bad(1).contains("shipped"));
}

#[test]
fn the_list_says_what_each_of_them_is() {
    insta::assert_snapshot!(Folder::new("shipped_list").run(&["protocols"]).good());
}

#[test]
fn a_schema_is_printed_as_it_is_in_its_file() {
    let folder = Folder::new("shipped_schema");
    for (path, known) in [("schema", &wireform_schemas::ALL[..]), ("schema/gallery", &wireform_schemas::GALLERY)] {
        let mut names = Vec::new();
        for entry in std::fs::read_dir(root().join(path)).expect("a folder") {
            let file = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            if let Some(name) = file.strip_suffix(".wire") {
                assert_eq!(folder.run(&["schema", name]).good().replace("\r\n", "\n"), read(&format!("{path}/{file}")));
                names.push(name.to_owned());
            }
        }
        names.sort();
        assert!(names.iter().eq(known.iter().map(|(name, _)| name)), "{names:?}");
    }
    let told =
        "error: no shipped protocol has the name `quak2`; did you mean `quake2`? The shipped protocols are `blank`,";
    assert!(folder.run(&["schema", "quak2"]).bad(2).starts_with(told));
    assert!(folder.run(&["read", "dns", "Message", "000100000000000000000000"]).good().contains("id"));
}
