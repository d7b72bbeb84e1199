//! The items of a schema that stand in the files which it imports.

use std::collections::BTreeSet;

use super::Compiled;
use crate::model::Protocol;
use crate::references::Subject;

impl Compiled {
    /// The names of types, messages, families and hooks that stand in imported files; with versions, those of the first.
    #[must_use]
    pub fn imported(&self) -> BTreeSet<String> {
        let own = self.sources.iter().next().map(|source| &source.path);
        let subjects = self.references.subjects_in(|file| Some(&self.sources.get(file).path) != own);
        subjects.filter_map(|subject| name(&self.schema.first, subject)).map(str::to_owned).collect()
    }
}

/// The name of an item that is a type, or has types.
fn name(protocol: &Protocol, subject: Subject) -> Option<&str> {
    let name = match subject {
        Subject::Varint(id) => &protocol.varints.get(id.0)?.name,
        Subject::Value(value) => return protocol.declared(value).map(|declared| declared.name),
        Subject::Record(id) => &protocol.records.get(id.0)?.name,
        Subject::Family(id) => &protocol.families.get(id.0)?.name,
        Subject::Hook(id) => &protocol.hooks.get(id.0)?.name,
        _ => return None,
    };
    Some(name)
}
