//! Arms of a choice that name something missing: bytes, where other arms take all that is left, too.

use std::collections::HashMap;

use crate::draft::{Arm, Draft, Entry, Field, Note, Wire};
use crate::reason::Reason;

use super::cut::{Gone, always};

/// Makes bytes of such arms.
pub fn without_missing(draft: &mut Draft) {
    let is_there = |name: &str| draft.items.iter().any(|item| item.name.name == name && item.left_out.is_none());
    let missing: HashMap<String, Reason> = draft
        .items
        .iter()
        .filter(|item| !is_there(&item.name.name))
        .filter_map(|item| Some((item.name.name.clone(), Reason::uses(&item.name.name, item.left_out.as_ref()?))))
        .collect();
    if !missing.is_empty() {
        draft.items.iter_mut().flat_map(|item| item.body.lists_mut()).for_each(|fields| as_bytes(fields, &missing));
    }
}

fn as_bytes(fields: &mut [Field], missing: &HashMap<String, Reason>) {
    for field in fields {
        field.lists_mut().into_iter().for_each(|inner| as_bytes(inner, missing));
        let mut notes = Vec::new();
        if let Entry::Named { wire, .. } = &mut field.entry {
            in_wire(wire, false, missing, &mut |name, reason| {
                notes.push(Note { at: field.at.clone(), reason, detail: name.to_owned(), loses: true });
            });
        }
        field.notes.append(&mut notes);
    }
}

fn in_wire(wire: &mut Wire, in_region: bool, missing: &HashMap<String, Reason>, note: &mut dyn FnMut(&str, Reason)) {
    match wire {
        Wire::Region { wire, .. } => in_wire(wire, true, missing, note),
        Wire::List { element, .. } => in_wire(element, false, missing, note),
        Wire::Match { arms, .. } => {
            let none = Gone::new();
            let takes = in_region || arms.iter().filter_map(|arm| arm.wire.as_ref()).any(|wire| always(wire, &none));
            for Arm { name, wire, .. } in arms {
                let Some(own) = wire else { continue };
                let bytes = match own {
                    Wire::Region { extent, .. } => format!("bytes[{extent}]"),
                    _ if takes => "bytes[..]".to_owned(),
                    _ => continue,
                };
                if let Some(reason) = names(own, missing) {
                    *wire = Some(Wire::Text(bytes));
                    note(name.as_deref().unwrap_or_default(), reason);
                }
            }
        }
        Wire::Text(_) | Wire::Named { .. } | Wire::Group { .. } | Wire::Bits { .. } => {}
    }
}

/// Why a wire cannot be said, if it is or holds something missing.
fn names(wire: &Wire, missing: &HashMap<String, Reason>) -> Option<Reason> {
    match wire {
        Wire::Named { name, .. } => missing.get(name).cloned(),
        Wire::Region { wire, .. } => names(wire, missing),
        Wire::Group { fields, .. } => fields.iter().filter_map(Field::wire).find_map(|wire| names(wire, missing)),
        _ => None,
    }
}
