//! Lists and choices of Minecraft's own encoder.

use serde_json::Value;

use crate::draft::{Arm, Entry, Field, Name, Wire};
use crate::names::{snake, upper};
use crate::reason::Reason;

use super::container::part;
use super::types::{pair, required, text};
use super::wire::{Translator, no_number};

impl Translator<'_> {
    /// Elements up to one whose first number is `endVal`.
    pub fn metadata_loop(&mut self, args: &Value, hint: &str) -> Result<Wire, Reason> {
        let end = required(args, "endVal")?.as_i64().ok_or_else(no_number)?;
        let element = self.elements(args, hint)?;
        match element.first().map(|first| &first.entry) {
            // The end is the whole byte, whatever its parts are.
            Some(Entry::Bits { .. }) => {
                let (name, wire) = (Name::plain("_"), Wire::text("u8"));
                let last = Entry::Named { name, wire, meaning: format!("= {end}"), when: None, rule: None };
                let entries = list(group(element), format!("before {end}"));
                Ok(group(vec![Field::named(hint, Name::plain("entries"), entries), Field::new(hint, last)]))
            }
            Some(Entry::Named { name, .. }) => {
                let extent = format!("until {}: {end}", name.name);
                Ok(list(group(element), extent))
            }
            _ => Err(Reason::construct("a list without an end")),
        }
    }

    /// Elements whose first byte has a bit on top that says if another one follows.
    pub fn top_bit_array(&mut self, args: &Value, hint: &str) -> Result<Wire, Reason> {
        let mut element = self.elements(args, hint)?;
        match element.first_mut().map(|first| &mut first.entry) {
            Some(Entry::Named { name, wire: Wire::Text(width), .. }) if width == "i8" || width == "u8" => {
                let parts = vec![part(name.clone(), ": u7"), part(Name::plain("more"), "")];
                let first = Field::new(hint, Entry::Bits { carrier: "u8".to_owned(), parts });
                element.splice(..1, [first]);
                Ok(list(group(element), "through more: 0".to_owned()))
            }
            _ => Err(Reason::construct("a list without an end")),
        }
    }

    /// The fields of an element, in place.
    fn elements(&mut self, args: &Value, hint: &str) -> Result<Vec<Field>, Reason> {
        match pair(&self.types.resolved(args.get("type").unwrap_or(args))) {
            Some((kind @ "container", fields)) => Ok(self.container(kind, fields, hint, hint)),
            _ => Err(Reason::construct("a list of what is no container")),
        }
    }

    /// A number that is one more than an identifier, or 0 in front of the thing itself.
    pub fn holder(&mut self, args: &Value, hint: &str) -> Result<Wire, Reason> {
        let id = text(args, "baseName").unwrap_or("id");
        let known = Arm { pattern: "_".to_owned(), name: Some(upper(id)), wire: None };
        let on = self.carrier(&Value::from("varint"), hint)?;
        Ok(Wire::Match { on, arms: vec![self.other(args, "otherwise", hint)?, known] })
    }

    /// 0 in front of a name of a set, or one more than the number of identifiers.
    pub fn holder_set(&mut self, args: &Value, hint: &str) -> Result<Wire, Reason> {
        let count = self.wire(&Value::from("varint"), hint)?.wire;
        let base = self.other(args, "base", hint)?;
        let ids = required(args, "otherwise")?;
        let name = text(ids, "name").unwrap_or("ids");
        let ids = list(self.wire(required(ids, "type")?, hint)?.alone(hint), "count - 1".to_owned());
        let ids = group(vec![Field::named(hint, Name::plain(snake(name)), ids)]);
        let arms = vec![base, Arm { pattern: "_".to_owned(), name: Some(upper(name)), wire: Some(ids) }];
        let set = Wire::Match { on: "count".to_owned(), arms };
        Ok(group(vec![Field::named(hint, Name::plain("count"), count), Field::named(hint, Name::plain("set"), set)]))
    }

    /// The arm of 0.
    fn other(&mut self, args: &Value, key: &str, hint: &str) -> Result<Arm, Reason> {
        let other = required(args, key)?;
        Ok(self.arm("0", upper(text(other, "name").unwrap_or("value")), required(other, "type")?, hint))
    }
}

fn list(element: Wire, extent: String) -> Wire {
    Wire::List { element: Box::new(element), extent }
}

/// Fields as one.
fn group(fields: Vec<Field>) -> Wire {
    Wire::Group { when: None, fields }
}
