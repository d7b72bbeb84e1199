//! The Rust of a schema with versions: a module for each version, and the items that all of them share.
//!
//! A message whose versions differ only in the code is emitted once, generic over the code; each version has an alias
//! of it.

use std::collections::{BTreeSet, HashMap};

use super::Modules;
use super::owned::{self, OfFamily};

use crate::facts::Facts;
use crate::model::{Code, Family, Protocol, RecordId, Schema, Version};
use crate::scope::Context;
use crate::scope::item_set::{ItemSet, ItemSets};
use crate::scope::naming::Names;
use crate::text::format::Style;
use crate::text::literal::number;
use crate::text::options::Options;
use crate::text::pieces::Laid;
use crate::text::public::Name;
use crate::text::tokens::{Ident, TokenStream, format_ident, quote};
use crate::text::{docs, names, pieces};

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
    let sets = ItemSets::of(schema);
    let facts: Vec<Facts> = schema.protocols().map(Facts::of).collect();
    let names = schema.protocols().zip(&facts).map(|(protocol, facts)| Names::of(protocol, facts, BTreeSet::new()));
    let names: Vec<Names> = names.collect();
    let of_first = facts.first().cloned().unwrap_or_default();
    let names_of_first = Names::of(&schema.first, &of_first, sets.many_codes.clone());
    let first = Context { protocol: &schema.first, module: None, facts: &of_first, names: &names_of_first };
    let own: Vec<(Context<'_>, &Version, &ItemSet)> = schema
        .protocols()
        .zip(facts.iter().zip(&names))
        .zip(&sets.own)
        .filter_map(|((protocol, (facts, names)), own)| {
            Some((Context { protocol, module: None, facts, names }, protocol.version.as_ref()?, own))
        })
        .collect();

    let mut all = super::of_all(first, &sets.common, options, 0);
    for (context, _, own) in &own {
        all.extend(super::of_all(*context, own, options, 1));
    }
    let style = Style::of(options);
    let mut laid = pieces::laid_out(&all, &style, true).into_iter();

    let Modules { own: mut file, families, owned } = Modules::next(&mut laid, schema.first.families.len(), options);
    let of_families: Vec<_> = schema.first.families.iter().zip(families).collect();
    let of_families: Vec<_> = of_families.into_iter().filter(|(_, records)| !records.text.is_empty()).collect();
    let mut shared = Shared {
        plain: Shown::of(std::mem::take(&mut file.names), &of_families),
        owned: Shown::default(),
        with_codes: with_codes(&schema.first, &sets),
    };
    for (family, records) in of_families {
        let whole = sets.common.here(&schema.first.families, &sets.common.same.families).any(|(_, one)| one == family);
        let text = if whole {
            format!("The messages of the family {}.", docs::link(&names::type_ident(&family.name)))
        } else {
            format!("The messages of the family `{}` that are the same in every version.", family.name)
        };
        let (name, doc) = (names::module_ident(&family.name), docs::doc(&[], &text));
        file.add_text(style.module(quote!(#doc pub mod #name), 0, &records.text));
    }
    if let Some((items, families)) = owned {
        let is_shown = |family: &Family| shared.plain.family(family).is_some();
        let families: Vec<_> = schema.first.families.iter().zip(families).filter(|(one, _)| is_shown(one)).collect();
        shared.owned = Shown::of(items.names.clone(), &families);
        let families = families.into_iter().map(|(family, items)| OfFamily {
            name: names::module_ident(&family.name),
            shared: TokenStream::new(),
            items,
        });
        file.add_text(owned::module(&style, 0, TokenStream::new(), items, families.collect()));
    }
    for (index, (context, version, _)) in own.iter().enumerate() {
        let (protocol, codes) = (context.protocol, codes(context.protocol, &sets, index));
        let one = One { protocol, version, codes, shared: &shared, style: &style };
        file.add_text(one.text(Modules::next(&mut laid, protocol.families.len(), options)));
    }
    file.text
}

/// The names of a module, and those of its families' modules.
#[derive(Default)]
struct Shown {
    here: Vec<Name>,
    families: Vec<(String, Vec<Name>)>,
}

impl Shown {
    fn of(here: Vec<Name>, families: &[(&Family, Laid)]) -> Self {
        let families = families.iter().map(|(family, items)| (family.name.clone(), items.names.clone()));
        Self { here, families: families.collect() }
    }

    /// The names of a family's module.
    fn family(&self, family: &Family) -> Option<&[Name]> {
        self.families.iter().find(|(name, _)| *name == family.name).map(|(_, names)| names.as_slice())
    }
}

/// The items that all versions share, by their names in Rust.
struct Shared {
    plain: Shown,
    owned: Shown,
    /// The messages that are generic over the code, by the family of their module and each of their names.
    with_codes: HashMap<(Option<String>, String), RecordId>,
}

fn with_codes(first: &Protocol, sets: &ItemSets) -> HashMap<(Option<String>, String), RecordId> {
    let mut found = HashMap::new();
    for id in &sets.many_codes {
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
fn codes(protocol: &Protocol, sets: &ItemSets, version: usize) -> HashMap<RecordId, Code> {
    let same = sets.own.get(version).map(|own| own.same.records.as_slice()).unwrap_or_default();
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
    fn text(&self, all: Modules) -> String {
        let mut whole_modules = Vec::new();
        let mut modules = Vec::new();
        let mut shown = Vec::new();
        for (family, records) in self.protocol.families.iter().zip(all.families) {
            let common = self.shared.plain.family(family);
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
            shown.push(name);
        }
        let shared = self.names(&quote!(super), &self.shared.plain.here, None, &whole_modules);
        let mut inside = Laid::default();
        inside.add_text(self.style.format(shared, 1));
        inside.add(all.own);
        modules.into_iter().for_each(|module| inside.add_text(module));
        if let Some((items, families)) = all.owned {
            inside.add_text(self.owned(items, families, &shown, &whole_modules));
        }
        let name = format_ident!("{}", self.version.name);
        let doc = docs::doc(&[], &format!("Version `{}` of the protocol.", self.version.written()));
        self.style.module(quote!(#doc pub mod #name), 0, &inside.text)
    }

    /// The module of the version's owned types, with a module for each family in `shown`; `whole` are the families with
    /// the same messages in all versions.
    fn owned(&self, items: Laid, families: Vec<Laid>, shown: &[Ident], whole: &[Ident]) -> String {
        let families = self.protocol.families.iter().zip(families).filter_map(|(family, items)| {
            let name = names::module_ident(&family.name);
            let common = self.shared.owned.family(family).unwrap_or_default();
            let shared = self.names(&quote!(super::super::super::owned::#name), common, Some(&family.name), &[]);
            shown.contains(&name).then_some(OfFamily { name, shared, items })
        });
        let shared = self.names(&quote!(super::super::owned), &self.shared.owned.here, None, whole);
        owned::module(self.style, 1, shared, items, families.collect())
    }

    /// `pub use super::{Pos, ..};`, `pub type Kick = super::Kick<56>;`: the shared items of one module.
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
