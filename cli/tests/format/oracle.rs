//! Whether a text says the same as another one: the same tokens, apart from optional commas, and the same comments between
//! them.

use wireform_build::lexemes::Kind;
use wireform_cli::format;
use wireform_cli::syntax_errors;

use crate::pieces::{Piece, pieces};

/// The layout of a text, which says the same as the text, and stays as it is.
#[track_caller]
pub fn laid_out(name: &str, text: &str) -> String {
    let laid_out = format(text);
    assert!(said(&laid_out) == said(text), "{name}: it says something else:\n{text}\n{}\n{laid_out}", "-".repeat(80));
    same(name, text, &format(&laid_out), &laid_out);
    if syntax_errors(text).is_empty() {
        assert!(
            syntax_errors(&laid_out).is_empty(),
            "{name} does not parse any more:\n{text}\n{}\n{laid_out}",
            "-".repeat(80)
        );
        let complaint = complaint(&laid_out);
        assert!(complaint.is_none(), "{name}: {complaint:?}:\n{laid_out}");
    }
    laid_out
}

/// That a text is what it should be; otherwise the first line that is not is shown.
#[track_caller]
pub fn same(name: &str, origin: &str, text: &str, expected: &str) {
    let first = text.lines().zip(expected.lines()).enumerate().find(|(_, (text, expected))| text != expected);
    assert!(text == expected, "{name}: first difference (line, found, expected): {first:#?}\nmade of:\n{origin}");
}

/// Tokens and comments without what the layout may change.
fn said(text: &str) -> Vec<(Kind, String)> {
    let pieces = pieces(text);
    let optional = optional_commas(&pieces);
    let kept = pieces.into_iter().zip(optional).filter(|(_, is_optional)| !is_optional);
    kept.map(|(piece, _)| (piece.kind, piece.text)).collect()
}

/// Which of these are commas after the last item of brackets, or after an example.
fn optional_commas(pieces: &[Piece]) -> Vec<bool> {
    let mut optional = vec![false; pieces.len()];
    let code: Vec<usize> = (0..pieces.len()).filter(|at| !pieces[*at].is_comment()).collect();
    let text = |at: usize| code.get(at).map_or("", |at| pieces[*at].text.as_str());
    let is_text = |at: usize| code.get(at).is_some_and(|at| pieces[*at].kind == Kind::Text);
    for at in 1..code.len() {
        let is_last = pieces.get(code[at]).is_some() && matches!(text(at + 1), "}" | ")" | "]");
        if text(at) == "," && is_last && !matches!(text(at - 1), "{" | "(" | "[" | ",") {
            optional[code[at]] = true;
        }
        let is_example =
            matches!(text(at), "hex" | "dec") && text(at - 1) == "=" && is_text(at + 1) && text(at + 2) == "{";
        if is_example {
            let mut depth = 0;
            let end = (at + 2..code.len()).find(|at| {
                depth += i32::from(text(*at) == "{") - i32::from(text(*at) == "}");
                depth == 0
            });
            if let Some(comma) = end.map(|end| end + 1).filter(|comma| text(*comma) == "," && text(comma + 1) != ",") {
                optional[code[comma]] = true;
            }
        }
    }
    optional
}

/// A rule of the layout, without those about the length of lines, that a schema breaks.
pub fn complaint(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.split_terminator('\n').collect();
    if !text.is_empty() && (!text.ends_with('\n') || text.ends_with("\n\n")) {
        return Some("a text ends with one line end".to_owned());
    }
    for (number, line) in lines.iter().enumerate() {
        let complaint = |said: &str| Some(format!("line {}: {said}: {line}", number + 1));
        let before = number.checked_sub(1).map(|before| lines[before]);
        let code = line.split("//").next().unwrap_or_default();
        let is_comment = code.trim().is_empty();
        if line.ends_with([' ', '\t']) {
            return complaint("a blank at the end");
        }
        if line.is_empty() && before.is_none_or(|before| before.is_empty() || before.ends_with(['{', '('])) {
            return complaint("an empty line");
        }
        if !is_comment && line.trim_start().starts_with(['}', ')', ']']) && before.is_some_and(str::is_empty) {
            return complaint("an empty line before it");
        }
        let blanks = line.len() - line.trim_start().len();
        if blanks % 4 != 0 || line[..blanks].contains('\t') {
            return complaint("indentation");
        }
    }
    None
}
