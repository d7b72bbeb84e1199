//! The fields that Wireshark has to show of a packet, by the steps of the interpreter: their names in filters, their
//! values, and their bytes.

use std::collections::BTreeSet;

use wireform_build::interpret::{Float, Step, StepKind, Value};
use wireform_build::model::{Code, Family, Node, Notation, Protocol};
use wireform_build::quantity::Amount;

/// A field that has to be shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// The names that it may have, without the protocol.
    pub names: Vec<String>,
    /// Its value.
    pub value: Is,
    /// The offset and the number of its bytes, if it has some of its own.
    pub bytes: Option<(usize, usize)>,
}

/// A value, as Wireshark has to have it.
#[derive(Debug, Clone, PartialEq)]
pub enum Is {
    /// A whole number.
    Code(Code),
    /// True or false.
    Bool(bool),
    /// A number; `None`: no number.
    Number(f64),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// A name in filters: `MoveForward` is `move_forward`.
#[must_use]
pub fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| letters[before]);
        let begins = letter.is_ascii_uppercase()
            && before.is_some_and(|before| {
                let next_is_small = letters.get(index + 1).is_some_and(char::is_ascii_lowercase);
                before.is_ascii_lowercase() || before.is_ascii_digit() || (before.is_ascii_uppercase() && next_is_small)
            });
        if begins {
            out.push('_');
        }
        out.push(if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' });
    }
    out.trim_start_matches('_').to_owned()
}

/// A step around others: its depth, its path, and the names with which those of its fields begin.
struct Around<'s> {
    depth: usize,
    path: &'s str,
    /// Its own names, which end with the name of a choice.
    own: Vec<String>,
    /// Those in front of its fields, which end with the name of an arm.
    inner: Vec<String>,
}

/// The fields of a packet in their order. Records, lists, constants, and what is nobody's, are not among them.
#[must_use]
pub fn wanted(protocol: &Protocol, steps: &[Step]) -> Vec<Wanted> {
    let mut around: Vec<Around<'_>> = Vec::new();
    let mut all = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        around.retain(|one| one.depth < step.depth);
        let names = names(protocol, &around, step);
        let arm = arm(step, steps.get(index + 1));
        let inner = match &arm {
            Some(arm) => names.iter().map(|name| format!("{name}.{}", snake(arm))).collect(),
            None => names.clone(),
        };
        let is_named_elsewhere = arm.is_some() && matches!(step.value, Value::Null);
        if !is_named_elsewhere && let Some(value) = value(step) {
            let bytes = (step.len > 0).then_some((step.offset, step.len));
            let names = match around.last() {
                Some(choice) if is_code(step) => choice.own.iter().map(|name| format!("{name}.code")).collect(),
                _ => alternatives(&around, step, names.clone()),
            };
            all.push(Wanted { names: with_nested(protocol, names), value, bytes });
        }
        around.push(Around { depth: step.depth, path: &step.path, own: names, inner });
    }
    all
}

/// The arm of a choice: the value of its step, or of the code that is its first step.
fn arm(step: &Step, next: Option<&Step>) -> Option<String> {
    let code = next.filter(|next| next.depth == step.depth + 1 && is_code(next));
    match (step.kind, &step.value, code.map(|code| &code.value)) {
        (StepKind::Record, Value::Arm { name: arm, .. }, _)
        | (StepKind::Record, Value::Null, Some(Value::Text(arm))) => Some(arm.clone()),
        _ => None,
    }
}

/// Whether a step is the code in front of the fields of an arm, whose name is its value.
fn is_code(step: &Step) -> bool {
    step.kind == StepKind::Derived && matches!(step.value, Value::Text(_))
}

/// The names of a step: those of the nearest step around it whose path is the beginning of its own, and the rest of that.
fn names(protocol: &Protocol, around: &[Around<'_>], step: &Step) -> Vec<String> {
    if step.depth == 0 {
        return message(protocol, step.name.rsplit(' ').next().unwrap_or_default());
    }
    let outer = around.iter().rev().find_map(|one| {
        let rest = step.path.strip_prefix(one.path)?;
        let is_whole = rest.is_empty() || one.path.is_empty() || rest.starts_with(['.', '[']);
        is_whole.then_some((one, rest.strip_prefix('.').unwrap_or(rest)))
    });
    let (outer, rest) = outer.expect("the path of the packet is the beginning of all");
    rest.split('.').fold(outer.inner.clone(), |names, piece| {
        let name = piece.split('[').next().unwrap_or_default().trim();
        match piece.split_once(' ') {
            Some((field, "Unknown")) => unknown(protocol, field),
            Some((_, member)) => message(protocol, member),
            None if name.is_empty() => names,
            // The only field of an arm may be the arm itself.
            None if name == "value" && names == outer.inner && outer.inner != outer.own => {
                names.iter().flat_map(|outer| [format!("{outer}.value"), outer.clone()]).collect()
            }
            None => names.iter().map(|outer| format!("{outer}.{}", snake(name))).collect(),
        }
    })
}

/// The only field of an arm or of a struct may be its value; unnamed bits that are all of a group are that group.
fn alternatives(around: &[Around<'_>], step: &Step, mut names: Vec<String>) -> Vec<String> {
    let whole = around.last().filter(|_| step.depth > 0).map(|one| one.inner.clone());
    names.extend(whole.into_iter().flatten());
    names
}

/// The same, and those that begin with a struct that is nested somewhere, and whose fields have its name then.
fn with_nested(protocol: &Protocol, mut names: Vec<String>) -> Vec<String> {
    if protocol.nested.is_empty() {
        return names;
    }
    let ends = names.iter().flat_map(|name| name.match_indices('.').map(|(at, _)| name[at..].to_owned()));
    let ends: BTreeSet<String> = ends.collect();
    let nested = protocol.nested.iter().filter_map(|node| match node {
        Node::Record(id) => protocol.records.get(id.0),
        Node::Family(_) => None,
    });
    names.extend(nested.flat_map(|record| ends.iter().map(|end| snake(&record.name) + end)));
    names
}

/// The names of a message: its own, or that with its family, if there are several.
fn message(protocol: &Protocol, member: &str) -> Vec<String> {
    let members = protocol.families.iter().flat_map(|family| &family.members);
    let records = members.filter(|one| one.name == member).filter_map(|one| protocol.records.get(one.record.0));
    let mut names = vec![snake(member)];
    names.extend(records.map(|record| snake(&record.name)));
    for separator in ['_', '.'] {
        let with = |family: &Family| format!("{}{separator}{}", snake(&family.name), snake(member));
        names.extend(protocol.families.iter().map(with));
    }
    names
}

/// The names of an unknown message, by those of all families.
fn unknown(protocol: &Protocol, field: &str) -> Vec<String> {
    let field = field.split('[').next().unwrap_or_default();
    let key = if field.is_empty() { String::new() } else { format!(".{}", snake(field)) };
    protocol.families.iter().map(|family| format!("{}{key}", snake(&family.name))).collect()
}

/// The value of a step, if it has one that users see.
fn value(step: &Step) -> Option<Is> {
    let is_shown = match step.kind {
        StepKind::Record => matches!(step.value, Value::Arm { .. }),
        StepKind::Code | StepKind::Field | StepKind::Derived | StepKind::Hook | StepKind::Part { .. } => true,
        StepKind::Bits | StepKind::Inherited => true,
        StepKind::List | StepKind::Constant | StepKind::Reserved | StepKind::Terminator | StepKind::Rejected => false,
    };
    let value = match (&step.value, step.raw) {
        (Value::Arm { name: text, .. } | Value::Text(text), None) => Is::Text(text.clone()),
        (Value::Bytes(bytes), _) => Is::Bytes(bytes.clone()),
        (Value::Bool(flag), _) => Is::Bool(*flag),
        (Value::Float(Float::F32(float)), _) => Is::Number(shortest(float)),
        (Value::Float(Float::F64(float)), _) => Is::Number(*float),
        (Value::Quantity { value: Amount::Int(number), .. }, _) => Is::Code((*number).into()),
        (Value::Quantity { value: Amount::F32(float), .. }, _) => Is::Number(shortest(float)),
        (Value::Quantity { value: Amount::F64(float), .. }, _) => Is::Number(*float),
        (Value::Notation { raw, notation: Notation::Ipv4 }, _) => Is::Text(bytes_of(*raw, 4, ".", false)),
        (Value::Notation { raw, notation: Notation::Mac }, _) => Is::Text(bytes_of(*raw, 6, ":", true)),
        (Value::Notation { raw, notation: notation @ Notation::FourCc }, _) => {
            Is::Text(notation.shown(*raw).trim_matches('"').to_owned())
        }
        (_, Some(raw)) => Is::Code(raw),
        _ => return None,
    };
    is_shown.then_some(value)
}

/// The number that reads like the text of a float.
fn shortest(float: &f32) -> f64 {
    float.to_string().parse().unwrap_or(f64::NAN)
}

/// The bytes of an address, the highest first.
fn bytes_of(raw: Code, count: usize, between: &str, hex: bool) -> String {
    let bytes = raw.to_be_bytes();
    let text = |byte: &u8| if hex { format!("{byte:02x}") } else { byte.to_string() };
    bytes[bytes.len() - count..].iter().map(text).collect::<Vec<_>>().join(between)
}
