//! `wireform model`: the model of a schema as JSON, for programs that know no schemas. `cli/model.md` says what is in it.
//!
//! A function makes a [`Tree`] of each type of the model. It names all fields and variants of the type, so the compiler
//! reports a new one that is forgotten here.

mod condition;
mod items;
pub mod json;
pub mod names;
mod record;
pub mod tree;
mod wire;

use wireform_build::model::{Protocol, RecordId, Schema, Version};

use crate::args::Model;
use crate::print::print;
use crate::shipped;
use crate::stop::Outcome;
use names::Names;
use record::documentation;
use tree::{Object, Tree, kind, list};

/// The version of the form, which changes with every incompatible change from 1.0 on.
const FORMAT: u32 = 0;

/// Prints the model of a schema.
pub fn model(what: &Model) -> Outcome {
    let compiled = shipped::load(&what.schema, &what.imports)?;
    print(&text(&compiled.schema))
}

/// The model of a schema as JSON.
pub fn text(schema: &Schema) -> String {
    json::json(&tree(schema))
}

/// The model of a schema, in all its versions.
pub fn tree(schema: &Schema) -> Tree {
    let versions = list(schema.protocols().map(version));
    let head = kind("format", FORMAT).with("protocol", schema.name()).and(documentation(schema.docs()));
    head.with("versions", versions).into()
}

/// All items of a protocol in one version.
pub fn version(protocol: &Protocol) -> Object {
    #[rustfmt::skip]
    let Protocol {
        name: _, version, docs: _, varints, enums, bits, quantities, packed, aliases, constants, sessions, hooks, records,
        families, order: _, nested: _,
    } = protocol;
    let names = &Names::new(protocol);
    let head = version.as_ref().map(|Version { number, name }| kind("name", name).with("number", *number));
    head.unwrap_or_default()
        .with_list("constants", constants.iter().map(items::constant))
        .with_list("types", aliases.iter().map(items::alias))
        .with_list("varints", varints.iter().map(items::varint))
        .with_list("enums", enums.iter().map(|one| items::enumeration(names, one)))
        .with_list("bits", bits.iter().map(|one| items::bits(names, one)))
        .with_list("quantities", quantities.iter().map(|one| items::quantity(names, one)))
        .with_list("packed", packed.iter().map(|one| items::packed(names, one)))
        .with_list("sessions", sessions.iter().map(|one| items::session(names, one)))
        .with_list("hooks", hooks.iter().map(|one| items::hook(names, one)))
        .with_list("families", families.iter().map(|one| items::family(names, one)))
        .with("records", list(records.iter().zip(0..).map(|(one, id)| record::record(names, RecordId(id), one))))
}
