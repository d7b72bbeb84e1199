//! What the parser makes of schemas: the tree, and above all what it says about mistakes.
//!
//! A snapshot of complaints holds the rendering of each, with the lines of its source. Every source is wrong in one place
//! unless the test says otherwise, and so there is one complaint.

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

/// Sources with one mistake each, and what is said about it.
fn complaints(cases: &[&str]) -> String {
    let mut out = String::new();
    for case in cases {
        let (sources, _, diagnostics) = all(case);
        assert_eq!(diagnostics.len(), 1, "{case}\n{}", render(&sources, &diagnostics, false));
        out.push_str(&shown(&sources, &diagnostics));
    }
    out
}

/// A source with several mistakes, and what is said about them.
fn several(case: &str, mistakes: usize) -> String {
    let (sources, _, diagnostics) = all(case);
    assert_eq!(diagnostics.len(), mistakes, "{case}\n{}", render(&sources, &diagnostics, false));
    shown(&sources, &diagnostics)
}

fn shown(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let text = format!("{}\n", compact(&render(sources, diagnostics, false)));
    // Characters that a snapshot cannot show are spelled out.
    let is_seen = |c: char| c == '\n' || !(c.is_control() || matches!(c, '\u{a0}' | '\u{200b}'));
    text.chars().map(|c| if is_seen(c) { c.to_string() } else { c.escape_unicode().to_string() }).collect()
}
