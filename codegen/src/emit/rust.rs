//! The Rust of a protocol: types, readers and writers that call the runtime.
//!
//! What comes out is the inside of a module: no `use`, no inner attributes, everything outside of the module by
//! absolute path, so that it can be included anywhere and no name of a schema can collide with a name of Rust.

mod arms;
mod bare;
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
mod expr;
mod facts;
mod family;
mod format;
mod generics;
mod hooks;
mod int;
mod intervals;
mod literal;
mod locals;
mod names;
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

use tokens::{TokenStream, quote};

use crate::model::{FamilyId, RecordId, Schema};
use facts::Facts;
pub use format::Layout;
use format::Style;
use part::Part;
use pieces::{Items, Piece};
use scope::{Place, Scope};

/// What is generated besides what always is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// Paths of further derives for plain values and their types: `Hash`, `::bytemuck::Zeroable`.
    pub derives: Vec<String>,
    /// Derive `serde::Serialize` for plain values and their types, and `serde::Deserialize` for these types: enums,
    /// quantities, layouts of bits, packed numbers.
    pub serde: bool,
    /// For names of the schema, where rustdoc shows what the documents say of them, as seen from the protocol's module:
    /// `documents::positions#pos`.
    pub sections: Vec<(String, String)>,
    /// How the text is laid out.
    pub layout: Layout,
}

impl Options {
    /// The first of the further derives that is not the path of a trait.
    #[must_use]
    pub fn malformed_derive(&self) -> Option<&str> {
        self.derives.iter().find(|path| !path::is_path(path)).map(String::as_str)
    }

    /// The further derives of plain values, each with a comma in front.
    fn derives(&self) -> TokenStream {
        let derives = self.derives.iter().map(|path| tokens::path(path));
        let serde = self.serde.then(|| quote!(, ::serde::Serialize));
        quote!(#(, #derives)* #serde)
    }
}

/// What the schema says about the whole protocol: the lines of the module's documentation, in Markdown.
///
/// They stand apart from [`rust`], since no text that is included can begin with the documentation of the module that
/// includes it.
#[must_use]
pub fn module_docs(schema: &Schema) -> Vec<String> {
    docs::lines(schema.docs(), &format!("The protocol {}.", docs::quoted(schema.name())))
}

/// The Rust of a schema.
#[must_use]
pub fn rust(schema: &Schema, options: &Options) -> String {
    let schema = &sessions::passed(schema);
    if schema.first.version.is_some() {
        return versions::versions(schema, options);
    }
    let protocol = &schema.first;
    let facts = Facts::of(protocol);
    let place = Place { protocol, module: None, facts: &facts };
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

/// What stands in the protocol's module itself, which stands in so many others.
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

/// The records that live in one place.
fn records<'a>(place: Place<'a>, part: &'a Part, options: &'a Options) -> impl Iterator<Item = Piece<'a>> {
    let all = place.protocol.records.iter().zip(&part.records).enumerate();
    let here = all.filter(move |(_, (one, here))| **here && one.module == place.module);
    here.map(move |(id, (one, _))| -> Piece<'a> {
        Box::new(move || {
            let types = record::record(place, one, options);
            let element = part.is_element(RecordId(id)).then(|| element::of_record(&Scope::root(place, one)));
            quote!(#types #element)
        })
    })
}

/// The messages that are declared in a family: the inside of its module.
fn module<'a>(place: Place<'a>, id: FamilyId, part: &'a Part, options: &'a Options, depth: usize) -> Items<'a> {
    Items { depth, pieces: records(Place { module: Some(id), ..place }, part, options).collect() }
}
