//! The Rust of a schema with versions: a module for each, which share what is the same in all.
//!
//! A message that differs in nothing but its code is made once, with the code as a constant parameter, and each version
//! has an alias of it.

use std::collections::HashMap;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::facts::Facts;
use super::int::number;
use super::part::{Part, Parts};
use super::scope::Place;
use super::{Options, docs, emit, module, names};
use crate::model::{Code, FamilyId, Protocol, RecordId, Schema, Version};

/// ```text
/// pub struct Pos { .. }
/// pub struct Kick<const CODE: i32> { .. }
/// pub mod v259 {
///     pub use super::{Pos, ..};
///     pub type Kick = super::Kick<56>;
///     pub struct Resume { .. }
/// }
/// pub mod v260 { .. }
/// ```
pub(super) fn versions(schema: &Schema, options: &Options) -> TokenStream {
    let parts = Parts::of(schema);
    let facts = Facts::of(&schema.first).with_many_codes(parts.many_codes.clone());
    let place = Place { protocol: &schema.first, module: None, facts: &facts };
    let common = emit(&place, &parts.common, options);
    let families = schema.first.families.iter().enumerate();
    let families = families.map(|(id, family)| (family, module(&place, FamilyId(id), &parts.common, options)));
    let families: Vec<_> = families.filter(|(_, records)| !records.is_empty()).collect();
    let shared = Shared {
        here: public(&common),
        modules: families.iter().map(|(family, records)| (family.name.clone(), public(records))).collect(),
        with_codes: with_codes(&schema.first, &parts),
    };
    let modules = families.iter().map(|(family, records)| {
        let whole = schema.first.families.iter().zip(&parts.common.families).any(|(one, here)| *here && one == *family);
        let text = if whole {
            format!("The messages of the family {}.", docs::link(&names::type_ident(&family.name)))
        } else {
            format!("The messages of the family `{}` that are the same in every version.", family.name)
        };
        let (name, doc) = (names::module_ident(&family.name), docs::doc(&[], &text));
        quote!(#doc pub mod #name { #records })
    });
    let versions = schema.protocols().enumerate().filter_map(|(index, protocol)| {
        let version = protocol.version.as_ref()?;
        let codes = codes(protocol, &parts, index);
        Some(One { protocol, version, own: parts.own.get(index)?, codes, shared: &shared }.emit(options))
    });
    quote!(#common #(#modules)* #(#versions)*)
}

/// A public name that versions share, and how it is declared.
struct Name {
    ident: Ident,
    borrows: bool,
    has_code: bool,
}

/// What is the same in all versions, by its names in Rust.
struct Shared {
    here: Vec<Name>,
    /// By family.
    modules: Vec<(String, Vec<Name>)>,
    /// The messages that are made once for all codes, by the family in whose module they live and each of their names.
    with_codes: HashMap<(Option<String>, String), RecordId>,
}

fn with_codes(first: &Protocol, parts: &Parts) -> HashMap<(Option<String>, String), RecordId> {
    let mut found = HashMap::new();
    for id in &parts.many_codes {
        let record = &first.records[id.0];
        let family = record.module.map(|family| first.families[family.0].name.clone());
        for ident in [names::type_ident(&record.name), names::view_ident(&record.name), names::mut_ident(&record.name)]
        {
            found.insert((family.clone(), ident.to_string()), *id);
        }
    }
    found
}

/// The codes of a version's messages, by what they are in the first version.
fn codes(protocol: &Protocol, parts: &Parts, version: usize) -> HashMap<RecordId, Code> {
    let same = parts.sames.get(version).map(|same| same.records.as_slice()).unwrap_or_default();
    let records = protocol.records.iter().zip(same);
    records.filter_map(|(record, first)| Some(((*first)?, record.code()?))).collect()
}

/// One version.
struct One<'s> {
    protocol: &'s Protocol,
    version: &'s Version,
    own: &'s Part,
    codes: HashMap<RecordId, Code>,
    shared: &'s Shared,
}

impl One<'_> {
    fn emit(&self, options: &Options) -> TokenStream {
        let facts = Facts::of(self.protocol);
        let place = Place { protocol: self.protocol, module: None, facts: &facts };
        let items = emit(&place, self.own, options);
        let mut whole_modules = Vec::new();
        let mut modules = Vec::new();
        for (id, family) in self.protocol.families.iter().enumerate() {
            let common = self.shared.modules.iter().find(|(name, _)| *name == family.name).map(|(_, names)| names);
            let records = module(&place, FamilyId(id), self.own, options);
            let name = names::module_ident(&family.name);
            let with_codes = common.is_some_and(|names| names.iter().any(|name| name.has_code));
            if records.is_empty() && !with_codes {
                whole_modules.extend(common.map(|_| name));
                continue;
            }
            let doc = docs::doc(
                &[],
                &format!("The messages of the family {}.", docs::link(&names::type_ident(&family.name))),
            );
            let common = common.map(|common| self.names(&quote!(super::super::#name), common, Some(&family.name), &[]));
            modules.push(quote!(#doc pub mod #name { #common #records }));
        }
        let shared = self.names(&quote!(super), &self.shared.here, None, &whole_modules);
        let name = format_ident!("{}", self.version.name);
        let doc = docs::doc(&[], &format!("Version `{}` of the protocol.", self.version.written()));
        quote! {
            #doc
            pub mod #name {
                #shared
                #items
                #(#modules)*
            }
        }
    }

    /// What the version shares of one module: re-exported, or by an alias with the code of this version.
    fn names(&self, from: &TokenStream, names: &[Name], family: Option<&String>, modules: &[Ident]) -> TokenStream {
        let plain = names.iter().filter(|name| !name.has_code).map(|name| &name.ident).chain(modules);
        let plain: Vec<&Ident> = plain.collect();
        let reexport = match plain.as_slice() {
            [] => TokenStream::new(),
            [only] => quote!(pub use #from::#only;),
            _ => quote!(pub use #from::{#(#plain),*};),
        };
        let aliases = names.iter().filter(|name| name.has_code).filter_map(|name| {
            let key = (family.cloned(), name.ident.to_string());
            let code = self.codes.get(self.shared.with_codes.get(&key)?)?;
            let (ident, number) = (&name.ident, number(*code));
            let (declared, passed) = if name.borrows {
                (quote!(<'a>), quote!(<'a, #number>))
            } else {
                (TokenStream::new(), quote!(<#number>))
            };
            let path = from.to_string().replace(' ', "");
            let doc = docs::doc(&[], &format!("[`{ident}`]({path}::{ident}), whose code is {code} here."));
            Some(quote!(#doc pub type #ident #declared = #from::#ident #passed;))
        });
        quote!(#reexport #(#aliases)*)
    }
}

/// The names of the public items among these.
fn public(items: &TokenStream) -> Vec<Name> {
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
        if let (Some(TokenTree::Ident(_)), Some(TokenTree::Ident(ident))) = (kind, trees.next()) {
            // `<'a, const CODE: i32>`
            let mut generics = TokenStream::new();
            if matches!(trees.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == '<') {
                let inside = |tree: &TokenTree| !matches!(tree, TokenTree::Punct(punct) if punct.as_char() == '>');
                while let Some(tree) = trees.next_if(inside) {
                    generics.extend([tree]);
                }
            }
            let borrows = generics.to_string().contains("'a");
            let has_code = super::code::mentions(&generics, "CODE");
            names.push(Name { ident, borrows, has_code });
        }
    }
    names
}
