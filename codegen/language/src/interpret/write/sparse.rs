//! Writers of sparse lists. The mirror of `read/sparse`.

use super::super::error::{WriteError, WriteErrorKind};
use super::super::value::Value;
use super::Writer;
use super::at::At;
use crate::model::{CellId, Code, Item};

impl Writer<'_> {
    /// Writes a sparse list; a missing element is `Null`.
    pub(super) fn sparse(
        &self,
        at: &At<'_, '_, '_>,
        item: &Item,
        count: u64,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let elements: &[Value] = match at.given {
            None => return Ok(()),
            Some(Value::List(elements)) => elements,
            Some(other) => return Err(at.wrong_type("a list", other)),
        };
        if u64::try_from(elements.len()) != Ok(count) {
            return Err(at.reject(WriteErrorKind::Count).expected(count).found(elements.len()));
        }
        let args = at.env.args(item.args());
        let outer = self.session.borrow().current().clone();
        for (index, element) in elements.iter().enumerate().filter(|(_, element)| **element != Value::Null) {
            let written = self.propagate(|| self.element(item, &args, Some(element), out));
            written.map_err(|error| error.inside_element(&at.path(), index))?;
        }
        self.session.borrow_mut().restore(outer);
        Ok(())
    }
}

/// Checks that a mask that the user sets has the bits of the present elements.
pub(super) fn check_mask(at: &At<'_, '_, '_>, mask_cell: CellId) -> Result<(), WriteError> {
    let (set, present) = (at.env.cell(mask_cell).unwrap_or(0), mask(at.given));
    if at.env.record.is_users(mask_cell) && set != present {
        return Err(at.reject(WriteErrorKind::Presence).expected(set).found(present));
    }
    Ok(())
}

/// The mask: bit `i` is set if element `i` is present.
pub(super) fn mask(given: Option<&Value>) -> Code {
    let Some(Value::List(elements)) = given else { return 0 };
    let present = (0_u32..).zip(elements).filter(|(_, element)| **element != Value::Null);
    present.fold(0, |mask, (index, _)| mask | 1_i128.checked_shl(index).unwrap_or(0))
}
