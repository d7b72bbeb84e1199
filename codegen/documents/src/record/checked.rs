//! The uses of a number that the user sets: each would have derived it, did it follow in every case.

use crate::here::Here;
use crate::model::{Cell, CellId, Extent, Field, FieldId, Input, Presence, Source, Tag, Wire};
use crate::text;

/// The demands that a user's number makes on other fields, which the writer checks.
pub(crate) fn checked(here: &Here<'_>, cell: &Cell) -> Option<String> {
    if cell.source != Source::User {
        return None;
    }
    let id = CellId(here.record.cells.iter().position(|one| std::ptr::eq(one, cell))?);
    let mut said = Vec::new();
    for (at, field) in here.record.fields.iter().enumerate() {
        said.extend(presence(here, id, FieldId(at), field));
        said.extend(says(here, id, FieldId(at), field));
    }
    (!said.is_empty()).then(|| format!("Set by you, and checked: it says {}.", text::and(&said)))
}

/// The presence of a field that follows from a number.
fn presence(here: &Here<'_>, cell: CellId, id: FieldId, field: &Field) -> Option<String> {
    let Presence::When { test, checked: true, .. } = &field.presence else { return None };
    let is_read = test.inputs().contains(&Input::Cell(cell));
    is_read.then(|| format!("whether {} is present", text::quoted(&here.path(id))))
}

/// The demand that a number makes on a field.
fn says(here: &Here<'_>, cell: CellId, id: FieldId, field: &Field) -> Option<String> {
    let path = || text::quoted(&here.path(id));
    let is_this = |input: &Input| *input == Input::Cell(cell);
    let counts = |extent: &Extent| matches!(extent, Extent::Given(count) if count.inputs().iter().any(is_this));
    match &field.wire {
        Wire::Bytes(extent) | Wire::Text { extent, .. } | Wire::List { extent, .. } if counts(extent) => {
            Some(format!("how long {} is", path()))
        }
        Wire::Within { extent, .. } if counts(extent) => Some("how long the region is".to_owned()),
        Wire::Chosen { tags, .. } if tags.iter().any(is_this) => Some(format!("how wide {} is", path())),
        Wire::Match { tag: Tag::Input(tag), .. } if is_this(tag) => Some(format!("which shape {} has", path())),
        Wire::Family { by: Some(by), .. } if *by == cell => Some(format!("which message {} is", path())),
        Wire::Sparse { mask, .. } if *mask == cell => Some(format!("which elements of {} are there", path())),
        _ => None,
    }
}
