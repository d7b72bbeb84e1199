//! The capabilities of the server.

use serde_json::{Value, json};

use super::settings::Settings;
use super::text::Encoding;
use crate::lsp::diagnostics::SOURCE;
use crate::lsp::tokens;

/// The result of `initialize`.
pub fn capabilities(settings: &Settings) -> Value {
    let encoding = match settings.encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Utf16 => "utf-16",
    };
    json!({
        "serverInfo": { "name": SOURCE, "version": env!("CARGO_PKG_VERSION") },
        "capabilities": {
            "positionEncoding": encoding,
            // Changes are of ranges.
            "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
            "hoverProvider": true,
            // A blank is none: after it a person may write a new name.
            "completionProvider": { "triggerCharacters": [".", "\"", "(", "["] },
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": { "prepareProvider": true },
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "foldingRangeProvider": true,
            "selectionRangeProvider": true,
            "inlayHintProvider": true,
            "documentLinkProvider": { "resolveProvider": false },
            "documentFormattingProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
            "semanticTokensProvider": {
                "legend": { "tokenTypes": tokens::TYPES, "tokenModifiers": [tokens::DECLARATION] },
                "full": true,
            },
            "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
        },
    })
}
