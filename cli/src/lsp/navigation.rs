//! Ways between names: to their declarations, and to their uses.

use std::collections::BTreeSet;

use lsp_types::{
    DefinitionParams, DefinitionResponse, DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location,
    ReferenceParams, TextDocumentPositionParams,
};
use wireform_build::references::{Definition, References};
use wireform_build::source::Span;

use super::client::uri;
use super::requests::open;
use super::server::Answer;
use super::world::{Place, World};

/// Where a name is declared. An import leads to its file.
pub fn definition(world: &mut World, params: DefinitionParams) -> Answer<Option<DefinitionResponse>> {
    let places = places(world, &params.text_document_position_params)?;
    let mut found: Vec<Location> = Vec::new();
    for place in &places {
        for one in declared(place) {
            push(&mut found, world.location(&place.analysis, one.span));
        }
    }
    Ok(Some(DefinitionResponse::Definition(found.into())))
}

/// Where a name is used.
pub fn references(world: &mut World, params: ReferenceParams) -> Answer<Option<Vec<Location>>> {
    let mut found = Vec::new();
    for place in &places(world, &params.text_document_position_params)? {
        for one in meant(place) {
            let own = Some(one.span).filter(|_| params.context.include_declaration);
            let spans = own.into_iter().chain(place.analysis.references.uses(one));
            spans.for_each(|span| push(&mut found, world.location(&place.analysis, span)));
        }
    }
    Ok(Some(found))
}

/// Where a name stands in its document.
pub fn highlights(world: &mut World, params: DocumentHighlightParams) -> Answer<Option<Vec<DocumentHighlight>>> {
    let places = places(world, &params.text_document_position_params)?;
    let path = uri::path(&params.text_document_position_params.text_document.uri.0);
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    let mut found: Vec<DocumentHighlight> = Vec::new();
    for place in &places {
        for one in meant(place) {
            let own = std::iter::once((one.span, DocumentHighlightKind::Write));
            let uses = place.analysis.references.uses(one).map(|span| (span, DocumentHighlightKind::Read));
            for (span, kind) in own.chain(uses).filter(|(span, _)| span.file == place.file) {
                let one = DocumentHighlight { range: world.range(document, span), kind: Some(kind) };
                if !found.contains(&one) {
                    found.push(one);
                }
            }
        }
    }
    Ok(Some(found))
}

/// The places of a position in all schemas through which its document is checked.
fn places(world: &mut World, params: &TextDocumentPositionParams) -> Answer<Vec<Place>> {
    let path = open(world, &params.text_document)?;
    Ok(world.places(&path, params.position))
}

/// The declarations that the name at a place stands for.
pub fn declared(place: &Place) -> Vec<Definition> {
    let offset = u32::try_from(place.offset).unwrap_or(u32::MAX);
    let all: BTreeSet<Definition> = place.analysis.references.at(place.file, offset).collect();
    // Between two names, as in `a.b`, the offset is at the end of one and at the start of none.
    all.into_iter().collect()
}

/// These declarations, and those that share uses with them: a name that versions declare differently is one name.
pub fn meant(place: &Place) -> Vec<Definition> {
    together(&place.analysis.references, declared(place))
}

fn together(references: &References, declared: Vec<Definition>) -> Vec<Definition> {
    let mut found: Vec<Definition> = declared;
    let mut at = 0;
    while let Some(one) = found.get(at).copied() {
        at += 1;
        let spans: BTreeSet<Span> = references.uses(one).collect();
        let others = references.references().filter(|one| spans.contains(&one.span)).map(|one| one.definition);
        let others: BTreeSet<Span> = others.collect();
        let others = references.definitions().iter().filter(|one| others.contains(&one.span));
        for other in others {
            if !found.contains(other) {
                found.push(*other);
            }
        }
    }
    found
}

fn push(found: &mut Vec<Location>, location: Location) {
    if !found.contains(&location) {
        found.push(location);
    }
}
