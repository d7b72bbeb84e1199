//! Names that are assigned once for a protocol: of private types and of local variables.

use super::locals::Locals;
use crate::facts::Facts;
use crate::model::{Protocol, RecordId, Wire};
use std::collections::BTreeSet;

/// The names of a protocol's generated code.
#[derive(Debug, Default)]
pub struct Names {
    /// All types of the schema, with which a private type's name could collide.
    types: BTreeSet<String>,
    /// Indexed by record.
    locals: Vec<Locals>,
    /// The messages whose versions differ only in the code, which is a generic parameter.
    pub(super) generic: BTreeSet<RecordId>,
}

impl Names {
    /// The names of a protocol; the messages `generic` are shared by versions with another code for each.
    pub fn of(protocol: &Protocol, facts: &Facts, generic: BTreeSet<RecordId>) -> Self {
        let records = protocol.records.iter().enumerate();
        let locals = records.map(|(id, record)| Locals::of(protocol, facts.record(RecordId(id)), record)).collect();
        Self { types: types(protocol), locals, generic }
    }

    /// The local variables of a record's functions.
    pub fn locals(&self, record: RecordId) -> &Locals {
        &self.locals[record.0]
    }

    /// A name for a private type: with the first of the endings that gives no name of the schema.
    pub fn private_type(&self, name: &str, endings: &[&str]) -> String {
        let free = endings.iter().map(|ending| format!("{name}{ending}")).find(|name| !self.types.contains(name));
        free.unwrap_or_else(|| format!("{name}{}{}", endings.concat(), self.types.len()))
    }
}

/// The names of all types of a schema, in Rust's spelling.
fn types(protocol: &Protocol) -> BTreeSet<String> {
    let nested = protocol.records.iter().flat_map(|record| &record.fields).flat_map(|field| match &field.wire {
        Wire::Group { name, delta, .. } => delta.iter().map(|delta| delta.name.clone()).chain([name.clone()]).collect(),
        Wire::Match { name, arms, .. } => {
            let arms = arms.iter().map(|arm| format!("{name}{}", arm.name));
            arms.chain([name.clone()]).collect()
        }
        _ => Vec::new(),
    });
    let states = protocol.records.iter().filter_map(|record| record.delta.as_ref()).map(|delta| delta.name.clone());
    let declared = protocol.records.iter().map(|record| record.name.clone()).chain(states);
    let values = protocol.declared_values().filter_map(|value| Some(protocol.declared(value)?.name.to_owned()));
    let types = protocol.varints.iter().map(|one| &one.name).chain(protocol.families.iter().map(|one| &one.name));
    let types = types.chain(protocol.hooks.iter().map(|one| &one.name));
    nested.chain(declared).chain(values).chain(types.cloned()).map(|name| crate::names::type_name(&name)).collect()
}
