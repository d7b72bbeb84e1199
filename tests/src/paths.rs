//! What errors call a field: its path, without indices and without the names of messages.

use wireform_build::interpret::Target;
use wireform_build::model::{FieldId, Node, Part, Record, Role};

/// The path of a field in its record. A shape that is a wire has none of its own, and an element that is one neither.
pub fn in_record(record: &Record, id: FieldId) -> String {
    let field = &record.fields[id.0];
    if record.role == (Role::Element { transparent: true }) && field.parent.is_none() {
        return String::new();
    }
    let around = field.parent.map(|parent| in_record(record, parent));
    join(&around.unwrap_or_default(), &field.label)
}

/// The path of a constant part of inline bits: beside that of the bits, or theirs if it has no name.
pub fn of_constant(record: &Record, bits: FieldId, part: &Part) -> String {
    let path = in_record(record, bits);
    match &part.name {
        Some(name) => join(path.rsplit_once('.').map_or("", |(around, _)| around), name),
        None => path,
    }
}

/// What stands in something.
pub fn join(path: &str, name: &str) -> String {
    match (path, name) {
        ("", one) | (one, "") => one.to_owned(),
        _ => format!("{path}.{name}"),
    }
}

/// Whether a path leads to something, or into it. Everything is in the whole.
pub fn is_in(path: &str, around: &str) -> bool {
    around.is_empty() || path.strip_prefix(around).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// What a target is.
pub fn node(target: Target) -> Node {
    match target {
        Target::Record(id) => Node::Record(id),
        Target::Family(id) | Target::Stream(id) => Node::Family(id),
    }
}
