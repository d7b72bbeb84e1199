//! The Rust of a schema with versions: a module for each version, and the items that all of them share.
//!
//! A message whose versions differ only in the code is emitted once, generic over the code; each version has an alias
//! of it.

use std::collections::{BTreeSet, HashMap};

use crate::emit::rust::scope::Context;
use crate::emit::rust::scope::naming::Names;
use crate::emit::rust::scope::part::{Part, Parts};
use crate::emit::rust::text::format::Style;
use crate::emit::rust::text::literal::number;
use crate::emit::rust::text::options::Options;
use crate::emit::rust::text::pieces::Laid;
use crate::emit::rust::text::public::Name;
use crate::emit::rust::text::tokens::{Ident, TokenStream, format_ident, quote};
use crate::emit::rust::text::{docs, names, pieces};
use crate::facts::Facts;
use crate::model::{Code, FamilyId, Protocol, RecordId, Schema, Version};

/// The shared items and the module of each version.
///
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
pub fn versions(schema: &Schema, options: &Options) -> String {
    let parts = Parts::of(schema);
    let facts: Vec<Facts> = schema.protocols().map(Facts::of).collect();
    let names = schema.protocols().zip(&facts).map(|(protocol, facts)| Names::of(protocol, facts, BTreeSet::new()));
    let names: Vec<Names> = names.collect();
    let of_first = facts.first().cloned().unwrap_or_default();
    let names_of_first = Names::of(&schema.first, &of_first, parts.many_codes.clone());
    let first = Context { protocol: &schema.first, module: None, facts: &of_first, names: &names_of_first };
    let own: Vec<(Context<'_>, &Version, &Part)> = schema
        .protocols()
        .zip(facts.iter().zip(&names))
        .zip(&parts.own)
        .filter_map(|((protocol, (facts, names)), own)| {
            Some((Context { protocol, module: None, facts, names }, protocol.version.as_ref()?, own))
        })
        .collect();

    let families = |context: Context<'_>| (0..context.protocol.families.len()).map(FamilyId);
    let mut all = vec![super::of_protocol(first, &parts.common, options, 0)];
    all.extend(families(first).map(|id| super::of_family(first, id, &parts.common, options, 1)));
    for (context, _, own) in &own {
        all.push(super::of_protocol(*context, own, options, 1));
        all.extend(families(*context).map(|id| super::of_family(*context, id, own, options, 2)));
    }
    let style = Style::of(options);
    let mut laid = pieces::laid_out(&all, &style, true).into_iter();

    let mut file = laid.next().unwrap_or_default();
    let of_families = schema.first.families.iter().zip(laid.by_ref().take(schema.first.families.len()));
    let of_families: Vec<_> = of_families.filter(|(_, records)| !records.text.is_empty()).collect();
    let shared = Shared {
        here: std::mem::take(&mut file.names),
        modules: of_families.iter().map(|(family, records)| (family.name.clone(), records.names.clone())).collect(),
        with_codes: with_codes(&schema.first, &parts),
    };
    for (family, records) in of_families {
        let whole =
            parts.common.here(&schema.first.families, &parts.common.same.families).any(|(_, one)| one == family);
        let text = if whole {
            format!("The messages of the family {}.", docs::link(&names::type_ident(&family.name)))
        } else {
            format!("The messages of the family `{}` that are the same in every version.", family.name)
        };
        let (name, doc) = (names::module_ident(&family.name), docs::doc(&[], &text));
        file.add_text(style.module(quote!(#doc pub mod #name), 0, &records.text));
    }
    for (index, (context, version, _)) in own.iter().enumerate() {
        let (protocol, codes) = (context.protocol, codes(context.protocol, &parts, index));
        let one = One { protocol, version, codes, shared: &shared, style: &style };
        let items = laid.next().unwrap_or_default();
        file.add_text(one.text(items, laid.by_ref().take(protocol.families.len())));
    }
    file.text
}

/// The items that all versions share, by their names in Rust.
struct Shared {
    here: Vec<Name>,
    /// By family.
    modules: Vec<(String, Vec<Name>)>,
    /// The messages that are generic over the code, by the family of their module and each of their names.
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

/// The codes of a version's messages, by their ids in the first version.
fn codes(protocol: &Protocol, parts: &Parts, version: usize) -> HashMap<RecordId, Code> {
    let same = parts.own.get(version).map(|own| own.same.records.as_slice()).unwrap_or_default();
    let records = protocol.records.iter().zip(same);
    records.filter_map(|(record, first)| Some(((*first)?, record.code()?))).collect()
}

/// One version.
struct One<'s> {
    protocol: &'s Protocol,
    version: &'s Version,
    codes: HashMap<RecordId, Code>,
    shared: &'s Shared,
    style: &'s Style<'s>,
}

impl One<'_> {
    /// The module of the version, with its own items and its own messages of each family.
    fn text(&self, items: Laid, of_families: impl Iterator<Item = Laid>) -> String {
        let mut whole_modules = Vec::new();
        let mut modules = Vec::new();
        for (family, records) in self.protocol.families.iter().zip(of_families) {
            let common = self.shared.modules.iter().find(|(name, _)| *name == family.name).map(|(_, names)| names);
            let name = names::module_ident(&family.name);
            let with_codes = common.is_some_and(|names| names.iter().any(|name| name.has_code));
            if records.text.is_empty() && !with_codes {
                whole_modules.extend(common.map(|_| name));
                continue;
            }
            let doc = docs::doc(
                &[],
                &format!("The messages of the family {}.", docs::link(&names::type_ident(&family.name))),
            );
            let common = common.map(|common| self.names(&quote!(super::super::#name), common, Some(&family.name), &[]));
            let mut inside = Laid::default();
            inside.add_text(self.style.format(common.unwrap_or_default(), 2));
            inside.add(records);
            modules.push(self.style.module(quote!(#doc pub mod #name), 1, &inside.text));
        }
        let shared = self.names(&quote!(super), &self.shared.here, None, &whole_modules);
        let mut inside = Laid::default();
        inside.add_text(self.style.format(shared, 1));
        inside.add(items);
        modules.into_iter().for_each(|module| inside.add_text(module));
        let name = format_ident!("{}", self.version.name);
        let doc = docs::doc(&[], &format!("Version `{}` of the protocol.", self.version.written()));
        self.style.module(quote!(#doc pub mod #name), 0, &inside.text)
    }

    /// The shared items of one module: re-exports, or aliases with the codes of this version.
    fn names(&self, from: &TokenStream, names: &[Name], family: Option<&String>, modules: &[Ident]) -> TokenStream {
        let reexported = names.iter().filter(|name| !name.has_code).map(Name::ident).chain(modules.iter().cloned());
        let reexported: Vec<Ident> = reexported.collect();
        let reexport = match reexported.as_slice() {
            [] => TokenStream::new(),
            [only] => quote!(#[doc(inline)] pub use #from::#only;),
            _ => quote!(#[doc(inline)] pub use #from::{#(#reexported),*};),
        };
        let aliases = names.iter().filter(|name| name.has_code).filter_map(|name| {
            let key = (family.cloned(), name.ident.clone());
            let code = self.codes.get(self.shared.with_codes.get(&key)?)?;
            let (ident, number) = (name.ident(), number(*code));
            let (declared, passed) = if name.borrows {
                (quote!(<'a>), quote!(<'a, #number>))
            } else {
                (TokenStream::new(), quote!(<#number>))
            };
            let path = from.to_string().replace(' ', "");
            let doc = docs::doc(&[], &format!("[`{ident}`]({path}::{ident}) with this version's code, {code}."));
            Some(quote!(#doc pub type #ident #declared = #from::#ident #passed;))
        });
        quote!(#reexport #(#aliases)*)
    }
}
