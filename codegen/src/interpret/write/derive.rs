//! Works out what the user never sets: presence bits, widths, codes of shapes, counts. What can not be worked out is
//! zero for now, and told where the field in question is checked.

use super::super::frame::Frame;
use super::sparse::mask;
use super::{Slot, Writer};
use crate::layout::whole_interval;
use crate::model::{
    Absent, CellId, Code, Demand, Extent, Field, FieldId, Form, Input, Interval, Presence, Record, Source, Tag, Wire,
};

impl Writer<'_> {
    /// In wire order, because a test reads earlier cells.
    pub(super) fn derive(&self, frame: &mut Frame<'_, Slot<'_>>, body: &[FieldId]) {
        let record = frame.record;
        for id in &record.scope(body) {
            let Some(field) = record.fields.get(id.0) else { continue };
            if !super::shows(record, field)
                && let Presence::When { .. } = field.presence
            {
                let there = frame.is_there(&field.presence);
                if let Some(slot) = frame.slot_mut(*id) {
                    slot.there = there;
                }
            }
            match &field.wire {
                Wire::Bits { parts, .. } => parts.iter().for_each(|part| derive_cell(frame, part.cell)),
                Wire::Chosen { tags, forms, cell } => {
                    there_by_tags(frame, *id, tags, forms);
                    if frame.slot(*id).is_some_and(|slot| slot.there) {
                        derive_cell(frame, *cell);
                    }
                }
                Wire::Scalar { cell, .. } => {
                    if frame.slot(*id).is_some_and(|slot| slot.there) {
                        derive_cell(frame, *cell);
                    }
                }
                Wire::Group { body, .. } => {
                    if frame.slot(*id).is_some_and(|slot| slot.there) {
                        self.derive(frame, body);
                    }
                }
                Wire::Match { tag, arms, .. } => {
                    if let Tag::InPlace { cell, .. } = tag {
                        derive_cell(frame, *cell);
                    }
                    let arm = frame.slot(*id).and_then(|slot| slot.arm);
                    if let Some(arm) = arm.and_then(|(index, _)| arms.get(index)) {
                        self.derive(frame, &arm.body);
                    }
                }
                Wire::Bytes(extent) | Wire::Text { extent, .. } | Wire::List { extent, .. } => {
                    if let Extent::Prefixed { cell, .. } = extent
                        && frame.slot(*id).is_some_and(|slot| slot.there)
                    {
                        derive_cell(frame, *cell);
                    }
                }
                // Its size is known when what is in it was checked and written.
                Wire::Within { .. }
                | Wire::Float { .. }
                | Wire::Padding { .. }
                | Wire::Magic(_)
                | Wire::Record { .. }
                | Wire::Family { .. }
                | Wire::Sparse { .. } => {}
            }
        }
    }
}

/// A field with a value instead of none is there where tags that somebody else sets say so, whatever its value.
fn there_by_tags(frame: &mut Frame<'_, Slot<'_>>, id: FieldId, tags: &[Input], forms: &[Form]) {
    let record = frame.record;
    let Some(Field {
        presence: Presence::Chosen { absent: Absent::Raw(worth) }, wire: Wire::Chosen { cell, .. }, ..
    }) = record.fields.get(id.0)
    else {
        return;
    };
    if !are_given(record, id, tags) || !frame.slot(id).is_some_and(|slot| slot.visited) {
        return;
    }
    let there = frame.form(tags, forms).is_some_and(|form| form.scalar.is_some());
    let was_there = frame.slot(id).is_some_and(|slot| slot.there);
    if there && !was_there {
        frame.set(*cell, *worth);
    }
    if let Some(slot) = frame.slot_mut(id) {
        slot.there = there;
    }
}

/// Whether somebody else sets a tag of a field.
pub(super) fn are_given(record: &Record, id: FieldId, tags: &[Input]) -> bool {
    tags.iter().any(|tag| *tag != Input::Left && !record.derives_tag(id, *tag))
}

pub(super) fn derive_cell(frame: &mut Frame<'_, Slot<'_>>, cell: CellId) {
    let record = frame.record;
    let code = match record.cells.get(cell.0).map(|cell| &cell.source) {
        Some(Source::Derived(Demand::Hook) | Source::User) | None => return,
        Some(Source::Derived(demand)) => {
            // The number may stand behind its width.
            if let Demand::Form { field, .. } = demand
                && let Some(Wire::Chosen { cell, .. }) = record.fields.get(field.0).map(|field| &field.wire)
                && frame.slot(*field).is_some_and(|slot| slot.there)
            {
                derive_cell(frame, *cell);
            }
            let code = derived(frame, demand);
            match demand {
                // A count that its place can not hold is told where it is counted.
                Demand::Count { .. } => low_bits(code, whole_interval(frame.protocol, record, cell)),
                _ => code,
            }
        }
        Some(Source::Constant(code)) => *code,
        Some(Source::Reserved) => 0,
    };
    frame.set(cell, code);
}

/// What is left of a number in the smallest integer of Rust for a range.
fn low_bits(code: Code, held: Interval) -> Code {
    if held.contains(code) {
        return code;
    }
    let widths = [8, 16, 32, 64].into_iter();
    let fits =
        widths.map(|bits| Interval::of_bits(bits, held.min < 0)).find(|int| int.min <= held.min && held.max <= int.max);
    fits.and_then(|int| {
        let count = int.max.checked_sub(int.min)?.checked_add(1)?;
        int.min.checked_add(code.checked_sub(int.min)?.checked_rem_euclid(count)?)
    })
    .unwrap_or(0)
}

/// Where the demand lies in something absent, it is zero.
fn derived(frame: &Frame<'_, Slot<'_>>, demand: &Demand) -> Code {
    match demand {
        Demand::Presence { field, negated } => {
            let visited = frame.slot(*field).is_some_and(|slot| slot.visited);
            Code::from(visited && is_there(frame, *field) != *negated)
        }
        // Put in its place when the bytes that it covers are there.
        Demand::Checksum | Demand::Hook => 0,
        Demand::Form { field, column } => form_code(frame, *field, *column).unwrap_or(0),
        Demand::Arm { field } => frame.slot(*field).and_then(|slot| slot.arm).map_or(0, |(_, code)| code),
        Demand::Mask { field } => mask(frame.slot(*field).and_then(|slot| slot.given)),
        Demand::Count { fields, times, plus, absent } => {
            let there = fields.iter().filter_map(|field| frame.slot(*field)).find(|slot| slot.there);
            match there {
                Some(slot) => count_code(slot.count, *times, *plus).unwrap_or(0),
                None => absent.unwrap_or(0),
            }
        }
    }
}

/// Whether a field will be there. One that is itself derived is where what it is derived from is.
fn is_there(frame: &Frame<'_, Slot<'_>>, field: FieldId) -> bool {
    let there = |field: &FieldId| frame.slot(*field).is_some_and(|slot| slot.there);
    let cell = match frame.record.fields.get(field.0).map(|field| &field.wire) {
        Some(Wire::Scalar { cell, .. }) => frame.record.cells.get(cell.0),
        _ => None,
    };
    match cell.map(|cell| &cell.source) {
        Some(Source::Derived(Demand::Count { fields, .. })) => fields.iter().any(there),
        Some(Source::Derived(
            Demand::Arm { field }
            | Demand::Form { field, .. }
            | Demand::Presence { field, .. }
            | Demand::Mask { field },
        )) => there(field),
        Some(
            Source::Derived(Demand::Checksum | Demand::Hook) | Source::User | Source::Constant(_) | Source::Reserved,
        )
        | None => there(&field),
    }
}

/// What the first form that holds the value says in a tag's column.
fn form_code(frame: &Frame<'_, Slot<'_>>, id: FieldId, column: usize) -> Option<Code> {
    let record = frame.record;
    let field = record.fields.get(id.0)?;
    let Wire::Chosen { tags, forms, cell } = &field.wire else { return None };
    let slot = frame.slot(id).filter(|slot| slot.visited)?;
    // Tags that somebody else sets must agree.
    let agrees = |form: &&Form| {
        tags.iter().zip(&form.pattern).all(|(tag, pattern)| {
            let code = frame.input(*tag);
            record.derives_tag(id, *tag)
                || pattern.is_empty()
                || code.is_some_and(|code| pattern.iter().any(|one| one.contains(code)))
        })
    };
    let with_bytes = || forms.iter().filter(|form| form.scalar.is_some()).filter(agrees);
    // What none of them holds is told where the field is checked.
    let holding = |code: Code| with_bytes().find(|form| form.interval.contains(code)).or(with_bytes().next_back());
    let form = if slot.there {
        holding(frame.cell(*cell)?)
    } else {
        let none = forms.iter().filter(|form| form.scalar.is_none()).find(agrees);
        // The value instead of none may have to be said.
        let Presence::Chosen { absent: Absent::Raw(worth) } = field.presence else { return says(none?, column) };
        none.or_else(|| holding(worth))
    };
    says(form?, column)
}

fn says(form: &Form, column: usize) -> Option<Code> {
    Some(form.pattern.get(column)?.first().map_or(0, |interval| interval.min))
}

/// The count that says so many elements.
pub(super) fn count_code(count: usize, times: Code, plus: Code) -> Option<Code> {
    let elements = Code::try_from(count).ok()?.checked_sub(plus)?;
    (elements.checked_rem(times)? == 0).then(|| elements.checked_div(times)).flatten()
}
