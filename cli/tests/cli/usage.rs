//! The command line itself: what it explains and what it refuses.

use crate::support::Folder;

#[test]
fn without_a_command_it_explains_itself() {
    let ran = Folder::new("usage_nothing").run(&[]);
    assert_eq!(ran.code, Some(2));
    for command in
        ["check", "fmt", "generate", "read", "write", "model", "dissector", "lsp", "diff", "protocols", "schema"]
    {
        assert!(ran.err.contains(&format!("\n  {command} ")), "{}", ran.err);
    }
}

#[test]
fn it_knows_its_version() {
    let out = Folder::new("usage_version").run(&["--version"]).good();
    assert_eq!(out, format!("wireform {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_mistyped_command_is_a_usage_error_with_a_near_name() {
    let err = Folder::new("usage_mistyped").run(&["chekc"]).bad(2);
    assert!(err.contains("check"), "{err}");
}

#[test]
fn help_shows_examples_and_exit_codes() {
    let out = Folder::new("usage_help").run(&["read", "--help"]).good();
    assert!(out.contains("Exit codes:") && out.contains("--lines"), "{out}");
}
