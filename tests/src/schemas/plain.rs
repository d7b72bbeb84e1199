//! What of a record is in its plain value, field by field and in the order of the wire. Who makes values in Rust and who
//! tells them what to make must say the same, so both ask here.

use wireform_build::model::{
    Absent, Arm, Base, CellId, Content, Delta, DeltaScope, Field, FieldId, Presence, Record, RecordId, Role, Source,
    Tag, Value, Wire,
};

/// One field of a plain value.
pub struct Shown<'m> {
    pub name: &'m str,
    pub what: What<'m>,
    /// It is an option in Rust.
    pub optional: bool,
    /// What it is worth where a value has nothing.
    pub absent: Option<&'m Absent>,
}

/// What such a field holds.
pub enum What<'m> {
    /// A part of bits: what its number means.
    Part(Value),
    Field(FieldId, &'m Field),
}

/// The fields of a body; `whole`: in a state, in which what is inherited is always there.
pub fn shown<'m>(record: &'m Record, body: &[FieldId], whole: bool) -> Vec<Shown<'m>> {
    let mut all = Vec::new();
    for id in record.scope(body) {
        let field = &record.fields[id.0];
        if let Wire::Bits { parts, .. } = &field.wire {
            all.extend(parts.iter().filter_map(|part| {
                let (name, what) = (part.name.as_deref()?, What::Part(record.cells[part.cell.0].value));
                users(record, part.cell).then_some(Shown { name, what, optional: false, absent: None })
            }));
        } else if let Some(name) = field.name.as_deref().filter(|_| shows(record, field)) {
            let absent = field.presence.absent();
            let optional = match absent {
                Some(Absent::Nothing) => true,
                Some(Absent::Base(_)) => !whole,
                Some(Absent::Raw(_) | Absent::Float(_)) | None => false,
            };
            all.push(Shown { name, what: What::Field(id, field), optional, absent });
        }
    }
    all
}

/// Whether a field is in the plain value at all.
pub fn shows(record: &Record, field: &Field) -> bool {
    match &field.wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => users(record, *cell),
        Wire::Group { body, .. } => field.presence != Presence::Always || !shown(record, body, false).is_empty(),
        Wire::Bits { .. }
        | Wire::Padding { .. }
        | Wire::Octets { content: Content::Constant(_), .. }
        | Wire::Within { .. } => false,
        Wire::Float { .. }
        | Wire::Octets { content: Content::Free | Content::Text(_), .. }
        | Wire::Record { .. }
        | Wire::Family { .. }
        | Wire::Nested { .. }
        | Wire::List { .. }
        | Wire::Sparse { .. }
        | Wire::Match { .. } => true,
    }
}

fn users(record: &Record, cell: CellId) -> bool {
    record.cells[cell.0].source == Source::User
}

/// What a group is in a state: plain, a part of the state, or a record like it.
pub enum Inside {
    Plain,
    Part,
    Like(RecordId),
}

/// What a group is; `whole`: in a state.
pub fn inside(delta: Option<&Delta>, whole: bool) -> Inside {
    match delta.map(|delta| delta.scope).filter(|_| whole) {
        Some(DeltaScope::Part) => Inside::Part,
        Some(DeltaScope::Like(record)) => Inside::Like(record),
        Some(DeltaScope::Whole) | None => Inside::Plain,
    }
}

/// Whether a record in a field is the state, not what travels of it; `whole`: in a state.
pub fn is_state(from: Option<&Base>, whole: bool) -> bool {
    Base::gives_state(from, whole)
}

/// Whether an element is a field of its own in Rust, and only the value of that elsewhere.
pub fn is_transparent(record: &Record) -> bool {
    matches!(record.role, Role::Element { transparent: true })
}

/// The number that an arm of several codes keeps: what it is called, and what it means.
pub fn stored_code<'m>(record: &'m Record, tag: &Tag, arm: &Arm) -> Option<(&'m str, Value)> {
    let (name, cell) = record.stored_code(tag, arm)?;
    Some((name, record.cells[cell.0].value))
}
