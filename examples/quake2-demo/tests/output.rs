//! The program says what `expected.txt` says, and what is wrong with a file.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(arguments: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quake2-demo")).args(arguments).output().expect("the program runs")
}

/// A file for this test alone.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("a temporary file");
    path
}

#[test]
fn the_output_is_the_expected_one() {
    let output = run(&[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = include_str!("../expected.txt").replace("\r\n", "\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn what_is_wrong_with_a_file_stands_on_one_line() {
    let sample = quake2_demo::sample().expect("it can be written");
    let cut = &sample[..sample.len() - 100];
    // The code of the first message of the third datagram.
    let mut wrong = sample.clone();
    let third = sample.windows(5).position(|bytes| bytes == [0x14, 2, 0, 0, 0]).expect("the second frame");
    wrong[third] = 0x55;
    for (name, bytes, why) in [
        ("foreign.dm2", &b"PK\x03\x04 an archive"[..], "this is no recording of Quake 2 (.dm2)".to_owned()),
        ("empty.dm2", &[], "this is no recording of Quake 2 (.dm2)".to_owned()),
        ("cut.dm2", cut, "the recording was cut off: at least ".to_owned()),
        ("wrong.dm2", &wrong, format!("byte {third}: ToClient.code: unexpected code\n")),
    ] {
        let path = file(name, bytes);
        let output = run(&[&path]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.starts_with(&format!("{}: {why}", path.display())), "{told}");
        assert_eq!((told.lines().count(), output.status.code()), (1, Some(1)));
        // What came before is told all the same.
        let seen = String::from_utf8_lossy(&output.stdout).contains("The Courtyard");
        assert_eq!(seen, bytes.len() > 1000, "{name}");
    }
    let nowhere = run(&[Path::new("nowhere.dm2")]);
    assert!(String::from_utf8_lossy(&nowhere.stderr).starts_with("nowhere.dm2: "));
}

#[test]
fn it_says_how_it_is_used() {
    let help = run(&[Path::new("--help")]);
    assert!(help.status.success());
    assert!(String::from_utf8_lossy(&help.stdout).contains("usage: quake2-demo [FILE.dm2]"));
    let wrong = run(&[Path::new("--what")]);
    assert_eq!(
        (wrong.status.code(), String::from_utf8_lossy(&wrong.stderr)),
        (Some(2), String::from_utf8_lossy(&help.stdout))
    );
}
