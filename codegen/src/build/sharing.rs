//! Types that several modules share: those of a file that several schemas have. This half of [`Builder`] says which module
//! has them, and where it is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{Builder, Error, cargo};
use crate::load::{Compiled, Failure};
use crate::model::Schema;
use crate::names;
use wireform_rust::{Other, Sharing};

impl Builder {
    /// Takes types that the schemas import from another crate: the path of its schema, which has or imports them, too, and
    /// that of the module with its code. The other crate says [`exported`](Self::exported), and has the options of this one. The
    /// file may be the other crate's, with [`allow_outside`](Self::allow_outside), or a copy.
    ///
    /// ```no_run
    /// // in `main` of build.rs
    /// wireform_build::Builder::new()
    ///     .schema("schema/lobby.wire")
    ///     .extern_path("../world/schema/world.wire", "::world::world")
    ///     .allow_outside(true)
    ///     .compile();
    /// ```
    ///
    /// Schemas of one builder share the types of a file without this: the first has them, and the later ones re-export
    /// them. Their modules stand side by side, with the names of their protocols. If the first is elsewhere, its path is said
    /// here; if a program has the one or the other, give each a builder of its own. A type is shared if all of it is the
    /// same, so not if the byte order is another. Schemas with versions or session values have types of their own.
    #[must_use]
    pub fn extern_path(mut self, schema: impl Into<PathBuf>, module: impl Into<String>) -> Self {
        self.externs.push((schema.into(), module.into()));
        self
    }

    /// Whether other crates may take types of the schemas, by [`extern_path`](Self::extern_path).
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

    /// The items that each schema shares with the others.
    pub(super) fn shared(&self, all: &[(&Path, Compiled)], failures: &mut Vec<Failure>) -> Vec<Sharing> {
        if all.len() < 2 && self.externs.is_empty() && !self.exported {
            return vec![Sharing::default(); all.len()];
        }
        let mut before = Vec::new();
        let is_own = |path: &Path| self.schemas.iter().any(|(own, text)| text.is_none() && one(own) == one(path));
        for (path, module) in self.externs.iter().filter(|(path, _)| !is_own(path)) {
            match self.load(path) {
                Ok(compiled) => before.push(Shared::new(module.clone(), true, &compiled)),
                Err(failure) => failures.push(failure),
            }
        }
        let own = |(path, compiled): &(&Path, Compiled)| {
            let module =
                self.externs.iter().find(|(other, _)| one(other) == one(path)).map(|(_, module)| module.clone());
            Shared::new(module.unwrap_or_else(|| beside(compiled.schema.name())), false, compiled)
        };
        let own: Vec<Shared> = all.iter().map(own).collect();
        for other in &before {
            if own.iter().all(|one| one.names(other).is_empty()) {
                cargo::warn(&format!("no schema has a type of `{}`", other.module));
            }
        }
        let sharing = (0..own.len()).filter_map(|index| {
            let (earlier, later) = own.split_at(index);
            let (one, later) = later.split_first()?;
            let mut exports: BTreeSet<String> = later.iter().flat_map(|other| one.names(other)).collect();
            if self.exported {
                exports.extend(one.items.iter().map(|(_, name)| name.clone()));
            }
            let others = before.iter().chain(earlier).filter_map(|other| other.to(one)).collect();
            Some(Sharing { exports, others })
        });
        sharing.collect()
    }
}

/// `super::quake2`: the module of a protocol beside that of another.
fn beside(protocol: &str) -> String {
    if names::is_keyword(protocol) { format!("super::r#{protocol}") } else { format!("super::{protocol}") }
}

/// The one path of a file that several lead to.
fn one(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// A schema whose types others may have.
struct Shared {
    /// The path of its module in Rust.
    module: String,
    is_foreign: bool,
    schema: Schema,
    /// The names of its items, each with its file.
    items: BTreeSet<(PathBuf, String)>,
    /// The names of those that it imports.
    imported: BTreeSet<String>,
}

impl Shared {
    fn new(module: String, is_foreign: bool, compiled: &Compiled) -> Self {
        let own = compiled.sources.iter().next().map(|source| source.path.as_path());
        let imported = compiled.items().filter(|(path, _)| Some(*path) != own).map(|(_, name)| name.to_owned());
        let items = compiled.items().map(|(path, name)| (one(path), name.to_owned()));
        Self {
            module,
            is_foreign,
            schema: compiled.schema.clone(),
            items: items.collect(),
            imported: imported.collect(),
        }
    }

    /// The names of items that both have from one file, or from a copy that another crate has.
    fn names(&self, other: &Self) -> BTreeSet<String> {
        let is_there = |(_, name): &&(PathBuf, String)| other.is_foreign && self.imported.contains(name);
        let copied = other.items.iter().filter(is_there);
        self.items.intersection(&other.items).chain(copied).map(|(_, name)| name.clone()).collect()
    }

    /// The items that a schema may take from this one, if there are any.
    fn to(&self, taker: &Self) -> Option<Other> {
        let names = taker.names(self);
        let Self { module, is_foreign, schema, .. } = self;
        let (path, is_foreign) = (module.clone(), *is_foreign);
        (!names.is_empty()).then(|| Other { path, is_foreign, schema: schema.clone(), names })
    }
}
