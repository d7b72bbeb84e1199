//! The fields of a container.

use serde_json::{Value, json};

use crate::draft::{Entry, Field, Name, Note, Part, Wire};
use crate::names::{Scope, snake};
use crate::reason::Reason;

use super::types::{Types, list, pair, text};
use super::wire::{Presence, Translator, Typed};

/// The kind of a container that is made here. Paths count the containers of the source only, so it belongs to these.
pub const GROUP: &str = "$group";

/// A container so far.
#[derive(Debug, Default)]
pub struct Level {
    scope: Scope,
    fields: Vec<Field>,
    /// The fields that later ones may name.
    pub seen: Vec<Seen>,
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

impl Translator<'_> {
    /// The fields of a container, up to the first that cannot be said.
    pub fn container(&mut self, kind: &str, fields: &Value, at: &str, hint: &str) -> Vec<Field> {
        let mut outer = std::mem::take(&mut self.level);
        if kind == GROUP {
            self.level.seen.clone_from(&outer.seen);
        } else {
            self.around.push(std::mem::take(&mut outer.seen));
        }
        self.fields(fields, at, hint);
        if kind != GROUP {
            outer.seen = self.around.pop().unwrap_or_default();
        }
        std::mem::replace(&mut self.level, outer).fields
    }

    /// Adds fields to the container.
    fn fields(&mut self, fields: &Value, at: &str, hint: &str) {
        for field in grouped(list(fields), &self.types) {
            let source = text(&field, "name").unwrap_or_default();
            let at = if source.is_empty() { at.to_owned() } else { format!("{at}.{source}") };
            if let Err(reason) = self.field(source, &field, &at, hint) {
                let lost = lost(at, &mut self.level.scope, reason);
                self.level.fields.push(lost);
            }
            if self.level.fields.last().is_some_and(|last| last.cut) {
                return;
            }
        }
    }

    fn field(&mut self, source: &str, field: &Value, at: &str, hint: &str) -> Result<(), Reason> {
        let Some(ty) = field.get("type") else { return Ok(()) };
        let is_anonymous = field.get("anon").is_some();
        let in_place = is_anonymous.then(|| self.types.resolved(ty));
        if let Some(("container", inner)) = in_place.as_ref().and_then(pair) {
            return self.deeper(|to| {
                to.fields(inner, at, hint);
                Ok(())
            });
        }
        let typed = self.wire(in_place.as_ref().unwrap_or(ty), &format!("{hint}.{source}"))?;
        let Level { scope, fields, seen } = &mut self.level;
        match typed {
            Typed { presence: Presence::Never, .. } => {}
            // Parts without a name around them are numbers of the container.
            Typed { wire: Wire::Bits { carrier, mut parts }, .. } if is_anonymous => {
                for part in parts.iter_mut().filter(|part| part.name.name != "_") {
                    let source = part.name.source.take().unwrap_or_else(|| part.name.name.clone());
                    part.name = scope.field(&source);
                    let ty = Value::from(part.rest.trim_start_matches(": "));
                    seen.push(Seen { source, ours: part.name.name.clone(), ty });
                }
                fields.push(Field::new(at, Entry::Bits { carrier, parts }));
            }
            typed => {
                let name = scope.field(if source.is_empty() { "content" } else { source });
                seen.push(Seen { source: source.to_owned(), ours: name.name.clone(), ty: ty.clone() });
                fields.extend(typed.fields(name, at, scope));
            }
        }
        Ok(())
    }
}

/// Bytes in the place of a field that cannot be said, and of all behind it.
pub fn lost(at: String, scope: &mut Scope, reason: Reason) -> Field {
    let note = Note { at: at.clone(), reason, detail: String::new(), loses: true };
    let rest = Field::named(at, Name::plain(scope.fresh("rest")), Wire::text("bytes[..]"));
    Field { cut: true, notes: vec![note], ..rest }
}

impl Typed {
    /// The field of this type, behind the flag that says whether it is present.
    fn fields(self, name: Name, at: &str, scope: &mut Scope) -> Vec<Field> {
        let mut fields = Vec::new();
        let when = match self.presence {
            Presence::Always | Presence::Never => None,
            Presence::When(when) => Some(when),
            Presence::Flag => {
                let flag = scope.fresh(&format!("has_{}", name.name));
                let parts = vec![part(Name::plain(&flag), ""), part(Name::plain("_"), ": u7 = 0")];
                fields.push(Field::new(at, Entry::Bits { carrier: "u8".to_owned(), parts }));
                Some(flag)
            }
        };
        let (wire, when) = match self.wire {
            // A group has its condition in front.
            Wire::Group { when: None, fields } => (Wire::Group { when, fields }, None),
            wire => (wire, when),
        };
        let entry = Entry::Named { name, wire, meaning: String::new(), when, rule: None };
        fields.push(Field { docs: self.docs.to_owned(), ..Field::new(at, entry) });
        fields
    }

    /// A wire by itself: a group, where it needs a flag or a condition.
    pub fn alone(self, at: &str) -> Wire {
        if let Presence::Always | Presence::Never = self.presence {
            return self.wire;
        }
        let fields = self.fields(Name::plain("value"), at, &mut Scope::default());
        Wire::Group { when: None, fields }
    }
}

/// A part of bits without documentation.
pub fn part(name: Name, rest: impl Into<String>) -> Part {
    Part { docs: String::new(), name, rest: rest.into() }
}

/// The fields of a container, those in one group that have one condition, where a later one needs an earlier one: it is
/// known to be present only there.
fn grouped(fields: &[Value], types: &Types<'_>) -> Vec<Value> {
    let mut out = Vec::new();
    let mut left = fields;
    while let [field, rest @ ..] = left {
        let first = optional_choice(field, types);
        let choices = left.iter().map_while(|field| optional_choice(field, types));
        let choices: Vec<Value> =
            choices.take_while(|choice| first.as_ref().map(condition) == Some(condition(choice))).collect();
        let all = left.get(..choices.len()).unwrap_or_default();
        let names: Vec<String> = all.iter().filter_map(|field| text(field, "name")).map(snake).collect();
        let (one, count) = if let Some(group) = option_with_switch(field, rest.first(), types) {
            (group, 2)
        } else if all.iter().skip(1).any(|field| compares_to(field, &names)) {
            (one_switch(all, &choices), choices.len())
        } else {
            (field.clone(), 1)
        };
        out.push(one);
        left = left.get(count..).unwrap_or_default();
    }
    out
}

/// `x: option`, and a `switch` over `x` behind it that has nothing where `x` is absent.
fn option_with_switch(field: &Value, next: Option<&Value>, types: &Types<'_>) -> Option<Value> {
    let (name, ty) = (field.get("name")?, types.resolved(field.get("type")?));
    let ("option", inner) = pair(&ty)? else { return None };
    let mut choice = optional_choice(next?, types).filter(|choice| choice.get("compareTo") == Some(name))?;
    *choice.get_mut("compareTo")? = json!("number");
    let fields =
        json!([{ "name": "number", "type": inner }, { "name": next?.get("name")?, "type": ["switch", choice] }]);
    Some(json!({ "name": name, "type": ["option", [GROUP, fields]] }))
}

/// The switch that a field is, if it has nothing for all codes that it does not list.
fn optional_choice(field: &Value, types: &Types<'_>) -> Option<Value> {
    let ty = types.resolved(field.get("type")?);
    let ("switch", choice) = pair(&ty)? else { return None };
    choice.get("default").is_none_or(|default| default == "void").then(|| choice.clone())
}

/// All of a switch that is no type.
fn condition(choice: &Value) -> (Option<&Value>, Vec<&String>) {
    let codes = choice.get("fields").and_then(Value::as_object).map(|all| all.keys().collect());
    (choice.get("compareTo"), codes.unwrap_or_default())
}

/// Whether something in a field compares to one of these.
fn compares_to(value: &Value, names: &[String]) -> bool {
    match value {
        Value::Object(entries) => entries.iter().any(|(key, entry)| match entry.as_str() {
            Some(path) if key == "compareTo" => {
                let first = path.trim_start_matches("../").split('/').next().unwrap_or_default();
                names.contains(&snake(first))
            }
            _ => compares_to(entry, names),
        }),
        Value::Array(items) => items.iter().any(|item| compares_to(item, names)),
        _ => false,
    }
}

/// Switches of one condition as one, of which each case has all fields.
fn one_switch(fields: &[Value], choices: &[Value]) -> Value {
    let mut whole = choices.first().cloned().unwrap_or_default();
    for (code, case) in whole.get_mut("fields").and_then(Value::as_object_mut).into_iter().flatten() {
        let field = |(field, choice): (&Value, &Value)| {
            let name = text(field, "name").unwrap_or("content");
            Some(json!({ "name": name, "type": choice.get("fields")?.get(code)? }))
        };
        *case = json!([GROUP, fields.iter().zip(choices).filter_map(field).collect::<Vec<_>>()]);
    }
    json!({ "name": "content", "anon": true, "type": ["switch", whole] })
}
