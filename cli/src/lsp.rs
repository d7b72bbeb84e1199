//! `wireform lsp`: a language server on standard input and output, for editors.
//!
//! `cli/editor.md` says what it can do. The texts are compiled by the same compiler as all others: what an editor shows is
//! what a build says.

mod actions;
mod analysis;
mod assist;
mod client;
pub mod completion;
mod diagnostics;
mod hints;
pub mod hover;
mod layout;
mod links;
mod navigation;
mod rename;
mod requests;
mod server;
mod symbols;
mod sync;
mod tokens;
mod world;

pub use analysis::Analysis;

use crate::stop::{Outcome, Stop};

/// Serves the client on standard input and output.
pub(crate) fn lsp() -> Outcome {
    let refused = |error| Stop::Wrong(format!("cannot start a thread: {error}"));
    let (connection, writer) = client::transport::stdio().map_err(refused)?;
    let is_shut_down = server::serve(&connection);
    // The last answers are written when nobody can send another one.
    drop(connection);
    let _ = writer.join();
    // The protocol wants the code 1 for an `exit` without a `shutdown`.
    if is_shut_down { Ok(()) } else { Err(Stop::Said) }
}
