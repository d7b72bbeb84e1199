//! Imports of a document, which lead to their files.

use std::path::{Path, PathBuf};

use lsp_types::{DocumentLink, DocumentLinkParams};
use wireform_build::ast::Item;
use wireform_build::load::normal;
use wireform_build::source::Span;

use super::client::uri::is_in_folder;
use super::requests::open;
use super::server::Answer;
use super::world::World;
use super::world::documents::Document;

/// The imports of a document, as links.
pub fn links(world: &mut World, params: DocumentLinkParams) -> Answer<Option<Vec<DocumentLink>>> {
    let path = open(world, &params.text_document)?;
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    let link = |(span, file): (Span, PathBuf)| DocumentLink {
        range: world.range(document, span),
        target: Some(world.uri(&file)),
        ..DocumentLink::default()
    };
    Ok(Some(imports(&path, document).map(link).collect()))
}

/// The imports of a document, without their quotes, and their files.
pub fn imports(path: &Path, document: &Document) -> impl Iterator<Item = (Span, PathBuf)> {
    let folder = path.parent().filter(|_| is_in_folder(path));
    let items =
        folder.into_iter().flat_map(|folder| document.syntax().tree.items.iter().map(move |item| (folder, item)));
    items.filter_map(|(folder, item)| {
        let Item::Use(import) = item else { return None };
        let mut span = import.path.span;
        span.start = span.start.saturating_add(1).min(span.end);
        span.end = span.end.saturating_sub(1).max(span.start);
        Some((span, normal(&folder.join(&import.path.value))))
    })
}
