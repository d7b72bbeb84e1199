//! Links from types to what the documents say of them, where rustdoc shows both.

use std::collections::HashMap;

use quote::quote;
use syn::parse::Parser as _;
use syn::{Attribute, Item, ItemMod, Visibility};

use super::{Options, names};

/// Adds a line to the documentation of every public type that has a section.
pub(super) fn link(items: &mut [Item], options: &Options) {
    let mut sections: HashMap<String, &str> = HashMap::new();
    for (name, section) in &options.sections {
        for ident in [names::type_ident(name), names::view_ident(name)] {
            sections.insert(ident.to_string(), section);
        }
    }
    if !sections.is_empty() {
        walk(items, &sections, "");
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
    Attribute::parse_outer.parse2(quote!(#[doc = ""] #[doc = #line])).unwrap_or_default()
}
