//! The kind of a difference, by what the model says of its piece. What no line here explains has none.

use wireform_build::interpret::{Found, Of, Run, encoded, shows};
use wireform_build::model::{
    self, Absent, BitsPart, CellId, Code, Demand, EnumCode, Field, FieldId, Interval, Part, Presence, Record, Scalar,
    Source, Wire,
};

use super::pairs::Both;
use super::pieces::{Instance, Piece};
use super::{Kind, join};

/// A number that is written otherwise.
#[derive(Clone, Copy)]
struct Change {
    given: Code,
    written: Code,
}

/// A record of both packets.
struct Here<'a> {
    record: &'a Record,
    given: &'a Instance<'a>,
    written: &'a Instance<'a>,
}

impl Here<'_> {
    /// The findings about a field in each of the packets.
    fn found(&self, field: FieldId) -> [Found; 2] {
        [self.given, self.written].map(|side| side.fields.get(field.0).copied().unwrap_or_default())
    }
}

impl<'a> Both<'a> {
    /// The path of a piece, as the fields of a packet are called.
    pub(super) fn path(&self, piece: &Piece) -> String {
        match piece.run {
            Run::Number { of: Of::Code, .. } => join(&piece.path, "code"),
            _ => piece.path.clone(),
        }
    }

    /// Why a piece of both packets differs: each reason with the path that it concerns.
    pub(super) fn kinds(&self, piece: &Piece, other: &Piece) -> Vec<(String, Option<Kind>)> {
        let path = || self.path(piece);
        let (run, written) = (piece.run, other.run);
        match (run, written) {
            (Run::Reserved, _) => vec![(path(), Some(Kind::Reserved))],
            (Run::Unit, _) => vec![(path(), Some(Kind::Form))],
            (Run::Filling, _) => vec![(path(), Some(Kind::Filling))],
            (Run::End, _) => vec![(path(), Some(Kind::End))],
            (Run::Float, _) => {
                let repairs = self.field(piece).is_some_and(repairs);
                vec![(path(), repairs.then_some(Kind::Declared))]
            }
            (Run::Number { scalar, raw, of }, Run::Number { scalar: narrow, raw: written, .. }) => {
                let change = Change { given: raw, written };
                let mut kinds = Vec::new();
                let is_long = self.is_long(piece, scalar, raw) || self.fits_the_narrow(piece, change);
                if is_long || (raw == written && scalar != narrow) {
                    kinds.push((path(), Some(Kind::Form)));
                }
                if raw != written {
                    kinds.push((path(), self.number(piece, of, change)));
                }
                kinds
            }
            (Run::Bits { carrier, raw }, Run::Bits { raw: written, .. }) => {
                let mut kinds = Vec::new();
                if self.is_long(piece, carrier, raw) {
                    kinds.push((path(), Some(Kind::Form)));
                }
                kinds.extend(self.parts(piece, Change { given: raw, written }));
                kinds
            }
            (Run::Content | Run::Number { .. } | Run::Bits { .. }, _) => Vec::new(),
        }
    }

    /// Whether the number could be given with other bytes on the same wire.
    fn is_long(&self, piece: &Piece, scalar: Scalar, raw: Code) -> bool {
        encoded(self.protocol, scalar, raw) != self.given.of(piece)
    }

    /// Whether the width that is written would have held the given number too.
    fn fits_the_narrow(&self, piece: &Piece, change: Change) -> bool {
        let (Some(here), Some(field)) = (self.here(piece), piece.field) else { return false };
        let Some(Wire::Chosen { forms, .. }) = here.record.fields.get(field.0).map(|field| &field.wire) else {
            return false;
        };
        let [given, written] = here.found(field).map(|found| found.form);
        let form = written.filter(|_| given != written).and_then(|form| forms.get(form));
        form.is_some_and(|form| form.scalar.is_some() && form.interval.contains(change.given))
    }

    /// Whether a number is written as it came though the bytes that it covers are others, since nobody here knows the
    /// function of the program.
    pub(super) fn is_stale(&self, piece: &Piece) -> bool {
        let Run::Number { of: Of::Cell(cell), .. } = piece.run else { return false };
        let Some(here) = self.here(piece) else { return false };
        let covered = |instance: &Instance<'_>| {
            let hook = instance.hooks.iter().find(|hook| hook.cell == cell && hook.right.is_none())?;
            Some(hook.covered.clone())
        };
        let (Some(given), Some(written)) = (covered(here.given), covered(here.written)) else { return false };
        self.given.bytes.get(given) != self.written.bytes.get(written)
    }

    fn here(&self, piece: &Piece) -> Option<Here<'a>> {
        let given = self.given.pieces.records.get(piece.record)?;
        let written = self.there.get(piece.record).copied().flatten()?;
        Some(Here { record: given.record?, given, written: self.written.pieces.records.get(written)? })
    }

    fn field(&self, piece: &Piece) -> Option<&'a Field> {
        let record = self.given.pieces.records.get(piece.record)?.record?;
        record.fields.get(piece.field?.0)
    }

    /// Why another number is written.
    fn number(&self, piece: &Piece, of: Of, change: Change) -> Option<Kind> {
        match of {
            Of::Code => None,
            Of::Element(value) => self.meaning(value, change),
            Of::Cell(cell) => self.cell(&self.here(piece)?, cell, change, false),
        }
    }

    /// Why other bits are written: for each part its reason.
    fn parts(&self, piece: &Piece, change: Change) -> Vec<(String, Option<Kind>)> {
        let Some(here) = self.here(piece) else { return Vec::new() };
        let Some(Wire::Bits { parts, .. }) = self.field(piece).map(|field| &field.wire) else { return Vec::new() };
        let changed = |one: &Part| {
            let bits = |whole| one.of(whole);
            let change = Change { given: bits(change.given), written: bits(change.written) };
            (change.given != change.written).then_some(change)
        };
        let told = parts.iter().filter_map(|one| Some((one, changed(one)?)));
        told.map(|(one, change)| {
            let cell = here.record.cells.get(one.cell.0).filter(|_| one.name.is_some());
            let path = cell.map_or_else(|| piece.path.clone(), |cell| join(&here.given.path, &cell.path));
            (path, self.cell(&here, one.cell, change, one.width() == 1))
        })
        .collect()
    }

    /// Why another number is written in a cell; `bit`: in a part of one bit.
    fn cell(&self, here: &Here<'_>, id: CellId, change: Change, bit: bool) -> Option<Kind> {
        let cell = here.record.cells.get(id.0)?;
        match &cell.source {
            Source::Constant(_) => None,
            Source::Reserved(_) => Some(Kind::Reserved),
            Source::User => {
                let meaning = self.meaning(cell.value, change);
                let repaired = || here.record.fields.get(cell.field.0).is_some_and(repairs);
                meaning.or_else(|| repaired().then_some(Kind::Declared))
            }
            Source::Derived(Demand::Checksum) => Some(Kind::Follows),
            Source::Derived(Demand::Hook) => {
                let hook = here.given.hooks.iter().find(|hook| hook.cell == id)?;
                Some(if hook.right? { Kind::Follows } else { Kind::Declared })
            }
            Source::Derived(demand) => {
                let is_bare = bit && cell.value == model::Value::Bool;
                self.derived(here, demand, cell.value, change, is_bare)
            }
        }
    }

    /// Why another number is worked out.
    fn derived(
        &self,
        here: &Here<'_>,
        demand: &Demand,
        value: model::Value,
        change: Change,
        is_bare: bool,
    ) -> Option<Kind> {
        // The field is in neither packet, or the writer leaves it out.
        let flag = is_bare.then_some(Kind::Flag);
        match demand {
            Demand::Presence { field, .. } => {
                let [_, written] = here.found(*field);
                (!written.there).then_some(Kind::Flag)
            }
            Demand::Form { field, .. } => {
                let Some(Wire::Chosen { forms, cell, .. }) = wire(here.record, *field) else { return None };
                let [given, written] = here.found(*field);
                let (Some(one), Some(other)) = (given.form, written.form) else { return flag };
                // Another type of the tag gives the number another meaning.
                if !(value.is_number() || value == model::Value::Bool) {
                    return None;
                }
                if one == other {
                    return is_bare.then_some(Kind::Spelling);
                }
                match (given.there, written.there) {
                    (true, true) => {
                        let number = here.given.cells.get(cell.0).copied().flatten()?;
                        let holds = forms.get(other)?.interval.contains(number);
                        Some(if holds { Kind::Form } else { Kind::Follows })
                    }
                    (true, false) => Some(Kind::Flag),
                    (false, false) => Some(Kind::Form),
                    (false, true) => None,
                }
            }
            Demand::Arm { field, .. } => {
                let [given, written] = here.found(*field);
                match (given.there, written.there) {
                    (true, true) => (given.arm.is_some() && given.arm == written.arm).then_some(Kind::Spelling),
                    (_, false) => flag,
                    (false, true) => None,
                }
            }
            Demand::Mask { field } => {
                let [given, written] = here.found(*field).map(|found| found.there);
                if !(given && written) {
                    return flag.filter(|_| !written);
                }
                self.mask(here, *field, change)
            }
            Demand::Count { fields, .. } => {
                let there = |side: usize| {
                    fields.iter().any(|field| here.found(*field).get(side).is_some_and(|found| found.there))
                };
                let is_region =
                    fields.iter().all(|field| matches!(wire(here.record, *field), Some(Wire::Within { .. })));
                match (there(0), there(1)) {
                    (true, true) => is_region.then_some(Kind::Follows),
                    (_, false) => flag,
                    (false, true) => None,
                }
            }
            // The list around an element sets it: one that is read by itself is written as one before the last.
            Demand::Place { .. } => Some(Kind::Reserved),
            Demand::Checksum | Demand::Hook => None,
        }
    }

    /// Why other places of a list are said to hold an element.
    fn mask(&self, here: &Here<'_>, field: FieldId, change: Change) -> Option<Kind> {
        let Some(Wire::Sparse { count, base, .. }) = wire(here.record, field) else { return None };
        let places = Interval::of_bits(u32::try_from(*count).ok()?, false).max;
        let all = change.given & places == change.given;
        (base.is_some() && all && change.given & change.written == change.written).then_some(Kind::Flag)
    }

    /// Why another number of the same meaning is written.
    fn meaning(&self, value: model::Value, Change { given, written }: Change) -> Option<Kind> {
        match value {
            model::Value::Truthy => ((given != 0) == (written != 0)).then_some(Kind::Declared),
            model::Value::Enum(id) => {
                // Each code of a range is a value of its own.
                let spells = |codes: &Interval, code| codes.min == codes.max && codes.contains(code);
                let names = &self.protocol.enums.get(id.0)?.codes;
                let both = |name: &&EnumCode| {
                    [given, written].iter().all(|code| name.read.iter().any(|codes| spells(codes, *code)))
                };
                names.iter().find(both).map(|_| Kind::Spelling)
            }
            model::Value::Bits(id) => {
                let parts = &self.protocol.bits.get(id.0)?.parts;
                let change = |one: &BitsPart| Change { given: one.of(given), written: one.of(written) };
                // A part may be a layout itself.
                let reserved = |one: &BitsPart| match (&one.name, change(one)) {
                    (_, part) if part.given == part.written => true,
                    (None, _) => one.constant.is_none(),
                    (Some(_), part) => self.meaning(one.value, part) == Some(Kind::Reserved),
                };
                parts.iter().all(reserved).then_some(Kind::Reserved)
            }
            model::Value::Int(_) | model::Value::Bool | model::Value::Quantity(_) | model::Value::Packed(_) => None,
        }
    }

    /// Why a piece is not written at all: something around it is left out.
    pub(super) fn kind_of_given(&self, piece: &Piece) -> Option<Kind> {
        self.outermost(piece, self.given.pieces.records.as_slice(), &self.there, self.written.pieces.records.as_slice())
    }

    /// Why a piece is written that was not given.
    pub(super) fn kind_of_written(&self, piece: &Piece) -> Option<Kind> {
        let kind = self.outermost(
            piece,
            self.written.pieces.records.as_slice(),
            &self.back,
            self.given.pieces.records.as_slice(),
        );
        // Nobody adds a value.
        kind.filter(|kind| *kind == Kind::Reserved)
    }

    /// The kind of what only one side has: that of the first field around it which the other side has not.
    fn outermost(
        &self,
        piece: &Piece,
        own: &[Instance<'_>],
        across: &[Option<usize>],
        others: &[Instance<'_>],
    ) -> Option<Kind> {
        let mut kind = None;
        let mut at = Some((piece.record, piece.field?));
        // A record stands behind what holds it, and a group in front of its fields, so this ends.
        while let Some((record, id)) = at {
            let instance = own.get(record)?;
            let found = instance.record.and_then(|record| Some((record, record.fields.get(id.0)?)));
            let Some((of, field)) = found else { break };
            let other = across.get(record).copied().flatten().and_then(|other| others.get(other));
            if let Some(other) = other {
                if other.fields.get(id.0).is_some_and(|found| found.there) {
                    // It is there: a place of it is not.
                    let places = matches!(&field.wire, Wire::Sparse { base: Some(_), .. });
                    return kind.or(places.then_some(Kind::Flag));
                }
                kind = left_out(of, field);
            }
            at = match field.parent.filter(|parent| parent.0 < id.0) {
                Some(parent) => Some((record, parent)),
                None => instance.outer.filter(|(outer, _)| *outer < record),
            };
        }
        kind
    }
}

/// Why a field is left out.
fn left_out(record: &Record, field: &Field) -> Option<Kind> {
    match field.presence.absent()? {
        Absent::Raw(_) | Absent::Float(_) | Absent::Base(_) => Some(Kind::Flag),
        // It goes by the flag of somebody else.
        Absent::Nothing if !shows(record, field) && matches!(field.presence, Presence::When { .. }) => {
            Some(if is_reserved(record, field) { Kind::Reserved } else { Kind::Flag })
        }
        Absent::Nothing => None,
    }
}

/// Whether nobody uses what stands in a field.
fn is_reserved(record: &Record, field: &Field) -> bool {
    match &field.wire {
        Wire::Padding { .. } => true,
        Wire::Scalar { cell, .. } => {
            record.cells.get(cell.0).is_some_and(|cell| matches!(cell.source, Source::Reserved(_)))
        }
        _ => false,
    }
}

/// Whether a rule repairs a field.
fn repairs(field: &Field) -> bool {
    field.rule.as_ref().is_some_and(|rule| rule.repair.is_some())
}

fn wire(record: &Record, field: FieldId) -> Option<&Wire> {
    record.fields.get(field.0).map(|field| &field.wire)
}
