//! Makes a draft into a schema that the compiler accepts, whatever is in it.
//!
//! The draft is printed and compiled. Where an error is, the innermost field is kept as bytes of its size, or it and all
//! behind it as the bytes up to the end; where this is no schema either, the same is done with what is around it, and at
//! last the declaration is left out. Each round takes something away, so there is an end, and it is always a schema.

mod arms;
mod cut;

use std::collections::HashMap;
use std::path::PathBuf;

use wireform_language::load::{Failure, Files, load_untested};
use wireform_model::diagnostic::Diagnostic;

use crate::Unreadable;
use crate::circles::nest;
use crate::draft::{Body, Draft, Field, Item, Place, Printed, print};
use crate::reason::Reason;

use cut::{Gone, Lost, cut};

/// The text of the draft, which the compiler accepts.
///
/// # Errors
/// The compiler's, if it is about no declaration: the name of the protocol, or its versions.
pub fn settle(draft: &mut Draft) -> Result<String, Unreadable> {
    if draft.items.len() > MOST {
        return Err(
            Unreadable::new(format!("this makes more than {MOST} declarations")).help("divide it into several files")
        );
    }
    loop {
        without_empty_families(draft);
        arms::without_missing(draft);
        // Each cut may open a circle.
        nest(draft);
        let printed = print(draft);
        let Err(failure) = load_untested(FILE, &Text(printed.text.clone())) else { return Ok(printed.text) };
        if !without_errors(draft, &printed, &failure) {
            let title = failure.diagnostics.first().map_or("the schema is refused", |wrong| &wrong.title);
            return Err(Unreadable::new(title));
        }
    }
}

const FILE: &str = "import.wire";

/// The most declarations: each round compiles all of them, and finds 200 errors at most.
const MOST: usize = 10_000;

/// The printed text, as the only file.
struct Text(String);

impl Files for Text {
    fn read(&self, _: &std::path::Path) -> std::io::Result<Vec<u8>> {
        Ok(self.0.clone().into_bytes())
    }

    fn names(&self, _: &std::path::Path) -> Vec<String> {
        Vec::new()
    }

    fn one_path(&self, path: &std::path::Path) -> PathBuf {
        path.to_owned()
    }
}

/// Cuts where the errors are, once in each list of fields, since the others may be consequences. Returns whether it did.
fn without_errors(draft: &mut Draft, printed: &Printed, failure: &Failure) -> bool {
    let gone = gone(draft);
    let mut done: Vec<(usize, Option<usize>)> = Vec::new();
    for wrong in &failure.diagnostics {
        let Some(place) = place_of(wrong, draft, printed) else { continue };
        if done.iter().any(|(item, list)| *item == place.item && (*list == place.list || list.is_none())) {
            continue;
        }
        done.push((place.item, place.list));
        let Some(item) = draft.items.get_mut(place.item) else { continue };
        let reason = Reason::refused(&wrong.title);
        match (place.list, place.field) {
            (Some(list), Some(field)) => {
                let whole = item
                    .body
                    .lists_mut()
                    .into_iter()
                    .nth(list)
                    .is_none_or(|fields| !cut(fields, field, &reason, &gone));
                if whole {
                    leave_out(item, list, reason);
                }
            }
            (Some(list), None) => leave_out(item, list, reason),
            _ => item.left_out = Some(reason),
        }
    }
    !done.is_empty()
}

/// The place to cut: that of the error, but where it is about bytes that a cut has made, that of their use.
fn place_of(wrong: &Diagnostic, draft: &Draft, printed: &Printed) -> Option<Place> {
    let labels = std::iter::once(&wrong.primary).chain(&wrong.others);
    let places = labels.filter_map(|label| printed.place(label.span.start as usize));
    let is_cut = |place: &Place| draft.field(*place).is_some_and(|field| field.cut);
    places.clone().find(|place| !is_cut(place)).or_else(|| places.clone().next())
}

/// Leaves out families of which all messages are.
fn without_empty_families(draft: &mut Draft) {
    for item in &mut draft.items {
        if let Body::Family { messages, .. } = &item.body
            && messages.iter().all(|message| message.left_out.is_some())
        {
            item.left_out = messages.first().and_then(|message| message.left_out.clone());
        }
    }
}

/// Leaves out a message, or an item that has one list of fields. Where a cut says why already, that is the reason.
fn leave_out(item: &mut Item, list: usize, reason: Reason) {
    let told = |fields: &[Field]| {
        fields.iter().flat_map(|field| &field.notes).find(|note| note.loses).map(|note| note.reason.clone())
    };
    match &mut item.body {
        Body::Family { messages, .. } => {
            if let Some(message) = messages.get_mut(list) {
                message.left_out = Some(told(&message.fields).unwrap_or(reason));
            }
        }
        Body::Struct { fields, .. } => item.left_out = Some(told(fields).unwrap_or(reason)),
        _ => item.left_out = Some(reason),
    }
}

/// The declarations that are left out, and those that a cut made to take the rest of what is around them: an error at their use
/// is a consequence. Each has its reason.
fn gone(draft: &Draft) -> Gone {
    let mut users: HashMap<&str, Vec<&Item>> = HashMap::new();
    for item in &draft.items {
        item.body.uses().for_each(|name| users.entry(name).or_default().push(item));
    }
    let mut gone = Gone::new();
    let mut left: Vec<&Item> = draft.items.iter().rev().collect();
    while let Some(Item { name, body, left_out, .. }) = left.pop() {
        if gone.contains_key(&name.name) {
            continue;
        }
        let taken = || body.lists().into_iter().flatten().find_map(|field| cut::takes_rest(field, &gone));
        if let Some(reason) = left_out.clone().or_else(taken) {
            let always = |fields: &[Field]| fields.last().is_some_and(|last| cut::always_takes_rest(last, &gone));
            let always = body.lists().into_iter().all(always);
            gone.insert(name.name.clone(), Lost { reason, always });
            left.extend(users.get(name.name.as_str()).into_iter().flatten());
        }
    }
    gone
}
