//! `wireform read` of one packet.

use crate::support::{Folder, Ran};

const SCHEMA: &str = include_str!("../pos.wire");
const HOOKS: &str = "\
protocol game { byte_order: little }
hook move_checksum(data: bytes, sequence: u31) -> u8;
family ToServer(sequence: u31): u8 {
    message Move = 2 { checksum: u8 = move_checksum(after(checksum), sequence), forward: i16 }
}
struct Inner { sum: u8 = move_checksum(after(sum), 3), x: u8 }
struct Datagram {
    shape: match u8 { 0 => A: Inner, _ => B {} },
    all: [{ inner: Inner }; u8],
    messages: [ToServer(5); ..],
}
";
/// A player falls while moving forward.
const FALLING: &str = "0401 11 10 0b27 6623 cf1b 8670 5a 84 977e 23";
const FALLING_DEC: &str = "4 1 17 16 11 39 102 35 207 27 134 112 90 132 151 126 35";

fn read(test: &str, arguments: &[&str]) -> Ran {
    let folder = Folder::new(test).with("pos.wire", SCHEMA);
    folder.run(&[&["read", "pos.wire"], arguments].concat())
}

#[test]
fn explains_a_packet() {
    insta::assert_snapshot!(read("read_explain", &["Pos", FALLING]).good());
}

#[test]
fn explains_a_packet_in_decimal_as_the_document_prints_it() {
    insta::assert_snapshot!(read("read_decimal", &["Pos", "--dec", FALLING_DEC]).good());
}

#[test]
fn explains_a_stream_and_what_is_left_over() {
    insta::assert_snapshot!(read("read_stream", &["[Positions]", "1c 01 02 03", FALLING]).good());
    insta::assert_snapshot!(read("read_rest", &["Teleport", "1c 01 02 03 ff 00"]).left_over());
}

#[test]
fn adds_what_the_schema_says() {
    insta::assert_snapshot!(read("read_docs", &["Teleport", "--docs", "1c 01 02 03"]).good());
}

/// The field at which reading stopped is the one that the reader wants to know about.
#[test]
fn shows_the_field_that_is_rejected() {
    let ran = read("read_rejected", &["Teleport", "--docs", "1c 01 80"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    insta::assert_snapshot!(ran.out);
}

#[test]
fn says_what_only_a_program_could_verify() {
    let folder = Folder::new("read_hook").with("game.wire", HOOKS);
    let run = |command: &[&str]| folder.run(&[command, &["--with", "sequence=7"]].concat()).good();
    insta::assert_snapshot!(run(&["read", "game.wire", "Move", "02 5a c800"]));
    // Its number is given where no program is at hand.
    let json = run(&["read", "game.wire", "Move", "--json", "02 5a c800"]);
    assert_eq!(json, "{\"checksum\":{\"raw\":90,\"verified\":false},\"forward\":200}\n");
    assert_eq!(run(&["write", "game.wire", "Move", "{\"checksum\":90,\"forward\":200}"]), "025ac800\n");
    assert_eq!(run(&["write", "game.wire", "Move", "{\"checksum\":{\"raw\":90},\"forward\":200}"]), "025ac800\n");
}

#[test]
fn a_number_that_nobody_computed_for_the_written_bytes_is_named() {
    let folder = Folder::new("write_hook").with("game.wire", HOOKS);
    let arguments = ["write", "game.wire", "[ToServer]", "--with", "sequence=7"];
    let write = |fields: &str| {
        let ran = folder.run(&[&arguments[..], &[fields]].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        (ran.out, ran.err)
    };
    // As it was read, beside a field that was changed.
    let read = r#"{"Move":{"checksum":{"raw":90,"verified":false},"forward":201}}"#;
    let told = "not verified: `[0].checksum` is as it was read, since only the program has `move_checksum`\n";
    assert_eq!(write(&format!("[{read}]")), ("025ac900\n".to_owned(), told.to_owned()));
    let told = "not verified: `[1].checksum` is zero, since only the program has `move_checksum`\n";
    let given = r#"{"Move":{"checksum":91,"forward":201}}"#;
    let without = r#"{"Move":{"forward":201}}"#;
    assert_eq!(write(&format!("[{given},{without}]")), ("025bc9000200c900\n".to_owned(), told.to_owned()));
    let lines = [&arguments[..], &["--lines"]].concat();
    let request = format!("{{\"fields\":[{given},{read},{without}]}}\n{{\"fields\":[{given}]}}\n");
    let answers = "{\"ok\":true,\"hex\":\"025bc900025ac9000200c900\",\"unverified\":[\"[1].checksum\",\"[2].checksum\"]}\n\
                   {\"ok\":true,\"hex\":\"025bc900\"}\n";
    assert_eq!(folder.pipe(&lines, request.as_bytes()).good(), answers);
    // However deep it is.
    let inner = r#"{"sum":{"raw":6,"verified":false},"x":7}"#;
    let fields = format!(
        r#"{{"shape":{{"A":{inner}}},"all":[{{"inner":{inner}}},{{"inner":{{"sum":1,"x":7}}}}],"messages":[{read}]}}"#
    );
    let ran = folder.run(&["write", "game.wire", "Datagram", &fields]);
    let told: Vec<&str> = ran.err.lines().map(|line| line.split('`').nth(1).expect("a path")).collect();
    assert_eq!(told, ["shape.value.sum", "all[0].inner.sum", "messages[0].checksum"], "{}{}", ran.out, ran.err);
    assert_eq!(ran.err.matches("as it was read").count(), 3, "{}", ran.err);
}

#[test]
fn colours_the_columns() {
    let out = read("read_colour", &["Teleport", "1c 01 02 03", "--color", "always"]).good();
    assert!(out.contains("\u{1b}[36m1c\u{1b}[0m"), "{out}");
}

#[test]
fn bytes_come_from_arguments_files_and_standard_input() {
    let folder = Folder::new("read_sources").with("pos.wire", SCHEMA);
    let packet = [0x1c, 1, 2, 3];
    folder.write("packet.bin", &packet);
    let expected = folder.run(&["read", "pos.wire", "Teleport", "1c010203"]).good();
    assert_eq!(folder.run(&["read", "pos.wire", "Teleport", "1c", "01", "02", "03"]).good(), expected);
    assert_eq!(folder.run(&["read", "pos.wire", "Teleport", "--file", "packet.bin"]).good(), expected);
    assert_eq!(folder.pipe(&["read", "pos.wire", "Teleport", "--file", "-"], &packet).good(), expected);
    assert_eq!(folder.pipe(&["read", "pos.wire", "Teleport", "-"], b"1c 01\n02 03\n").good(), expected);
    assert_eq!(folder.pipe(&["read", "pos.wire", "Teleport"], b"1c010203").good(), expected);
    assert!(folder.run(&["read", "pos.wire", "Teleport", "--file", "no.bin"]).bad(1).contains("cannot read `no.bin`"));
}

#[test]
fn an_input_without_end_is_refused_with_the_limit() {
    let folder = Folder::new("read_limit").with("pos.wire", SCHEMA);
    folder.write("long.bin", b"");
    let long = std::fs::File::options().write(true).open(folder.path("long.bin")).expect("the file");
    long.set_len((16 << 20) + 1).expect("a long file");
    let read = ["read", "pos.wire", "Teleport"];
    let told = |name: &str| format!("error: {name} is longer than 16 MiB, the most that is read\n");
    assert_eq!(folder.run(&[&read[..], &["--file", "long.bin"]].concat()).bad(1), told("`long.bin`"));
    let long = vec![b' '; (16 << 20) + 1];
    for more in [&["--file", "-"][..], &["-"], &[]] {
        assert_eq!(folder.pipe(&[&read[..], more].concat(), &long).bad(1), told("standard input"));
    }
    assert_eq!(folder.pipe(&["write", "pos.wire", "Teleport"], &long).bad(1), told("standard input"));
}

#[test]
fn what_is_wrong_with_a_packet_is_shown_with_its_bytes() {
    let ran = read("read_truncated", &["Pos", "0401 11 10 0b27 6623 cf"]);
    assert_eq!(ran.code, Some(1));
    insta::assert_snapshot!(ran.err);
    let ran = read("read_code", &["Pos", "--dec", "5 1 17 16"]);
    assert_eq!(ran.code, Some(1));
    insta::assert_snapshot!(ran.err);
}

#[test]
fn what_was_understood_before_an_error_is_explained() {
    insta::assert_snapshot!(read("read_understood", &["Teleport", "1c 01 80"]).out);
}

#[test]
fn bytes_that_are_none_are_a_usage_error() {
    let err = read("read_no_hex", &["Pos", "04 0x"]).bad(2);
    assert_eq!(err, "error: `0x` is not hexadecimal: there are no digits\n");
    let err = read("read_dec_hint", &["Pos", "4 132 151"]).bad(2);
    assert_eq!(err, "error: `132` is not hexadecimal: an odd number of digits; decimal numbers need `--dec`\n");
    // As in a schema, what is below zero is a byte with a sign.
    for bytes in [&["--dec", "28 -1 2 3"][..], &["28", "-1", "2", "3", "--dec"]] {
        let out = read("read_signed", &[&["Teleport"], bytes].concat()).good();
        assert!(out.contains("1  255"), "{out}");
    }
    let err = read("read_no_dec", &["Pos", "--dec", "4 256"]).bad(2);
    assert_eq!(err, "error: `256` is not a byte: -128 to 255\n");
}

#[test]
fn a_name_that_the_schema_lacks_is_a_usage_error_with_a_near_name() {
    let err = read("read_name", &["Telport", "00"]).bad(2);
    let told = "the schema has no message, struct or family `Telport`; did you mean `Teleport`?";
    assert_eq!(err, format!("error: {told} There are Teleport, Pos, Positions\n"));
}

#[test]
fn a_wrong_schema_is_told_as_such() {
    let folder = Folder::new("read_schema").with("a.wire", "protocol a {");
    assert!(folder.run(&["read", "a.wire", "Pos", "00"]).bad(1).contains("a.wire:1:"));
}

#[test]
fn parameters_have_to_be_known() {
    let schema = "protocol p { byte_order: big }\n\
                  enum Mode: u8 { Ffa = 0, Ctf = 2 }\n\
                  struct Hit(teams: bool, mode: Mode, level: u8) { id: u8, team: u8 if teams }\n";
    let folder = Folder::new("read_with").with("p.wire", schema);
    let run = |arguments: &[&str]| folder.run(&[&["read", "p.wire", "Hit", "0102"], arguments].concat());
    let out = run(&["--with", "teams=true", "--with", "mode=Ctf", "--with", "level=3"]).good();
    assert!(out.contains("team"), "{out}");
    let out = run(&["--with", "teams=0", "--with", "mode=2", "--with", "level=3"]).left_over();
    assert!(out.contains("1 byte left over"), "{out}");
    for (arguments, expected) in [
        (
            &["--with", "teams=1", "--with", "mode=Ctf"][..],
            "the bytes alone do not say everything: `Hit` needs `--with level=N` (N is 0 to 255)",
        ),
        (
            &["--with", "level=1"],
            "the bytes alone do not say everything: `Hit` needs `--with teams=true|false`, `--with mode=Ffa|Ctf`",
        ),
        (&["--with", "level=1", "--with", "level=2"], "`--with level` is given twice"),
        (&["--with", "team=1"], "there is no parameter `team`; there is `teams`"),
        (&["--with", "teams"], "`--with teams` lacks a `=`"),
        (&["--with", "teams=yes"], "`yes` is no value of the parameter `teams`: it is true or false"),
        (
            &["--with", "teams=1", "--with", "mode=Tdm"],
            "`Tdm` is no value of the parameter `mode`: it is one of Ffa, Ctf",
        ),
        (&["--with", "teams=1", "--with", "mode=7"], "`7` is no value of the parameter `mode`: it is one of Ffa, Ctf"),
    ] {
        assert_eq!(run(arguments).bad(2), format!("error: {expected}\n"));
    }
    let err = read("read_with_nothing", &["Teleport", "1c010203", "--with", "a=1"]).bad(2);
    assert_eq!(err, "error: there is no parameter `a`: nothing needs to be known\n");
}

#[test]
fn nobody_hears_of_a_closed_pipe() {
    let folder = Folder::new("read_pipe").with("pos.wire", SCHEMA);
    let long = FALLING.repeat(4000);
    folder.write("packet.hex", long.as_bytes());
    let mut child = folder
        .command(&["read", "pos.wire", "[Positions]"])
        .stdin(std::fs::File::open(folder.path("packet.hex")).expect("the packet"))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn constants_and_chosen_arms_are_told_by_their_values_and_names() {
    let schema = "protocol p { byte_order: big }\n\
                  enum Kind: u8 { A = 1, B = 2 }\n\
                  struct Inner { p: u8 }\n\
                  struct S(big: bool, kind: Kind) {\n\
                      magic: bytes[4] = \"IBSP\", end: bytes[3] = \"\\xFF'.\", version: u8 = 46,\n\
                      flags: bits u8 { wide, _: .. },\n\
                      by_flag: match flags.wide { 0 => Small { a: u8 }, 1 => Big { b: u16 } },\n\
                      by_parameter: match big { 0 => No {}, 1 => Yes { x: u8 } },\n\
                      by_enum: match kind { A => First { bits u8 { q, r, _: .. } }, B => Second: Inner },\n\
                      in_place: match u8 { 0 => Zero {}, 1 => One: u8 },\n\
                      left: match left() { 0 => End {}, 1 => More { z: u8 } },\n\
                  }\n";
    let folder = Folder::new("read_constants").with("p.wire", schema);
    let read = |big: &str, kind: &str, bytes: &str| {
        let (big, kind) = (format!("big={big}"), format!("kind={kind}"));
        folder.run(&["read", "p.wire", "S", "--with", &big, "--with", &kind, "49425350 ff272e 2e", bytes]).good()
    };
    insta::assert_snapshot!(read("true", "A", "00 05 06 03 01 07 09"));
    insta::assert_snapshot!(read("false", "B", "01 0506 03 00"));
}
