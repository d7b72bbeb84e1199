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
mod literal;
mod locals;
mod names;
mod naming;
mod params;
mod parse;
mod part;
mod path;
mod pieces;
mod plain;
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
mod value;
mod versions;
mod view;

use std::collections::BTreeSet;

use tokens::{TokenStream, quote};

use crate::facts::{Facts, with_session_parameters};
use crate::model::{FamilyId, RecordId, Schema};
pub use format::Layout;
use format::Style;
use naming::Names;
use part::Part;
use pieces::{Items, Piece};
use scope::{Place, Scope};

/// Options of the generated code.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// Paths of additional derives for owned values and their types: `Hash`, `::bytemuck::Zeroable`.
    pub derives: Vec<String>,
    /// Derives `serde::Serialize` for owned values and their types, and implements `serde::Deserialize` for the types:
    /// enums, quantities, bits, packed numbers.
    pub serde: bool,
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

    /// The additional derives of owned values, each after a comma.
    fn derives(&self) -> TokenStream {
        let derives = self.derives.iter().map(|path| tokens::path(path));
        let serde = self.serde.then(|| quote!(, ::serde::Serialize));
        quote!(#(, #derives)* #serde)
    }
}

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
    let of_families = (0..protocol.families.len()).map(|id| module(place, FamilyId(id), &part, options, 1));
    let all: Vec<Items<'_>> = [emit(place, &part, options, 0)].into_iter().chain(of_families).collect();
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

/// The items of the protocol's own module, which is inside `depth` others.
fn emit<'a>(place: Place<'a>, part: &'a Part, options: &'a Options, depth: usize) -> Items<'a> {
    let mut pieces: Vec<Piece<'a>> = vec![
        Box::new(move || types::emit(place.protocol, part, options)),
        Box::new(move || hooks::traits(&place, part)),
        Box::new(move || element::of_values(&place, part).into_iter().collect()),
    ];
    pieces.extend(records(place, part, options));
    let families = part.families.iter().enumerate().filter(|(_, here)| **here);
    pieces.extend(
        families.map(|(id, _)| -> Piece<'a> { Box::new(move || family::family(&place, FamilyId(id), options)) }),
    );
    Items { depth, pieces }
}

/// The records of one module.
fn records<'a>(place: Place<'a>, part: &'a Part, options: &'a Options) -> impl Iterator<Item = Piece<'a>> {
    let all = place.protocol.records.iter().zip(&part.records).enumerate();
    let here = all.filter(move |(_, (one, here))| **here && one.module == place.module);
    here.map(move |(id, _)| -> Piece<'a> {
        let id = RecordId(id);
        Box::new(move || {
            let types = record::record(place, id, options);
            let element = part.is_element(id).then(|| element::of_record(&Scope::root(place, id)));
            quote!(#types #element)
        })
    })
}

/// The messages declared in a family: the contents of its module.
fn module<'a>(place: Place<'a>, id: FamilyId, part: &'a Part, options: &'a Options, depth: usize) -> Items<'a> {
    Items { depth, pieces: records(Place { module: Some(id), ..place }, part, options).collect() }
}
