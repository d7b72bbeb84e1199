//! The layout of schemas: it changes nothing but white space and optional commas, and applied twice it changes nothing more.
//!
//! The schemas are all those of the repository and of its pages, and changed ones.

#[path = "../../codegen/tests/support/document.rs"]
mod document;
#[path = "../../codegen/tests/support/random.rs"]
mod random;
#[path = "../../codegen/tests/support/share.rs"]
mod share;

#[path = "format/corpus.rs"]
mod corpus;
#[path = "format/layout.rs"]
mod layout;
#[path = "format/mangled.rs"]
mod mangled;
#[path = "format/mutants.rs"]
mod mutants;
#[path = "format/oracle.rs"]
mod oracle;
#[path = "format/pages.rs"]
mod pages;
#[path = "format/pieces.rs"]
mod pieces;
#[path = "format/shipped.rs"]
mod shipped;
