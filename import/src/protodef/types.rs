//! The types of a description by their names, inner namespaces first.

use serde_json::{Map, Value};

use crate::reason::Reason;

use super::native;

/// The most names that lead to one type.
const MOST: usize = 32;

/// The most values in each other that are looked through for a use of fields around them: deeper ones cannot be said
/// anyway.
const MOST_DEPTH: usize = 300;

/// The types that are known in a namespace: the path and the types of each namespace around, outer ones first.
#[derive(Debug, Default)]
pub struct Types<'j>(pub Vec<(String, &'j Map<String, Value>)>);

impl<'j> Types<'j> {
    /// A type and its path.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<(String, &'j Value)> {
        self.0.iter().rev().find_map(|(path, types)| Some((format!("{path}.{name}"), types.get(name)?)))
    }

    /// The type itself, where it is a name. A type that ProtoDef has by itself stays a name.
    #[must_use]
    pub fn resolved(&self, value: &Value) -> Value {
        let mut value = value.clone();
        for _ in 0..MOST {
            match self.behind(&value) {
                Some((_, next)) => value = next,
                None => break,
            }
        }
        value
    }

    /// The name of a type of this description and its declaration, of which `$compareTo` is the argument of this name.
    fn behind<'v>(&self, value: &'v Value) -> Option<(&'v str, Value)> {
        let (name, args) = match value {
            Value::String(name) if !native::is_known(name) => (name.as_str(), &Value::Null),
            _ => pair(value)?,
        };
        let (_, declared) = self.find(name)?;
        (declared != "native").then(|| (name, with(declared, args)))
    }

    /// Whether a type uses a field around it, so that it is no type of its own: whether a path leads out of so many
    /// containers around. `seen` are the names that were looked at.
    pub fn escapes(&self, value: &Value, containers: usize, seen: &mut Vec<String>, depth: usize) -> bool {
        if depth >= MOST_DEPTH {
            return false;
        }
        if let Some((name, declared)) = self.behind(value) {
            let is_new = !seen.iter().any(|seen| seen == name);
            seen.extend(is_new.then(|| name.to_owned()));
            return is_new && self.escapes(&declared, containers, seen, depth + 1);
        }
        let containers = containers + usize::from(pair(value).is_some_and(|(kind, _)| kind == "container"));
        let mut inner = |value: &Value| self.escapes(value, containers, seen, depth + 1);
        match value {
            Value::Array(values) => values.iter().any(inner),
            Value::Object(entries) => entries.iter().any(|(key, entry)| match (key.as_str(), entry) {
                ("compareTo" | "count", Value::String(path)) => path.matches("../").count() >= containers,
                ("fields", Value::Object(cases)) => cases.values().any(&mut inner),
                ("type" | "default" | "countType" | "base" | "otherwise", entry) => inner(entry),
                _ => false,
            }),
            _ => false,
        }
    }
}

/// The kind of a type, and what belongs to it: `["array", {..}]`.
#[must_use]
pub fn pair(value: &Value) -> Option<(&str, &Value)> {
    match value.as_array()?.as_slice() {
        [kind, args] => Some((kind.as_str()?, args)),
        _ => None,
    }
}

/// The string of this key.
#[must_use]
pub fn text<'v>(of: &'v Value, key: &str) -> Option<&'v str> {
    of.get(key)?.as_str()
}

/// The value of a key that a type must have.
pub fn required<'v>(of: &'v Value, key: &str) -> Result<&'v Value, Reason> {
    of.get(key).ok_or_else(|| Reason::construct("a type without all of its arguments"))
}

/// The elements of a list.
#[must_use]
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A number as text: `0x1f`, `-1`.
#[must_use]
pub fn number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// A value with the arguments in their places.
fn with(value: &Value, args: &Value) -> Value {
    match value {
        Value::String(text) => {
            text.strip_prefix('$').and_then(|name| args.get(name)).cloned().unwrap_or_else(|| value.clone())
        }
        Value::Array(items) => items.iter().map(|item| with(item, args)).collect(),
        Value::Object(entries) => entries.iter().map(|(key, entry)| (key.clone(), with(entry, args))).collect(),
        _ => value.clone(),
    }
}
