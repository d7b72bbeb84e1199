//! What the receiver of a packet knows and the bytes do not say, parameters and values of the session, from
//! `--with name=value` or from the `with` of a request.

use serde_json::{Map, Value};
use wireform_build::interpret::Target;
use wireform_build::model::session_params;
use wireform_build::model::{Code, Enum, Param, ParamKind, Protocol, Record, Role, Schema, SessionId, SessionValues};
use wireform_build::near::nearest;

/// All that is known besides the bytes.
#[derive(Debug, Clone)]
pub struct Known {
    /// One number for each parameter.
    pub params: Vec<Code>,
    /// What earlier messages said, as far as somebody knows.
    pub session: SessionValues,
}

/// Values by name.
pub type With = Map<String, Value>;

/// Takes `name=value` apart. A value is a number or a word.
pub fn from_options(options: &[String]) -> Result<With, String> {
    let mut with = With::new();
    for option in options {
        let (name, value) = option.split_once('=').ok_or_else(|| format!("`--with {option}` lacks a `=`"))?;
        let value = match value.trim() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            word => {
                let signed = word.parse::<i64>().map(Value::from);
                signed.or_else(|_| word.parse::<u64>().map(Value::from)).unwrap_or_else(|_| Value::from(word))
            }
        };
        if with.insert(name.trim().to_owned(), value).is_some() {
            return Err(format!("`--with {}` is given twice", name.trim()));
        }
    }
    Ok(with)
}

/// The names that a target needs, and all names that some target of its schema needs.
pub struct Needs {
    own: Vec<String>,
    all: Vec<String>,
}

impl Needs {
    /// The names of parameters and of values of the session.
    pub fn of(schema: &Schema, protocol: &Protocol, target: Target) -> Self {
        let sessions = session_params(protocol);
        let sessions = match target {
            Target::Record(id) => sessions.record(id),
            Target::Family(id) | Target::Stream(id) => sessions.family(id),
        };
        let sessions = sessions.iter().filter_map(|id| Some(protocol.sessions.get(id.0)?.name.clone()));
        let own = target.params(protocol).iter().map(|param| param.name.clone()).chain(sessions).collect();
        Self { own, all: all_names(schema) }
    }

    /// The given names that the target does not need, but another of the schema.
    pub fn unneeded<'w>(&self, with: &'w With) -> Result<Vec<&'w str>, String> {
        let mut unneeded = Vec::new();
        for name in with.keys().filter(|name| !self.own.contains(name)) {
            if !self.all.contains(name) {
                return Err(self.unknown(name));
            }
            unneeded.push(name.as_str());
        }
        Ok(unneeded)
    }

    fn unknown(&self, name: &str) -> String {
        let names = || self.own.iter().chain(&self.all).map(String::as_str);
        match (nearest(name, names()), self.all.as_slice()) {
            (Some(near), _) => format!("there is no parameter `{name}`; there is `{near}`"),
            (None, []) => format!("there is no parameter `{name}`: nothing needs to be known"),
            (None, all) => format!("there is no parameter `{name}`; there is {}", listed(all)),
        }
    }
}

/// The names of the parameters of all targets, and of the values of the session, in all versions.
fn all_names(schema: &Schema) -> Vec<String> {
    let mut all: Vec<String> = schema.protocols().flat_map(kinds).map(|(name, _)| name.to_owned()).collect();
    all.sort();
    all.dedup();
    all
}

/// The parameters of all targets, and the values of the session, with their types.
fn kinds(protocol: &Protocol) -> impl Iterator<Item = (&str, ParamKind)> {
    let is_target = |record: &&Record| !matches!(record.role, Role::Element { .. });
    let records = protocol.records.iter().filter(is_target).flat_map(|record| &record.params);
    let params = records.chain(protocol.families.iter().flat_map(|family| &family.params));
    let sessions = protocol.sessions.iter().map(|session| (session.name.as_str(), session.kind));
    params.map(|param| (param.name.as_str(), param.kind)).chain(sessions)
}

/// The numbers of given values, by the name of a parameter or session value of any target, in whichever version has it.
pub fn codes(schema: &Schema, with: &With) -> Result<Vec<(String, Code)>, String> {
    let number = |(name, value): (&String, &Value)| {
        known(schema, name)?;
        let mut kinds = schema.protocols().rev().flat_map(|one| kinds(one).map(move |(name, kind)| (one, name, kind)));
        let mut codes = kinds.by_ref().filter(|(_, known, _)| known == name);
        let first = codes.next().map_or(Ok(0), |(protocol, _, kind)| code(protocol, name, kind, value));
        let first = first
            .or_else(|error| codes.find_map(|(protocol, _, kind)| code(protocol, name, kind, value).ok()).ok_or(error));
        first.map(|code| (name.clone(), code))
    };
    with.iter().map(number).collect()
}

/// Fails unless some target has a parameter of this name.
pub fn parameter(schema: &Schema, name: &str) -> Result<(), String> {
    known(schema, name)?;
    if schema.protocols().any(|one| one.sessions.iter().any(|session| session.name == name)) {
        return Err(format!("`{name}` is a value of the session: the schema says which message sets it"));
    }
    Ok(())
}

/// Fails unless some target has a parameter or a session value of this name.
fn known(schema: &Schema, name: &str) -> Result<(), String> {
    let needs = Needs { own: Vec::new(), all: all_names(schema) };
    if needs.all.iter().any(|known| known == name) { Ok(()) } else { Err(needs.unknown(name)) }
}

/// One number for each parameter, and what is given of the session; each parameter needs a value.
pub fn arguments(protocol: &Protocol, target: Target, with: &With) -> Result<Known, String> {
    let params = target.params(protocol);
    let given = |param: &Param| Some(code(protocol, &param.name, param.kind, with.get(&param.name)?));
    let given = params.iter().filter_map(given).collect::<Result<Vec<Code>, _>>()?;
    let missing = params.iter().filter(|param| !with.contains_key(&param.name));
    let missing: Vec<String> = missing.map(|param| option(protocol, &param.name, param.kind)).collect();
    if !missing.is_empty() {
        let (name, missing) = (target.name(protocol), missing.join(", "));
        return Err(format!("the bytes alone do not say everything: `{name}` needs {missing}"));
    }
    let mut session = SessionValues::default();
    for (id, one) in protocol.sessions.iter().enumerate() {
        if let Some(value) = with.get(&one.name) {
            session.set(SessionId(id), Some(code(protocol, &one.name, one.kind, value)?));
        }
    }
    Ok(Known { params: given, session })
}

/// The option that gives a value of the session.
pub fn session_option(protocol: &Protocol, name: &str) -> Option<String> {
    let session = protocol.sessions.iter().find(|session| session.name == name)?;
    Some(option(protocol, name, session.kind))
}

/// The most names of an enum in an option.
const NAMES: usize = 12;

/// An option to type, with its possible values: `--with engine=Source|GoldSrc`.
fn option(protocol: &Protocol, name: &str, kind: ParamKind) -> String {
    match kind {
        ParamKind::Bool => format!("`--with {name}=true|false`"),
        ParamKind::Int(interval) => format!("`--with {name}=N` (N is {} to {})", interval.min, interval.max),
        ParamKind::Enum(id) => {
            let mut some: Vec<&str> = names(protocol, id).map(|(name, _)| name).take(NAMES).collect();
            if names(protocol, id).nth(NAMES).is_some() {
                some.push("..");
            }
            format!("`--with {name}={}`", some.join("|"))
        }
    }
}

fn code(protocol: &Protocol, name: &str, kind: ParamKind, value: &Value) -> Result<Code, String> {
    let number = value.as_i64().map(Code::from).or(value.as_u64().map(Code::from));
    let code = match kind {
        ParamKind::Bool => value.as_bool().map(Code::from).or(number.filter(|number| matches!(number, 0 | 1))),
        ParamKind::Int(interval) => number.filter(|number| (interval.min..=interval.max).contains(number)),
        ParamKind::Enum(id) => match value.as_str() {
            Some(name) => names(protocol, id).find(|(known, _)| *known == name).map(|(_, code)| code),
            None => number.filter(|number| is_code(protocol, id, *number)),
        },
    };
    code.ok_or_else(|| {
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("`{shown}` is no value of the parameter `{name}`: {}", wanted(protocol, kind))
    })
}

/// What a value may be, in words.
fn wanted(protocol: &Protocol, kind: ParamKind) -> String {
    match kind {
        ParamKind::Bool => "it is true or false".to_owned(),
        ParamKind::Int(interval) => format!("it is a number, {} to {}", interval.min, interval.max),
        ParamKind::Enum(id) => {
            let names: Vec<&str> = names(protocol, id).map(|(name, _)| name).collect();
            format!("it is one of {}", names.join(", "))
        }
    }
}

/// Whether an enum has a value for a number.
fn is_code(protocol: &Protocol, id: wireform_build::model::EnumId, number: Code) -> bool {
    protocol.enums.get(id.0).is_some_and(|one| {
        let mut read = one.codes.iter().flat_map(|code| &code.read);
        one.interval.contains(number) && (one.open || read.any(|codes| codes.contains(number)))
    })
}

fn names(protocol: &Protocol, id: wireform_build::model::EnumId) -> impl Iterator<Item = (&str, Code)> {
    let codes = protocol.enums.get(id.0).map(|Enum { codes, .. }| codes.as_slice()).unwrap_or_default();
    codes.iter().map(|code| (code.name.as_str(), code.written))
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
