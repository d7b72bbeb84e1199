//! Names in examples. A path goes on with the first message or shape that has its next name, unless the example says which
//! one it is about. The bytes know better: so a name in an example is renamed if the example holds with the new one.

use std::collections::BTreeSet;

use wireform_build::ast::Entry;
use wireform_build::lexemes::{Kind as LexemeKind, lexemes};
use wireform_build::source::{FileId, Span};
use wireform_build::walk::Node;

use crate::lsp::analysis::Analysis;
use crate::lsp::client::edits::Edits;
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
            edits.exchange(path, span, new);
        }
    }
    turned
}

/// The other choice for each name in the examples, renamed or not.
#[derive(Debug)]
pub struct Other {
    /// The edits with this choice.
    pub edits: Edits,
    /// The places of these names before the edits.
    names: Vec<Span>,
}

impl Other {
    /// The other choice than that of some edits.
    pub fn than(before: &Analysis, edits: &Edits, old: &str, new: &str) -> Self {
        let names: Vec<Span> = all(before).into_iter().flat_map(|example| names(before, example, old)).collect();
        let mut other = edits.clone();
        names.iter().for_each(|span| other.exchange(before.path_of(span.file), *span, new));
        Self { edits: other, names }
    }

    /// Whether an example could be meant like this: a name that is not renamed still stands for something, or one that is
    /// renamed, for what has the new name.
    pub fn is_possible(&self, before: &Analysis, after: &Analysis) -> bool {
        let moved = |span: Span| self.edits.moved(before.path_of(span.file), span);
        let is_renamed = |span: Span| self.edits.replaces(before.path_of(span.file), span);
        let own = before.references.definitions().iter().map(|one| one.span).filter(|span| is_renamed(*span));
        let declared: BTreeSet<Span> = own.map(moved).collect();
        let [kept, renamed] = [false, true].map(|renamed| {
            let names = self.names.iter().copied().filter(|span| is_renamed(*span) == renamed);
            names.map(moved).collect::<BTreeSet<Span>>()
        });
        let mut uses = after.references.references();
        uses.any(|one| kept.contains(&one.span) || renamed.contains(&one.span) && declared.contains(&one.definition))
    }
}

/// The examples of all files, in order.
pub fn all(analysis: &Analysis) -> Vec<Span> {
    let files = (0..analysis.sources.iter().count()).filter_map(|file| u16::try_from(file).ok());
    files.flat_map(|file| examples(analysis, FileId(file))).collect()
}

/// The examples of a file, in order.
fn examples(analysis: &Analysis, file: FileId) -> Vec<Span> {
    let mut spans = Vec::new();
    let syntax = Syntax::of(&analysis.sources.get(file).text);
    Node::File(&syntax.tree).walk(&mut |node| {
        if let Node::Entry(Entry::Example(example)) = node {
            spans.push(Span { file, ..example.span });
        }
    });
    spans
}

/// The places in an example at which a name is written.
fn names(analysis: &Analysis, example: Span, name: &str) -> Vec<Span> {
    let text = analysis.sources.text(example);
    let start = example.range().start;
    let is_it = |range: &std::ops::Range<usize>| text.get(range.clone()) == Some(name);
    let all = lexemes(text).filter(|one| one.kind == LexemeKind::Name).map(|one| one.range).filter(is_it);
    all.map(|range| Span::new(example.file, start + range.start, start + range.end)).collect()
}
