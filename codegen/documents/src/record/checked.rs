//! The uses of a number that the user sets: each would have derived it, did it follow in every case.

use crate::here::Here;
use crate::model::{Cell, CellId, Field, FieldId, Input, Presence, Says, Source, Wire};
use crate::text;

/// The demands that a user's number makes on other fields, which the writer checks.
pub(crate) fn checked(here: &Here<'_>, cell: &Cell) -> Option<String> {
    if cell.source != Source::User {
        return None;
    }
    let id = CellId(here.record.cells.iter().position(|one| std::ptr::eq(one, cell))?);
    let mut said = Vec::new();
    for (at, field) in here.record.fields.iter().enumerate() {
        // Most fields are numbers that are always present, and read none.
        if matches!((&field.presence, &field.wire), (Presence::Always, Wire::Scalar { .. })) {
            continue;
        }
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
    let is_this = |(says, input): &(Says, Input)| *says != Says::Argument && input.cell() == Some(cell);
    let (says, _) = field.wire.inputs().into_iter().find(is_this)?;
    match says {
        Says::Count | Says::Length if matches!(field.wire, Wire::Within { .. }) => {
            Some("how long the region is".to_owned())
        }
        Says::Count | Says::Length => Some(format!("how long {} is", path())),
        Says::Width => Some(format!("how wide {} is", path())),
        Says::Shape => Some(format!("which shape {} has", path())),
        Says::Message => Some(format!("which message {} is", path())),
        Says::Places => Some(format!("which elements of {} are there", path())),
        Says::Argument => None,
    }
}
