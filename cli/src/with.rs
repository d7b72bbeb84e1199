//! What the receiver of a packet knows and the bytes do not say, parameters and values of the session, from
//! `--with name=value` or from the `with` of a request.

use serde_json::{Map, Value};
use wireform_build::model::{Code, Enum, Param, ParamKind, Protocol, SessionId, SessionValues};
use wireform_build::near::nearest;

/// All that is known besides the bytes.
#[derive(Debug, Clone)]
pub struct Known {
    /// One number for each parameter.
    pub params: Vec<Code>,
    /// What earlier messages said, as far as somebody knows.
    pub session: SessionValues,
}

/// Values by name; where one is given twice the last counts.
pub type With = Map<String, Value>;

/// Takes `name=value` apart. A value is a number or a word.
pub fn from_options(options: &[String]) -> Result<With, String> {
    options
        .iter()
        .map(|option| {
            let (name, value) = option.split_once('=').ok_or_else(|| format!("`--with {option}` lacks a `=`"))?;
            let value = match value.trim() {
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                word => word.parse::<i64>().map_or_else(|_| Value::from(word), Value::from),
            };
            Ok((name.trim().to_owned(), value))
        })
        .collect()
}

/// Refuses what is neither a parameter nor a value of the session.
pub fn known(protocol: &Protocol, params: &[Param], with: &With) -> Result<(), String> {
    let sessions = protocol.sessions.iter().map(|session| session.name.as_str());
    let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).chain(sessions).collect();
    let Some(unknown) = with.keys().find(|name| !names.contains(&name.as_str())) else { return Ok(()) };
    let near = nearest(unknown, names.iter().copied());
    Err(match (near, names.as_slice()) {
        (Some(near), _) => format!("there is no parameter `{unknown}`; there is `{near}`"),
        (None, []) => format!("there is no parameter `{unknown}`: nothing needs to be known"),
        (None, _) => format!("there is no parameter `{unknown}`; there is {}", listed(&names)),
    })
}

/// One number for each parameter, and what is given of the session; each parameter needs a value, and no value may be
/// left over.
pub fn arguments(protocol: &Protocol, params: &[Param], with: &With) -> Result<Known, String> {
    known(protocol, params, with)?;
    let params = params.iter().map(|param| match with.get(&param.name) {
        Some(value) => code(protocol, &param.name, param.kind, value),
        None => Err(format!("the bytes alone do not say `{}`: {}", param.name, wanted(protocol, param.kind))),
    });
    let params = params.collect::<Result<_, _>>()?;
    let mut session = SessionValues::default();
    for (id, one) in protocol.sessions.iter().enumerate() {
        if let Some(value) = with.get(&one.name) {
            session.set(SessionId(id), Some(code(protocol, &one.name, one.kind, value)?));
        }
    }
    Ok(Known { params, session })
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

fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
