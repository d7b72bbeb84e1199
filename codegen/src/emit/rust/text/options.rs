//! Options of the generated code.

use super::path;
use super::tokens::{self, TokenStream, quote};

/// The layout of generated code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Layout {
    /// One statement, field or item a line, of any length.
    #[default]
    Quick,
    /// The layout of rustfmt, for code that people read and diff. It takes five times as long, and needs the feature
    /// `tidy`.
    #[cfg(feature = "tidy")]
    Tidy,
}

/// Options of the generated code.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// Paths of additional derives for plain values and their types: `Hash`, `::bytemuck::Zeroable`.
    pub derives: Vec<String>,
    /// Derives `serde::Serialize` for plain values and their types, and implements `serde::Deserialize` for the types:
    /// enums, quantities, bits, packed numbers.
    pub serde: bool,
    /// Generates `PosMut` beside `PosView`, which changes a packet in place.
    pub patch: bool,
    /// Attributes of single types, fields and variants, by their names in the schema: `("Sound", "#[repr(C)]")`,
    /// `("Sound.volume", "#[serde(skip)]")`.
    pub attributes: Vec<(String, String)>,
    /// Generates the bytes of each example of the schema as a constant of its type.
    pub examples: bool,
    /// The section of the documents for a name of the schema, to which rustdoc links, as a path from the protocol's
    /// module: `documents::positions#pos`.
    pub sections: Vec<(String, String)>,
    /// The layout of the text.
    pub layout: Layout,
}

impl Options {
    /// The first additional derive that is not a path of Rust.
    #[must_use]
    pub fn malformed_derive(&self) -> Option<&str> {
        self.derives.iter().find(|path| !path::is_path(path)).map(String::as_str)
    }

    /// The additional derives of plain values, each after a comma. Floats have no hash and no total order, so
    /// these traits are left out where there are some.
    pub fn derives(&self, has_floats: impl Fn() -> bool) -> TokenStream {
        let fit = self.derives.iter().filter(|path| !(is_of_no_float(path) && has_floats()));
        let derives = fit.map(|path| tokens::path(path));
        let serde = self.serde.then(|| quote!(, ::serde::Serialize));
        quote!(#(, #derives)* #serde)
    }

    /// `#[derive(Debug, Clone)]`: the derives of all such types, and the user's additional ones.
    pub fn derives_of_type(&self, always: &[&str]) -> TokenStream {
        // Every type implements these two, by hand if it does not derive them.
        let has = |name: &str| always.contains(&name) || ["Debug", "Default"].contains(&name);
        let further = self.derives.iter().filter(|path| !has(last(path)));
        let serde = self.serde.then_some("::serde::Serialize");
        let all = always.iter().copied().chain(further.map(String::as_str)).chain(serde);
        let all = all.map(tokens::path);
        quote!(#[derive(#(#all),*)])
    }

    /// The additional derives that a value with floats does not get.
    pub fn derives_of_no_float(&self) -> Vec<&str> {
        self.derives.iter().filter(|path| is_of_no_float(path)).map(String::as_str).collect()
    }
}

/// The name of a trait, without the modules in front of it.
fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path).trim()
}

fn is_of_no_float(path: &str) -> bool {
    ["Eq", "Ord", "Hash"].contains(&last(path))
}
