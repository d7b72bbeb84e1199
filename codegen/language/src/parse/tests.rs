//! The parser's trees, and above all its diagnostics.
//!
//! A snapshot holds each diagnostic as rendered, with the lines of its source. Every source has one error, and so one
//! diagnostic, unless the test says otherwise.

mod bodies;
mod grammar;
mod items;
mod numbers;
mod random;
mod recovery;
mod tokens;
mod tree;
mod whole;

use crate::ast::File;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::render::{compact, render};
use crate::source::Sources;

fn parsed(text: &str) -> (File, Vec<Diagnostic>) {
    let (_, file, diagnostics) = all(text);
    (file, diagnostics)
}

fn all(text: &str) -> (Sources, File, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    let id = sources.add("test.wire", text);
    let file = super::parse(&sources, id, &mut diagnostics);
    (sources, file, diagnostics.into_sorted())
}

/// The diagnostics of sources with one error each.
fn complaints(cases: &[&str]) -> String {
    let mut out = String::new();
    for case in cases {
        let (sources, _, diagnostics) = all(case);
        assert_eq!(diagnostics.len(), 1, "{case}\n{}", render(&sources, &diagnostics, false));
        out.push_str(&shown(&sources, &diagnostics));
    }
    out
}

/// The diagnostics of a source with several errors.
fn several(case: &str, mistakes: usize) -> String {
    let (sources, _, diagnostics) = all(case);
    assert_eq!(diagnostics.len(), mistakes, "{case}\n{}", render(&sources, &diagnostics, false));
    shown(&sources, &diagnostics)
}

fn shown(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let text = format!("{}\n", compact(&render(sources, diagnostics, false)));
    // Characters that a snapshot cannot show are escaped.
    let is_seen = |c: char| c == '\n' || !(c.is_control() || matches!(c, '\u{a0}' | '\u{200b}'));
    text.chars().map(|c| if is_seen(c) { c.to_string() } else { c.escape_unicode().to_string() }).collect()
}
