//! The two sides: `SCHEMA` or `SCHEMA@VERSION`.

use std::path::Path;

use wireform_build::model::{Protocol, Schema};

use crate::args::Imports;
use crate::packet::schema;
use crate::stop::{Outcome, Stop};

/// A schema, or one version of it.
pub struct Subject {
    /// As it was given, without the version.
    name: String,
    schema: Schema,
    /// The name of the version, if one was given.
    version: Option<String>,
}

/// The protocols of two schemas that are compared.
pub struct Pairs<'s> {
    /// Two protocols each.
    pub pairs: Vec<Pair<'s>>,
    /// The versions that only the old schema has.
    pub gone: Vec<String>,
    /// The versions that only the new one has.
    pub added: Vec<String>,
    /// Both schemas, if all of their versions are compared.
    pub whole: Option<(&'s Schema, &'s Schema)>,
}

/// Two protocols to compare, and their names.
pub struct Pair<'s> {
    /// The old one.
    pub old: &'s Protocol,
    /// The new one.
    pub new: &'s Protocol,
    /// Their names in the answer.
    pub names: (String, String),
}

impl Subject {
    /// Compiles a schema. A file of that whole name takes precedence over a version.
    pub fn load(given: &str, imports: &Imports) -> Outcome<Self> {
        let (name, version) = match given.rsplit_once('@') {
            Some((name, version)) if !Path::new(given).exists() => (name, Some(version)),
            _ => (given, None),
        };
        let schema = schema(Path::new(name), imports)?;
        if let Some(version) = version
            && schema.version(version).is_none()
        {
            let known: Vec<&str> =
                schema.protocols().filter_map(|one| Some(one.version.as_ref()?.name.as_str())).collect();
            let known = match known.is_empty() {
                true => "it has only one, without a name".to_owned(),
                false => format!("there are {}", known.join(", ")),
            };
            return Err(Stop::Usage(format!("`{name}` has no version `{version}`; {known}")));
        }
        Ok(Self { name: name.to_owned(), schema, version: version.map(str::to_owned) })
    }

    /// The name of a protocol in the answer.
    fn shown(&self, protocol: &Protocol) -> String {
        match &protocol.version {
            Some(version) => format!("{}@{}", self.name, version.name),
            None => self.name.clone(),
        }
    }

    /// The version that was given, or the newest.
    fn protocol(&self) -> &Protocol {
        let given = self.version.as_deref().and_then(|version| self.schema.version(version));
        given.unwrap_or_else(|| self.schema.newest())
    }
}

/// The protocols to compare: of two schemas with versions those of the same name, otherwise one of each.
pub fn pairs<'s>(old: &'s Subject, new: &'s Subject) -> Pairs<'s> {
    let has_versions = |one: &Subject| one.version.is_none() && one.schema.first.version.is_some();
    let pair = |before: &'s Protocol, now: &'s Protocol| Pair {
        old: before,
        new: now,
        names: (old.shown(before), new.shown(now)),
    };
    if !(has_versions(old) && has_versions(new)) {
        let pairs = vec![pair(old.protocol(), new.protocol())];
        return Pairs { pairs, gone: Vec::new(), added: Vec::new(), whole: None };
    }
    let name = |protocol: &Protocol| protocol.version.as_ref().map(|version| version.name.clone()).unwrap_or_default();
    let names = |schema: &Schema| schema.protocols().map(name).collect::<Vec<_>>();
    let (before, now) = (names(&old.schema), names(&new.schema));
    let both = before.iter().filter(|name| now.contains(name));
    let both = both.filter_map(|name| Some(pair(old.schema.version(name)?, new.schema.version(name)?)));
    let only = |all: &[String], others: &[String]| all.iter().filter(|name| !others.contains(name)).cloned().collect();
    let (gone, added) = (only(&before, &now), only(&now, &before));
    Pairs { pairs: both.collect(), gone, added, whole: Some((&old.schema, &new.schema)) }
}
