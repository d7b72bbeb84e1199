//! Inlay hints: after the bytes of each example, how many there are and that the example holds. Wrong ones have diagnostics.

use lsp_types::{InlayHint, InlayHintParams};
use wireform_build::ast::{ByteBase, Entry, Example};
use wireform_build::source::Span;
use wireform_build::walk::Node;

use super::requests::open;
use super::server::Answer;
use super::world::World;

/// The hints in a range of a document.
pub fn hints(world: &mut World, params: InlayHintParams) -> Answer<Option<Vec<InlayHint>>> {
    let path = open(world, &params.text_document)?;
    let Some(schema) = world.schemas_of(&path).into_iter().next() else { return Ok(None) };
    let analysis = world.analysis(&schema);
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    // Without a model no example is executed.
    let Some(file) = analysis.file(&path).filter(|_| analysis.schema.is_some()) else { return Ok(None) };
    // Each as a whole, its bytes, and their number.
    let mut examples = Vec::new();
    Node::File(&document.syntax().tree).walk(&mut |node| {
        if let Node::Entry(Entry::Example(example)) = node {
            examples.push((example.span, example.bytes.span, count(example)));
        }
    });
    let encoding = world.settings.encoding;
    let [start, end] = [params.range.start, params.range.end].map(|at| document.text.offset(at, encoding));
    let is_wanted = |one: &(Span, Span, usize)| (start..=end).contains(&one.1.range().end);
    let holds = |span: Span| {
        let span = Span { file, ..span };
        analysis.diagnostics.iter().all(|one| !span.holds(one.primary.span))
    };
    let found = examples.into_iter().filter(is_wanted).filter(|(whole, ..)| holds(*whole));
    let hint = |(_, bytes, count): (Span, Span, usize)| InlayHint {
        position: document.text.position(bytes.range().end, encoding),
        label: format!("{count} byte{}, holds", if count == 1 { "" } else { "s" }).into(),
        padding_left: Some(true),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_right: None,
        data: None,
    };
    Ok(Some(found.map(hint).collect()))
}

/// The number of bytes of an example.
fn count(example: &Example) -> usize {
    match example.base {
        ByteBase::Hex => example.bytes.value.chars().filter(char::is_ascii_hexdigit).count() / 2,
        ByteBase::Dec => example.bytes.value.split_ascii_whitespace().count(),
    }
}
