//! `wireform lsp`, as an editor talks to it: over pipes, with the messages of the Language Server Protocol.

#![cfg(feature = "lsp")]

#[path = "lsp/client.rs"]
mod client;
#[allow(dead_code, reason = "other tests need more of it")]
#[path = "../../codegen/tests/support/random.rs"]
mod random;
#[path = "../../codegen/tests/support/share.rs"]
mod share;

#[path = "lsp/actions.rs"]
mod actions;
#[path = "lsp/any.rs"]
mod any;
#[path = "lsp/buoy.rs"]
mod buoy;
#[path = "lsp/diagnostics.rs"]
mod diagnostics;
#[path = "lsp/laws.rs"]
mod laws;
#[path = "lsp/life.rs"]
mod life;
#[path = "lsp/names.rs"]
mod names;
#[path = "lsp/neovim.rs"]
mod neovim;
#[path = "lsp/speed.rs"]
mod speed;
#[path = "lsp/typing.rs"]
mod typing;
#[path = "lsp/views.rs"]
mod views;
