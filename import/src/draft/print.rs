//! A draft as text, with the place of each field in it. The blanks are those of `wireform fmt` only after it has run.

use std::fmt::Write as _;
use std::ops::Range;

use super::{Arm, Body, Draft, Entry, Field, Item, Message, Name, Note, Part, Variant, Wire};

/// The text of a draft.
#[derive(Debug, Default)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// Where items, messages and fields are in it, outer ones first.
    places: Vec<(Range<usize>, Place)>,
}

/// Which item, which of its messages, and which field: the number of those before it, in the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The number of the item.
    pub item: usize,
    /// The number of the list of fields: of the message, or 0.
    pub list: Option<usize>,
    /// The number of the field in its list, those in fields counted.
    pub field: Option<usize>,
}

/// Prints a draft.
#[must_use]
pub fn print(draft: &Draft) -> Printed {
    let mut to = Printed::default();
    to.docs("//!", &draft.docs);
    to.line(&format!("protocol {} {{ {} }}", draft.name, draft.settings.join(", ")));
    for (number, item) in draft.items.iter().enumerate() {
        to.text.push('\n');
        let start = to.text.len();
        to.places.push((start..start, Place { item: number, list: None, field: None }));
        let at = to.places.len() - 1;
        to.item(item, number);
        to.end(at);
    }
    to
}

impl Printed {
    /// The innermost item, message or field at an offset.
    #[must_use]
    pub fn place(&self, offset: usize) -> Option<Place> {
        self.places.iter().rev().find(|(range, _)| range.contains(&offset)).map(|(_, place)| *place)
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Sets the end of a place that was begun.
    fn end(&mut self, at: usize) {
        let end = self.text.len();
        if let Some((range, _)) = self.places.get_mut(at) {
            range.end = end;
        }
    }

    fn docs(&mut self, sign: &str, docs: &str) {
        for line in docs.trim().lines() {
            let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            self.line(format!("{sign} {line}").trim_end());
        }
    }

    fn notes(&mut self, notes: &[Note]) {
        notes.iter().for_each(|note| self.note(note));
    }

    fn note(&mut self, Note { at, reason, detail, .. }: &Note) {
        let detail = if detail.is_empty() { String::new() } else { format!(" ({detail})") };
        let text: String = format!("// import: {at}: {reason}{detail}")
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        self.line(&text);
    }

    fn item(&mut self, item: &Item, number: usize) {
        if let Some(reason) = &item.left_out {
            let detail = format!("`{}` is left out", item.name.name);
            self.note(&Note { at: item.at.clone(), reason: reason.clone(), detail, loses: true });
            return;
        }
        self.notes(&item.notes);
        self.docs("///", &item.docs);
        let name = named(&item.name);
        let guard = item.guard.as_ref().map_or_else(String::new, |guard| format!(" if {guard}"));
        match &item.body {
            Body::Struct { params, depth, fields } => {
                let depth = depth.map_or_else(String::new, |depth| format!(" depth {depth}"));
                self.put(&format!("struct {name}{}{depth}{guard} ", parameters(params)));
                self.body(fields, (number, 0));
                self.put("\n");
            }
            Body::Family { params, carrier, messages, open } => {
                let carrier = carrier.as_ref().map_or_else(String::new, |carrier| format!(": {carrier}"));
                self.line(&format!("family {name}{}{carrier} {{", parameters(params)));
                for (list, message) in messages.iter().enumerate() {
                    if list > 0 {
                        self.put("\n");
                    }
                    let start = self.text.len();
                    self.places.push((start..start, Place { item: number, list: Some(list), field: None }));
                    let at = self.places.len() - 1;
                    self.message(message, (number, list));
                    self.end(at);
                }
                self.line(if *open { "..\n}" } else { "}" });
            }
            Body::Enum { carrier, names, open } => {
                self.put(&format!("enum {name}: {carrier}{guard} {{ "));
                let lines = names.iter().any(|name| !name.docs.is_empty());
                for Variant { docs, name, codes } in names {
                    self.on_its_line(lines, docs);
                    self.put(&format!("{} = {codes}, ", named(name)));
                }
                self.line(if *open { ".. }" } else { "}" });
            }
            Body::Bits { carrier, parts } => {
                // A guard is between the carrier and the order of its bits.
                let (carrier, order) = carrier.split_once(' ').unwrap_or((carrier, ""));
                self.put(&format!("bits {name}: {carrier}{guard} {order} "));
                self.parts(parts);
                self.put("\n");
            }
            Body::Plain(keyword, rest) => self.line(&format!("{keyword} {name}{guard} {rest}")),
        }
    }

    fn message(&mut self, message: &Message, list: (usize, usize)) {
        if let Some(reason) = &message.left_out {
            let detail = format!("`{}` is left out", message.name.name);
            self.note(&Note { at: message.at.clone(), reason: reason.clone(), detail, loses: true });
            return;
        }
        self.notes(&message.notes);
        self.docs("///", &message.docs);
        let guard = message.guard.as_ref().map_or_else(String::new, |guard| format!(" if {guard}"));
        self.put(&format!("message {} = {}{guard} ", named(&message.name), message.code));
        if message.fields.is_empty() {
            self.put("{}\n");
        } else {
            self.body(&message.fields, list);
            self.put("\n");
        }
    }

    /// Begins a name or a part, on a line of its own where any of them has documentation.
    fn on_its_line(&mut self, lines: bool, docs: &str) {
        if lines {
            self.put("\n");
            self.docs("///", docs);
        }
    }

    fn parts(&mut self, parts: &[Part]) {
        self.put("{ ");
        let lines = parts.iter().any(|part| !part.docs.is_empty());
        for Part { docs, name, rest } in parts {
            self.on_its_line(lines, docs);
            self.put(&format!("{}{rest}, ", named(name)));
        }
        self.put("}");
    }

    /// The fields of an item or a message, a line each.
    fn body(&mut self, fields: &[Field], (item, list): (usize, usize)) {
        Fields { to: self, item, list, next: 0 }.body(fields);
    }
}

/// Prints the fields of one list, and counts them.
struct Fields<'t> {
    to: &'t mut Printed,
    item: usize,
    list: usize,
    next: usize,
}

impl Fields<'_> {
    fn body(&mut self, fields: &[Field]) {
        if fields.is_empty() {
            return self.to.put("{}");
        }
        self.to.put("{\n");
        for field in fields {
            self.field(field);
        }
        self.to.put("}");
    }

    fn field(&mut self, field: &Field) {
        let start = self.to.text.len();
        let place = Place { item: self.item, list: Some(self.list), field: Some(self.next) };
        self.next += 1;
        self.to.places.push((start..start, place));
        let at = self.to.places.len() - 1;
        self.to.notes(&field.notes);
        self.to.docs("///", &field.docs);
        match &field.entry {
            Entry::Named { name, wire, meaning, when, rule } => {
                self.to.put(&format!("{}: ", named(name)));
                self.wire(wire);
                for (word, clause) in [("", Some(meaning)), ("if ", when.as_ref()), ("where ", rule.as_ref())] {
                    if let Some(clause) = clause.filter(|clause| !clause.is_empty()) {
                        self.to.put(&format!(" {word}{clause}"));
                    }
                }
            }
            Entry::Bits { carrier, parts } => self.bits(carrier, parts),
            Entry::Within { extent, fields } => {
                self.to.put(&format!("within ({extent}) "));
                self.body(fields);
            }
        }
        self.to.put(",\n");
        self.to.end(at);
    }

    fn wire(&mut self, wire: &Wire) {
        match wire {
            Wire::Text(text) => self.to.put(text),
            Wire::Named { name, args, nested } => {
                let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
                self.to.put(&format!("{}{name}{args}", if *nested { "nested " } else { "" }));
            }
            Wire::List { element, extent } => {
                self.to.put("[");
                self.wire(element);
                self.to.put(&format!("; {extent}]"));
            }
            Wire::Group { when, fields } => {
                if let Some(when) = when {
                    self.to.put(&format!("if {when} "));
                }
                self.body(fields);
            }
            Wire::Match { on, arms } => {
                self.to.put(&format!("match {on} {{\n"));
                for arm in arms {
                    self.arm(arm);
                    self.to.put(",\n");
                }
                self.to.put("}");
            }
            Wire::Bits { carrier, parts } => self.bits(carrier, parts),
            Wire::Region { extent, wire } => {
                self.to.put(&format!("within ({extent}) "));
                self.wire(wire);
            }
        }
    }

    fn arm(&mut self, Arm { pattern, name, wire }: &Arm) {
        self.to.put(&format!("{pattern} => "));
        match (name, wire) {
            (None, None) => self.to.put("none"),
            (None, Some(wire)) => self.wire(wire),
            (Some(name), None) => self.to.put(&format!("{name} {{}}")),
            // The name of a declaration stands for both.
            (Some(name), Some(Wire::Named { name: own, args, nested: false })) if name == own && args.is_empty() => {
                self.to.put(name);
            }
            (Some(name), Some(wire)) => {
                let gap = if matches!(wire, Wire::Group { when: None, .. }) { " " } else { ": " };
                self.to.put(&format!("{name}{gap}"));
                self.wire(wire);
            }
        }
    }

    fn bits(&mut self, carrier: &str, parts: &[Part]) {
        self.to.put(&format!("bits {carrier} "));
        self.to.parts(parts);
    }
}

/// `entity_id "entityId"`
fn named(Name { name, source }: &Name) -> String {
    source.as_ref().map_or_else(|| name.clone(), |source| format!("{name} \"{source}\""))
}

/// `(kind: u8, size: u16)`, or nothing
fn parameters(params: &[(String, String)]) -> String {
    if params.is_empty() {
        return String::new();
    }
    let mut text = String::from("(");
    for (name, wire) in params {
        let comma = if text.len() > 1 { ", " } else { "" };
        let _ = write!(text, "{comma}{name}: {wire}");
    }
    text + ")"
}
