//! `wireform dissector`: what it chooses for each schema of the repository, what it refuses, and that it is always the same.

use crate::repository::root;
use crate::support::{Folder, RIGHT, Ran};

/// The shipped schemas, and those of the gallery.
pub fn schemas() -> Vec<String> {
    let mut all = Vec::new();
    for folder in ["schema", "schema/gallery"] {
        let entries =
            std::fs::read_dir(root().join(folder)).expect("a folder").map(|entry| entry.expect("an entry").path());
        let files = entries.filter(|path| path.extension().is_some_and(|end| end == "wire"));
        all.extend(files.map(|path| format!("{folder}/{}", path.file_name().expect("a name").to_string_lossy())));
    }
    all.sort();
    assert!(all.len() > 15, "{all:?}");
    all
}

/// Runs the command for a schema of the repository.
pub fn run(folder: &Folder, schema: &str, options: &[&str]) -> Ran {
    let path = root().join(schema).display().to_string();
    folder.run(&[&["dissector", &path], options].concat())
}

/// The lines of the options.
fn options(out: &str) -> Vec<&str> {
    let Some((_, rest)) = out.split_once("\nlocal options = {\n") else { return Vec::new() };
    let (options, _) = rest.split_once("\n}\n").expect("their end");
    options.lines().map(str::trim).collect()
}

/// The value of one of the options, as it is printed.
fn option<'o>(out: &'o str, key: &str) -> Option<&'o str> {
    let start = format!("{key} = ");
    options(out).into_iter().find_map(|line| line.strip_prefix(&start)?.strip_suffix(','))
}

/// A line with the bytes that every packet has, if they are proven.
fn fixed(name: &str, ran: &Ran) -> String {
    let fixed = option(&ran.out, "fixed").filter(|_| ran.code == Some(0));
    fixed.map(|fixed| format!("    {name}{fixed}\n")).unwrap_or_default()
}

/// The line about parameters that nothing says.
fn unknown(ran: &Ran) -> String {
    ran.err.lines().filter(|line| line.contains(" not known when ")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn packets_are_chosen_and_their_fixed_bytes_proven() {
    let folder = Folder::new("dissector_chosen");
    let mut all = String::new();
    for schema in schemas() {
        for ports in [&[][..], &["--udp", "1000"], &["--tcp", "1000"]] {
            let ran = run(&folder, &schema, ports);
            let told = ran.err.trim_end().trim_start_matches("error: ");
            let (told, _) = told.split_once("; choose with").or(told.split_once(" (--")).expect("a choice");
            let transport = ports.first().map_or("--", |option| option);
            all += &format!("{schema} {transport}: {told}\n{}{}", fixed("", &ran), unknown(&ran));
            if ran.code != Some(0) {
                assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{told}");
                for name in told.split('`').skip(3).step_by(2) {
                    let ran = run(&folder, &schema, &[ports, &["--packet", name]].concat());
                    assert_eq!((ran.code, ran.err.as_str()), (Some(0), unknown(&ran).as_str()));
                    all += &fixed(&format!("{name} "), &ran);
                    all += &unknown(&ran);
                }
            }
        }
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("dissector_chosen", all);
    });
}

#[test]
fn a_dissector_is_always_the_same_wherever_it_goes() {
    let folder = Folder::new("dissector_same");
    let printed = run(&folder, "schema/quake2.wire", &["--udp", "27910"]);
    let told = "packets to the port are `FromClient`, those from it `FromServer` (--to-server and --to-client choose others)\n";
    assert_eq!((printed.code, printed.err.as_str()), (Some(0), told));
    let written = run(&folder, "schema/quake2.wire", &["--udp", "27910", "-o", "quake2.lua"]);
    assert_eq!((written.code, written.err.as_str(), written.out.as_str()), (Some(0), told, ""));
    assert_eq!(folder.read("quake2.lua"), printed.out);
    let head = format!(
        "-- The protocol quake2 for Wireshark: made by wireform {} from quake2.wire; do not edit.\n",
        env!("CARGO_PKG_VERSION")
    );
    assert!(printed.out.starts_with(&head), "{}", printed.out.lines().next().unwrap_or_default());
    assert!(!printed.out.contains("examples = "), "examples are of no use in it");
    assert!(printed.out.is_ascii());
    let err = run(&folder, "schema/quake2.wire", &["-o", "gone/quake2.lua"]).bad(1);
    assert!(err.starts_with("error: cannot write `gone/quake2.lua`: "), "{err}");
}

#[test]
fn options_are_resolved_to_the_names_of_the_model() {
    let folder = Folder::new("dissector_options");
    let arguments = [
        "--udp",
        "27910, 27911-27913",
        "--tcp",
        "5",
        "--name",
        "q2",
        "--to-server",
        "FromClient",
        "--to-client",
        "[ToClient]",
        "--with",
        "protocol=34",
        "--with",
        "sequence=0",
        "--learn",
        "sequence=svc_frame.number",
        "--follow",
        "ToClient.PlayerInfo.player=Frame.number:svc_frame.delta_number",
        "--follow",
        "EntityUpdate.state=number",
    ];
    let out = run(&folder, "schema/quake2.wire", &arguments).good();
    let expected = [
        "name = \"q2\",",
        "title = \"q2 (quake2)\",",
        "udp = \"27910,27911-27913\",",
        "tcp = \"5\",",
        "to_server = {kind = \"record\", name = \"FromClient\"},",
        "to_client = {kind = \"stream\", name = \"ToClient\"},",
        "learn = {{name = \"sequence\", record = \"ToClient.Frame\", number = \"number\"}},",
        "follow = {",
        "{",
        "record = \"ToClient.PlayerInfo\",",
        "field = \"player\",",
        "key = {record = \"ToClient.Frame\", number = \"number\"},",
        "base = {record = \"ToClient.Frame\", number = \"delta_number\"},",
        "},",
        "{record = \"EntityUpdate\", field = \"state\", key = {record = \"EntityUpdate\", number = \"number\"}},",
        "},",
        "with = {protocol = 34, sequence = 0},",
    ];
    assert_eq!(options(&out), expected);
    let out = run(&folder, "schema/sauerbraten.wire", &["--packet", "PositionPacket", "--version", "259"]).good();
    assert_eq!(option(&out, "version"), Some("\"v259\""));
    assert_eq!(option(&out, "packet"), Some("{kind = \"record\", name = \"PositionPacket\"}"));
    let hand = ["--packet", "Datagram", "--hand", "Body.SendReliable.payload=sauerbraten"];
    let out = run(&folder, "schema/gallery/enet.wire", &hand).good();
    assert_eq!(
        option(&out, "hand"),
        Some("{{record = \"Body.SendReliable\", field = \"payload\", dissector = \"sauerbraten\"}}")
    );
}

#[test]
fn an_older_version_may_have_the_names() {
    let schema = "protocol old { byte_order: little, versions: [1, 2] }
        struct Old if VERSION == 1 { version: u8, more: bytes[..] }
        struct New if VERSION == 2 { version: u8 }";
    let folder = Folder::new("dissector_older").with("old.wire", schema);
    let ran = folder.run(&[
        "dissector",
        "old.wire",
        "--packet",
        "Old",
        "--learn",
        "version=Old.version",
        "--hand",
        "Old.more=data",
    ]);
    let out = ran.good();
    assert_eq!(option(&out, "version"), Some("\"v2\""));
    assert_eq!(option(&out, "learn"), Some("{{name = \"version\", record = \"Old\", number = \"version\"}}"));
    assert_eq!(option(&out, "hand"), Some("{{record = \"Old\", field = \"more\", dissector = \"data\"}}"));
}

#[test]
fn a_mistake_in_a_message_of_an_older_version_is_said_of_that_message() {
    let schema = "protocol old { byte_order: little, versions: [1, 2] }
        struct Old if VERSION == 1 { number: u8 }
        struct New if VERSION == 2 { number: u8 }";
    let folder = Folder::new("dissector_older_wrong").with("old.wire", schema);
    let err = folder.run(&["dissector", "old.wire", "--packet", "New", "--learn", "version=Old.numbre"]).bad(2);
    assert_eq!(err, "error: `Old` has no number `numbre`; did you mean `number`? There are number\n");
}

#[test]
fn what_is_wrong_is_said_with_what_there_is() {
    let folder = Folder::new("dissector_wrong");
    let wrong = |schema: &str, options: &[&str], expected: &str| {
        let err = run(&folder, schema, options).bad(2);
        assert!(err.starts_with(&format!("error: {expected}")), "{err}");
    };
    let quake2 = "schema/quake2.wire";
    wrong(
        quake2,
        &["--packet", "FromServr"],
        "the schema has no message, struct or family `FromServr`; did you mean `FromServer`?",
    );
    wrong(quake2, &["--udp", "quake"], "`quake` is no port of --udp: ");
    wrong(quake2, &["--name", "Quake 2"], "`Quake 2` is no name in Wireshark: ");
    wrong(quake2, &["--name", "q"], "`q` is no name in Wireshark: it has two characters or more, ");
    wrong(quake2, &["--name", "contains"], "`contains` is no name in Wireshark: ");
    wrong(quake2, &["--version", "34"], "the schema has no version `34`; it has only one, without a name");
    wrong("schema/sauerbraten.wire", &["--version", "258"], "the schema has no version `258`; there are v259, v260");
    wrong(quake2, &["--with", "protcol=34"], "there is no parameter `protcol`; there is `protocol`");
    wrong(quake2, &["--with", "protocol=x"], "`x` is no value of the parameter `protocol`: ");
    wrong(
        quake2,
        &["--learn", "sequence"],
        "`--learn sequence` is not of the form NAME=MESSAGE.FIELD or NAME=VALUE:MESSAGE",
    );
    wrong(
        quake2,
        &["--learn", "sequnce=ToClient.Frame.number"],
        "there is no parameter `sequnce`; there is `sequence`",
    );
    wrong(quake2, &["--learn", "protocol=ToClient.Frame.number"], "`protocol` is a value of the session: ");
    wrong(quake2, &["--learn", "version=ToClient.Frame.number"], "there is no parameter `version`; ");
    wrong(
        quake2,
        &["--learn", "sequence=ToClient.Frame.numbr"],
        "`ToClient.Frame` has no number `numbr`; did you mean `number`? ",
    );
    wrong(
        quake2,
        &["--follow", "EntityUpdate.number"],
        "`number` of `EntityUpdate` is no difference from an earlier state; there are state",
    );
    wrong(
        quake2,
        &["--follow", "EntityUpdate.state=nmber"],
        "`EntityUpdate` has no number `nmber`; did you mean `number`? ",
    );
    wrong(quake2, &["--hand", "ToClient.Sound.sound=x"], "`ToClient.Sound` has no bytes");
    wrong(quake2, &["--hand", "Sound"], "`--hand Sound` is not of the form MESSAGE.FIELD=DISSECTOR[:KEY=NUMBER]");
    wrong(
        "schema/gallery/a2s.wire",
        &[],
        "packets of `a2s` could be `Packet`, `Split`, `GoldSrcSplit`; choose with `--packet NAME`",
    );
    for options in [&["--to-server", "FromClient"][..], &["--packet", "Demo", "--to-server", "A", "--to-client", "B"]] {
        assert_eq!(run(&folder, quake2, options).code, Some(2));
    }
}

#[test]
fn a_schema_that_is_wrong_has_none() {
    let folder = Folder::new("dissector_bad")
        .with("right.wire", RIGHT)
        .with("wrong.wire", "protocol wrong { byte_order: big }\nstruct A { x: B }\n");
    let ran = folder.run(&["dissector", "right.wire"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), "packets are `Hello` (--packet chooses another)\n"));
    let err = folder.run(&["dissector", "wrong.wire", "-o", "wrong.lua"]).bad(1);
    assert!(err.contains("wrong.wire:2"), "{err}");
    assert!(!folder.has("wrong.lua"));
}
