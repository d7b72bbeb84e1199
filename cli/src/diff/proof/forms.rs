//! Two ways to write the same bytes: a count in a field before its list or in the list, and fields in place or in a
//! struct of their own.

use wireform_build::interpret::shows;
use wireform_build::model::{CellId, Expr, Extent, Field, FieldId, Presence, Record, RecordId, Role, Space, Wire};

use super::{Proven, Walk};

/// The count that a field holds for the field after it, which has no other.
pub fn count_in_front(record: &Record, front: FieldId, behind: FieldId) -> Option<CellId> {
    let (front, behind) = (record.fields.get(front.0)?, record.fields.get(behind.0)?);
    let is_always = |field: &Field| field.presence == Presence::Always;
    let Wire::Scalar { cell, .. } = &front.wire else { return None };
    let counted = behind.wire.extent().and_then(plain_count) == Some(*cell);
    (counted && is_always(front) && is_always(behind) && front.rule.is_none() && !shows(record, front)).then_some(*cell)
}

/// Whether the size of a field is in some rule.
fn is_measured(record: &Record, id: FieldId) -> bool {
    record.fields.iter().any(|field| field.rule.as_ref().is_some_and(|rule| rule.measured().contains(&id)))
}

/// The number that is the length itself.
pub fn plain_count(extent: &Extent) -> Option<CellId> {
    match extent {
        Extent::Counted(length) if (length.times, length.plus) == (1, 0) => Some(length.cell),
        _ => None,
    }
}

impl Walk<'_, '_> {
    /// Proves that a count of the writer is that of the reader, although one side has it before the list and the other in
    /// it. `front` and `list_id` are fields of the side that has it before; `None` if it is no such count.
    pub(super) fn same_count(
        &mut self,
        (front, list_id): (FieldId, FieldId),
        other: FieldId,
        is_writer: bool,
    ) -> Option<Proven> {
        let (own, theirs) = if is_writer { (self.w, self.r) } else { (self.r, self.w) };
        let in_front = count_in_front(own, front, list_id)?;
        let (front_field, list, counted) =
            (own.fields.get(front.0)?, own.fields.get(list_id.0)?, theirs.fields.get(other.0)?);
        let Some(Extent::Prefixed { scalar, cell }) = counted.wire.extent() else { return None };
        let Wire::Scalar { scalar: number, .. } = &front_field.wire else { return None };
        // The size of a list has its count in it.
        if is_measured(own, list_id) || is_measured(theirs, other) {
            return None;
        }
        if list.name.is_none() || list.name != counted.name || counted.presence != Presence::Always {
            return None;
        }
        let (id, scalars, cells) = match is_writer {
            true => (front, (*number, *scalar), (in_front, *cell)),
            false => (other, (*scalar, *number), (*cell, in_front)),
        };
        let proven = self.integers(id, scalars, cells.0);
        Some(proven.and_then(|()| self.number(cells.0, cells.1, id).map_err(|wrong| self.not_taken(id, wrong))))
    }

    /// The fields of a group in the one record and those of a struct in the other.
    pub(super) fn group_and_struct(
        &mut self,
        id: FieldId,
        body: &[FieldId],
        (record, args): (RecordId, &[Expr]),
        is_writer: bool,
        ends: bool,
    ) -> Proven {
        let (protocol, group) = if is_writer { (self.reader, self.ids.0) } else { (self.writer, self.ids.1) };
        let plain = protocol.records.get(record.0).filter(|record| {
            let is_struct = record.role == Role::Struct && record.delta.is_none() && record.checksums.is_empty();
            // An alignment begins at the record.
            let is_aligned = |field: &Field| matches!(field.wire, Wire::Padding { space: Space::Align(_), .. });
            is_struct && args.is_empty() && !record.fields.iter().any(is_aligned)
        });
        let Some(plain) = plain else { return Err(self.no(id, "another kind of field")) };
        let (ids, bodies) = match is_writer {
            true => ((group, record), (body, plain.body.as_slice())),
            false => ((record, group), (plain.body.as_slice(), body)),
        };
        let own = self.field_of(id).map(|other| self.reader_name(other));
        let outer = if is_writer { [self.name(id), String::new()] } else { [String::new(), own.unwrap_or_default()] };
        let mut walk = Walk::new(self.proofs, ids).ok_or_else(|| super::obstacle("", "there is no such record"))?;
        walk.body(bodies.0, bodies.1, ends)?;
        walk.rules()?;
        walk.names_in([&outer[0], &outer[1]])?;
        let losses = walk.losses;
        self.losses.extend(losses);
        Ok(())
    }
}
