//! The Rust backend: types, readers and writers that call the runtime.
//!
//! The output is the contents of a module, without `use` and inner attributes. Everything outside is named by absolute
//! path, so the module can be included anywhere, and no name of a schema collides with a name of Rust.

mod arms;
mod branch;
mod captures;
mod check;
mod checksum;
mod choice;
mod code;
mod condition;
mod delta;
mod derive;
mod docs;
mod element;
mod emitted;
mod expr;
mod family;
mod format;
mod generics;
mod hooks;
mod int;
mod intervals;
mod items;
mod literal;
mod locals;
mod names;
mod naming;
mod options;
mod outlined;
mod params;
mod parse;
mod part;
mod path;
mod pieces;
mod plain;
mod propagation;
mod public;
mod put;
mod record;
mod rules;
mod scope;
mod sections;
mod serde;
mod sessions;
mod shape;
mod slot;
mod table;
mod take;
mod tokens;
mod types;
mod unverified;
mod value;
mod versions;
mod view;

use std::collections::BTreeSet;

use tokens::quote;

use crate::facts::{Facts, with_session_parameters};
use crate::model::{FamilyId, Schema};
use format::Style;
use naming::Names;
pub use options::{Layout, Options};
use part::Part;
use pieces::Items;
use scope::Place;

/// The documentation of the protocol's module, as lines of Markdown.
///
/// Separate from [`rust`], since an included text cannot begin with the documentation of the module that includes it.
#[must_use]
pub fn module_docs(schema: &Schema) -> Vec<String> {
    docs::lines(schema.docs(), &format!("The protocol {}.", docs::quoted(schema.name())))
}

/// The Rust of a schema.
#[must_use]
pub fn rust(schema: &Schema, options: &Options) -> String {
    let schema = &with_session_parameters(schema);
    if schema.first.version.is_some() {
        return versions::versions(schema, options);
    }
    let protocol = &schema.first;
    let facts = Facts::of(protocol);
    let names = Names::of(protocol, &facts, BTreeSet::new());
    let place = Place { protocol, module: None, facts: &facts, names: &names };
    let part = Part::whole(protocol);
    let of_families = (0..protocol.families.len()).map(|id| items::of_family(place, FamilyId(id), &part, options, 1));
    let all: Vec<Items<'_>> = [items::of_protocol(place, &part, options, 0)].into_iter().chain(of_families).collect();
    let style = Style::of(options);
    let mut laid = pieces::laid_out(&all, &style, false).into_iter();
    let mut file = laid.next().unwrap_or_default();
    for (family, records) in protocol.families.iter().zip(laid).filter(|(_, records)| !records.text.is_empty()) {
        let (name, ty) = (names::module_ident(&family.name), names::type_ident(&family.name));
        let doc = docs::doc(&[], &format!("The messages of the family {}.", docs::link(&ty)));
        file.add_text(style.module(quote!(#doc pub mod #name), 0, &records.text));
    }
    file.text
}
