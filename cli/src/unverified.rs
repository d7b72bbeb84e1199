//! Numbers that only the program can compute. `write` takes them as they are given, and says which of them nobody computed
//! for the bytes that it wrote.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;
use wireform_build::interpret::{Step, StepKind, Told, read_lean};

use crate::differs::without_names;
use crate::json::tagged;
use crate::packet::Packet;
use crate::with::Known;

/// A number that was not computed for these bytes.
pub struct Unverified {
    /// Its path in the packet.
    pub path: String,
    /// The function of the program.
    hook: String,
    /// As `read` gave it; otherwise nothing was given, and it is zero.
    as_read: bool,
}

/// Those of a packet that was written from these fields. A number that is given without `"verified": false` is the user's.
pub fn unverified(subject: &Packet, fields: &Value, known: &Known, bytes: &[u8]) -> Vec<Unverified> {
    if subject.protocol.hooks.is_empty() {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut told = |told| match told {
        Told::Step(step) if step.kind == StepKind::Hook => all.extend(one(fields, &step)),
        Told::Step(_) | Told::ReadAs(..) => {}
    };
    let known = (&*known.params, &known.session);
    let _ = read_lean(&subject.protocol, subject.target, &Arc::from(bytes), known, Some(&mut told));
    all
}

fn one(fields: &Value, step: &Step) -> Option<Unverified> {
    let path = without_names(&step.path);
    let as_read = match at(fields, &path) {
        None | Some(Value::Null) => false,
        Some(given) if given.get("verified") == Some(&Value::Bool(false)) => true,
        Some(_) => return None,
    };
    let hook = match &step.value {
        wireform_build::interpret::Value::Text(hook) => hook.clone(),
        _ => String::new(),
    };
    Some(Unverified { path, hook, as_read })
}

/// The value at a path: `messages[0].checksum`. The name of a message or a shape is a key of its own in JSON, and in no path.
fn at<'v>(fields: &'v Value, path: &str) -> Option<&'v Value> {
    let segments: Vec<&str> = path.split(['.', '[']).filter(|segment| !segment.is_empty()).collect();
    inside(fields, &segments)
}

fn inside<'v>(value: &'v Value, segments: &[&str]) -> Option<&'v Value> {
    let Some((first, rest)) = segments.split_first() else { return Some(value) };
    let next = match first.strip_suffix(']') {
        Some(index) => value.get(index.parse::<usize>().ok()?),
        None => value.get(first),
    };
    // A shape of a single value is that value; a path has a name for it.
    let only = |named| if *first == "value" { inside(named, rest) } else { None };
    let named = || tagged(value).and_then(|(_, named)| inside(named, segments).or_else(|| only(named)));
    next.and_then(|next| inside(next, rest)).or_else(named)
}

impl fmt::Display for Unverified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, hook, as_read } = self;
        let how = if *as_read { "as it was read" } else { "zero" };
        write!(f, "not verified: `{path}` is {how}, since only the program has `{hook}`")
    }
}
