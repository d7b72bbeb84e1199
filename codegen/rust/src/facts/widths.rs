//! Forms of a field's width under its given tags: those that are not derived from the field.

use super::Int;
use crate::layout::wire_interval;
use crate::model::{
    Absent, CellId, Field, FieldId, Form, Input, Interval, ParamKind, Presence, Protocol, Record, Source, Wire, sets,
};

/// The forms of a field, grouped by the codes of its given tags.
#[derive(Debug, Clone, Default)]
pub struct Given<'m> {
    /// The tags.
    pub tags: &'m [Input],
    /// The columns of the derived tags.
    derived: Vec<usize>,
    /// The groups; one if no given tag discriminates.
    pub groups: Vec<Group<'m>>,
}

/// Forms that the given tags do not discriminate.
#[derive(Debug, Clone)]
pub struct Group<'m> {
    /// The codes of each given tag; none of a derived one.
    pub codes: Vec<Vec<Interval>>,
    /// The forms.
    pub forms: Vec<&'m Form>,
}

impl<'m> Given<'m> {
    /// Groups the forms of a field.
    pub fn of(protocol: &Protocol, record: &'m Record, field: FieldId) -> Self {
        let Wire::Chosen { tags, forms, .. } = &record.fields[field.0].wire else { return Self::default() };
        // A derived tag follows from the form, so it discriminates nothing.
        let given = |tag: &Input| (!is_derived(record, *tag, field)).then(|| vec![numbers(protocol, record, *tag)]);
        let cases = record.fields[field.0].wire.selection().and_then(|selection| selection.cases(given));
        let groups = cases.unwrap_or_default().into_iter().map(|case| {
            let forms = case.choices.iter().filter_map(|form| forms.get(*form));
            Group { codes: case.tags, forms: forms.collect() }
        });
        let derived = (0..tags.len()).filter(|column| is_derived(record, tags[*column], field)).collect();
        Self { tags, derived, groups: groups.collect() }
    }

    /// Whether the groups differ, in their numbers, in the codes of derived tags, or in presence.
    pub fn differ(&self) -> bool {
        let derived = |form: &Form| -> Vec<Vec<Interval>> {
            let columns = self.derived.iter().filter_map(|column| form.pattern.get(*column));
            columns.map(|codes| codes.first().into_iter().copied().collect()).collect()
        };
        let remaining = |group: &Group<'_>| -> Vec<_> {
            group.forms.iter().map(|form| (form.interval, form.scalar.is_some(), derived(form))).collect()
        };
        let first = self.groups.first().map(remaining);
        self.groups.iter().any(|group| Some(remaining(group)) != first)
    }
}

/// The numbers of a given tag: all of its type, as the resolver counts the cases. A user's number has its range checked
/// at its own field, and its rule after all fields.
fn numbers(protocol: &Protocol, record: &Record, tag: Input) -> Interval {
    let kind = match tag {
        Input::Param(id) => record.params[id.0].kind,
        Input::Session(id) => protocol.sessions[id.0].kind,
        Input::Cell(cell) => return wire_interval(protocol, record, cell),
        Input::Part(_) => return Int::I64.interval(),
        Input::Literal(code) => return Int::of_interval(Interval::only(code)).interval(),
        Input::Left => return Int::U64.interval(),
    };
    match kind {
        ParamKind::Bool => Interval::new(0, 1),
        ParamKind::Int(_) | ParamKind::Enum(_) => Int::of_param(protocol, kind).interval(),
    }
}

/// Whether a tag is derived from a field. The number of remaining bytes counts as such: the value alone decides the
/// width.
pub fn is_derived(record: &Record, tag: Input, field: FieldId) -> bool {
    tag == Input::Left || record.derives_tag(field, tag)
}

/// Whether all tags of a field of chosen width are derived from it.
pub fn are_derived(record: &Record, tags: &[Input], field: FieldId) -> bool {
    tags.iter().all(|tag| is_derived(record, *tag, field))
}

/// The numbers of a type that some forms of a field hold. If none has bytes the field is absent, which has a check of its own.
pub fn held(field: &Field, forms: &[&Form], whole: Interval) -> Vec<Interval> {
    let with_bytes = forms.iter().filter(|form| form.scalar.is_some()).map(|form| form.interval);
    let may_be_absent = forms.iter().any(|form| form.scalar.is_none());
    let numbers = match field.presence {
        Presence::Chosen { .. } if forms.iter().all(|form| form.scalar.is_none()) => vec![whole],
        Presence::Chosen { absent: Absent::Raw(default) } if may_be_absent => {
            with_bytes.chain([Interval::only(default)]).collect()
        }
        _ => with_bytes.collect(),
    };
    sets::clip(&numbers, whole)
}

/// Whether a derived number may not fit the width that the given tags select.
pub fn may_not_fit(protocol: &Protocol, record: &Record, field: FieldId) -> bool {
    let Wire::Chosen { tags, cell, .. } = &record.fields[field.0].wire else { return false };
    let derived = matches!(record.cells[cell.0].source, Source::Derived(_));
    derived && !are_derived(record, tags, field) && Given::of(protocol, record, field).differ()
}

/// Whether a list's length must be compared with its count, which an earlier list determines.
pub fn compares_count(record: &Record, count: CellId, list: FieldId) -> bool {
    record.counting(count, list).is_some_and(|counting| counting.fields.first() != Some(&list))
}
