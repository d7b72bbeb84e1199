//! Names in examples. A path goes on with the first message or shape that has its next name, unless the example says which
//! one it is about. The bytes know better: so a name in an example is renamed if the example holds with the new one.

use wireform_build::ast::Example;
use wireform_build::lexemes::{Kind as LexemeKind, lexemes};
use wireform_build::source::{FileId, Span};

use crate::lsp::analysis::Analysis;
use crate::lsp::client::edits::Edits;
use crate::lsp::walk::{self, Visit};
use crate::lsp::world::documents::Syntax;

/// In each example that is wrong after the edits, exchanges the names that are replaced and those that are not. Returns
/// these examples.
pub fn exchange(before: &Analysis, after: &Analysis, edits: &mut Edits, old: &str, new: &str) -> Vec<Span> {
    // Only examples that held before can say that an edit is wrong.
    if !before.diagnostics.is_empty() {
        return Vec::new();
    }
    let mut turned = Vec::new();
    for mistake in &after.diagnostics {
        let place = mistake.primary.span;
        let Some(file) = before.file(after.path_of(place.file)) else { return Vec::new() };
        let at = examples(after, place.file).iter().position(|example| example.holds(place));
        let Some(example) = at.and_then(|at| examples(before, file).get(at).copied()) else { return Vec::new() };
        if !turned.contains(&example) {
            turned.push(example);
        }
    }
    for example in &turned {
        let path = before.path_of(example.file);
        for span in names(before, *example, old) {
            if !edits.remove(path, span) {
                edits.replace(path, span, new.to_owned());
            }
        }
    }
    turned
}

/// The examples of a file, in order.
pub fn examples(analysis: &Analysis, file: FileId) -> Vec<Span> {
    struct Spans(Vec<Span>);
    impl Visit for Spans {
        fn example(&mut self, example: &Example) {
            self.0.push(example.span);
        }
    }
    let mut spans = Spans(Vec::new());
    walk::file(&Syntax::of(&analysis.sources.get(file).text).tree, &mut spans);
    spans.0.into_iter().map(|span| Span { file, ..span }).collect()
}

/// The places in an example at which a name is written.
fn names(analysis: &Analysis, example: Span, name: &str) -> Vec<Span> {
    let text = analysis.sources.text(example);
    let start = example.range().start;
    let is_it = |range: &std::ops::Range<usize>| text.get(range.clone()) == Some(name);
    let all = lexemes(text).filter(|one| one.kind == LexemeKind::Name).map(|one| one.range).filter(is_it);
    all.map(|range| Span::new(example.file, start + range.start, start + range.end)).collect()
}
