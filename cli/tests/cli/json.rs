//! `read --json`, `write`, and both with `--lines`: mirrors of each other.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::Folder;

const SCHEMA: &str = include_str!("../pos.wire");
const FALLING: &str = "040111100b276623cf1b86705a84977e23";

fn folder(test: &str) -> Folder {
    Folder::new(test).with("pos.wire", SCHEMA)
}

/// Each line of an answer.
fn parsed(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect()
}

#[test]
fn a_packet_is_one_object() {
    let out = folder("json_read").run(&["read", "pos.wire", "Pos", FALLING, "--json"]).good();
    insta::assert_snapshot!(out);
}

#[test]
fn what_is_left_over_is_told_beside_the_object() {
    let ran = folder("json_rest").run(&["read", "pos.wire", "Teleport", "1c010203ff00", "--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(3), "bytes left over: ff00\n"));
    assert_eq!(parsed(&ran.out), [json!({"cn": 1, "teleport": 2, "destination": 3})]);
}

#[test]
fn write_is_the_mirror_of_read() {
    let folder = folder("json_mirror");
    for (name, hex) in [("Pos", FALLING), ("Teleport", "1c010203"), ("[Positions]", &format!("1c010203{FALLING}"))] {
        let fields = folder.run(&["read", "pos.wire", name, hex, "--json"]).good();
        assert_eq!(folder.run(&["write", "pos.wire", name, fields.trim()]).good(), format!("{hex}\n"));
        assert_eq!(folder.pipe(&["write", "pos.wire", name], fields.as_bytes()).good(), format!("{hex}\n"));
        assert_eq!(folder.pipe(&["write", "pos.wire", name, "-"], fields.as_bytes()).good(), format!("{hex}\n"));
    }
    let out = folder
        .run(&["write", "pos.wire", "Teleport", r#"{"cn": 200, "teleport": 2, "destination": 0}"#, "--dec"])
        .good();
    assert_eq!(out, "28 128 200 0 2 0\n");
}

#[test]
fn every_number_survives_the_pipe() {
    let schema = "protocol p { byte_order: big }
        quantity Speed: u8 = raw / 50 in metres_per_second trunc lossy;
        quantity Warmth: u8 = raw - 40 in degrees range 0..=100;
        quantity Angle: u16 = raw * 360 / 65536 in degrees range 0..180 wrap;
        bits Both: u16 { speed: Speed, warmth: Warmth }
        struct S { speed: Speed, warmth: Warmth, angle: Angle, both: Both }
        struct Half { f: f32 }
        struct Whole { f: f64 }";
    let folder = Folder::new("json_numbers").with("p.wire", schema);
    for (name, hex) in [
        ("S", "3500f000ff35"),
        ("Half", "15ae43fd"),
        ("Half", "7fa00001"),
        // Its shortest text is read to the nearest number only by those who take the time.
        ("Whole", "ff40c40205010103"),
        ("Whole", "fff0000000000001"),
    ] {
        let fields = folder.run(&["read", "p.wire", name, hex, "--json"]).good();
        assert_eq!(folder.pipe(&["write", "p.wire", name], fields.as_bytes()).good(), format!("{hex}\n"));
        let answer =
            folder.pipe(&["read", "p.wire", name, "--lines"], format!("{{\"hex\":\"{hex}\"}}").as_bytes()).good();
        let written = folder.pipe(&["write", "p.wire", name, "--lines"], answer.as_bytes()).good();
        assert_eq!(parsed(&written), [json!({"ok": true, "hex": hex})]);
    }
}

/// A standard input that refuses to be read. A folder opens like a file, but not on Windows; a file that is only written
/// to counts as an empty input, but not there.
fn unreadable(folder: &Folder) -> File {
    let input = if cfg!(windows) { File::create(folder.path("unreadable")) } else { File::open(folder.path(".")) };
    input.expect("it opens")
}

#[test]
fn an_input_that_can_not_be_read_is_told_as_that() {
    let folder = folder("json_input");
    for command in ["read", "write"] {
        let input = unreadable(&folder);
        let output = folder.command(&[command, "pos.wire", "Pos", "--lines"]).stdin(input).output().expect("it runs");
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), b"".as_slice()));
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.starts_with("error: cannot read standard input: "), "{err}");
    }
}

#[test]
fn a_value_that_can_not_be_written_is_told() {
    let folder = folder("json_refused");
    let err =
        folder.run(&["write", "pos.wire", "Teleport", r#"{"cn": 5000000000, "teleport": 1, "destination": 2}"#]).bad(1);
    assert_eq!(
        err,
        "error: Teleport.cn: out of range for its place on the wire: expected -2147483648 to 2147483647, found 5000000000\n"
    );
    let err = folder.run(&["write", "pos.wire", "Teleport", r#"{"tleeport": 1}"#]).bad(1);
    assert_eq!(
        err,
        "error: Teleport.tleeport: not known here; did you mean `teleport`? There are also cn, destination\n"
    );
    let err = folder.run(&["write", "pos.wire", "Teleport", r#"{"teleport": 1}"#]).bad(1);
    assert_eq!(err, "error: Teleport: left out, but without a default: `cn`, `destination`\n");
    // Changing what a number means and not the number is no change that is lost.
    let fields = folder.run(&["read", "pos.wire", "Pos", FALLING, "--json"]).good();
    let edited = fields.replace("624.6875", "625.0");
    assert_ne!(edited, fields);
    let err = folder.run(&["write", "pos.wire", "Pos", &edited]).bad(1);
    assert_eq!(err, "error: Pos.x.value: not what `raw` beside it means; leave out the one that is old\n");
    let err = folder.run(&["write", "pos.wire", "Teleport", "{"]).bad(2);
    assert!(err.starts_with("error: not JSON at line 1 column 2: "), "{err}");
}

#[test]
fn every_line_is_answered() {
    let requests = format!(
        "{{\"hex\":\"{FALLING}ff\"}}\n{{\"hex\":\"0401\",\"note\":\"ignored\"}}\nnonsense\n{{\"hex\":\"zz\"}}\n{{}}\n\
         {{\"hex\":\"\",\"with\":{{\"a\":1}}}}\n{{\"hex\":\"05\"}}\n"
    );
    let out = folder("json_lines").pipe(&["read", "pos.wire", "Pos", "--lines"], requests.as_bytes()).good();
    insta::assert_snapshot!(out);
}

#[test]
fn every_line_is_written() {
    let folder = folder("json_lines_write");
    let requests = format!("{{\"hex\":\"1c010203\"}}\n{{\"hex\":\"{}\"}}\n", "1c808000ff02");
    let read = folder.pipe(&["read", "pos.wire", "Teleport", "--lines"], requests.as_bytes()).good();
    let written = folder.pipe(&["write", "pos.wire", "Teleport", "--lines"], read.as_bytes()).good();
    assert_eq!(parsed(&written), [json!({"ok": true, "hex": "1c010203"}), json!({"ok": true, "hex": "1c808000ff02"})]);
    let requests = "{\"fields\":{\"cn\":1}}\n{\"hex\":\"\"}\n[]\n{\"fields\":{\"cn\":\"me\"}}\n";
    let out = folder.pipe(&["write", "pos.wire", "Teleport", "--lines"], requests.as_bytes()).good();
    insta::assert_snapshot!(out);
}

#[test]
fn parameters_come_with_the_request_or_the_command() {
    let schema = "protocol p { byte_order: big }\nstruct Hit(teams: bool) { id: u8, team: u8 if teams }\n";
    let folder = Folder::new("json_with").with("p.wire", schema);
    let requests = "{\"hex\":\"0102\"}\n{\"hex\":\"0102\",\"with\":{\"teams\":false}}\n{\"hex\":\"01\",\"with\":7}\n";
    let out = folder.pipe(&["read", "p.wire", "Hit", "--lines", "--with", "teams=true"], requests.as_bytes()).good();
    let answers = parsed(&out);
    assert_eq!(answers[0], json!({"ok": true, "fields": {"id": 1, "team": 2}, "rest": ""}));
    assert_eq!(answers[1], json!({"ok": true, "fields": {"id": 1, "team": null}, "rest": "02"}));
    assert_eq!(answers[2]["error"]["text"], "`with` is not an object");
    let out = folder.pipe(&["read", "p.wire", "Hit", "--lines"], requests.as_bytes()).good();
    let told = "the bytes alone do not say everything: `Hit` needs `--with teams=true|false`";
    assert_eq!(parsed(&out)[0]["error"]["text"], told);
}

#[test]
fn a_program_may_ask_and_wait_for_the_answer() {
    let folder = folder("json_dialogue");
    let mut child = folder
        .command(&["read", "pos.wire", "Teleport", "--lines"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("its input");
    let mut answers = BufReader::new(child.stdout.take().expect("its output")).lines();
    for cn in 1..4_u8 {
        writeln!(stdin, "{{\"hex\":\"1c{cn:02x}0203\"}}").expect("it listens");
        let answer = answers.next().expect("an answer").expect("text");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["fields"]["cn"], cn);
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn options_that_contradict_lines_are_usage_errors() {
    let folder = folder("json_usage");
    for more in ["--json", "--dec", "00"] {
        folder.run(&["read", "pos.wire", "Pos", "--lines", more]).bad(2);
    }
    folder.run(&["write", "pos.wire", "Pos", "--lines", "{}"]).bad(2);
}

/// The most memory that a process has had, in kilobytes. Only Linux says so in a file.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the process lives");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its peak");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "the peak of memory is read from /proc")]
fn many_lines_take_no_more_memory_than_few() {
    let folder = folder("json_memory");
    let fields = folder.run(&["read", "pos.wire", "Pos", FALLING, "--json"]).good();
    for (command, request) in
        [("read", format!("{{\"hex\":\"{FALLING}\"}}\n")), ("write", format!("{{\"fields\":{}}}\n", fields.trim()))]
    {
        let mut child = folder
            .command(&[command, "pos.wire", "Pos", "--lines"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut stdin = child.stdin.take().expect("its input");
        let mut answers = BufReader::new(child.stdout.take().expect("its output"));
        let mut line = String::new();
        let mut exchange = |times: usize| {
            for _ in 0..times {
                stdin.write_all(request.as_bytes()).expect("it listens");
                line.clear();
                answers.read_line(&mut line).expect("an answer");
                assert!(line.starts_with("{\"ok\":true,"), "{line}");
            }
        };
        exchange(100);
        let few = peak(child.id());
        exchange(10_000);
        let many = peak(child.id());
        assert!(many <= few + 512, "{command}: {few} kB after 100 lines, {many} kB after 10,000 more");
        drop(stdin);
        assert!(child.wait().expect("it ends").success());
    }
}

const RAWS: &str = "protocol p { byte_order: big }
    enum Kind: u8 { A = 0, X = 1 | 2, B = 5 }
    enum Two: u2 { N = 0, X = 1 | 2 }
    bits Low: u8 { low: u2, two: Two, _: .. }
    bits High: i8 { all: u8 }
    packed Turn: u8 { yaw: 0..=15, pitch: 0..=15 }
    quantity Half: u8 as f32 = raw / 2 in halves;
    struct S { e: Kind, b: Low }
    struct Many { all: [S; u8], choice: match u8 { 0 => One: Kind, 1 => Two { kind: Kind } } }
    struct N { i: i16, big: u64, h: High, half: Half, f: f32, d: f64, t: Turn, on: u8 as truthy, yes: bool }
    struct T { h: High, on: u8 as truthy }
    family F: u8 { message M = 1 { message: Kind } }";

#[test]
fn a_key_that_is_given_twice_is_refused() {
    let folder = Folder::new("json_twice").with("p.wire", RAWS);
    let fields = r#"{"e": "A", "b": {"low": 1, "low": 2}}"#;
    let told = "the key `low` is given twice in one object, again at line 1 column 28";
    assert_eq!(folder.run(&["write", "p.wire", "S", fields]).bad(2), format!("error: {told}\n"));
    let requests =
        "{\"fields\":{\"e\":0,\"e\":1}}\n{\"fields\":{},\"fields\":{}}\n{\"fields\":{\"e\":0,\"b\":{\"raw\":0}}}\n";
    let out = parsed(&folder.pipe(&["write", "p.wire", "S", "--lines"], requests.as_bytes()).good());
    assert_eq!(out[0]["error"]["text"], "the key `e` is given twice in one object, again at line 1 column 18");
    assert_eq!(out[1]["error"]["text"], "the key `fields` is given twice in one object, again at line 1 column 14");
    assert_eq!(out[2], json!({"ok": true, "hex": "0000"}));
}

#[test]
fn a_zero_may_have_a_sign_and_a_number_may_be_too_large_for_any_wire() {
    let folder = Folder::new("json_whole").with("p.wire", RAWS);
    let zeros = [
        ("i", "-0"),
        ("big", "-0"),
        ("h", r#"{"raw":-0}"#),
        ("half", r#"{"value":-0}"#),
        ("f", "-0"),
        ("d", "-0"),
        ("t", r#"{"yaw":-0}"#),
        ("on", "-0"),
        ("yes", "-0"),
    ];
    let write = |name: &str, json: &str| {
        let fields = zeros.map(|(zero, of)| format!("\"{zero}\":{}", if zero == name { json } else { of }));
        folder.run(&["write", "p.wire", "N", &format!("{{{}}}", fields.join(","))])
    };
    let out = write("", "").good();
    // Of IEEE numbers it is the sign.
    assert_eq!(out, "000000000000000000000000800000008000000000000000000000\n");
    for number in ["123456789012345678901234567890", "-9223372036854775809", "18446744073709551616", "1e300"] {
        for field in ["i", "big", "yes"] {
            let err = write(field, number).bad(1);
            assert!(err.starts_with(&format!("error: N.{field}: out of range")), "{err}");
        }
        for (field, part) in [("h", "raw"), ("h", "all"), ("t", "raw"), ("t", "yaw"), ("half", "raw")] {
            let err = write(field, &format!("{{\"{part}\":{number}}}")).bad(1);
            assert!(err.contains("out of range"), "{field} {part} {number}: {err}");
        }
        assert!(write("on", number).bad(1).contains("is never written"));
        // A float takes it, rounded as every number.
        write("d", number).good();
    }
    let out = write("big", "18446744073709551615").good();
    assert!(out.starts_with("0000ffffffffffffffff"), "{out}");
    let err = write("i", "0.5").bad(1);
    assert_eq!(err, "error: N.i: needs a whole number, this is a float\n");
}

#[test]
fn a_raw_number_is_never_changed_in_silence() {
    let folder = Folder::new("json_raw").with("p.wire", RAWS);
    let write = |name: &str, fields: &str| folder.run(&["write", "p.wire", name, fields]);
    for (name, fields, place, given, written) in [
        ("S", r#"{"e":0,"b":{"raw":240}}"#, "S.b", 240, 0),
        ("S", r#"{"e":0,"b":{"raw":243}}"#, "S.b", 243, 3),
        ("S", r#"{"b":{"raw":0},"e":{"raw":2}}"#, "S.e", 2, 1),
        ("S", r#"{"b":{"raw":0},"e":2}"#, "S.e", 2, 1),
        ("T", r#"{"h":{"raw":0},"on":7}"#, "T.on", 7, 1),
        ("T", r#"{"h":{"raw":0},"on":{"raw":7}}"#, "T.on", 7, 1),
        ("Many", r#"{"all":[{"e":0,"b":{"raw":0}},{"e":2,"b":{"raw":0}}],"choice":{"One":0}}"#, "Many.all[1].e", 2, 1),
        ("Many", r#"{"all":[],"choice":{"One":2}}"#, "Many.choice.value", 2, 1),
        ("Many", r#"{"all":[],"choice":{"Two":{"kind":{"raw":2}}}}"#, "Many.choice.kind", 2, 1),
        ("F", r#"{"M":{"message":2}}"#, "F.message", 2, 1),
        ("[F]", r#"[{"M":{"message":2}}]"#, "F[0].message", 2, 1),
    ] {
        let told = format!("the raw number {given} is never written; the one of the same meaning is {written}");
        assert_eq!(write(name, fields).bad(1), format!("error: {place}: {told}\n"), "{fields}");
    }
    for (name, fields, hex) in [
        ("S", r#"{"b":{"raw":3},"e":1}"#, "0103"),
        ("S", r#"{"e":"A","b":{"two":2}}"#, "0008"),
        ("S", r#"{"b":{"raw":5},"e":{"raw":1,"name":"X"}}"#, "0105"),
        ("T", r#"{"h":{"raw":240},"on":0}"#, "f000"),
        ("T", r#"{"h":{"raw":-16},"on":1}"#, "f001"),
    ] {
        assert_eq!(write(name, fields).good(), format!("{hex}\n"), "{fields}");
    }
    // The values that are read are shown as they are written.
    let fields = folder.run(&["read", "p.wire", "S", "02f0", "--json"]).out;
    assert_eq!(fields, "{\"e\":\"X\",\"b\":{\"raw\":0,\"low\":0,\"two\":\"N\"}}\n");
    assert_eq!(write("S", &fields).good(), "0100\n");
    // The meaning beside another number is what is written. The reader of these fields may have said so.
    let fields = r#"{"e":{"raw":2,"name":"X"},"b":{"raw":240,"low":0}}"#;
    let ran = write("S", fields);
    let told = "note: e: the raw number 2 is never written; the one of the same meaning is 1\n\
                note: b: the raw number 240 is never written; the one of the same meaning is 0\n";
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "0100\n", told));
    let requests = format!("{{\"fields\":{fields}}}\n{{\"fields\":{{\"e\":2,\"b\":{{\"raw\":0}}}}}}\n");
    let out = parsed(&folder.pipe(&["write", "p.wire", "S", "--lines"], requests.as_bytes()).good());
    assert_eq!(out[0], json!({"ok": true, "hex": "0100", "changed": ["e", "b"]}));
    assert_eq!((&out[1]["error"]["kind"], &out[1]["error"]["field"]), (&json!("range"), &json!("e")));
    let read = folder.pipe(&["read", "p.wire", "S", "--lines"], b"{\"hex\":\"02f0\"}").good();
    let written = folder.pipe(&["write", "p.wire", "S", "--lines"], read.as_bytes()).good();
    assert_eq!(parsed(&written), [json!({"ok": true, "hex": "0100"})]);
}
