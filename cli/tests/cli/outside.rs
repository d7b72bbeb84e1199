//! Which files are opened as schemas: regular ones, named as schemas are, in the folder of the schema.

use crate::support::{Folder, RIGHT};

const SECRET: &str = "root:x:0:0\n";

/// [`RIGHT`] with an import in line 3.
fn importing(file: &str) -> String {
    RIGHT.replace("\n\n///", &format!("\nuse \"{file}\";\n\n///"))
}

#[test]
fn imports_stay_in_the_folder_of_the_schema() {
    let folder = Folder::new("outside_imports").with("schema/right.wire", &importing("../shared.wire"));
    folder.write("shared.wire", b"type Id = u16;\n");
    let commands: [&[&str]; 3] =
        [&["check", "schema/right.wire"], &["read", "schema/right.wire", "Hello", "01 00 01"], &["generate"]];
    for command in commands {
        let err = folder.run(command).bad(1);
        assert!(err.contains("error: an import from outside of the schema's folder\n"), "{err}");
        assert!(err.contains("right.wire:3:5\n") && err.contains("use \"../shared.wire\";\n"), "{err}");
        assert!(err.contains("`--allow-outside`"), "{err}");
        folder.run(&[command, &["--allow-outside"]].concat()).good();
    }
    // The folder of schemas is the folder, and not that of each file in it.
    folder.write("schema/deep/shared.wire", b"use \"../number.wire\";\n");
    folder.write("schema/number.wire", b"type Id = u16;\n");
    folder.write("schema/right.wire", importing("deep/shared.wire").as_bytes());
    folder.run(&["generate"]).good();
}

#[test]
fn the_advice_of_check_has_all_options() {
    let folder = Folder::new("outside_advice").with("schema/right.wire", RIGHT);
    let ran = folder.run(&["generate", "--check", "--patch", "--allow-outside"]);
    assert!(ran.out.ends_with("run: wireform generate --patch --allow-outside\n"), "{}", ran.out);
}

#[test]
fn no_line_of_another_file_is_shown() {
    let folder = Folder::new("outside_secret").with("schema/right.wire", &importing("../passwd"));
    folder.write("passwd", SECRET.as_bytes());
    folder.write("schema/inside", SECRET.as_bytes());
    folder.write("schema/.hidden.wire", SECRET.as_bytes());
    let err = folder.run(&["check", "schema/right.wire"]).bad(1);
    assert!(err.contains("an import from outside") && !err.contains("root"), "{err}");
    let refused = |arguments: &[&str], why: &str| {
        let err = folder.run(arguments).bad(1);
        assert!(err.contains(why) && !err.contains("root"), "{err}");
    };
    let [ending, hidden] = ["the name of a schema ends in `.wire`", "hidden files are no schemas"];
    refused(&["check", "schema/right.wire", "--allow-outside"], ending);
    refused(&["check", "schema/inside"], ending);
    refused(&["check", "schema/.hidden.wire"], hidden);
    for (import, why) in [("inside", ending), (".hidden.wire", hidden)] {
        folder.write("schema/right.wire", importing(import).as_bytes());
        refused(&["check", "schema/right.wire"], why);
    }
}

#[test]
fn hidden_files_are_not_generated() {
    let folder = Folder::new("outside_hidden").with("schema/right.wire", RIGHT);
    folder.write("schema/.hidden.wire", SECRET.as_bytes());
    #[cfg(unix)]
    folder.link("somebody@machine.123", "schema/.#right.wire");
    folder.run(&["generate"]).good();
}

#[cfg(unix)]
#[test]
fn a_link_leads_to_where_its_target_is() {
    let folder = Folder::new("outside_links").with("elsewhere/shared.wire", "type Id = u16;\n");
    folder.write("elsewhere/passwd", SECRET.as_bytes());
    folder.write("elsewhere/right.wire", RIGHT.replace("protocol right", "protocol linked").as_bytes());
    for (import, target) in [("shared.wire", "../elsewhere/shared.wire"), ("linked/shared.wire", "../elsewhere")] {
        folder.write("schema/right.wire", importing(import).as_bytes());
        let link = format!("schema/{}", import.split('/').next().expect("a name"));
        folder.link(target, &link);
        let err = folder.run(&["check", "schema/right.wire"]).bad(1);
        assert!(err.contains("an import from outside"), "{err}");
        folder.run(&["check", "schema/right.wire", "--allow-outside"]).good();
        std::fs::remove_file(folder.path(&link)).expect("the link");
    }
    // Within the folder links are as good as files.
    folder.write("schema/numbers.wire", b"type Id = u16;\n");
    folder.link("numbers.wire", "schema/linked.wire");
    folder.write("schema/right.wire", importing("linked.wire").as_bytes());
    folder.run(&["check", "schema/right.wire"]).good();
    std::fs::remove_file(folder.path("schema/linked.wire")).expect("the link");

    folder.write("schema/right.wire", RIGHT.as_bytes());
    std::fs::remove_file(folder.path("schema/numbers.wire")).expect("the file");
    folder.link("../elsewhere/right.wire", "schema/linked.wire");
    assert_eq!(
        folder.run(&["generate"]).bad(1),
        "error: `schema/linked.wire` is a link out of `schema`: allow it with `--allow-outside`\n"
    );
    folder.run(&["generate", "--allow-outside"]).good();
    // The user named this link.
    folder.run(&["check", "schema/linked.wire"]).good();
    folder.link("../elsewhere/passwd", "schema/secret.wire");
    let err = folder.run(&["check", "schema/secret.wire"]).bad(1);
    assert!(err.contains("the name of a schema ends in `.wire`") && !err.contains("root"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_fifo_is_refused_and_not_opened() {
    let folder = Folder::new("outside_fifo").with("schema/right.wire", &importing("fifo.wire"));
    folder.fifo("schema/fifo.wire");
    let commands: [&[&str]; 4] = [
        &["generate"],
        &["check", "schema/right.wire"],
        &["check", "schema/fifo.wire"],
        &["read", "schema/fifo.wire", "Hello", "01"],
    ];
    for command in commands {
        let err = folder.run(command).bad(1);
        assert!(err.contains("cannot read `schema/fifo.wire`") && err.contains("it is no regular file"), "{err}");
    }
}
