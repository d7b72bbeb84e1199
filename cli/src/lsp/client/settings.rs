//! The settings of a client, from the parameters of `initialize`. Values of a wrong form count as absent.

use std::path::PathBuf;

use lsp_types::{WorkspaceFolder, WorkspaceFoldersChangeEvent};
use serde_json::Value;

use super::text::Encoding;
use super::uri;

/// The settings of a client.
#[derive(Debug, Default)]
pub struct Settings {
    /// The units in which it counts characters.
    pub encoding: Encoding,
    /// The folders that it has open.
    pub folders: Vec<PathBuf>,
    /// Whether edits may name the versions of documents.
    pub has_versioned_edits: bool,
    /// Whether completions may say where the cursor goes.
    pub has_snippets: bool,
    /// Whether it watches files for the server.
    pub watches_files: bool,
    /// Whether imports may lead out of the folder of a schema: `allowOutside` in the `initializationOptions`.
    pub allow_outside: bool,
}

impl Settings {
    /// Reads the parameters of `initialize`.
    pub fn of(params: &Value) -> Self {
        let is = |pointer: &str| params.pointer(pointer).and_then(Value::as_bool).unwrap_or(false);
        let encodings = params.pointer("/capabilities/general/positionEncodings").and_then(Value::as_array);
        let has_utf8 = encodings.is_some_and(|all| all.iter().any(|one| one == "utf-8"));
        let folders = params.get("workspaceFolders").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let uris: Vec<&str> = folders.iter().filter_map(|folder| folder.get("uri")?.as_str()).collect();
        let root = params.get("rootUri").and_then(Value::as_str).filter(|_| uris.is_empty());
        Self {
            encoding: if has_utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            folders: folders_of(uris.into_iter().chain(root)),
            has_versioned_edits: is("/capabilities/workspace/workspaceEdit/documentChanges"),
            has_snippets: is("/capabilities/textDocument/completion/completionItem/snippetSupport"),
            watches_files: is("/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration"),
            allow_outside: is("/initializationOptions/allowOutside"),
        }
    }

    /// The client opened and closed folders.
    pub fn change_folders(&mut self, event: &WorkspaceFoldersChangeEvent) {
        let paths = |folders: &[WorkspaceFolder]| folders_of(folders.iter().map(|folder| folder.uri.0.as_str()));
        let removed = paths(&event.removed);
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(paths(&event.added));
    }
}

fn folders_of<'a>(uris: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
    uris.map(uri::path).filter(|path| uri::is_in_folder(path)).collect()
}
