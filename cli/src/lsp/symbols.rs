//! The declarations of documents: a tree for each, and a list for all that are known.

mod outline;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::{
    BaseSymbolInformation, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, WorkspaceSymbol,
    WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use wireform_build::load::{Disk, Files as _};

use super::client::text::{Encoding, Text};
use super::client::uri::is_in_folder;
use super::requests::open;
use super::server::Answer;
use super::world::World;
use super::world::documents::Syntax;
use outline::{Declared, outline};

/// The limit on symbols of a workspace in one answer: more are found by more letters.
const MOST: usize = 1000;

/// The limit on files whose symbols are searched.
const MOST_FILES: usize = 500;

/// The declarations of a document.
pub fn of_document(world: &mut World, params: DocumentSymbolParams) -> Answer<Option<DocumentSymbolResponse>> {
    let path = open(world, &params.text_document)?;
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    let symbols = outline(&document.syntax().tree, document.text.body());
    let all = symbols.iter().map(|one| nested(one, &document.text, world.settings.encoding)).collect();
    Ok(Some(DocumentSymbolResponse::DocumentSymbolList(all)))
}

fn nested(declared: &Declared, text: &Text, encoding: Encoding) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> = declared.children.iter().map(|one| nested(one, text, encoding)).collect();
    let range = text.range(declared.span, encoding);
    let name_range = text.range(declared.name_span, encoding);
    let detail = Some(declared.detail.clone()).filter(|detail| !detail.is_empty());
    let children = Some(children).filter(|children| !children.is_empty());
    DocumentSymbol::new(declared.name.clone(), detail, declared.kind, None, None, range, name_range, children)
}

/// The declarations whose names contain the letters of a query, in their order: those of open documents and of the schemas
/// beside them.
pub fn of_workspace(world: &mut World, params: WorkspaceSymbolParams) -> Answer<Option<WorkspaceSymbolResponse>> {
    let mut found = Vec::new();
    for (path, text) in texts(world) {
        let syntax =
            world.documents.get(&path).map_or_else(|| Syntax::of(text.body()).into(), |one| one.syntax().clone());
        for declared in outline(&syntax.tree, text.body()) {
            list(world, &path, &text, &declared, None, &params.query, &mut found);
        }
    }
    Ok(Some(WorkspaceSymbolResponse::WorkspaceSymbolList(found)))
}

/// All open documents, and the files beside them that could be.
fn texts(world: &World) -> BTreeMap<PathBuf, Rc<Text>> {
    let open = world.documents.iter().map(|(path, document)| (path.to_owned(), Rc::clone(&document.text)));
    let mut texts: BTreeMap<PathBuf, Rc<Text>> = open.collect();
    let open = world.documents.iter().filter_map(|(path, _)| path.parent().filter(|_| is_in_folder(path)));
    let folders: Vec<&Path> = open.chain(world.settings.folders.iter().map(PathBuf::as_path)).collect();
    for folder in folders {
        let disk = Disk::within(folder);
        for path in disk.names(folder).into_iter().map(|name| folder.join(name)) {
            if texts.len() < MOST_FILES
                && !texts.contains_key(&path)
                && let Some(text) = disk.read(&path).ok().and_then(|bytes| String::from_utf8(bytes).ok())
            {
                texts.insert(path, Rc::new(Text::new(text)));
            }
        }
    }
    texts
}

/// Lists a declaration and those in it, if their names fit.
fn list(
    world: &World,
    path: &Path,
    text: &Text,
    declared: &Declared,
    within: Option<&str>,
    query: &str,
    found: &mut Vec<WorkspaceSymbol>,
) {
    if fits(query, &declared.name) && found.len() < MOST {
        let location =
            Location { uri: world.uri(path), range: text.range(declared.name_span, world.settings.encoding) };
        let base = BaseSymbolInformation {
            name: declared.name.clone(),
            kind: declared.kind,
            tags: None,
            container_name: within.map(str::to_owned),
        };
        found.push(WorkspaceSymbol { location: location.into(), data: None, base_symbol_information: base });
    }
    for child in &declared.children {
        list(world, path, text, child, Some(&declared.name), query, found);
    }
}

/// Whether the letters of a query are in a name, in their order.
fn fits(query: &str, name: &str) -> bool {
    let mut letters = name.chars().map(|c| c.to_ascii_lowercase());
    query.chars().all(|wanted| letters.any(|letter| letter == wanted.to_ascii_lowercase()))
}
