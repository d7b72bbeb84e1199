//! Lists and choices of Minecraft's own encoder.

use serde_json::Value;

use crate::draft::{Arm, Entry, Field, Name, Part, Wire};
use crate::names::{snake, upper};
use crate::reason::Reason;

use super::native;
use super::switch::{group, made};
use super::types::{Types, pair};
use super::wire::Translator;

impl Translator {
    /// Elements up to one whose first number is `endVal`.
    pub fn metadata_loop(&mut self, args: &Value, types: &Types<'_>, hint: &str) -> Result<Wire, Reason> {
        let end = args.get("endVal").and_then(Value::as_i64);
        let element = self.elements(args.get("type").unwrap_or(args), types, hint)?;
        let without_end = || Reason::construct("a list without an end");
        let end = end.ok_or_else(without_end)?;
        if let Some(Entry::Bits { .. }) = element.first().map(|first| &first.entry) {
            // The end is the whole byte, whatever its parts are.
            let list = Wire::List { element: Box::new(group(element)), extent: format!("before {end}") };
            let mut last = made("_", Wire::text("u8"), hint);
            if let Entry::Named { meaning, .. } = &mut last.entry {
                *meaning = format!("= {end}");
            }
            return Ok(group(vec![made("entries", list, hint), last]));
        }
        let first = element.first().and_then(named).ok_or_else(without_end)?;
        let extent = format!("until {first}: {end}");
        Ok(Wire::List { element: Box::new(group(element)), extent })
    }

    /// Elements whose first byte has a bit on top that says if another one follows.
    pub fn top_bit_array(&mut self, args: &Value, types: &Types<'_>, hint: &str) -> Result<Wire, Reason> {
        let mut element = self.elements(args.get("type").unwrap_or(args), types, hint)?;
        let Some(Field { entry: Entry::Named { name, wire: Wire::Text(width), .. }, .. }) = element.first() else {
            return Err(Reason::construct("a list without an end"));
        };
        if width != "i8" && width != "u8" {
            return Err(Reason::construct("a list without an end"));
        }
        let parts = vec![
            Part { docs: String::new(), name: name.clone(), rest: ": u7".to_owned() },
            Part { docs: String::new(), name: Name::plain("more"), rest: String::new() },
        ];
        if let Some(first) = element.first_mut() {
            *first = Field::new(first.at.clone(), Entry::Bits { carrier: "u8".to_owned(), parts });
        }
        Ok(Wire::List { element: Box::new(group(element)), extent: "through more: 0".to_owned() })
    }

    /// The fields of an element, in place.
    fn elements(&mut self, ty: &Value, types: &Types<'_>, hint: &str) -> Result<Vec<Field>, Reason> {
        match pair(&types.resolved(ty)) {
            Some(("container", fields)) => Ok(self.container(fields, types, hint, hint)),
            _ => Err(Reason::construct("a list of what is no container")),
        }
    }

    /// A number that is one more than an identifier, or 0 in front of the thing itself.
    pub fn holder(&mut self, args: &Value, types: &Types<'_>, hint: &str) -> Result<Wire, Reason> {
        let code = native::number("VarInt", self);
        let code = if let Wire::Named { name, .. } = code { name } else { String::new() };
        let other = self.shape("0", args.get("otherwise"), types, hint)?;
        let id = args.get("baseName").and_then(Value::as_str).unwrap_or("id");
        let known = Arm { pattern: "_".to_owned(), name: Some(upper(id)), wire: None };
        Ok(Wire::Match { on: code, arms: vec![other, known] })
    }

    /// 0 in front of a name of a set, or one more than the number of identifiers.
    pub fn holder_set(&mut self, args: &Value, types: &Types<'_>, hint: &str) -> Result<Wire, Reason> {
        let count = native::number("VarInt", self);
        let base = self.shape("0", args.get("base"), types, hint)?;
        let otherwise = args.get("otherwise");
        let element =
            otherwise.and_then(|one| one.get("type")).ok_or_else(|| Reason::construct("a list of nothing"))?;
        let element = self.wire(element, types, hint)?.alone(hint);
        let name = otherwise.and_then(|one| one.get("name")).and_then(Value::as_str).unwrap_or("ids");
        let list = Wire::List { element: Box::new(element), extent: "count - 1".to_owned() };
        let ids = group(vec![made(&snake(name), list, hint)]);
        let arms = vec![base, Arm { pattern: "_".to_owned(), name: Some(upper(name)), wire: Some(ids) }];
        let set = Wire::Match { on: "count".to_owned(), arms };
        Ok(group(vec![made("count", count, hint), made("set", set, hint)]))
    }

    fn shape(&mut self, pattern: &str, of: Option<&Value>, types: &Types<'_>, hint: &str) -> Result<Arm, Reason> {
        let name = of.and_then(|of| of.get("name")).and_then(Value::as_str).unwrap_or("value");
        let ty = of.and_then(|of| of.get("type")).ok_or_else(|| Reason::construct("a choice of nothing"))?;
        let typed = self.wire(ty, types, &format!("{hint}.{name}"))?;
        let wire = (!typed.empty).then(|| typed.alone(hint));
        Ok(Arm { pattern: pattern.to_owned(), name: Some(upper(name)), wire })
    }
}

fn named(field: &Field) -> Option<String> {
    match &field.entry {
        Entry::Named { name, .. } => Some(name.name.clone()),
        _ => None,
    }
}
