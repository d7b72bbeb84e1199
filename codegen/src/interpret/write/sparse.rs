//! Writers of sparse lists. The mirror of `read/sparse`.

use super::super::error::{WriteError, WriteErrorKind};
use super::super::frame::Frame;
use super::super::value::Value;
use super::{Slot, Writer, wrong_type};
use crate::model::{CellId, Code, FieldId, Item};

impl Writer<'_> {
    /// Writes a sparse list; a missing element is `Null`.
    pub(super) fn sparse(
        &self,
        frame: &Frame<'_, Slot<'_>>,
        id: FieldId,
        item: &Item,
        count: u64,
        given: Option<&Value>,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let places: &[Value] = match given {
            None => return Ok(()),
            Some(Value::List(places)) => places,
            Some(other) => return Err(wrong_type(&frame.path(id), "a list", other)),
        };
        if u64::try_from(places.len()) != Ok(count) {
            return Err(WriteError::new(frame.path(id), WriteErrorKind::Count));
        }
        let args = match item {
            Item::Record { args, .. } | Item::Family { args, .. } => frame.args(args),
            Item::Scalar { .. } | Item::Float { .. } => Vec::new(),
        };
        let known = self.hearing.borrow().known().clone();
        for element in places.iter().filter(|place| **place != Value::Null) {
            let written = self.heard(|| self.element(item, &args, Some(element), out));
            written.map_err(|error| error.inside(&frame.path(id)))?;
        }
        self.hearing.borrow_mut().leave(known);
        Ok(())
    }
}

/// Checks that a mask that the user sets has the bits of the present elements.
pub(super) fn check_mask(
    frame: &Frame<'_, Slot<'_>>,
    id: FieldId,
    said: CellId,
    given: Option<&Value>,
) -> Result<(), WriteError> {
    if frame.record.is_users(said) && frame.cell(said) != Some(mask(given)) {
        return Err(WriteError::new(frame.path(id), WriteErrorKind::Presence));
    }
    Ok(())
}

/// The mask: bit `i` is set if element `i` is present.
pub(super) fn mask(given: Option<&Value>) -> Code {
    let Some(Value::List(places)) = given else { return 0 };
    let there = (0_u32..).zip(places).filter(|(_, place)| **place != Value::Null);
    there.fold(0, |mask, (index, _)| mask | 1_i128.checked_shl(index).unwrap_or(0))
}
