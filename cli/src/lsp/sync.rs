//! Notifications: documents that are opened, changed, saved and closed, and files that others change.

use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, TextDocumentItem,
};
use serde_json::Value;

use super::world::World;

/// Takes note of a notification. Whether diagnostics may be others now.
pub fn notice(world: &mut World, method: &str, params: Value) -> bool {
    match method {
        "textDocument/didOpen" => {
            let Ok(DidOpenTextDocumentParams { text_document }) = serde_json::from_value(params) else { return false };
            let TextDocumentItem { uri, version, text, .. } = text_document;
            let path = world.documents.open(uri.0, version, text);
            world.changed(&path);
        }
        "textDocument/didChange" => {
            let Ok(DidChangeTextDocumentParams { text_document, content_changes }) = serde_json::from_value(params)
            else {
                return false;
            };
            let uri = &text_document.text_document_identifier.uri.0;
            let encoding = world.settings.encoding;
            let Some(path) = world.documents.change(uri, text_document.version, &content_changes, encoding) else {
                return false;
            };
            world.changed(&path);
        }
        "textDocument/didClose" => {
            let Ok(DidCloseTextDocumentParams { text_document }) = serde_json::from_value(params) else { return false };
            let Some(path) = world.documents.close(&text_document.uri.0) else { return false };
            world.changed(&path);
        }
        // Clients that watch no files save one, at least, when others may be new, too.
        "textDocument/didSave" | "workspace/didChangeWatchedFiles" => world.disk_changed(),
        "workspace/didChangeWorkspaceFolders" => {
            let Ok(DidChangeWorkspaceFoldersParams { event }) = serde_json::from_value(params) else { return false };
            world.settings.change_folders(&event);
            world.disk_changed();
        }
        _ => return false,
    }
    true
}
