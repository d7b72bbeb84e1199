//! The uses of a number that the user sets: each would have derived it, did it follow in every case.

use crate::here::Here;
use crate::model::{Cell, CellId, FieldId, Purpose, Says, Source, Wire};
use crate::text;

/// The demands that a user's number makes on other fields, which the writer checks.
pub(crate) fn checked(here: &Here<'_>, cell: &Cell) -> Option<String> {
    if cell.source != Source::User {
        return None;
    }
    let id = CellId(here.record.cells.iter().position(|one| std::ptr::eq(one, cell))?);
    let uses = here.record.uses_of(id).into_iter();
    let said: Vec<String> = uses.filter_map(|(field, purpose)| demand(here, field, purpose)).collect();
    (!said.is_empty()).then(|| format!("Set by you, and checked: it says {}.", text::and(&said)))
}

/// The demand that a number makes on a field.
pub(crate) fn demand(here: &Here<'_>, id: FieldId, purpose: Purpose) -> Option<String> {
    let path = || text::quoted(&here.path(id));
    match purpose {
        Purpose::Presence { checked: true } => Some(format!("whether {} is present", path())),
        // Reserved space has no value that could contradict its length.
        Purpose::Says(Says::Length) if matches!(here.record.fields[id.0].wire, Wire::Padding { .. }) => None,
        Purpose::Says(Says::Count | Says::Length) if matches!(here.record.fields[id.0].wire, Wire::Within { .. }) => {
            Some("how long the region is".to_owned())
        }
        Purpose::Says(Says::Count | Says::Length) => Some(format!("how long {} is", path())),
        Purpose::Says(Says::Width) => Some(format!("how wide {} is", path())),
        Purpose::Says(Says::Shape) => Some(format!("which shape {} has", path())),
        Purpose::Says(Says::Message) => Some(format!("which message {} is", path())),
        Purpose::Says(Says::Places) => Some(format!("which elements of {} are there", path())),
        Purpose::Says(Says::Argument) | Purpose::Presence { checked: false } | Purpose::Rule | Purpose::Checksum => {
            None
        }
    }
}
