//! Requests by their methods.

use std::path::PathBuf;

use lsp_server::ErrorCode;
use lsp_types::{
    CodeActionRequest, CompletionRequest, DefinitionRequest, DocumentFormattingRequest, DocumentHighlightRequest,
    DocumentLinkRequest, DocumentSymbolRequest, FoldingRangeRequest, HoverRequest, InlayHintRequest,
    PrepareRenameRequest, ReferencesRequest, RenameRequest, Request, SelectionRangeRequest, SemanticTokensRequest,
    TextDocumentIdentifier, WorkspaceSymbolRequest,
};
use serde_json::Value;

use super::client::uri;
use super::server::{Answer, Refusal};
use super::world::World;
use super::{actions, assist, hints, layout, links, navigation, rename, symbols, tokens};

/// The result of a request.
pub fn answer(world: &mut World, method: &str, params: Value) -> Answer<Value> {
    match method {
        "textDocument/hover" => on::<HoverRequest>(world, params, assist::hover),
        "textDocument/completion" => on::<CompletionRequest>(world, params, assist::completion),
        "textDocument/definition" => on::<DefinitionRequest>(world, params, navigation::definition),
        "textDocument/references" => on::<ReferencesRequest>(world, params, navigation::references),
        "textDocument/documentHighlight" => on::<DocumentHighlightRequest>(world, params, navigation::highlights),
        "textDocument/prepareRename" => on::<PrepareRenameRequest>(world, params, rename::prepare),
        "textDocument/rename" => on::<RenameRequest>(world, params, rename::rename),
        "textDocument/documentSymbol" => on::<DocumentSymbolRequest>(world, params, symbols::of_document),
        "workspace/symbol" => on::<WorkspaceSymbolRequest>(world, params, symbols::of_workspace),
        "textDocument/foldingRange" => on::<FoldingRangeRequest>(world, params, layout::folding),
        "textDocument/selectionRange" => on::<SelectionRangeRequest>(world, params, layout::selection),
        "textDocument/inlayHint" => on::<InlayHintRequest>(world, params, hints::hints),
        "textDocument/documentLink" => on::<DocumentLinkRequest>(world, params, links::links),
        "textDocument/formatting" => on::<DocumentFormattingRequest>(world, params, layout::formatting),
        "textDocument/codeAction" => on::<CodeActionRequest>(world, params, actions::actions),
        "textDocument/semanticTokens/full" => on::<SemanticTokensRequest>(world, params, tokens::full),
        _ => Err(Refusal::new(ErrorCode::MethodNotFound, format!("there is no request `{method}`"))),
    }
}

fn on<R: Request>(
    world: &mut World,
    params: Value,
    answer: fn(&mut World, R::Params) -> Answer<R::Result>,
) -> Answer<Value> {
    let params = serde_json::from_value(params)
        .map_err(|error| Refusal::new(ErrorCode::InvalidParams, format!("the parameters are wrong: {error}")))?;
    let result = answer(world, params)?;
    serde_json::to_value(result).map_err(|error| Refusal::new(ErrorCode::InternalError, error.to_string()))
}

/// The path of a document, which has to be open.
pub fn open(world: &World, document: &TextDocumentIdentifier) -> Answer<PathBuf> {
    let path = uri::path(&document.uri.0);
    match world.documents.get(&path) {
        Some(_) => Ok(path),
        None => Err(Refusal::new(ErrorCode::InvalidParams, format!("`{}` is not open", document.uri.0))),
    }
}
