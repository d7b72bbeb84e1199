//! The Rust of a schema with versions: a module for each, which share what is the same in all.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::facts::Facts;
use super::part::{Part, Parts};
use super::scope::Place;
use super::{Options, docs, emit, module, names};
use crate::model::{FamilyId, Protocol, Schema, Version};

/// ```text
/// pub struct Pos { .. }
/// pub mod v259 {
///     pub use super::{Pos, ..};
///     pub struct Kick { .. }
/// }
/// pub mod v260 { .. }
/// ```
pub(super) fn versions(schema: &Schema, options: &Options) -> TokenStream {
    let parts = Parts::of(schema);
    let facts = Facts::of(&schema.first);
    let place = Place { protocol: &schema.first, module: None, facts: &facts };
    let common = emit(&place, &parts.common, options);
    let families: Vec<(FamilyId, TokenStream)> = (0..schema.first.families.len())
        .map(FamilyId)
        .map(|id| (id, module(&place, id, &parts.common, options)))
        .collect();
    let names = Names {
        here: public(&common),
        modules: families
            .iter()
            .filter(|(_, records)| !records.is_empty())
            .map(|(id, records)| (schema.first.families[id.0].name.clone(), public(records)))
            .collect(),
    };
    let modules = families.iter().filter(|(_, records)| !records.is_empty()).map(|(id, records)| {
        let family = &schema.first.families[id.0].name;
        let text = if parts.common.families[id.0] {
            format!("The messages of the family [`{}`].", names::type_ident(family))
        } else {
            format!("The messages of the family `{family}` that are the same in every version.")
        };
        let (name, doc) = (names::module_ident(family), docs::doc(&[], &text));
        quote!(#doc pub mod #name { #records })
    });
    let versions = schema.protocols().zip(&parts.own).filter_map(|(protocol, own)| {
        let version = protocol.version.as_ref()?;
        Some(one(protocol, version, own, &names, options))
    });
    quote!(#common #(#modules)* #(#versions)*)
}

/// What is the same in all versions, by its names in Rust.
struct Names {
    here: Vec<Ident>,
    /// By family.
    modules: Vec<(String, Vec<Ident>)>,
}

fn one(protocol: &Protocol, version: &Version, own: &Part, names: &Names, options: &Options) -> TokenStream {
    let facts = Facts::of(protocol);
    let place = Place { protocol, module: None, facts: &facts };
    let items = emit(&place, own, options);
    let mut shared = names.here.clone();
    let mut modules = Vec::new();
    for (id, family) in protocol.families.iter().enumerate() {
        let common = names.modules.iter().find(|(name, _)| *name == family.name).map(|(_, idents)| idents);
        let records = module(&place, FamilyId(id), own, options);
        let name = names::module_ident(&family.name);
        if records.is_empty() {
            shared.extend(common.map(|_| name));
            continue;
        }
        let doc = docs::doc(&[], &format!("The messages of the family [`{}`].", names::type_ident(&family.name)));
        let common = common.map(|idents| reexport(&quote!(super::super::#name), idents));
        modules.push(quote!(#doc pub mod #name { #common #records }));
    }
    let shared = reexport(&quote!(super), &shared);
    let name = format_ident!("{}", version.name);
    let doc = docs::doc(&[], &format!("Version {} of the protocol.", version.name.trim_start_matches('v')));
    quote! {
        #doc
        pub mod #name {
            #shared
            #items
            #(#modules)*
        }
    }
}

fn reexport(from: &TokenStream, names: &[Ident]) -> TokenStream {
    match names {
        [] => TokenStream::new(),
        [only] => quote!(pub use #from::#only;),
        _ => quote!(pub use #from::{#(#names),*};),
    }
}

/// The names of the public items among these.
fn public(items: &TokenStream) -> Vec<Ident> {
    let mut names = Vec::new();
    let mut trees = items.clone().into_iter().peekable();
    while let Some(tree) = trees.next() {
        let is_pub = matches!(&tree, TokenTree::Ident(word) if word == "pub");
        let restricted =
            matches!(trees.peek(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
        if !is_pub || restricted {
            continue;
        }
        let kind = trees.next();
        if let (Some(TokenTree::Ident(_)), Some(TokenTree::Ident(name))) = (kind, trees.next()) {
            names.push(name);
        }
    }
    names
}
