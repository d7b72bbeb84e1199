//! Writers of regions, whose size is computed from their fields.

use super::super::ends::closes;
use super::super::env::Env;
use super::super::error::{WriteError, WriteErrorKind};
use super::super::session_state::Mark;
use super::at::{At, Measured};
use super::derive::derive_cell;
use super::{Slot, Writer};
use crate::layout::{self, words};
use crate::model::{CellId, Check, Extent, FieldId, Input, Space, Wire};

impl Writer<'_> {
    /// Measures the regions whose size is read earlier: by a presence test, by a rule of an earlier group, or for the
    /// width of the size itself.
    pub(super) fn measure(&self, env: &mut Env<'_, Slot<'_>>) -> Result<(), WriteError> {
        let record = env.record;
        let tests = record.fields.iter().flat_map(|field| {
            let rule = field.rule.as_ref().map(|rule| &rule.check);
            let rule = rule.and_then(|check| if let Check::Test(test) = check { Some(test) } else { None });
            field.presence.test().into_iter().chain(rule)
        });
        let tested: Vec<Input> = tests.flat_map(|test| test.inputs()).collect();
        let is_read = |size: CellId| {
            let wire = &record.fields[record.cells[size.0].field.0].wire;
            // Space up to a multiple needs the widths of all sizes before it.
            matches!(wire, Wire::Chosen { .. })
                || record.alignment(&record.body).is_some()
                || tested.contains(&Input::Cell(size))
        };
        // From the last to the first: a nested region comes before the one around it.
        for (id, field) in record.fields.iter().enumerate().map(|(at, field)| (FieldId(at), field)).rev() {
            if let Wire::Within { extent: Extent::Counted(length), body } = &field.wire
                && is_read(length.cell)
                && env.slot(id).present
            {
                let mut probe = env.clone();
                self.taking(|| self.check_body(&mut probe, body))?;
                let mut bytes = Vec::new();
                // The fields before the region are not checked yet, but it always begins at the same offset.
                let place = record.alignment(body).and_then(|of| layout::residue(self.protocol, record, id, of));
                probe.front = usize::try_from(place.unwrap_or(0)).map_or(0, |place| 0_usize.wrapping_sub(place));
                self.body(&probe, body, &mut bytes);
                env.slot_mut(id).count = bytes.len();
                let nested = env.slots.iter_mut().zip(probe.slots).filter(|(_, probed)| probed.measured.is_some());
                nested.for_each(|(slot, probed)| (slot.bytes, slot.measured) = (probed.bytes, probed.measured));
                self.derive(env, &record.body);
            }
        }
        Ok(())
    }

    /// Writes the records in a field, unless they are written already, for a size before them and with the same numbers.
    pub(super) fn check_nested(&self, at: &mut At<'_, '_, '_>, mark: Mark) -> Result<(), WriteError> {
        let inputs: Vec<_> = at.field.wire.inputs().into_iter().map(|(_, input)| input).collect();
        let seen = (at.env.inputs(&inputs), self.session.borrow().current().clone());
        let measured = at.env.slot_mut(at.id).measured.take_if(|measured| measured.seen == seen);
        let measured = match measured {
            Some(measured) => {
                self.session.borrow_mut().replace(mark, measured.updates.clone());
                measured
            }
            None => {
                let mut bytes = Vec::new();
                let took_rest = self.taking(|| self.check_wire(at).map(|written| bytes = written))?;
                at.env.slot_mut(at.id).bytes = bytes;
                Measured { seen, updates: self.session.borrow().since(mark).to_vec(), took_rest }
            }
        };
        self.took_rest.set(self.took_rest.get() || measured.took_rest);
        at.env.slot_mut(at.id).measured = Some(measured);
        Ok(())
    }

    /// Checks the fields of a region, then its size.
    pub(super) fn region(&self, at: &mut At<'_, '_, '_>, extent: &Extent, body: &[FieldId]) -> Result<(), WriteError> {
        self.check_body(at.env, body)?;
        let mut bytes = Vec::new();
        self.stand_at(at.env, at.id);
        self.body(at.env, body, &mut bytes);
        let unfilled = bytes.len();
        self.fill_region(at.env, extent, body, 0, &mut bytes);
        let open = body.iter().find(|id| at.env.slot(**id).open).filter(|_| bytes.len() > unfilled);
        if let Some(open) = open {
            return Err(WriteError::new(at.env.path(*open), WriteErrorKind::Sentinel));
        }
        at.env.slot_mut(at.id).count = bytes.len();
        match extent {
            Extent::Fixed { count, .. } if u64::try_from(bytes.len()) != Ok(*count) => {
                return Err(at.reject(WriteErrorKind::Count).expected(count).found(bytes.len()));
            }
            Extent::Until { end, kept, .. } => {
                let len = bytes.len();
                bytes.extend(end.bytes());
                if !closes(end, *kept, false, &bytes, len) {
                    return Err(at.reject(WriteErrorKind::Sentinel));
                }
            }
            Extent::Counted(length) => derive_cell(at.env, length.cell),
            Extent::Prefixed { cell, .. } => derive_cell(at.env, *cell),
            Extent::Fixed { .. } | Extent::Given(_) | Extent::Rest | Extent::AllBut(_) => {}
        }
        self.check_extent(at.env, at.id, extent)
    }

    /// Moves the front of the record to its distance from a field's content, which is written to bytes of its own. All
    /// fields before it are checked.
    pub(super) fn stand_at(&self, env: &mut Env<'_, Slot<'_>>, id: FieldId) {
        if env.record.alignment(&[id]).is_none() {
            return;
        }
        let mut bytes = self.before(env, id);
        if let Some(Wire::Within { extent, .. }) = env.record.fields.get(id.0).map(|field| &field.wire) {
            self.prefix(env, extent, &mut bytes);
        }
        env.front = 0_usize.wrapping_sub(bytes.len());
    }

    /// The bytes of all fields before a field, without the code of a message. All of them are checked.
    fn before(&self, env: &Env<'_, Slot<'_>>, id: FieldId) -> Vec<u8> {
        let mut before = env.clone();
        before.front = 0;
        let mut bytes = Vec::new();
        self.body(&before, &env.record.body, &mut bytes);
        bytes.truncate(before.slot(id).begin.get());
        bytes
    }

    /// Writes what is behind the fields of a region: its filler, or its terminator.
    pub(super) fn end_region(
        &self,
        env: &Env<'_, Slot<'_>>,
        extent: &Extent,
        body: &[FieldId],
        start: usize,
        out: &mut Vec<u8>,
    ) {
        match extent {
            Extent::Until { end, .. } => out.extend(end.bytes()),
            _ => self.fill_region(env, extent, body, start, out),
        }
    }

    /// Fills a region up to its size, after its fields, if these leave room and end in bytes that are filled.
    fn fill_region(&self, env: &Env<'_, Slot<'_>>, extent: &Extent, body: &[FieldId], start: usize, out: &mut Vec<u8>) {
        let size = match extent {
            Extent::Fixed { count, .. } => usize::try_from(*count).ok(),
            Extent::Given(size) => env.expr(size).and_then(|size| usize::try_from(size).ok()),
            _ => None,
        };
        let is_whole = env.record.last_of(body).is_some_and(|last| env.slot(last).present);
        if let (Some(filler), Some(size)) = (env.record.filler_of(body).filter(|_| is_whole), size) {
            let end = start.saturating_add(size).max(out.len());
            out.resize(end, filler.byte);
        }
    }

    /// Checks that reserved space has no negative length.
    pub(super) fn check_space(&self, env: &Env<'_, Slot<'_>>, id: FieldId, space: &Space) -> Result<(), WriteError> {
        match space.given().and_then(|length| env.expr(length)) {
            Some(negative @ ..0) => {
                let error = WriteError::new(env.path(id), WriteErrorKind::Count);
                Err(error.expected(words::NOT_NEGATIVE).found(negative))
            }
            _ => Ok(()),
        }
    }

    /// The number of reserved bytes that are written at an offset.
    pub(super) fn space_at(&self, env: &Env<'_, Slot<'_>>, space: &Space, offset: usize) -> Option<usize> {
        let bytes = match space {
            Space::Align(multiple) => env.up_to(*multiple, offset).into(),
            Space::Extent(Extent::Given(length)) => env.expr(length)?,
            Space::Extent(_) | Space::Filled => space.constant()?.into(),
        };
        usize::try_from(bytes).ok()
    }
}
