//! Cuts a field out of a list of fields: bytes stand in its place.

use std::collections::HashMap;

use crate::draft::{Entry, Field, Name, Note, Wire};
use crate::reason::Reason;

/// The declarations that are left out, and those that take the rest of the bytes around them since a cut.
pub type Gone = HashMap<String, Lost>;

/// Why a declaration is gone.
pub struct Lost {
    pub reason: Reason,
    /// Whether it takes the rest in every case.
    pub always: bool,
}

/// Cuts the field of this number, or what is around it if it was cut already. Returns whether anything but bytes is left.
pub fn cut(fields: &mut Vec<Field>, target: usize, reason: &Reason, gone: &Gone) -> bool {
    Cut { target, next: 0, reason, gone }.list(fields, false) == Outcome::Done
        && !fields.iter().all(|field| field.cut && field.size.is_none())
}

/// Why a field takes the rest of the bytes around it, if a cut made it do so.
pub fn takes_rest(field: &Field, gone: &Gone) -> Option<Reason> {
    fn wire_takes(wire: &Wire, gone: &Gone) -> Option<Reason> {
        match wire {
            Wire::Named { name, .. } => gone.get(name).map(|lost| Reason::uses(name, &lost.reason)),
            Wire::Group { fields, .. } => fields.iter().find_map(|field| takes_rest(field, gone)),
            Wire::Match { arms, .. } => {
                arms.iter().filter_map(|arm| arm.wire.as_ref()).find_map(|wire| wire_takes(wire, gone))
            }
            // An element that takes the rest is refused at the list; a region has an end of its own.
            Wire::List { .. } | Wire::Region { .. } | Wire::Text(_) | Wire::Bits { .. } => None,
        }
    }
    if field.cut && field.size.is_none() {
        return Some(field.notes.iter().find(|note| note.loses)?.reason.clone());
    }
    field.wire().and_then(|wire| wire_takes(wire, gone))
}

/// Whether a field takes the rest in every case.
pub fn always_takes_rest(field: &Field, gone: &Gone) -> bool {
    let is_cut = field.cut && field.size.is_none();
    is_cut || matches!(&field.entry, Entry::Named { wire, when: None, .. } if always(wire, gone))
}

/// Whether a wire takes the rest in every case.
pub fn always(wire: &Wire, gone: &Gone) -> bool {
    match wire {
        Wire::Text(text) => text == "bytes[..]",
        Wire::Named { name, .. } => gone.get(name).is_some_and(|lost| lost.always),
        Wire::Group { when: None, fields } => fields.last().is_some_and(|last| always_takes_rest(last, gone)),
        Wire::Match { arms, .. } => arms.iter().all(|arm| arm.wire.as_ref().is_some_and(|wire| always(wire, gone))),
        Wire::Group { .. } | Wire::List { .. } | Wire::Region { .. } | Wire::Bits { .. } => false,
    }
}

/// Why something in a field is lost already, if it is: the error is a consequence.
fn lost_inside(field: &Field, gone: &Gone) -> Option<Reason> {
    let own = field.notes.iter().find(|note| note.loses).map(|note| note.reason.clone());
    let uses = || field.wires().into_iter().filter_map(Wire::named);
    let used = uses().find_map(|name| Some(Reason::uses(name, &gone.get(name)?.reason)));
    own.or(used).or_else(|| field.fields().into_iter().find_map(|inner| lost_inside(inner, gone)))
}

#[derive(PartialEq, Eq)]
enum Outcome {
    /// The field is not in this list.
    Elsewhere,
    /// It is cut.
    Done,
    /// It was cut before: what is around it has to be.
    Outer,
}

struct Cut<'c> {
    target: usize,
    next: usize,
    reason: &'c Reason,
    gone: &'c Gone,
}

impl Cut<'_> {
    fn list(&mut self, fields: &mut Vec<Field>, in_region: bool) -> Outcome {
        for index in 0..fields.len() {
            let here = self.next;
            self.next += 1;
            let Some(field) = fields.get_mut(index) else { break };
            let mut is_here = here == self.target;
            let is_region = matches!(field.entry, Entry::Within { .. });
            for inner in field.lists_mut() {
                if is_here {
                    break;
                }
                match self.list(inner, is_region) {
                    Outcome::Elsewhere => {}
                    Outcome::Done => return Outcome::Done,
                    Outcome::Outer => is_here = true,
                }
            }
            if is_here {
                return self.at(fields, index, in_region);
            }
        }
        Outcome::Elsewhere
    }

    /// Cuts a field of this list, or an earlier one if that takes the rest already.
    fn at(&self, fields: &mut Vec<Field>, index: usize, in_region: bool) -> Outcome {
        let rest =
            fields.iter().take(index + 1).enumerate().find_map(|(at, field)| Some((at, takes_rest(field, self.gone)?)));
        // A filler behind what takes the rest has nothing to fill.
        if let Some((at, _)) = &rest
            && fields.get(at + 1).is_some_and(is_filler)
            && fields.get(*at).is_some_and(|field| always_takes_rest(field, self.gone))
        {
            fields.remove(at + 1);
            return Outcome::Done;
        }
        // Nobody reads a filler's bytes, so a field of them says as much. It is the user's, however many there are.
        let name = free(fields, "rest");
        if let Some(filler) = fields.get_mut(index).filter(|field| rest.is_none() && is_filler(field))
            && let Entry::Named { name: own, .. } = &mut filler.entry
        {
            *own = Name::plain(name);
            return Outcome::Done;
        }
        let inner = fields.get(index).and_then(|field| lost_inside(field, self.gone));
        let (index, reason) = rest.unwrap_or_else(|| (index, inner.unwrap_or_else(|| self.reason.clone())));
        let Some(field) = fields.get(index) else { return Outcome::Outer };
        // With nothing in front, the bytes are those of the whole region, which has a size.
        let is_all = index == 0 && in_region && field.extent().is_none();
        if is_all || (field.cut && index + 1 == fields.len()) {
            return Outcome::Outer;
        }
        let content = free(fields, "content");
        let Some(field) = fields.get_mut(index) else { return Outcome::Outer };
        let mut notes: Vec<Note> = std::mem::take(&mut field.notes);
        if !notes.iter().any(|note| note.loses) {
            notes.push(Note { at: field.at.clone(), reason, detail: String::new(), loses: true });
        }
        if let Some(extent) = field.extent().filter(|_| !field.cut) {
            let name = match &field.entry {
                Entry::Named { name, .. } => name.clone(),
                _ => {
                    field.fields().iter().find_map(|inner| named(inner)).unwrap_or_else(|| Name::plain(content.clone()))
                }
            };
            let when = match &field.entry {
                Entry::Named { when, .. } => when.clone(),
                _ => None,
            };
            let wire = Wire::text(format!("bytes[{extent}]"));
            let entry = Entry::Named { name, wire, meaning: String::new(), when, rule: None };
            *field = Field { entry, size: Some(extent), notes, cut: true, ..field.clone() };
            return Outcome::Done;
        }
        let at = field.at.clone();
        let name = Name::plain(free(fields.get(..index).unwrap_or_default(), "rest"));
        let entry =
            Entry::Named { name, wire: Wire::text("bytes[..]"), meaning: String::new(), when: None, rule: None };
        fields.truncate(index);
        fields.push(Field { notes, cut: true, ..Field::new(at, entry) });
        Outcome::Done
    }
}

/// The name of a field that has one.
fn named(field: &Field) -> Option<Name> {
    match &field.entry {
        Entry::Named { name, .. } if name.name != "_" => Some(name.clone()),
        _ => None,
    }
}

/// `_: bytes[..]`
fn is_filler(field: &Field) -> bool {
    matches!(&field.entry, Entry::Named { name, wire: Wire::Text(wire), .. } if name.name == "_" && wire == "bytes[..]")
}

impl Field {
    /// The extent of the bytes that it has, where its source says it.
    fn extent(&self) -> Option<String> {
        match &self.entry {
            _ if self.size.is_some() => self.size.clone(),
            Entry::Within { extent, .. } => Some(extent.clone()),
            Entry::Named { wire: Wire::Region { extent, .. }, .. } => Some(extent.clone()),
            _ => None,
        }
    }
}

/// A name that no field of the list has.
fn free(fields: &[Field], wanted: &str) -> String {
    let taken =
        |name: &str| fields.iter().any(|field| matches!(&field.entry, Entry::Named { name: n, .. } if n.name == name));
    let mut name = wanted.to_owned();
    while taken(&name) {
        name.push('_');
        name.push('x');
    }
    name
}
