//! Targets by their names: `Pos`, `Positions`, `[Positions]`, `to_client::SetTeam`, or a source name, `N_POS`.

use std::fmt;

use wireform_build::interpret::Target;
use wireform_build::model::{FamilyId, Protocol, Record, RecordId, Role, Schema};
use wireform_build::near::{nearest, nearest_first};

/// There is nothing of this name, or more than one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTarget {
    /// As it was given.
    pub name: String,
    /// Full names of what was probably meant.
    pub near: Vec<String>,
    /// The name alone does not say which.
    pub ambiguous: bool,
    /// It is a family whose codes stand elsewhere, so that its own bytes do not say which message they are.
    pub without_code: bool,
    /// The type of a number, if it is one.
    pub is: Option<&'static str>,
    /// The names that there are.
    pub known: Known,
}

/// The names among which one was not found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// Messages, structs and families, the most similar first.
    Targets(Vec<String>),
    /// Versions, the oldest first: the name begins with another.
    Versions(Vec<String>),
}

/// The most names that are listed.
const LISTED: usize = 12;

/// Finds what a name stands for, and in which version: `v259::Pos` in that one (also `259::Pos`), `Pos` in the newest.
///
/// # Errors
/// As [`target`].
pub fn target_of<'s>(schema: &'s Schema, name: &str) -> Result<(&'s Protocol, Target), UnknownTarget> {
    let (open, inner) = match name.strip_prefix('[') {
        Some(inner) => ("[", inner),
        None => ("", name),
    };
    let versioned = inner.split_once("::").or_else(|| inner.split_once('.'));
    let found = versioned.and_then(|(version, rest)| Some((schema.version(version.trim())?, rest)));
    let (protocol, rest) = found.unwrap_or((schema.newest(), inner));
    let target = target(protocol, &format!("{open}{rest}")).map(|target| (protocol, target));
    match versioned {
        Some((version, _)) if found.is_none() && has_versions(schema) && is_version(version.trim()) => {
            target.map_err(|_| unknown_version(schema, version.trim()))
        }
        _ => target,
    }
}

/// Finds what a name stands for in this version, `v259` or `259`.
///
/// # Errors
/// As [`target`]; and if the schema has no such version.
pub fn target_in<'s>(schema: &'s Schema, version: &str, name: &str) -> Result<(&'s Protocol, Target), UnknownTarget> {
    let protocol = schema.version(version).ok_or_else(|| unknown_version(schema, version))?;
    target(protocol, name).map(|target| (protocol, target))
}

/// Whether a word is made as names of versions are: `v259`, or `259`.
fn is_version(word: &str) -> bool {
    let digits = word.strip_prefix('v').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
}

fn has_versions(schema: &Schema) -> bool {
    schema.first.version.is_some()
}

/// The error of a version that a schema lacks.
fn unknown_version(schema: &Schema, name: &str) -> UnknownTarget {
    let versions: Vec<String> = schema.protocols().filter_map(|one| Some(one.version.as_ref()?.name.clone())).collect();
    let known = Known::Versions(versions);
    UnknownTarget { name: name.to_owned(), near: Vec::new(), ambiguous: false, without_code: false, is: None, known }
}

/// Finds what a name stands for.
///
/// # Errors
/// If it stands for nothing, or a message of that name stands in several families.
pub fn target(protocol: &Protocol, name: &str) -> Result<Target, UnknownTarget> {
    if let Some(inner) = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let inner = inner.trim();
        let id = family(protocol, inner).ok_or_else(|| unknown(protocol, name))?;
        return with_code(protocol, id).map(Target::Stream);
    }
    let (qualifier, last) = match name.rsplit_once("::").or_else(|| name.rsplit_once('.')) {
        Some((qualifier, last)) => (Some(qualifier), last),
        None => (None, name),
    };
    if let Some(family) = family(protocol, name) {
        return with_code(protocol, family).map(Target::Family);
    }
    let all = |is_named: &dyn Fn(&Record) -> bool| -> Vec<RecordId> {
        named(protocol).filter(|(_, record)| is_named(record)).map(|(id, _)| id).collect()
    };
    let mut found = all(&|record| record.name == last);
    if found.is_empty() {
        found = all(&|record| record.docs.source_name.as_deref() == Some(last));
    }
    let fitting: Vec<RecordId> = match qualifier {
        Some(qualifier) => found.iter().copied().filter(|id| belongs(protocol, *id, qualifier)).collect(),
        None => found,
    };
    // A target outside of families has this name only.
    let own = |id: &&RecordId| qualifier.is_none() && full_name(protocol, **id) == last;
    match fitting.as_slice() {
        [only] => Ok(Target::Record(*only)),
        [] => Err(unknown(protocol, name)),
        several => several.iter().find(own).map(|id| Target::Record(*id)).ok_or_else(|| UnknownTarget {
            name: name.to_owned(),
            near: several.iter().map(|id| full_name(protocol, *id)).collect(),
            ambiguous: true,
            without_code: false,
            is: None,
            known: known(protocol, name),
        }),
    }
}

/// The targets with a name of their own: all but elements of lists.
fn named(protocol: &Protocol) -> impl Iterator<Item = (RecordId, &Record)> {
    let records = protocol.records.iter().enumerate().map(|(index, record)| (RecordId(index), record));
    records.filter(|(_, record)| !matches!(record.role, Role::Element { .. }))
}

fn family(protocol: &Protocol, name: &str) -> Option<FamilyId> {
    protocol.families.iter().position(|family| family.name == name).map(FamilyId)
}

/// A family, if its messages begin with their code. If not, its messages are what can be read.
fn with_code(protocol: &Protocol, id: FamilyId) -> Result<FamilyId, UnknownTarget> {
    let Some(family) = protocol.families.get(id.0).filter(|family| family.carrier.is_none()) else { return Ok(id) };
    let near = family.members.iter().map(|member| format!("{}.{}", family.name, member.name)).collect();
    let known = known(protocol, &family.name);
    Err(UnknownTarget { name: family.name.clone(), near, ambiguous: false, without_code: true, is: None, known })
}

/// Whether a message belongs to the family of this name, spelled as in the schema or as a module.
fn belongs(protocol: &Protocol, id: RecordId, qualifier: &str) -> bool {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    protocol.families.iter().enumerate().any(|(index, family)| {
        let record = protocol.records.get(id.0);
        let declared = record.is_some_and(|record| record.module == Some(FamilyId(index)));
        let member = family.members.iter().any(|member| member.record == id);
        (declared || member) && plain(&family.name) == plain(qualifier)
    })
}

/// The name of a record, after that of its family if it is in one: unlike its own name, no other has it.
#[must_use]
pub fn full_name(protocol: &Protocol, id: RecordId) -> String {
    let Some(record) = protocol.records.get(id.0) else { return String::new() };
    match record.module.and_then(|module| protocol.families.get(module.0)) {
        Some(family) => format!("{}.{}", family.name, record.name),
        None => record.name.clone(),
    }
}

fn unknown(protocol: &Protocol, name: &str) -> UnknownTarget {
    let streams: Vec<String> = protocol.families.iter().map(|family| format!("[{}]", family.name)).collect();
    let full: Vec<String> = named(protocol).map(|(id, _)| full_name(protocol, id)).collect();
    let last = last(name);
    let mut candidates: Vec<&str> = named(protocol).map(|(_, record)| record.name.as_str()).collect();
    candidates.extend(named(protocol).filter_map(|(_, record)| record.docs.source_name.as_deref()));
    candidates.extend(protocol.families.iter().map(|family| family.name.as_str()));
    candidates.extend(streams.iter().chain(&full).map(String::as_str));
    // The name after the family's may be known elsewhere.
    let same = candidates.iter().copied().find(|candidate| *candidate == last && last != name);
    // A state travels as its delta against another.
    let delta = named(protocol).find(|(_, record)| record.delta.as_ref().is_some_and(|delta| delta.name == last));
    let delta = delta.map(|(_, record)| record.name.as_str());
    let near = same.or(delta).or_else(|| nearest(name, candidates.iter().copied()));
    UnknownTarget {
        name: name.to_owned(),
        near: near.map(str::to_owned).into_iter().collect(),
        ambiguous: false,
        without_code: false,
        is: number_type(protocol, name),
        known: known(protocol, name),
    }
}

/// The kind of a declaration that only fields have.
fn number_type(protocol: &Protocol, name: &str) -> Option<&'static str> {
    let mut kinds = [
        (protocol.enums.iter().any(|one| one.name == name), "an enum"),
        (protocol.bits.iter().any(|one| one.name == name), "bits"),
        (protocol.quantities.iter().any(|one| one.name == name), "a quantity"),
        (protocol.packed.iter().any(|one| one.name == name), "a packed number"),
    ]
    .into_iter();
    kinds.find_map(|(is_it, kind)| is_it.then_some(kind))
}

/// The names of all messages, structs and families, or of all streams if `name` is one, the most similar first.
fn known(protocol: &Protocol, name: &str) -> Known {
    let families = protocol.families.iter().map(|family| &family.name);
    let names = match name.strip_prefix('[') {
        Some(_) => families.map(|family| format!("[{family}]")).collect(),
        None => families.cloned().chain(named(protocol).map(|(id, _)| full_name(protocol, id))).collect(),
    };
    Known::Targets(nearest_first(last(name), names, |one| last(one)))
}

/// A name without its family.
fn last(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ambiguous {
            return write!(f, "`{}` stands in several families: {}", self.name, self.near.join(", "));
        }
        if self.without_code {
            return write!(
                f,
                "the bytes of `{}` do not say which message they are: name the message, or what holds it",
                self.name
            );
        }
        let (kind, names) = match &self.known {
            Known::Targets(names) => ("message, struct or family", names),
            Known::Versions(names) => ("version", names),
        };
        write!(f, "the schema has no {kind} `{}`", self.name)?;
        if let Some(is) = self.is {
            return write!(f, "; `{}` is {is}, a type of fields", self.name);
        }
        match self.near.first() {
            Some(near) => write!(f, "; did you mean `{near}`? There are ")?,
            None if names.is_empty() && kind == "version" => return f.write_str("; it has only one, without a name"),
            None if names.is_empty() => return Ok(()),
            None => write!(f, "; there are ")?,
        }
        let listed: Vec<&str> = names.iter().take(LISTED).map(String::as_str).collect();
        f.write_str(&listed.join(", "))?;
        match names.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

impl std::error::Error for UnknownTarget {}

#[cfg(test)]
mod tests {
    use super::target;
    use crate::support::schema;

    #[test]
    fn names_of_targets() {
        let one = schema(
            "message Shared = 3 { x: u8 } family ToClient: u8 { message SetTeam \"N_SETTEAM\" = 1; Shared } family ToServer: u8 { message SetTeam \"N_SETTEAM\" = 2; message Only \"N_ONLY\" = 4; message Own = 5; Shared } struct Own { x: u8 }",
        );
        let found = |name: &str| {
            target(&one, name).map(|target| target.name(&one).to_owned()).map_err(|error| error.to_string())
        };
        assert_eq!(found("[ToClient]"), Ok("ToClient".to_owned()));
        assert_eq!(found("to_client::SetTeam"), Ok("SetTeam".to_owned()));
        assert_ne!(target(&one, "ToServer.SetTeam"), target(&one, "ToClient.SetTeam"));
        assert_eq!(target(&one, "ToServer.Shared"), target(&one, "Shared"));
        assert_eq!(found("Own"), Ok("Own".to_owned()));
        assert_ne!(target(&one, "Own"), target(&one, "ToServer.Own"));
        assert_eq!(
            found("SetTeam"),
            Err("`SetTeam` stands in several families: ToClient.SetTeam, ToServer.SetTeam".to_owned())
        );
        for name in ["Onyl", "ToClient.Only"] {
            let told = format!("the schema has no message, struct or family `{name}`; did you mean `Only`?");
            let found = found(name).expect_err("there is no such name");
            assert!(found.starts_with(&format!("{told} There are ToServer.Only, ToServer.Own, Own, ")), "{found}");
        }
        assert_eq!(found("N_ONLY"), Ok("Only".to_owned()));
        assert_eq!(target(&one, "ToServer.N_SETTEAM"), target(&one, "ToServer.SetTeam"));
        assert_eq!(
            found("N_SETTEAM"),
            Err("`N_SETTEAM` stands in several families: ToClient.SetTeam, ToServer.SetTeam".to_owned())
        );
        let told = found("N_ONLI").expect_err("there is no such name");
        assert!(told.starts_with("the schema has no message, struct or family `N_ONLI`; did you mean `N_ONLY`?"));
        let told = "the schema has no message, struct or family `[Shared]`; did you mean `Shared`? There are [ToServer], [ToClient]";
        assert_eq!(found("[Shared]"), Err(told.to_owned()));
    }
}
