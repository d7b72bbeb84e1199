//! The explanations that an editor shows: for each kind of thing, and for every name of every schema.

#![cfg(feature = "lsp")]

#[path = "../../codegen/tests/mutants/corpus.rs"]
mod corpus;
#[path = "../../codegen/tests/support/document.rs"]
mod document;
#[path = "../../codegen/tests/mutants/mutate.rs"]
mod mutate;
#[path = "../../codegen/tests/mutants/pieces.rs"]
mod pieces;
#[path = "../../codegen/tests/support/random.rs"]
mod random;
#[path = "../../codegen/tests/mutants/walk.rs"]
mod walk;
#[path = "../../codegen/tests/mutants/written.rs"]
mod written;

#[path = "hover/kinds.rs"]
mod kinds;
#[path = "hover/laws.rs"]
mod laws;
#[path = "hover/rust.rs"]
mod rust;
#[path = "hover/support.rs"]
mod support;
#[path = "hover/witness.rs"]
mod witness;
#[path = "hover/words.rs"]
mod words;
