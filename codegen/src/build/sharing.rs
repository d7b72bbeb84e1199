//! Types that several modules share: those of a file that several schemas import. This half of [`Builder`] says which schema
//! has them, and where.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{Builder, Error};
use crate::load::{Compiled, Failure};
use crate::model::Schema;
use crate::names;
use wireform_rust::{Other, Sharing};

impl Builder {
    /// Takes types that the schemas import from another crate, whose schema imports them, too: the path of that schema, and
    /// that of the module with its code. The other crate says [`exported`](Self::exported), and has the options of this one.
    ///
    /// ```no_run
    /// // in `main` of build.rs
    /// wireform_build::Builder::new()
    ///     .schema("schema/lobby.wire")
    ///     .extern_path("../world/schema/world.wire", "::world::world")
    ///     .compile();
    /// ```
    ///
    /// Schemas of one builder share the types of a file that they import without this: the first has them, and the later ones
    /// re-export them. Their modules stand side by side, with the names of their protocols; if the first is elsewhere, its
    /// path is said here. A type is shared if all of it is the same, so not if the byte order is another. Schemas with
    /// versions or session values have types of their own.
    #[must_use]
    pub fn extern_path(mut self, schema: impl Into<PathBuf>, module: impl Into<String>) -> Self {
        self.externs.push((schema.into(), module.into()));
        self
    }

    /// Whether other crates may take the types that the schemas import, by [`extern_path`](Self::extern_path).
    #[must_use]
    pub fn exported(mut self, wanted: bool) -> Self {
        self.exported = wanted;
        self
    }

    /// The error for a module whose path is none.
    pub(super) fn malformed_module(&self) -> Option<Error> {
        let (_, module) = self.externs.iter().find(|(_, module)| !wireform_rust::is_path(module))?;
        Some(Error::Module(module.clone()))
    }

    /// What each schema shares with the others.
    pub(super) fn shared(&self, all: &[(&Path, Compiled)], failures: &mut Vec<Failure>) -> Vec<Sharing> {
        let mut before = Vec::new();
        let is_own = |path: &Path| self.schemas.iter().any(|(own, _)| own == path);
        for (path, module) in self.externs.iter().filter(|(path, _)| !is_own(path)) {
            match self.load(path) {
                Ok(compiled) => before.push(Shared::new(module.clone(), &compiled)),
                Err(failure) => failures.push(failure),
            }
        }
        let own = |(path, compiled): &(&Path, Compiled)| {
            let module = self.externs.iter().find(|(other, _)| other == path).map(|(_, module)| module.clone());
            Shared::new(module.unwrap_or_else(|| beside(compiled.schema.name())), compiled)
        };
        let own: Vec<Shared> = all.iter().map(own).collect();
        let sharing = (0..own.len()).filter_map(|index| {
            let (earlier, later) = own.split_at(index);
            let (one, later) = later.split_first()?;
            let exports = self.exported || later.iter().any(|other| !one.names(other).is_empty());
            let others = before.iter().chain(earlier).map(|other| one.other(other));
            Some(Sharing { exports, others: others.filter(|other| !other.names.is_empty()).collect() })
        });
        sharing.collect()
    }
}

/// `super::quake2`: the module of a protocol beside that of another.
fn beside(protocol: &str) -> String {
    let name = names::module_name(protocol);
    if names::is_keyword(&name) { format!("super::r#{name}") } else { format!("super::{name}") }
}

/// A schema whose types others may have.
struct Shared {
    /// The path of its module in Rust.
    module: String,
    schema: Schema,
    /// The names of the items that it has from the files that it imports.
    imported: BTreeSet<String>,
}

impl Shared {
    fn new(module: String, compiled: &Compiled) -> Self {
        Self { module, schema: compiled.schema.clone(), imported: compiled.imported() }
    }

    /// The names that both import.
    fn names(&self, other: &Self) -> BTreeSet<String> {
        self.imported.intersection(&other.imported).cloned().collect()
    }

    fn other(&self, other: &Self) -> Other {
        Other { path: other.module.clone(), schema: other.schema.clone(), names: self.names(other) }
    }
}
