//! Links from types to what the documents say of them, where rustdoc shows both.

use std::collections::HashMap;

use super::tokens::quote;
use syn::parse::Parser as _;
use syn::{Attribute, Item, ItemMod, Visibility};

use super::{Options, names};

/// The sections of public types, by the names of these.
#[derive(Default)]
pub(super) struct Sections<'o>(HashMap<String, &'o str>);

impl<'o> Sections<'o> {
    pub(super) fn of(options: &'o Options) -> Self {
        let named = options.sections.iter().flat_map(|(name, section)| {
            [names::type_ident(name), names::view_ident(name)].map(|ident| (ident.to_string(), section.as_str()))
        });
        Self(named.collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a line to the documentation of every public type that has a section.
    pub(super) fn link(&self, items: &mut [Item]) {
        if !self.is_empty() {
            walk(items, &self.0, "");
        }
    }
}

/// `up` leads from here to the protocol's own module.
fn walk(items: &mut [Item], sections: &HashMap<String, &str>, up: &str) {
    for item in items {
        let (visibility, name, attributes) = match item {
            Item::Struct(one) => (&one.vis, &one.ident, &mut one.attrs),
            Item::Enum(one) => (&one.vis, &one.ident, &mut one.attrs),
            Item::Mod(ItemMod { content: Some((_, inner)), .. }) => {
                walk(inner, sections, &format!("super::{up}"));
                continue;
            }
            _ => continue,
        };
        if let (Visibility::Public(_), Some(section)) = (visibility, sections.get(&name.to_string())) {
            attributes.splice(behind(attributes)..behind(attributes), paragraph(&format!("{up}{section}")));
        }
    }
}

/// Where the documentation of an item ends.
fn behind(attributes: &[Attribute]) -> usize {
    attributes.iter().rposition(|one| one.path().is_ident("doc")).map_or(0, |last| last.saturating_add(1))
}

fn paragraph(section: &str) -> Vec<Attribute> {
    let line = format!(" All of it in the [documents]({section}).");
    Attribute::parse_outer.parse_str(quote!(#[doc = ""] #[doc = #line]).text()).unwrap_or_default()
}
