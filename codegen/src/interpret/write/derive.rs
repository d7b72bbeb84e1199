//! Works out what the user never sets: presence bits, widths, codes of shapes, counts. What can not be worked out is
//! zero for now, and told where the field in question is checked.

use super::super::frame::Frame;
use super::sparse::mask;
use super::{Slot, Writer};
use crate::layout::whole_interval;
use crate::model::{CellId, Code, Demand, Extent, FieldId, Input, Presence, Source, Tag, Wire};

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
                Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => {
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

pub(super) fn derive_cell(frame: &mut Frame<'_, Slot<'_>>, cell: CellId) {
    let code = match frame.record.cells.get(cell.0).map(|cell| &cell.source) {
        Some(Source::Derived(Demand::Hook) | Source::User) | None => return,
        Some(Source::Derived(demand)) => {
            // A count that its place can not hold is told where it is counted, and says nothing of what is there.
            let code = derived(frame, demand);
            let held = !matches!(demand, Demand::Count { .. })
                || whole_interval(frame.protocol, frame.record, cell).contains(code);
            if held { code } else { 0 }
        }
        Some(Source::Constant(code)) => *code,
        Some(Source::Reserved) => 0,
    };
    frame.set(cell, code);
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
    let Wire::Chosen { tags, forms, cell } = &record.fields.get(id.0)?.wire else { return None };
    let slot = frame.slot(id).filter(|slot| slot.visited)?;
    let derived_here = |tag: &Input| match tag {
        Input::Cell(cell) => {
            let source = record.cells.get(cell.0).map(|cell| &cell.source);
            matches!(source, Some(Source::Derived(Demand::Form { field, .. })) if *field == id)
        }
        Input::Param(_) | Input::Part(_) | Input::Session(_) | Input::Literal(_) | Input::Left => false,
    };
    let form = forms.iter().find(|form| {
        let holds = match form.scalar {
            Some(_) => slot.there && frame.cell(*cell).is_some_and(|code| form.interval.contains(code)),
            None => !slot.there,
        };
        // Tags that somebody else sets must agree.
        let agrees = tags.iter().zip(&form.pattern).all(|(tag, pattern)| {
            let code = frame.input(*tag);
            derived_here(tag)
                || pattern.is_empty()
                || code.is_some_and(|code| pattern.iter().any(|one| one.contains(code)))
        });
        holds && agrees
    })?;
    Some(form.pattern.get(column)?.first().map_or(0, |interval| interval.min))
}

/// The count that says so many elements.
pub(super) fn count_code(count: usize, times: Code, plus: Code) -> Option<Code> {
    let elements = Code::try_from(count).ok()?.checked_sub(plus)?;
    (elements.checked_rem(times)? == 0).then(|| elements.checked_div(times)).flatten()
}
