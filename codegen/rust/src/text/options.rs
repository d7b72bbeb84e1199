//! Options of the generated code.

use super::path;
use super::sharing::Sharing;
use super::tokens::{self, TokenStream, quote};

/// The layout of generated code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Layout {
    /// One statement, field or item per line, of any length.
    #[default]
    Quick,
    /// The layout of rustfmt, for code that people read and diff. It takes five times as long, and needs the feature
    /// `tidy`.
    #[cfg(feature = "tidy")]
    Tidy,
}

/// Options of the generated code.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Options {
    /// Paths of additional derives for value types: `Hash`, `::bytemuck::Zeroable`.
    pub derives: Vec<String>,
    /// Implements serde's `Serialize` for values, their types, views and parameters, and `Deserialize` for those that
    /// do not borrow.
    pub serde: bool,
    /// Generates the module `owned`, with an owned type for each value type that borrows.
    pub owned: bool,
    /// Generates `PosMut` in addition to `PosView`, which modifies a packet in place.
    pub patch: bool,
    /// Says of the enums of families that they may get further messages, to crates that match on them.
    pub non_exhaustive: bool,
    /// Attributes of single types, fields and variants, by their names in the schema: `("Sound", "#[repr(C)]")`,
    /// `("Sound.volume", "#[serde(skip)]")`.
    pub attributes: Vec<(String, String)>,
    /// Generates the bytes of each example in the schema as a constant of its type.
    pub examples: bool,
    /// The section of the documents for each name of the schema, to which rustdoc links, as a path from the protocol's
    /// module: `documents::positions#pos`.
    pub sections: Vec<(String, String)>,
    /// The types that other modules have.
    pub sharing: Sharing,
    /// The layout of the text.
    pub layout: Layout,
}

/// The traits that sets and maps ask for.
const KEPT: [&str; 4] = ["Eq", "Hash", "PartialOrd", "Ord"];

impl Options {
    /// `#[non_exhaustive]`, of the enums of a family.
    pub fn of_families(&self) -> Option<TokenStream> {
        self.non_exhaustive.then(|| quote!(#[non_exhaustive]))
    }

    /// The first additional derive that is no path of Rust.
    #[must_use]
    pub fn malformed_derive(&self) -> Option<&str> {
        self.derives.iter().find(|path| !path::is_path(path)).map(String::as_str)
    }

    /// The first additional derive that values already have, and the option that derives it, if any.
    #[must_use]
    pub fn derived_anyway(&self) -> Option<(&str, Option<&'static str>)> {
        let always = self.derives.iter().find(|path| is_always_derived(path)).map(|path| (path.as_str(), None));
        let serde = self.derives.iter().find(|path| self.serde && is_of_serde(path));
        always.or_else(|| serde.map(|path| (path.as_str(), Some("serde(true)"))))
    }

    /// `, Hash, ::bytemuck::Zeroable`: the additional derives of plain values. Floats have no hash and no total order, so
    /// values with floats omit these traits.
    pub fn derives(&self, has_floats: impl Fn() -> bool) -> TokenStream {
        let fit = self.derives.iter().map(String::as_str).filter(|path| !(is_of_no_float(path) && has_floats()));
        let derives = fit.chain(self.kept().filter(|_| !has_floats())).map(tokens::path);
        quote!(#(, #derives)*)
    }

    /// The additional derives of owned values. Order and hash are those of the plain values that they lend.
    pub fn derives_of_owned(&self, has_floats: impl Fn() -> bool) -> TokenStream {
        let fit = self.derives.iter().map(String::as_str).filter(|path| !(is_of_no_float(path) && has_floats()));
        let derives = fit.filter(|path| of_core(path).is_none_or(|name| !KEPT.contains(&name))).map(tokens::path);
        quote!(#(, #derives)*)
    }

    /// The additional derives of values and their types where there are owned values, which sets and maps then hold.
    fn kept(&self) -> impl Iterator<Item = &str> {
        let wanted = KEPT.into_iter().filter(|_| self.owned);
        wanted.filter(|name| !self.derives.iter().any(|path| of_core(path) == Some(name)))
    }

    /// `#[derive(Debug, Clone)]`: the derives of declared types, including the user's additional ones.
    pub fn derives_of_type(&self, always: &[&str]) -> TokenStream {
        // Every type implements these two, by hand if it does not derive them.
        let has = |name: &str| always.contains(&name) || ["Debug", "Default"].contains(&name);
        let further = self.derives.iter().filter(|path| !has(last(path)));
        let mut all = always.to_vec();
        all.extend(further.map(String::as_str));
        all.extend(self.kept().filter(|name| !has(name)));
        let all = all.into_iter().map(tokens::path);
        quote!(#[derive(#(#all),*)])
    }

    /// The additional derives that values with floats omit.
    pub fn derives_of_no_float(&self) -> Vec<&str> {
        self.derives.iter().filter(|path| is_of_no_float(path)).map(String::as_str).collect()
    }
}

/// The name of a trait, without its path.
fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path).trim()
}

/// The name of a trait of core. Another crate may have a trait of that name.
fn of_core(path: &str) -> Option<&str> {
    let modules: Vec<&str> = path.trim_start_matches("::").split("::").map(str::trim).collect();
    match modules.as_slice() {
        [name] | ["core" | "std", _, name] => Some(name),
        _ => None,
    }
}

/// Whether a path is one of core's traits that all values derive.
fn is_always_derived(path: &str) -> bool {
    of_core(path).is_some_and(|name| ["Clone", "Copy", "Debug", "PartialEq", "Default"].contains(&name))
}

fn is_of_serde(path: &str) -> bool {
    path.trim_start_matches("::").split("::").next().map(str::trim) == Some("serde")
        && ["Serialize", "Deserialize"].contains(&last(path))
}

fn is_of_no_float(path: &str) -> bool {
    ["Eq", "Ord", "Hash"].contains(&last(path))
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn a_trait_of_another_crate_is_not_that_of_core() {
        let derives = |path: &str| {
            let options = Options { derives: vec![path.to_owned()], owned: true, ..Options::default() };
            [options.derives(|| false), options.derives_of_owned(|| false)].map(|all| all.to_string().replace(' ', ""))
        };
        for core in ["Hash", "core::hash::Hash", "::std::hash::Hash"] {
            assert_eq!(derives(core), [format!(",{core},Eq,PartialOrd,Ord"), String::new()]);
        }
        assert_eq!(derives("my::Hash"), [",my::Hash,Eq,Hash,PartialOrd,Ord", ",my::Hash"]);
    }
}
