//! The items of a schema, with the files in which they stand.

use std::path::Path;

use super::Compiled;
use crate::model::Protocol;
use crate::references::Subject;

impl Compiled {
    /// The names of types, messages, families and hooks, each with its file; with versions, those of the first.
    pub fn items(&self) -> impl Iterator<Item = (&Path, &str)> {
        let all = self.references.files();
        all.filter_map(|(file, subject)| {
            Some((self.sources.get(file).path.as_path(), name(&self.schema.first, subject)?))
        })
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
