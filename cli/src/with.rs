//! Parameters: what the receiver of a packet knows and the bytes do not say, from `--with name=value` or from the
//! `with` of a request.

use serde_json::{Map, Value};
use wireform_build::model::{Code, Enum, Param, ParamKind, Protocol};
use wireform_build::near::nearest;

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

/// Refuses what is no parameter.
pub fn known(params: &[Param], with: &With) -> Result<(), String> {
    let Some(unknown) = with.keys().find(|name| params.iter().all(|param| param.name != **name)) else { return Ok(()) };
    let near = nearest(unknown, params.iter().map(|param| param.name.as_str()));
    Err(match (near, params) {
        (Some(near), _) => format!("there is no parameter `{unknown}`; there is `{near}`"),
        (None, []) => format!("there is no parameter `{unknown}`: nothing needs to be known"),
        (None, _) => format!("there is no parameter `{unknown}`; there is {}", listed(params)),
    })
}

/// One number for each parameter; each needs a value, and no value may be left over.
pub fn arguments(protocol: &Protocol, params: &[Param], with: &With) -> Result<Vec<Code>, String> {
    known(params, with)?;
    params
        .iter()
        .map(|param| match with.get(&param.name) {
            Some(value) => code(protocol, param, value),
            None => Err(format!("the bytes alone do not say `{}`: {}", param.name, wanted(protocol, param))),
        })
        .collect()
}

fn code(protocol: &Protocol, param: &Param, value: &Value) -> Result<Code, String> {
    let number = value.as_i64().map(Code::from).or(value.as_u64().map(Code::from));
    let code = match param.kind {
        ParamKind::Bool => value.as_bool().map(Code::from).or(number.filter(|number| matches!(number, 0 | 1))),
        ParamKind::Int(interval) => number.filter(|number| (interval.min..=interval.max).contains(number)),
        ParamKind::Enum(id) => match value.as_str() {
            Some(name) => names(protocol, id).find(|(known, _)| *known == name).map(|(_, code)| code),
            None => number,
        },
    };
    code.ok_or_else(|| {
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("`{shown}` is no value of the parameter `{}`: {}", param.name, wanted(protocol, param))
    })
}

/// What a value may be, in words.
fn wanted(protocol: &Protocol, param: &Param) -> String {
    match param.kind {
        ParamKind::Bool => "it is true or false".to_owned(),
        ParamKind::Int(interval) => format!("it is a number, {} to {}", interval.min, interval.max),
        ParamKind::Enum(id) => {
            let names: Vec<&str> = names(protocol, id).map(|(name, _)| name).collect();
            format!("it is one of {}", names.join(", "))
        }
    }
}

fn names(protocol: &Protocol, id: wireform_build::model::EnumId) -> impl Iterator<Item = (&str, Code)> {
    let codes = protocol.enums.get(id.0).map(|Enum { codes, .. }| codes.as_slice()).unwrap_or_default();
    codes.iter().map(|code| (code.name.as_str(), code.written))
}

fn listed(params: &[Param]) -> String {
    params.iter().map(|param| format!("`{}`", param.name)).collect::<Vec<_>>().join(", ")
}
