//! The fields of two bodies, side by side: which of the reader's takes the bytes of which of the writer's.
//!
//! Reserved space is bytes that either side may divide. A field that is never there in packets of the writer has no bytes.

use std::collections::VecDeque;

use wireform_build::interpret::shows;
use wireform_build::layout::{fixed_size, wire_expr_interval};
use wireform_build::model::{
    Absent, Cell, CellId, Code, Content, Extent, Field, FieldId, Interval, Part, Presence, Record, Scalar, Source,
    Space, Test, Wire, sets,
};

use super::{At, Loss, Obstacle, Proven, Walk, number};

/// A piece of a body.
#[derive(Debug, Clone, Copy)]
enum Piece {
    /// So many reserved bytes of a field.
    Space {
        left: u64,
        byte: u8,
        is_checked: bool,
        field: FieldId,
    },
    Field(FieldId),
}

fn pieces(record: &Record, body: &[FieldId]) -> VecDeque<Piece> {
    let piece = |id: &FieldId| match record.fields.get(id.0) {
        Some(Field { wire: Wire::Padding { space, filler }, presence: Presence::Always, .. })
            if space.constant().is_some() =>
        {
            let left = space.constant().unwrap_or(0);
            Piece::Space { left, byte: filler.byte, is_checked: filler.is_checked, field: *id }
        }
        _ => Piece::Field(*id),
    };
    body.iter().map(piece).collect()
}

/// Takes bytes of the space in front.
fn take(pieces: &mut VecDeque<Piece>, bytes: u64) {
    let is_done = match pieces.front_mut() {
        Some(Piece::Space { left, .. }) => {
            *left = left.saturating_sub(bytes);
            *left == 0
        }
        _ => true,
    };
    if is_done {
        pieces.pop_front();
    }
}

impl Walk<'_, '_> {
    /// Goes through two bodies. `ends`: nothing follows them in their region.
    pub(super) fn body(&mut self, writer: &[FieldId], reader: &[FieldId], ends: bool) -> Proven {
        let (mut ws, mut rs) = (pieces(self.w, writer), pieces(self.r, reader));
        loop {
            if let Some(is_writer) = self.count_in_list(&ws, &rs)? {
                if is_writer {
                    ws.pop_front()
                } else {
                    rs.pop_front()
                };
                continue;
            }
            match (ws.front().copied(), rs.front().copied()) {
                (None, None) => return Ok(()),
                (
                    Some(Piece::Space { left, byte, field, .. }),
                    Some(Piece::Space { left: room, byte: other, is_checked, .. }),
                ) => {
                    if is_checked && byte != other {
                        return Err(self.no(field, "another filler"));
                    }
                    let bytes = left.min(room);
                    take(&mut ws, bytes);
                    take(&mut rs, bytes);
                }
                (Some(Piece::Field(one)), Some(Piece::Field(two))) if self.have_one_name(one, two) => {
                    let ends = ends && ws.len() == 1 && rs.len() == 1;
                    self.field(one, two, ends)?;
                    ws.pop_front();
                    rs.pop_front();
                }
                (_, Some(Piece::Field(two))) if self.is_never_read(two, ends && ws.is_empty()) => {
                    rs.pop_front();
                }
                (Some(Piece::Field(one)), _) if self.is_never_written(one) => {
                    ws.pop_front();
                }
                (_, Some(Piece::Field(two))) if ends && rs.len() == 1 && self.swallows(two) => {
                    let lost: Vec<FieldId> = ws
                        .iter()
                        .filter_map(|piece| if let Piece::Field(id) = piece { Some(*id) } else { None })
                        .collect();
                    lost.into_iter().for_each(|id| self.lose(id));
                    return Ok(());
                }
                (Some(Piece::Space { left, byte, field, .. }), Some(Piece::Field(two))) => {
                    let bytes = self
                        .read_of_space(two, byte, left)
                        .ok_or_else(|| self.no(field, "no reserved space for the reader"))?;
                    take(&mut ws, bytes);
                    rs.pop_front();
                }
                (Some(Piece::Field(one)), Some(Piece::Space { left, is_checked, .. })) => {
                    let size = self.fixed(one).filter(|size| *size <= left && !is_checked);
                    let size = size.ok_or_else(|| self.no(one, "reserved space for the reader"))?;
                    self.lose(one);
                    ws.pop_front();
                    take(&mut rs, size);
                }
                (Some(Piece::Field(one)), Some(Piece::Field(two))) => {
                    let ends = ends && ws.len() == 1 && rs.len() == 1;
                    self.field(one, two, ends)?;
                    ws.pop_front();
                    rs.pop_front();
                }
                (Some(Piece::Field(id) | Piece::Space { field: id, .. }), None) => {
                    return Err(self.no(id, "bytes that the reader does not read"));
                }
                (None, Some(Piece::Field(id) | Piece::Space { field: id, .. })) => {
                    let why = "bytes that the writer does not write".to_owned();
                    let at = Some(At { record: self.ids.0, field: None, numbers: Vec::new() });
                    return Err(Obstacle { path: self.reader_path(id), why, at });
                }
            }
        }
    }

    /// Passes a count that one side has before a list and the other in the list. Whether the writer has it before.
    fn count_in_list(&mut self, ws: &VecDeque<Piece>, rs: &VecDeque<Piece>) -> Proven<Option<bool>> {
        let field = |pieces: &VecDeque<Piece>, index: usize| match pieces.get(index) {
            Some(Piece::Field(id)) => Some(*id),
            _ => None,
        };
        for (own, other, is_writer) in [(ws, rs, true), (rs, ws, false)] {
            let (Some(front), Some(list), Some(other)) = (field(own, 0), field(own, 1), field(other, 0)) else {
                continue;
            };
            if let Some(proven) = self.same_count((front, list), other, is_writer) {
                return proven.map(|()| Some(is_writer));
            }
        }
        Ok(None)
    }

    fn have_one_name(&self, one: FieldId, two: FieldId) -> bool {
        let name = |record: &Record, id: FieldId| record.fields.get(id.0).and_then(|field| field.name.clone());
        name(self.w, one).is_some_and(|name_of| name(self.r, two) == Some(name_of))
    }

    /// Two fields that are read from the same bytes.
    fn field(&mut self, one: FieldId, two: FieldId, ends: bool) -> Proven {
        let (Some(before), Some(now)) = (self.w.fields.get(one.0), self.r.fields.get(two.0)) else {
            return Err(self.no(one, "there is no such field"));
        };
        if before.name.is_some() && now.name.is_some() && before.name != now.name {
            return Err(self.no(one, format!("`{}` is there for the reader", now.label)));
        }
        self.presence(one, (before, now))?;
        if let Some(slot) = self.fields.get_mut(one.0) {
            *slot = Some(two);
        }
        self.wire((one, before), now, ends)
    }

    fn presence(&self, id: FieldId, (before, now): (&Field, &Field)) -> Proven {
        let same_default = || match (before.presence.absent(), now.presence.absent()) {
            (Some(Absent::Base(one)), Some(Absent::Base(two))) => self.is_same_in_base(one, two),
            (one, two) => one == two,
        };
        let is_same = match (&before.presence, &now.presence) {
            (Presence::Always, Presence::Always) => true,
            (Presence::When { test, .. }, Presence::When { test: other, .. }) if self.is_same_test(test, other) => {
                same_default()
            }
            (Presence::Left { lengths, .. }, Presence::Left { lengths: others, .. }) => {
                lengths == others && same_default()
            }
            (Presence::Chosen { .. }, Presence::Chosen { .. }) => same_default(),
            (before, Presence::When { test, .. }) => {
                let is_written = match before {
                    Presence::Always => true,
                    Presence::When { test, .. } => self.is_written(test) == Some(true),
                    Presence::Left { .. } | Presence::Chosen { .. } => false,
                };
                is_written && self.holds(test) == Some(true)
            }
            (Presence::When { test, .. }, Presence::Always) => self.is_written(test) == Some(true),
            _ => false,
        };
        if is_same { Ok(()) } else { Err(self.no(id, "another condition for its presence")) }
    }

    /// Whether a condition of the reader is that of the writer: the same, or the same for all numbers that it is about.
    fn is_same_test(&self, one: &Test, two: &Test) -> bool {
        let Some(one) = self.test(one) else { return false };
        if one == *two {
            return true;
        }
        match (&one, two) {
            (Test::In { value, intervals }, Test::In { value: other, intervals: others }) if value == other => {
                let whole = wire_expr_interval(self.reader, self.r, value);
                let known = match value {
                    wireform_build::model::Expr::Cell(cell) => self.known.get(cell.0).cloned().flatten(),
                    _ => None,
                };
                let known = known.unwrap_or_else(|| vec![whole]);
                let within = |set: &[Interval]| sets::meet(&sets::union(set.to_vec()), &sets::union(known.clone()));
                within(intervals) == within(others)
            }
            _ => false,
        }
    }

    /// The result of a condition of the writer in all its packets; none if it varies or is not known.
    fn is_written(&self, test: &Test) -> Option<bool> {
        match test {
            Test::In { value: wireform_build::model::Expr::Cell(cell), intervals } => {
                let numbers = number::written(self.writer, self.w, *cell);
                match sets::meet(&numbers, &sets::union(intervals.clone())).is_empty() {
                    true => Some(false),
                    false => sets::covers(intervals, &numbers).then_some(true),
                }
            }
            Test::All(tests) => {
                let all: Vec<_> = tests.iter().map(|test| self.is_written(test)).collect();
                if all.contains(&Some(false)) {
                    Some(false)
                } else {
                    all.iter().all(|one| *one == Some(true)).then_some(true)
                }
            }
            Test::In { .. } | Test::Compare { .. } | Test::Any(_) => None,
        }
    }

    fn is_never_written(&self, id: FieldId) -> bool {
        let presence = self.w.fields.get(id.0).map(|field| &field.presence);
        presence.and_then(Presence::test).is_some_and(|test| self.is_written(test) == Some(false))
    }

    /// Whether a field of the reader has no bytes in packets of the writer. `at_end`: none are left in the region.
    fn is_never_read(&self, id: FieldId, at_end: bool) -> bool {
        let Some(field) = self.r.fields.get(id.0) else { return false };
        match &field.presence {
            Presence::When { test, .. } => self.holds(test) == Some(false),
            Presence::Left { lengths, .. } => at_end && !lengths.iter().any(|one| one.contains(0)),
            Presence::Always => {
                let rest = Extent::Rest;
                let is_open = field.wire.extent() == Some(&rest) && field.rule.is_none();
                let is_region = matches!(field.wire, Wire::Within { .. });
                !is_region && ((at_end && is_open) || self.is_empty(field))
            }
            Presence::Chosen { .. } => false,
        }
    }

    /// Whether the count of a field is zero in packets of the writer.
    fn is_empty(&self, field: &Field) -> bool {
        let only = |cell: CellId| match self.known.get(cell.0)?.as_deref()? {
            [one] if one.min == one.max => Some(*one),
            _ => None,
        };
        let numbers = match &field.wire {
            Wire::Sparse { mask, .. } => only(*mask),
            wire => match wire.extent() {
                Some(Extent::Counted(length)) => only(length.cell).map(|count| length.over(count)),
                _ => None,
            },
        };
        field.rule.is_none() && numbers == Some(Interval::only(0))
    }

    /// Whether a field of the reader takes all that is left without looking at it.
    fn swallows(&self, id: FieldId) -> bool {
        let field = self.r.fields.get(id.0);
        field.is_some_and(|field| match &field.wire {
            Wire::Padding { space, filler } => {
                let is_open = matches!(space, Space::Filled | Space::Extent(Extent::Rest));
                is_open && !filler.is_checked && field.presence == Presence::Always
            }
            _ => false,
        })
    }

    /// The reader does not know this field of the writer, nor those in it.
    fn lose(&mut self, id: FieldId) {
        let Some(field) = self.w.fields.get(id.0) else { return };
        if shows(self.w, field) {
            self.losses.push(Loss::Field(self.path(id)));
        }
        let parts = field.wire.parts().iter().filter(|part| part.name.is_some() && self.w.is_users(part.cell));
        let paths: Vec<String> = parts.map(|part| self.number_path(part.cell)).collect();
        self.losses.extend(paths.into_iter().map(Loss::Field));
        if let Wire::Within { body, .. } = &field.wire {
            body.iter().for_each(|id| self.lose(*id));
        }
    }

    /// The size of a field of the writer that always has the same.
    fn fixed(&self, id: FieldId) -> Option<u64> {
        let field = self.w.fields.get(id.0).filter(|field| field.presence == Presence::Always)?;
        fixed_size(self.writer, &field.wire)
    }

    /// How many bytes of reserved space a field of the reader takes; none if it may reject them.
    fn read_of_space(&mut self, id: FieldId, byte: u8, left: u64) -> Option<u64> {
        let field =
            self.r.fields.get(id.0).filter(|field| field.presence == Presence::Always && field.rule.is_none())?;
        let size = fixed_size(self.reader, &field.wire).filter(|size| *size <= left)?;
        let filled = |bits: u8, signed: bool| {
            let whole = (0..bits.div_ceil(8)).fold(0, |whole: Code, _| whole << 8 | Code::from(byte));
            Interval::of_bits(bits.into(), signed).wrap(whole)
        };
        match &field.wire {
            Wire::Scalar { scalar: Scalar::Int { bytes, signed, .. }, cell } => {
                let numbers = vec![Interval::only(filled(bytes.saturating_mul(8), *signed))];
                let cell_of = self.r.cells.get(cell.0)?;
                self.taken(cell_of, &numbers).ok().filter(|()| self.is_same_in_states(cell_of, &numbers))?;
                self.know(*cell, numbers);
            }
            Wire::Bits { carrier: Scalar::Int { bytes, .. }, parts } => {
                let whole = filled(bytes.saturating_mul(8), false);
                for part in parts {
                    let numbers = vec![Interval::only(part.of(whole))];
                    let cell = self.r.cells.get(part.cell.0)?;
                    self.taken(cell, &numbers).ok().filter(|()| self.is_same_in_states(cell, &numbers))?;
                    self.know(part.cell, numbers);
                }
            }
            Wire::Float { .. } | Wire::Octets { content: Content::Free, .. } => {}
            _ => return None,
        }
        Some(size)
    }

    /// The parts of two carriers, which have the same bytes.
    pub(super) fn parts(&mut self, id: FieldId, one: &[Part], two: &[Part]) -> Proven {
        for now in two {
            let same = one.iter().find(|before| (&before.runs, before.signed) == (&now.runs, now.signed));
            if let Some(before) = same {
                let has_other_name = before.name.is_some() && now.name.is_some() && before.name != now.name;
                if has_other_name {
                    return Err(self.no(id, "other bits"));
                }
                self.number(before.cell, now.cell, id).map_err(|wrong| self.not_taken(id, wrong))?;
                continue;
            }
            let overlap = |before: &&Part| before.mask() & now.mask() != 0;
            let overlapping: Vec<&Part> = one.iter().filter(overlap).collect();
            let Some(cell) = self.r.cells.get(now.cell.0) else { continue };
            if let Source::Reserved(_) = cell.source {
                let is_given = |part: &&&Part| self.w.cells.get(part.cell.0).is_some_and(Cell::is_given);
                let given = overlapping.iter().filter(is_given);
                let paths: Vec<String> = given.map(|part| self.number_path(part.cell)).collect();
                self.losses.extend(paths.into_iter().map(Loss::Field));
                continue;
            }
            // Bits that never vary are known.
            let mut whole: Code = 0;
            for part in &overlapping {
                let numbers = number::written(self.writer, self.w, part.cell);
                let [Interval { min, max }] = numbers.as_slice() else { return Err(self.no(id, "other bits")) };
                if min != max {
                    return Err(self.no(id, "other bits"));
                }
                whole |= part.put(*min);
            }
            let numbers = vec![Interval::only(now.of(whole))];
            self.taken(cell, &numbers).map_err(|wrong| self.not_taken(id, wrong))?;
            if !self.is_same_in_states(cell, &numbers) {
                return Err(self.no(id, "it is zero in a state without bytes"));
            }
            self.know(now.cell, numbers);
        }
        Ok(())
    }
}
