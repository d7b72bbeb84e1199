//! What a diagnostic looks like.

use super::render;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{FileId, Sources, Span};
use insta::assert_snapshot;

fn sources() -> (Sources, FileId, FileId) {
    let mut sources = Sources::default();
    let main = sources.add("main.wire", "use \"numbers.wire\";\n\nstruct Pos {\n\tx: Int,\n\ty: Int,\n}\n");
    let other = sources.add("numbers.wire", "varint Int: i32 = leb128;\n");
    (sources, main, other)
}

#[test]
fn labels_notes_and_helps_over_two_files() {
    let (sources, main, other) = sources();
    let diagnostic = Diagnostic::new("what is wrong", Span::new(main, 38, 41), "here")
        .other(Span::new(main, 47, 50), "and here")
        .other(Span::new(other, 7, 10), "declared here")
        .note("what is so")
        .help("what to do");
    assert_snapshot!(render(&sources, &[diagnostic.clone(), diagnostic], false));
}

#[test]
fn a_span_over_lines_and_an_empty_one() {
    let (sources, main, _) = sources();
    let text = &sources.get(main).text;
    let lines = Diagnostic::new("all of it", Span::new(main, 21, text.len() - 1), "this");
    let end = Diagnostic::new("the end", Span::new(main, text.len(), text.len()), "missing");
    assert_snapshot!(render(&sources, &[lines, end], false));
}

#[test]
fn spans_that_lie_outside_are_survived() {
    let mut sources = Sources::default();
    let empty = sources.add("empty.wire", "");
    let wide = sources.add("wide.wire", "\u{20ac}\u{20ac}");
    for (start, end) in [(0, 0), (0, 1), (1, 2), (4, 5), (7, 9), (9, 2)] {
        for file in [empty, wide, FileId(9)] {
            let diagnostic =
                Diagnostic::new("wrong", Span { file, start, end }, "").other(Span { file, start: end, end }, "x");
            assert!(render(&sources, &[diagnostic], false).starts_with("error: wrong\n"));
        }
    }
}

#[test]
fn no_line_ends_in_a_space_and_colors_only_on_demand() {
    let (sources, main, _) = sources();
    let diagnostic = Diagnostic::new("wrong", Span::new(main, 38, 41), "").note("so").help("do");
    let plain = render(&sources, std::slice::from_ref(&diagnostic), false);
    assert!(plain.lines().all(|line| line == line.trim_end()) && !plain.contains('\x1b'), "{plain}");
    assert!(render(&sources, &[diagnostic], true).contains("\x1b["));
}

#[test]
fn of_very_many_the_first_are_listed() {
    let (sources, main, _) = sources();
    let mut all = Diagnostics::default();
    (0..2400).for_each(|at| all.push(Diagnostic::new(format!("mistake {at}"), Span::new(main, 38, 41), "")));
    assert!(all.is_full());
    let text = render(&sources, &all.into_sorted(), false);
    assert_eq!(text.matches("error: mistake ").count(), 200);
    assert!(text.contains("\n\nerror: not all errors of this schema are listed: these are 200\n"), "{text}");
}

#[test]
fn of_many_alike_the_first_are_drawn_and_the_others_counted_once() {
    let (sources, main, _) = sources();
    let wrong = |at: usize| Diagnostic::new(format!("`x{at}` is wrong"), Span::new(main, 38, 41), "");
    let mut all: Vec<Diagnostic> = (0..60).map(wrong).collect();
    all.push(Diagnostic::new("something else", Span::new(main, 38, 41), ""));
    let text = render(&sources, &all, false);
    assert_eq!(text.matches("is wrong").count(), 8);
    assert!(text.contains("\n\nerror: and 52 more like it\n\nerror: something else\n"), "{text}");
    assert!(!text.ends_with(" more\n"), "{text}");
}
