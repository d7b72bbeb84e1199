//! The layout of a document: folding ranges, selection ranges, formatting.

use lsp_types::{
    DocumentFormattingParams, FoldingRange, FoldingRangeKind, FoldingRangeParams, SelectionRange, SelectionRangeParams,
    TextEdit,
};
use wireform_build::ast::Item;
use wireform_build::lexemes::{Comment, Kind, lexemes};
use wireform_build::source::Span;
use wireform_build::walk::Node;

use super::requests::open;
use super::server::Answer;
use super::world::World;
use super::world::documents::Document;
use crate::format::format;

/// The folding ranges: brackets on several lines, runs of comments, runs of imports.
pub fn folding(world: &mut World, params: FoldingRangeParams) -> Answer<Option<Vec<FoldingRange>>> {
    let path = open(world, &params.text_document)?;
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    let line = |offset: usize| document.text.line(offset);
    let text = document.text.body();
    let mut found = Vec::new();
    let mut fold = |start_line: u32, end_line: u32, kind: Option<FoldingRangeKind>| {
        if start_line < end_line {
            found.push(FoldingRange { start_line, end_line, kind, ..FoldingRange::default() });
        }
    };
    let mut opened: Vec<(&str, u32)> = Vec::new();
    // The kind of comment, its first and its last line.
    let mut comments: Option<(Comment, u32, u32)> = None;
    let mut is_first = true;
    for lexeme in lexemes(text) {
        let written = text.get(lexeme.range.clone()).unwrap_or_default();
        let at = line(lexeme.range.start);
        match lexeme.kind {
            Kind::Space => {
                is_first |= written.contains(['\n', '\r']);
                continue;
            }
            Kind::Comment(kind) if is_first => match &mut comments {
                Some((last, _, end)) if *last == kind && at <= *end + 1 => *end = at,
                _ => {
                    if let Some((_, start, end)) = comments.replace((kind, at, at)) {
                        fold(start, end, Some(FoldingRangeKind::Comment));
                    }
                }
            },
            Kind::Mark => match (written, opened.last()) {
                ("{" | "[" | "(", _) => opened.push((written, at)),
                ("}", Some(("{", start))) | ("]", Some(("[", start))) | (")", Some(("(", start))) => {
                    // The line with the closing bracket stays.
                    fold(*start, at.saturating_sub(1), None);
                    opened.pop();
                }
                _ => {}
            },
            _ => {}
        }
        is_first = false;
    }
    if let Some((_, start, end)) = comments {
        fold(start, end, Some(FoldingRangeKind::Comment));
    }
    let mut imports: Option<(u32, u32)> = None;
    for item in &document.syntax().tree.items {
        let span = item.head().span.range();
        match (item, &mut imports) {
            (Item::Use(_), Some((_, end))) => *end = line(span.end),
            (Item::Use(_), None) => imports = Some((line(span.start), line(span.end))),
            (_, Some((start, end))) => {
                fold(*start, *end, Some(FoldingRangeKind::Imports));
                imports = None;
            }
            (_, None) => {}
        }
    }
    if let Some((start, end)) = imports {
        fold(start, end, Some(FoldingRangeKind::Imports));
    }
    Ok(Some(found))
}

/// The ranges around positions, from the word to the whole text.
pub fn selection(world: &mut World, params: SelectionRangeParams) -> Answer<Option<Vec<SelectionRange>>> {
    let path = open(world, &params.text_document)?;
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    let around = |position| {
        let offset = document.text.offset(position, world.settings.encoding);
        let ranges = nodes(document, offset).into_iter().map(|span| world.range(document, span));
        let ranges = std::iter::once(document.text.all(world.settings.encoding)).chain(ranges);
        let whole: Option<SelectionRange> = None;
        let innermost = ranges.fold(whole, |parent, range| match parent {
            Some(parent) if parent.range == range => Some(parent),
            parent => Some(SelectionRange { range, parent: parent.map(Box::new) }),
        });
        innermost.unwrap_or_default()
    };
    Ok(Some(params.positions.into_iter().map(around).collect()))
}

/// The nodes around an offset, the largest first, each in the one before.
fn nodes(document: &Document, offset: usize) -> Vec<Span> {
    let mut nodes = Vec::new();
    Node::File(&document.syntax().tree).walk(&mut |node| {
        let span = node.span().filter(|span| !span.range().is_empty());
        nodes.extend(span.filter(|span| (span.range().start..=span.range().end).contains(&offset)));
    });
    nodes.sort_by_key(|span| std::cmp::Reverse(span.range().len()));
    // Between two neighbours both are around the offset: only one of them is in all that follows.
    let mut nested: Vec<Span> = Vec::new();
    for node in nodes {
        if nested.last().is_none_or(|last| last.holds(node) && *last != node) {
            nested.push(node);
        }
    }
    nested
}

/// The edit that gives a document its canonical layout. A text with errors in its syntax is left alone.
pub fn formatting(world: &mut World, params: DocumentFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
    let path = open(world, &params.text_document)?;
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    let text = document.text.body();
    // No message: many clients lay out whenever a document is saved, and the mistake has its diagnostic.
    if !document.syntax().mistakes.is_empty() {
        return Ok(None);
    }
    let new = format(text);
    if new == text {
        return Ok(Some(Vec::new()));
    }
    let (span, new) = difference(text, &new);
    Ok(Some(vec![TextEdit { range: world.range(document, span), new_text: new.to_owned() }]))
}

/// The lines in which two texts differ: the span in the old one, and the new ones. The client's cursor elsewhere stays.
fn difference<'t>(old: &str, new: &'t str) -> (Span, &'t str) {
    let same = |pairs: &mut dyn Iterator<Item = (&str, &str)>| -> usize {
        pairs.take_while(|(one, other)| one == other).map(|(one, _)| one.len()).sum()
    };
    let [old_lines, new_lines] = [old, new].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let start = same(&mut old_lines.iter().copied().zip(new_lines.iter().copied()));
    let mut from_end = old_lines.iter().rev().copied().zip(new_lines.iter().rev().copied());
    let end = same(&mut from_end).min(old.len().min(new.len()) - start);
    let span = Span::new(Default::default(), start, old.len() - end);
    (span, new.get(start..new.len() - end).unwrap_or(new))
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn only_lines_that_differ_are_replaced() {
        let changed = |old: &str, new: &str| {
            let (span, with) = difference(old, new);
            let mut text = old.to_owned();
            text.replace_range(span.range(), with);
            assert_eq!(text, new);
            (span.range(), with.to_owned())
        };
        assert_eq!(changed("a\n b\nc\n", "a\nb\nc\n"), (2..5, "b\n".to_owned()));
        assert_eq!(changed("a\na\n", "a\na\na\n"), (4..4, "a\n".to_owned()));
        assert_eq!(changed("a\na\na\n", "a\n"), (2..6, String::new()));
        assert_eq!(changed("a", "a\n"), (0..1, "a\n".to_owned()));
        assert_eq!(changed("", "a\n"), (0..0, "a\n".to_owned()));
    }
}
