//! Readers of sparse lists. The mirror of `write/sparse`.

use super::super::env::Env;
use super::super::error::ReadError;
use super::super::event::Event;
use super::super::fields::Slot;
use super::super::trace::StepKind;
use super::super::value::Value;
use super::Reader;
use super::repeat::element_args;
use crate::model::{CellId, FieldId, Item};

impl Reader<'_, '_> {
    /// Reads a sparse list; a missing element is `Null`.
    pub(super) fn sparse(
        &mut self,
        env: &mut Env<'_, Slot>,
        id: FieldId,
        item: &Item,
        count: u64,
        mask: CellId,
    ) -> Result<Value, ReadError> {
        let record = env.record;
        let Some(field) = record.fields.get(id.0) else { return Ok(Value::Null) };
        let (mask, args) = (env.cell(mask).unwrap_or(0), element_args(env, item));
        self.open_field(env, field, StepKind::List);
        let outer = self.session.current().clone();
        let mut element = |index: u64| {
            let present = u32::try_from(index).ok().and_then(|index| mask.checked_shr(index)).unwrap_or(0) & 1 == 1;
            let Some(index) = usize::try_from(index).ok().filter(|_| present) else { return Ok(Value::Null) };
            let mark = self.session.mark();
            self.event(Event::Element(index));
            let element = self.element(item, &args, index);
            self.event(Event::End);
            self.session.apply(mark);
            element.map_err(|error| error.inside_element(&env.path(id), index))
        };
        let elements = (0..count).map(&mut element).collect::<Result<Vec<_>, _>>();
        self.session.restore(outer);
        self.close();
        elements.map(Value::List)
    }
}
