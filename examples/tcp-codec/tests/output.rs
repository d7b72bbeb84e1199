//! The program says what `expected.txt` says.

use std::process::Command;

#[test]
fn the_output_is_the_expected_one() {
    let output = Command::new(env!("CARGO_BIN_EXE_tcp-codec")).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = include_str!("../expected.txt").replace("\r\n", "\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
