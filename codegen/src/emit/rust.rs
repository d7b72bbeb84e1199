//! The Rust of a protocol: types, readers and writers that call the runtime.
//!
//! What comes out is the inside of a module: no `use`, no inner attributes, everything outside of the module by
//! absolute path, so that it can be included anywhere and no name of a schema can collide with a name of Rust.

mod docs;
mod format;
mod names;
mod types;

use quote::quote;

use crate::model::Protocol;

/// What is generated besides what always is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// Paths of further derives for plain values and their types: `Hash`, `::bytemuck::Zeroable`.
    pub derives: Vec<String>,
    /// Derive `serde::Serialize` for plain values, and `serde::Deserialize` for those that own all they hold.
    pub serde: bool,
}

/// The Rust of a protocol.
#[must_use]
pub fn rust(protocol: &Protocol, options: &Options) -> String {
    let types = types::emit(protocol, options);
    format::format(&quote!(#types))
}
