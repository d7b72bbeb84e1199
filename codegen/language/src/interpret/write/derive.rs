//! Derived numbers: presence bits, width tags, codes of arms, counts. One that cannot be computed is zero here, and
//! reported when its field is checked.

use super::super::env::Env;
use super::sparse::mask;
use super::{Slot, Writer};
use crate::layout::wire_interval;
use crate::model::{
    Absent, ArmCode, CellId, Code, Demand, Field, FieldId, Form, Input, Interval, Presence, Record, Source, Wire,
};

impl Writer<'_> {
    /// Derives the cells of a body in wire order, since a test reads earlier cells.
    pub(super) fn derive(&self, env: &mut Env<'_, Slot<'_>>, body: &[FieldId]) {
        let record = env.record;
        for id in &record.scope(body) {
            let field = &record.fields[id.0];
            if let Presence::When { checked, absent, .. } = &field.presence
                && (!super::shows(record, field) || (*checked && matches!(absent, Absent::Raw(_) | Absent::Float(_))))
            {
                let present = env.is_present(&field.presence);
                env.slot_mut(*id).present = present;
                if let Some(number) = field.wire.number().filter(|_| !present) {
                    env.cells[number.0] = None;
                }
            }
            if let Wire::Chosen { tags, forms, .. } = &field.wire {
                presence_by_tags(env, *id, tags, forms);
            }
            let present = env.slot(*id).present;
            let is_derived = match &field.wire {
                Wire::Bits { .. } | Wire::Match { .. } => true,
                // The size of a region is known when its fields are checked and written.
                Wire::Within { .. } => false,
                _ => present,
            };
            if is_derived {
                field.wire.cells().into_iter().for_each(|cell| derive_cell(env, cell));
            }
            match &field.wire {
                Wire::Group { body, .. } if present => self.derive(env, body),
                Wire::Match { arms, .. } => {
                    if let Some(arm) = env.slot(*id).arm.and_then(|(index, _)| arms.get(index)) {
                        self.derive(env, &arm.body);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Decides by tags that are not derived from it whether a field with a default is present, whatever its value.
fn presence_by_tags(env: &mut Env<'_, Slot<'_>>, id: FieldId, tags: &[Input], forms: &[Form]) {
    let record = env.record;
    let Field { presence: Presence::Chosen { absent: Absent::Raw(default) }, wire: Wire::Chosen { cell, .. }, .. } =
        &record.fields[id.0]
    else {
        return;
    };
    if !has_given_tag(record, id, tags) || !env.slot(id).visited {
        return;
    }
    let present = env.form(tags, forms).is_some_and(|form| form.scalar.is_some());
    if present && !env.slot(id).present {
        env.set(*cell, *default);
    }
    env.slot_mut(id).present = present;
}

/// Whether some tag of a field is not derived from it.
pub(super) fn has_given_tag(record: &Record, id: FieldId, tags: &[Input]) -> bool {
    tags.iter().any(|tag| *tag != Input::Left && !record.derives_tag(id, *tag))
}

pub(super) fn derive_cell(env: &mut Env<'_, Slot<'_>>, cell: CellId) {
    let record = env.record;
    let found = &record.cells[cell.0];
    let code = match &found.source {
        Source::Derived(Demand::Hook) | Source::User => return,
        Source::Derived(demand) => {
            // The number may come after its width tag.
            if let Demand::Form { field, .. } = demand
                && let Wire::Chosen { cell, .. } = &record.fields[field.0].wire
                && env.slot(*field).present
            {
                derive_cell(env, *cell);
            }
            let code = derived(env, demand).or(found.absent).unwrap_or(0);
            match demand {
                // A count that its cell cannot hold is reported when the elements are counted.
                Demand::Count { .. } | Demand::Arm { .. } => truncate(code, wire_interval(env.protocol, record, cell)),
                _ => code,
            }
        }
        Source::Constant(code) | Source::Reserved(code) => *code,
    };
    env.set(cell, code);
}

/// A number truncated to the smallest integer type of Rust for a range.
fn truncate(code: Code, range: Interval) -> Code {
    if range.contains(code) {
        return code;
    }
    let widths = [8, 16, 32, 64].into_iter();
    let fits = widths
        .map(|bits| Interval::of_bits(bits, range.min < 0))
        .find(|int| int.min <= range.min && range.max <= int.max);
    fits.and_then(|int| {
        let count = int.max.checked_sub(int.min)?.checked_add(1)?;
        int.min.checked_add(code.checked_sub(int.min)?.checked_rem_euclid(count)?)
    })
    .unwrap_or(0)
}

/// The number that a demand requires; `None` if its subject is absent.
fn derived(env: &Env<'_, Slot<'_>>, demand: &Demand) -> Option<Code> {
    let present = |field: &FieldId| Some(env.slot(*field)).filter(|slot| slot.present);
    match demand {
        Demand::Presence { field, negated } => {
            Some(Code::from(env.slot(*field).visited && will_be_present(env, *field) != *negated))
        }
        // Filled in when the bytes that it covers are written.
        Demand::Checksum | Demand::Hook => None,
        Demand::Place { last } if env.is_last => Some(*last),
        Demand::Place { last } => 1_i128.checked_sub(*last),
        Demand::Form { field, column } => form_code(env, *field, *column),
        Demand::Arm { field, column } => {
            let (index, code) = present(field)?.arm?;
            match &env.record.fields[field.0].wire {
                Wire::Match { arms, .. } => match arms.get(index).map(|arm| &arm.written) {
                    Some(ArmCode::Counted(count)) => derived(env, count),
                    Some(ArmCode::One(codes)) => codes.get(*column).copied(),
                    _ => Some(code),
                },
                _ => Some(code),
            }
        }
        Demand::Mask { field } => Some(mask(present(field)?.given)),
        Demand::Count { fields, times, plus } => {
            let subject = fields.iter().find_map(present)?;
            Some(count_code(subject.count, *times, *plus).unwrap_or(0))
        }
    }
}

/// Whether a field will be present. A derived field is present if its own subject is.
fn will_be_present(env: &Env<'_, Slot<'_>>, field: FieldId) -> bool {
    let present = |field: &FieldId| env.slot(*field).present;
    match &env.record.fields[field.0].wire {
        Wire::Scalar { cell, .. }
            if let Source::Derived(demand) = &env.record.cells[cell.0].source
                && !demand.fields().is_empty() =>
        {
            demand.fields().iter().any(present)
        }
        _ => present(&field),
    }
}

/// The code of a tag for the first form that can hold the value.
fn form_code(env: &Env<'_, Slot<'_>>, id: FieldId, column: usize) -> Option<Code> {
    let record = env.record;
    let field = &record.fields[id.0];
    let Wire::Chosen { tags, forms, cell } = &field.wire else { return None };
    let slot = Some(env.slot(id)).filter(|slot| slot.visited)?;
    // Tags that are not derived must match.
    let agrees = |form: &&Form| {
        let mut columns = tags.iter().zip(&form.pattern);
        columns.all(|(tag, codes)| record.derives_tag(id, *tag) || env.matches(*tag, codes))
    };
    let with_bytes = || forms.iter().filter(|form| form.scalar.is_some()).filter(agrees);
    // A value that no form can hold is reported when the field is checked.
    let holding = |code: Code| with_bytes().find(|form| form.interval.contains(code)).or(with_bytes().next_back());
    let form = if slot.present {
        holding(env.cell(*cell)?)
    } else {
        let none = forms.iter().filter(|form| form.scalar.is_none()).find(agrees);
        // Without a form that has no bytes, the default needs one.
        let Presence::Chosen { absent: Absent::Raw(default) } = field.presence else { return code_of(none?, column) };
        none.or_else(|| holding(default))
    };
    code_of(form?, column)
}

fn code_of(form: &Form, column: usize) -> Option<Code> {
    Some(form.pattern.get(column)?.first().map_or(0, |interval| interval.min))
}

/// The number on the wire for a count of elements; `None` if no number has that meaning.
pub(super) fn count_code(count: usize, times: Code, plus: Code) -> Option<Code> {
    let elements = Code::try_from(count).ok()?.checked_sub(plus)?;
    (elements.checked_rem(times)? == 0).then(|| elements.checked_div(times)).flatten()
}
