//! Doc comments keep their paragraphs, lists and code.

fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!(" {line}").trim_end().to_owned()).collect();
    super::lines(&lines).join("\n")
}

#[test]
fn code_is_never_a_test() {
    assert_eq!(lines("```\nx\n```"), "```text\nx\n```");
    assert_eq!(lines("~~~rust\n<T>"), "~~~text\n<T>\n~~~");
    assert_eq!(lines("a\n\n    code\n\n      more\n\nb"), "a\n\n```text\ncode\n\n  more\n```\n\nb");
    assert_eq!(lines("    first"), "```text\nfirst\n```");
    assert_eq!(lines("a\n    not code"), "a\nnot code");
}

#[test]
fn lists_are_indented_as_they_should_be() {
    assert_eq!(lines("- a\nb\n- c\n     d\n   - e"), "- a\n  b\n- c\n  d\n  - e");
    assert_eq!(lines("1. a\n\n   b\n\nc"), "1. a\n\n   b\n\nc");
    assert_eq!(lines("-5 is no item"), "-5 is no item");
}

#[test]
fn blank_lines_at_the_ends_go() {
    assert_eq!(lines("\na\n\n"), "a");
    assert_eq!(lines(""), "");
}
