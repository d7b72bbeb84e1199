//! Readers of sparse lists. The mirror of `write/sparse`.

use super::super::error::ReadError;
use super::super::trace::StepKind;
use super::super::value::Value;
use super::Reader;
use super::at::At;
use crate::model::{CellId, Item};

impl Reader<'_, '_> {
    /// Reads a sparse list; a missing element is `Null`.
    pub(super) fn sparse(
        &mut self,
        at: &mut At<'_, '_>,
        item: &Item,
        count: u64,
        mask: CellId,
    ) -> Result<Value, ReadError> {
        let (mask, args) = (at.env.cell(mask).unwrap_or(0), at.env.args(item.args()));
        self.open_field(at, StepKind::List);
        let outer = self.session.current().clone();
        let mut element = |index: u64| {
            let present = u32::try_from(index).ok().and_then(|index| mask.checked_shr(index)).unwrap_or(0) & 1 == 1;
            let Some(index) = usize::try_from(index).ok().filter(|_| present) else { return Ok(Value::Null) };
            self.element_at(at, item, &args, index)
        };
        let elements = (0..count).map(&mut element).collect::<Result<Vec<_>, _>>();
        self.session.restore(outer);
        self.close();
        elements.map(Value::List)
    }
}
