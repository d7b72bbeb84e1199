//! Readers of sparse lists. The mirror of `write/sparse`.

use super::super::error::ReadError;
use super::super::event::Event;
use super::super::frame::Frame;
use super::super::shown::Slot;
use super::super::trace::StepKind;
use super::super::value::Value;
use super::Reader;
use super::repeat::element_args;
use crate::model::{CellId, FieldId, Item};

impl Reader<'_, '_> {
    /// Reads a sparse list; a missing element is `Null`.
    pub(super) fn sparse(
        &mut self,
        frame: &mut Frame<'_, Slot>,
        id: FieldId,
        item: &Item,
        count: u64,
        mask: CellId,
    ) -> Result<Value, ReadError> {
        let record = frame.record;
        let Some(field) = record.fields.get(id.0) else { return Ok(Value::Null) };
        let (mask, args) = (frame.cell(mask).unwrap_or(0), element_args(frame, item));
        self.open_field(frame, field, StepKind::List);
        let known = self.hearing.known().clone();
        let mut place = |index: u64| {
            let there = u32::try_from(index).ok().and_then(|index| mask.checked_shr(index)).unwrap_or(0) & 1 == 1;
            let Some(index) = usize::try_from(index).ok().filter(|_| there) else { return Ok(Value::Null) };
            let since = self.hearing.here();
            self.event(Event::Element(index));
            let element = self.element(item, &args, index);
            self.event(Event::End);
            self.hearing.hear(since);
            element.map_err(|error| error.inside(&frame.path(id)))
        };
        let places = (0..count).map(&mut place).collect::<Result<Vec<_>, _>>();
        self.hearing.leave(known);
        self.close();
        places.map(Value::List)
    }
}
