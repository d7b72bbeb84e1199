//! The fields of a container.

use serde_json::{Value, json};

use crate::draft::{Entry, Field, Name, Note, Part, Wire};
use crate::names::{Scope, snake};
use crate::reason::Reason;

use super::types::{Types, pair};
use super::wire::{Translator, Typed};

/// The fields of a container so far.
#[derive(Debug, Default)]
pub struct Level {
    /// Whether `../` leads out of it.
    pub counts: bool,
    /// The fields.
    pub fields: Vec<Seen>,
}

/// A field that later ones may name.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Its name in the source.
    pub source: String,
    /// Its name in the schema.
    pub ours: String,
    /// Its type.
    pub ty: Value,
}

impl Translator {
    /// The fields of a container, up to the first that cannot be said.
    pub fn container(&mut self, fields: &Value, types: &Types<'_>, at: &str, hint: &str) -> Vec<Field> {
        self.level(fields, types, at, hint, true)
    }

    /// The same; paths count the containers of the source, not the groups that are made here.
    pub fn level(&mut self, fields: &Value, types: &Types<'_>, at: &str, hint: &str, counts: bool) -> Vec<Field> {
        self.levels.push(Level { counts, fields: Vec::new() });
        let mut scope = Scope::default();
        let mut out = Vec::new();
        self.fields(fields, types, at, hint, &mut scope, &mut out);
        self.levels.pop();
        out
    }

    /// Adds fields; returns whether all could be said.
    fn fields(
        &mut self,
        fields: &Value,
        types: &Types<'_>,
        at: &str,
        hint: &str,
        scope: &mut Scope,
        out: &mut Vec<Field>,
    ) -> bool {
        for field in grouped(fields.as_array().map_or(&[][..], Vec::as_slice), types) {
            let Some(ty) = field.get("type") else { continue };
            let source = field.get("name").and_then(Value::as_str).unwrap_or_default();
            let at = if source.is_empty() { at.to_owned() } else { format!("{at}.{source}") };
            if field.get("anon").is_some() {
                let resolved = types.resolved(ty);
                match pair(&resolved) {
                    Some(("container", inner)) => {
                        let is_said = self.deeper(|to| Ok(to.fields(inner, types, &at, hint, scope, out)));
                        match is_said {
                            Ok(true) => continue,
                            Ok(false) => return false,
                            Err(reason) => {
                                out.push(lost(at, scope, reason));
                                return false;
                            }
                        }
                    }
                    Some(("bitfield", _)) if self.bits_in_place(&resolved, types, &at, scope, out) => continue,
                    _ => {}
                }
            }
            let typed = match self.wire(ty, types, &format!("{hint}.{source}")) {
                Ok(typed) => typed,
                Err(reason) => {
                    out.push(lost(at, scope, reason));
                    return false;
                }
            };
            if typed.empty {
                continue;
            }
            let name = scope.field(if source.is_empty() { "content" } else { source });
            if let Some(level) = self.levels.last_mut() {
                level.fields.push(Seen { source: source.to_owned(), ours: name.name.clone(), ty: ty.clone() });
            }
            let docs = typed.docs;
            out.extend(typed.fields(name, at, scope));
            if let Some(field) = out.last_mut() {
                docs.clone_into(&mut field.docs);
            }
        }
        true
    }
}

impl Translator {
    /// Parts without a name around them are numbers of the container.
    fn bits_in_place(
        &mut self,
        ty: &Value,
        types: &Types<'_>,
        at: &str,
        scope: &mut Scope,
        out: &mut Vec<Field>,
    ) -> bool {
        let Ok(Typed { wire: Wire::Bits { carrier, mut parts }, .. }) = self.wire(ty, types, at) else { return false };
        for part in parts.iter_mut().filter(|part| part.name.name != "_") {
            let source = part.name.source.take().unwrap_or_else(|| part.name.name.clone());
            part.name = scope.field(&source);
            if let Some(level) = self.levels.last_mut() {
                level.fields.push(Seen {
                    source,
                    ours: part.name.name.clone(),
                    ty: Value::from(part.rest.trim_start_matches(": ")),
                });
            }
        }
        out.push(Field::new(at, Entry::Bits { carrier, parts }));
        true
    }
}

/// Bytes in the place of a field that cannot be said, and of all behind it.
pub fn lost(at: String, scope: &mut Scope, reason: Reason) -> Field {
    let note = Note { at: at.clone(), reason, detail: String::new(), loses: true };
    let mut rest = Field::named(at, Name::plain(scope.fresh("rest")), Wire::text("bytes[..]"));
    rest.cut = true;
    rest.notes.push(note);
    rest
}

impl Typed {
    /// The field of this type, behind the flag that says whether it is present.
    pub fn fields(self, name: Name, at: String, scope: &mut Scope) -> Vec<Field> {
        let mut fields = Vec::new();
        let mut when = self.when;
        if self.optional {
            let flag = scope.fresh(&format!("has_{}", name.name));
            let parts = vec![part(&flag, ""), part("_", ": u7 = 0")];
            fields.push(Field::new(at.clone(), Entry::Bits { carrier: "u8".to_owned(), parts }));
            when = Some(flag);
        }
        let (wire, when) = match self.wire {
            // A group has its condition in front.
            Wire::Group { when: None, fields } => (Wire::Group { when, fields }, None),
            wire => (wire, when),
        };
        fields.push(Field::new(at, Entry::Named { name, wire, meaning: String::new(), when, rule: None }));
        fields
    }

    /// A wire by itself: a group, where it needs a flag or a condition.
    pub fn alone(self, at: &str) -> Wire {
        if !self.optional && self.when.is_none() {
            return self.wire;
        }
        let fields = self.fields(Name::plain("value"), at.to_owned(), &mut Scope::default());
        Wire::Group { when: None, fields }
    }
}

fn part(name: &str, rest: &str) -> Part {
    Part { docs: String::new(), name: Name::plain(name), rest: rest.to_owned() }
}

/// The fields of a container, those in one group that have one condition, where a later one needs an earlier one: it is
/// known to be present only there.
fn grouped(fields: &[Value], types: &Types<'_>) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::new();
    let mut at = 0;
    while let Some(field) = fields.get(at) {
        let rest = fields.get(at + 1..).unwrap_or_default();
        if let Some(group) = option_with_switch(field, rest.first(), types) {
            out.push(group);
            at += 2;
            continue;
        }
        let same = rest.iter().take_while(|next| have_one_condition(field, next, types)).count();
        let all = fields.get(at..=at + same).unwrap_or_default();
        if same > 0 && needs_earlier(all) {
            out.push(one_switch(all, types));
            at += same + 1;
        } else {
            out.push(field.clone());
            at += 1;
        }
    }
    out
}

/// The kind of a container that is made here.
pub const GROUP: &str = "$group";

/// `x: option`, and a `switch` over `x` behind it that has nothing where `x` is absent.
fn option_with_switch(field: &Value, next: Option<&Value>, types: &Types<'_>) -> Option<Value> {
    let next = next?;
    let (name, ty) = (field.get("name")?, types.resolved(field.get("type")?));
    let (kind, inner) = pair(&ty)?;
    let choice = choice(next, types)?;
    let is_one = kind == "option" && choice.get("compareTo") == Some(name) && has_nothing_else(&choice);
    let mut own = choice.clone();
    own.as_object_mut()?.insert("compareTo".to_owned(), json!("number"));
    let fields = json!([{ "name": "number", "type": inner }, { "name": next.get("name")?, "type": ["switch", own] }]);
    is_one.then(|| json!({ "name": name, "type": ["option", [GROUP, fields]] }))
}

/// The switch that a field is.
fn choice(field: &Value, types: &Types<'_>) -> Option<Value> {
    let ty = types.resolved(field.get("type")?);
    let (kind, choice) = pair(&ty)?;
    (kind == "switch").then(|| choice.clone())
}

/// Whether a switch has nothing for all codes that it does not list.
fn has_nothing_else(choice: &Value) -> bool {
    choice.get("default").is_none_or(|default| default == "void")
}

fn have_one_condition(first: &Value, next: &Value, types: &Types<'_>) -> bool {
    let (Some(first), Some(next)) = (choice(first, types), choice(next, types)) else { return false };
    let codes = |choice: &Value| {
        choice.get("fields").and_then(Value::as_object).map(|all| all.keys().cloned().collect::<Vec<_>>())
    };
    has_nothing_else(&first)
        && has_nothing_else(&next)
        && first.get("compareTo") == next.get("compareTo")
        && codes(&first) == codes(&next)
}

/// Whether one of some fields compares to another of them.
fn needs_earlier(fields: &[Value]) -> bool {
    let names: Vec<String> = fields.iter().filter_map(|field| Some(snake(field.get("name")?.as_str()?))).collect();
    fields.iter().skip(1).any(|field| {
        let mut compared = Vec::new();
        compared_to(field, &mut compared);
        compared
            .iter()
            .any(|path| names.contains(&snake(path.trim_start_matches("../").split('/').next().unwrap_or_default())))
    })
}

fn compared_to(value: &Value, to: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            to.extend(entries.get("compareTo").and_then(Value::as_str).map(ToOwned::to_owned));
            entries.values().for_each(|entry| compared_to(entry, to));
        }
        Value::Array(items) => items.iter().for_each(|item| compared_to(item, to)),
        _ => {}
    }
}

/// Switches of one condition as one, of which each case has all fields.
fn one_switch(fields: &[Value], types: &Types<'_>) -> Value {
    let choices: Vec<(Value, Value)> = fields
        .iter()
        .filter_map(|field| {
            Some((field.get("name").cloned().unwrap_or_else(|| json!("content")), choice(field, types)?))
        })
        .collect();
    let first = choices.first().map(|(_, choice)| choice.clone()).unwrap_or_default();
    let case = |code: &String| -> Value {
        let fields: Vec<Value> = choices
            .iter()
            .filter_map(|(name, choice)| Some(json!({ "name": name, "type": choice.get("fields")?.get(code)? })))
            .collect();
        json!([GROUP, fields])
    };
    let cases: serde_json::Map<String, Value> = first
        .get("fields")
        .and_then(Value::as_object)
        .map(|all| all.keys().map(|code| (code.clone(), case(code))).collect())
        .unwrap_or_default();
    let whole = json!({ "compareTo": first.get("compareTo"), "default": "void", "fields": cases });
    json!({ "name": "content", "anon": true, "type": ["switch", whole] })
}
