//! Links of a document: its imports lead to their files.

use lsp_types::{DocumentLink, DocumentLinkParams};
use wireform_build::ast::Item;

use super::client::uri::{is_in_folder, normal};
use super::requests::open;
use super::server::Answer;
use super::world::World;

/// The imports of a document.
pub fn links(world: &mut World, params: DocumentLinkParams) -> Answer<Option<Vec<DocumentLink>>> {
    let path = open(world, &params.text_document)?;
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    let Some(folder) = path.parent().filter(|_| is_in_folder(&path)) else { return Ok(None) };
    let links = document.syntax().tree.items.iter().filter_map(|item| {
        let Item::Use(import) = item else { return None };
        // The quotes are no part of the link.
        let mut span = import.path.span;
        span.start = span.start.saturating_add(1).min(span.end);
        span.end = span.end.saturating_sub(1).max(span.start);
        let target = normal(&folder.join(&import.path.value));
        Some(DocumentLink {
            range: world.range(document, span),
            target: Some(world.uri(&target)),
            ..DocumentLink::default()
        })
    });
    Ok(Some(links.collect()))
}
