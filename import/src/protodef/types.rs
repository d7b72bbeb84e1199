//! The types of a description by their names, inner namespaces first.

use serde_json::{Map, Value};

use super::native;

/// The most names that lead to one type.
const MOST: usize = 32;

/// The most types in each other that are looked through for a use of fields around them: deeper ones cannot be said anyway.
const MOST_DEPTH: usize = 100;

/// The types that are known in a namespace.
#[derive(Debug, Default)]
pub struct Types<'j> {
    /// The path and the types of each namespace around, outer ones first.
    scopes: Vec<(String, &'j Map<String, Value>)>,
}

impl<'j> Types<'j> {
    /// Begins a namespace.
    pub fn enter(&mut self, path: String, types: &'j Map<String, Value>) {
        self.scopes.push((path, types));
    }

    /// Ends it.
    pub fn leave(&mut self) {
        self.scopes.pop();
    }

    /// A type and its path.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<(String, &'j Value)> {
        self.scopes.iter().rev().find_map(|(path, types)| Some((format!("{path}.{name}"), types.get(name)?)))
    }

    /// The type itself, where it is a name. A type that ProtoDef has by itself stays a name.
    #[must_use]
    pub fn resolved(&self, value: &Value) -> Value {
        let mut value = value.clone();
        for _ in 0..MOST {
            let next = match &value {
                Value::String(name) if !native::is_known(name) => self.find(name).map(|(_, value)| value.clone()),
                Value::Array(_) => pair(&value).and_then(|(name, args)| self.instance(name, args)),
                _ => None,
            };
            match next {
                Some(next) if next != "native" => value = next,
                _ => return value,
            }
        }
        value
    }

    /// A type of this description with arguments: `$compareTo` in it is the argument of this name.
    fn instance(&self, name: &str, args: &Value) -> Option<Value> {
        let (_, declared) = self.find(name)?;
        (declared != "native").then(|| with(declared, args))
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
        Value::String(text) => match text.strip_prefix('$').and_then(|name| args.get(name)) {
            Some(arg) => arg.clone(),
            None => value.clone(),
        },
        Value::Array(items) => Value::Array(items.iter().map(|item| with(item, args)).collect()),
        Value::Object(entries) => {
            Value::Object(entries.iter().map(|(key, entry)| (key.clone(), with(entry, args))).collect())
        }
        _ => value.clone(),
    }
}

/// Whether a declared type uses a field around it, so that it is no type of its own.
#[must_use]
pub fn escapes(name: &str, value: &Value, types: &Types<'_>) -> bool {
    Escape { types, seen: vec![name.to_owned()], depth: 0 }.of(value, 0)
}

/// The search for a path that leads out of a type.
struct Escape<'t> {
    types: &'t Types<'t>,
    /// The names that were looked at.
    seen: Vec<String>,
    /// How many types are around.
    depth: usize,
}

impl Escape<'_> {
    /// Whether a path leads out of so many containers around a type.
    fn of(&mut self, value: &Value, level: usize) -> bool {
        if self.depth >= MOST_DEPTH {
            return false;
        }
        self.depth += 1;
        let found = match (value, pair(value)) {
            (Value::String(name), _) => self.named(name, None, level),
            (_, Some(("container", fields))) => fields.as_array().is_some_and(|fields| {
                fields.iter().any(|field| field.get("type").is_some_and(|inner| self.of(inner, level + 1)))
            }),
            (_, Some(("mapper" | "bitfield" | "bitflags" | "pstring", _))) => false,
            (_, Some((name, args))) if self.types.instance(name, args).is_some() => self.named(name, Some(args), level),
            (_, Some((_, args))) => self.parts(args, level),
            _ => false,
        };
        self.depth -= 1;
        found
    }

    fn named(&mut self, name: &str, args: Option<&Value>, level: usize) -> bool {
        if self.seen.iter().any(|seen| seen == name) || native::is_known(name) {
            return false;
        }
        self.seen.push(name.to_owned());
        let Some((_, declared)) = self.types.find(name) else { return false };
        match args {
            Some(args) => self.of(&with(declared, args), level),
            None => self.of(declared, level),
        }
    }

    /// The same for all that a type consists of: paths by their keys, other strings as types.
    fn parts(&mut self, args: &Value, level: usize) -> bool {
        let Some(entries) = args.as_object() else { return self.of(args, level) };
        entries.iter().any(|(key, entry)| match (key.as_str(), entry) {
            ("compareTo" | "count", Value::String(path)) => path.matches("../").count() >= level,
            ("fields", Value::Object(cases)) => cases.values().any(|case| self.of(case, level)),
            ("base" | "otherwise", entry) => entry.get("type").is_some_and(|inner| self.of(inner, level)),
            ("type" | "default" | "countType", entry) => self.of(entry, level),
            _ => false,
        })
    }
}
