//! `wireform lsp`: the language server.

pub mod completion;
