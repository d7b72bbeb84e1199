//! Navigation between names: definitions, references, highlights.

use std::collections::BTreeSet;

use lsp_types::{
    DefinitionParams, DefinitionResponse, DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location,
    Range, ReferenceParams, TextDocumentPositionParams,
};
use wireform_build::references::{Definition, References};
use wireform_build::source::Span;

use super::client::uri;
use super::links::imports;
use super::requests::open;
use super::server::Answer;
use super::world::{Place, World};

/// The declarations of a name, or the file of an import.
pub fn definition(world: &mut World, params: DefinitionParams) -> Answer<Option<DefinitionResponse>> {
    let at = params.text_document_position_params;
    let mut found: Vec<Location> = Vec::new();
    for place in &places(world, &at)? {
        for one in declared(place) {
            found_at(world, place, one.span, &mut found);
        }
    }
    let path = uri::path(&at.text_document.uri.0);
    if let Some(document) = world.documents.get(&path) {
        let offset = document.text.offset(at.position, world.settings.encoding);
        let is_here = |span: Span| (span.range().start..=span.range().end).contains(&offset);
        let files = imports(&path, document).filter(|(span, _)| is_here(*span));
        files.for_each(|(_, file)| push(&mut found, Location { uri: world.uri(&file), range: Range::default() }));
    }
    Ok(Some(DefinitionResponse::Definition(found.into())))
}

/// The uses of a name.
pub fn references(world: &mut World, params: ReferenceParams) -> Answer<Option<Vec<Location>>> {
    let mut found = Vec::new();
    for place in &places(world, &params.text_document_position_params)? {
        for one in meant(place) {
            let own = Some(one.span).filter(|_| params.context.include_declaration);
            let spans = own.into_iter().chain(place.analysis.references.uses(one));
            spans.for_each(|span| found_at(world, place, span, &mut found));
        }
    }
    Ok(Some(found))
}

/// The declaration and the uses of a name in its document.
pub fn highlights(world: &mut World, params: DocumentHighlightParams) -> Answer<Option<Vec<DocumentHighlight>>> {
    let places = places(world, &params.text_document_position_params)?;
    let mut found: Vec<DocumentHighlight> = Vec::new();
    for place in &places {
        for one in meant(place) {
            let own = std::iter::once((one.span, DocumentHighlightKind::Write));
            let uses = place.analysis.references.uses(one).map(|span| (span, DocumentHighlightKind::Read));
            for (span, kind) in own.chain(uses).filter(|(span, _)| span.file == place.file) {
                let Some(range) = world.range_of(&place.analysis, span) else { continue };
                let one = DocumentHighlight { range, kind: Some(kind) };
                if !found.contains(&one) {
                    found.push(one);
                }
            }
        }
    }
    Ok(Some(found))
}

/// The places of a position in all schemas through which its document is checked. If the compiler knows no name there, the
/// place is that in an earlier text in which it did.
fn places(world: &mut World, params: &TextDocumentPositionParams) -> Answer<Vec<Place>> {
    let path = open(world, &params.text_document)?;
    let places = world.places(&path, params.position);
    let known = |place: Place| {
        let is_known = |place: &Place| name(place).is_some_and(|span| world.span_now(&place.analysis, span).is_some());
        let earlier = if is_known(&place) { None } else { world.earlier(&place).into_iter().find(is_known) };
        earlier.unwrap_or(place)
    };
    Ok(places.into_iter().map(known).collect())
}

/// The name at a place that the compiler knows: the smallest around it. A shape without a name of its own is declared by its
/// whole wire.
pub fn name(place: &Place) -> Option<Span> {
    let is_here =
        |span: &Span| span.file == place.file && (span.range().start..=span.range().end).contains(&place.offset);
    let references = &place.analysis.references;
    let own = references.definitions().iter().map(|one| one.span);
    let all = own.chain(references.references().map(|one| one.span)).filter(is_here);
    all.min_by_key(|span| span.range().len())
}

/// The declarations that the name at a place stands for.
pub fn declared(place: &Place) -> Vec<Definition> {
    let Some(name) = name(place) else { return Vec::new() };
    let references = &place.analysis.references;
    let used: BTreeSet<Span> = uses_of(references, name);
    // A type that is a shape of its own is a use of the type in the first place.
    let is_meant = |one: &&Definition| if used.is_empty() { one.span == name } else { used.contains(&one.span) };
    references.definitions().iter().filter(is_meant).copied().collect()
}

/// The declarations to which a span refers.
fn uses_of(references: &References, span: Span) -> BTreeSet<Span> {
    references.references().filter(|one| one.span == span).map(|one| one.definition).collect()
}

/// These declarations, and those with which they share a name: one that versions declare differently, or that a shape has
/// from its type.
pub fn meant(place: &Place) -> Vec<Definition> {
    let references = &place.analysis.references;
    let mut found: Vec<Definition> = declared(place);
    let mut at = 0;
    while let Some(one) = found.get(at).copied() {
        at += 1;
        let mut names: BTreeSet<Span> = references.uses(one).collect();
        names.insert(one.span);
        let used = references.references().filter(|one| names.contains(&one.span)).map(|one| one.definition);
        let spans: BTreeSet<Span> = used.chain(names.iter().copied()).collect();
        for other in references.definitions().iter().filter(|one| spans.contains(&one.span)) {
            if !found.contains(other) {
                found.push(*other);
            }
        }
    }
    found
}

/// Adds the location of a span, if it is still there.
fn found_at(world: &World, place: &Place, span: Span, found: &mut Vec<Location>) {
    if let Some(location) = world.location(&place.analysis, span) {
        push(found, location);
    }
}

fn push(found: &mut Vec<Location>, location: Location) {
    if !found.contains(&location) {
        found.push(location);
    }
}
