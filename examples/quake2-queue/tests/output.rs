//! The program says how it is used, and which line of a log is wrong.

use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let Output { status, stderr, .. } =
        Command::new(env!("CARGO_BIN_EXE_quake2-queue")).args(arguments).output().expect("the program runs");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

#[test]
fn it_says_how_it_is_used() {
    let (code, usage) = run(&[]);
    assert_eq!(code, Some(2));
    assert!(usage.starts_with("usage: quake2-queue LISTEN SERVER SECONDS LOG\n"), "{usage}");
    assert_eq!(run(&["replay", "127.0.0.1:0"]), (Some(2), usage));
}

#[test]
fn a_wrong_line_of_a_log_is_an_error() {
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong.jsonl");
    let line = r#"{"after":0,"known":{"protocol":34},"datagram":{"packet":{"OutOfBand":{"text":"TEXT"}}}}"#;
    let text = [line, "", &line.replace("TEXT", "\u{20ac}")].join("\n");
    std::fs::write(&log, text).expect("a temporary file");
    let log = log.to_str().expect("a path of the test");
    let error =
        "quake2-queue: line 3: FromServer.packet.text: a character that the encoding does not have: expected Latin-1\n";
    assert_eq!(run(&["replay", "127.0.0.1:0", log]), (Some(1), error.to_owned()));
    let (code, error) = run(&["127.0.0.1:0", "127.0.0.1:1", "soon", log]);
    assert_eq!((code, error.as_str()), (Some(1), "quake2-queue: SECONDS: invalid float literal\n"));
}
