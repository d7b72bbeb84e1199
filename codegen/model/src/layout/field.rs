//! Lengths of fields and bodies, given the known ranges of some inputs.

use super::extent::{Terminated, any_number, item_lengths};
use super::scalar::{scalar_lengths, written_lengths};
use crate::model::{
    Arm, CellId, Code, Content, Expr, Extent, Field, FieldId, Input, Interval, Item, LengthRange, Lengths, Part,
    Presence, Protocol, Record, Scalar, Source, Space, Tag, Wire,
};

/// Any count.
pub(super) const ANY: Interval = Interval::new(0, Code::MAX);

/// Measures the fields of a record.
pub(super) struct Measure<'a> {
    pub(super) protocol: &'a Protocol,
    pub(super) record: &'a Record,
    /// The known ranges of inputs, in the current case.
    pub(super) known: &'a [(Input, Interval)],
    /// Whether rules restrict the fields. (A writer checks rules last.)
    pub(super) with_rules: bool,
}

impl<'a> Measure<'a> {
    /// Measures over all packets.
    pub(super) fn of(protocol: &'a Protocol, record: &'a Record) -> Self {
        Self { protocol, record, known: &[], with_rules: true }
    }
}

impl Measure<'_> {
    pub(super) fn body(&self, body: &[FieldId]) -> Lengths {
        body.iter().map(|id| self.field(*id)).fold(Lengths::NOTHING, Lengths::plus)
    }

    /// The length before a field, where it is present, up to multiples of a number if there is one.
    pub(super) fn before(&self, body: &[FieldId], field: FieldId, of: Option<u64>) -> Lengths {
        let path = self.path_to(field);
        let holds = |id: &&FieldId| self.leads_to(&path, **id);
        let siblings = body.iter().take_while(|id| !holds(id));
        let ends_multiple = |id: FieldId| match self.record.fields.get(id.0) {
            Some(Field { wire: Wire::Padding { space: Space::Align(to), .. }, presence: Presence::Always, .. }) => {
                of.is_some_and(|of| to.is_multiple_of(of))
            }
            _ => false,
        };
        let outside = siblings.fold(Lengths::NOTHING, |before, id| match ends_multiple(*id) {
            true => Lengths::NOTHING,
            false => before.plus(self.field(*id)),
        });
        let Some(holder) = body.iter().find(holds).filter(|id| **id != field) else { return outside };
        let inside = match self.record.fields.get(holder.0).map(|field| &field.wire) {
            Some(Wire::Group { body, .. }) => self.before(body, field, of),
            Some(Wire::Match { tag, arms, .. }) => {
                let arm = arms.iter().find(|arm| arm.body.iter().any(|id| holds(&id)));
                arm.map_or(Lengths::NOTHING, |arm| self.tag(tag, arm, arms).plus(self.before(&arm.body, field, of)))
            }
            Some(Wire::Within { extent, body }) => self.prefixed_size(extent).plus(self.before(body, field, of)),
            _ => Lengths::NOTHING,
        };
        outside.plus(inside)
    }

    /// Whether a field, or a region's field inside it, is on a path.
    fn leads_to(&self, path: &[FieldId], id: FieldId) -> bool {
        path.contains(&id)
            || match self.record.fields.get(id.0).map(|field| &field.wire) {
                Some(Wire::Within { body, .. }) => body.iter().any(|id| self.leads_to(path, *id)),
                _ => false,
            }
    }

    /// The length from the end of a field to the end of its region; `None` if the field is not in the body.
    pub(super) fn after(&self, body: &[FieldId], field: FieldId) -> Option<Lengths> {
        self.after_in_region(body, field).map(|(after, _)| after)
    }

    /// The same, and whether the region continues after the body.
    fn after_in_region(&self, body: &[FieldId], field: FieldId) -> Option<(Lengths, bool)> {
        body.iter().enumerate().find_map(|(at, id)| {
            let (inside, continues) = if *id == field {
                (Lengths::NOTHING, true)
            } else {
                let wire = &self.record.fields.get(id.0)?.wire;
                let (after, continues) =
                    wire.bodies().into_iter().find_map(|body| self.after_in_region(body, field))?;
                (after, continues && !matches!(wire, Wire::Within { .. }))
            };
            let rest = body.get(at.saturating_add(1)..).unwrap_or_default();
            Some(if continues { (inside.plus(self.body(rest)), true) } else { (inside, false) })
        })
    }

    /// The field, then the fields around it from the inside out.
    pub(super) fn path_to(&self, field: FieldId) -> Vec<FieldId> {
        self.record.around(field).collect()
    }

    pub(super) fn field(&self, id: FieldId) -> Lengths {
        let Some(field) = self.record.fields.get(id.0) else { return Lengths::NOTHING };
        if let Wire::Padding { space: space @ Space::Extent(_), .. } = &field.wire
            && !space.is_written()
        {
            // Skipped by a reader, and never written.
            return Lengths { canonical: LengthRange::exactly(0), accepted: LengthRange::ANY };
        }
        let present = || self.present_field(id, field);
        match &field.presence {
            Presence::Always | Presence::Chosen { .. } => present(),
            Presence::When { test, .. } => match self.test(test) {
                Some(true) => present(),
                Some(false) => Lengths::NOTHING,
                None => present().or_nothing(),
            },
            Presence::Left { .. } => present().or_nothing(),
        }
    }

    /// The length of a present field, restricted by a rule about its own elements and bytes.
    pub(super) fn present_field(&self, id: FieldId, field: &Field) -> Lengths {
        let Some(rule) = field.rule.as_ref().filter(|_| self.with_rules) else { return self.wire(&field.wire) };
        let lengths = match rule.lens(id) {
            // Counts saturate at this maximum, so this is no upper bound.
            Some(lens) if lens.max >= Expr::MOST => self.counted(&field.wire, Interval { max: Code::MAX, ..lens }),
            Some(lens) => self.counted(&field.wire, lens),
            None => self.wire(&field.wire),
        };
        let Some(sizes) = rule.sizes(id) else { return lengths };
        let end = |code: Code| u64::try_from(code).ok();
        let max = end(sizes.max).filter(|_| sizes.max < Expr::MOST);
        lengths.meet(Lengths::both(LengthRange { min: end(sizes.min).unwrap_or(0), max }))
    }

    pub(super) fn wire(&self, wire: &Wire) -> Lengths {
        self.counted(wire, ANY)
    }

    /// The same, for a number of elements, characters or bytes. (It does not restrict messages, which are counted when they
    /// are reached.)
    fn counted(&self, wire: &Wire, lens: Interval) -> Lengths {
        match wire {
            Wire::Scalar { scalar, cell } => self.scalar(*scalar, *cell),
            Wire::Chosen { tags, forms, cell } => self.chosen(wire, (tags, forms), *cell),
            Wire::Float { width, .. } => Lengths::exactly(width.bytes().into()),
            Wire::Bits { carrier, parts } => self.carrier(*carrier, parts),
            Wire::Padding { space: Space::Filled, .. } => Lengths::both(LengthRange::ANY),
            Wire::Padding { space: Space::Align(multiple), .. } => {
                Lengths::both(LengthRange { min: 0, max: Some(multiple.saturating_sub(1)) })
            }
            Wire::Padding { space: Space::Extent(extent), .. } => {
                self.repeated(Lengths::exactly(1), extent, Terminated::Text(Scalar::BYTE), lens)
            }
            Wire::Octets { extent, content } => {
                let unit = content.unit();
                let lengths = self.repeated(any_number(self.protocol, unit), extent, Terminated::Text(unit), lens);
                if *content == Content::Free { unpadded(extent, lengths) } else { lengths }
            }
            Wire::Group { body, .. } => self.body(body),
            Wire::Record { record, .. } => {
                self.protocol.records.get(record.0).map_or(Lengths::NOTHING, |record| record.lengths)
            }
            Wire::Family { family, .. } => {
                self.protocol.families.get(family.0).map_or(Lengths::NOTHING, |family| family.lengths)
            }
            // It may contain this record, whose length is not known yet.
            Wire::Nested { .. } => Lengths::both(LengthRange { min: 1, max: None }),
            Wire::List { item, extent } => {
                let of = match item {
                    Item::Scalar { scalar, .. } => Terminated::Numbers(*scalar),
                    Item::Float { .. } | Item::Record { .. } | Item::Family { .. } => Terminated::Items(item),
                };
                let lens = if matches!(item, Item::Family { .. }) { ANY } else { lens };
                let lengths = self.repeated(item_lengths(self.protocol, item), extent, of, lens);
                unpadded(extent, lengths)
            }
            Wire::Sparse { item, count, .. } => {
                item_lengths(self.protocol, item).times(Interval::new(0, Code::from(*count)))
            }
            Wire::Match { tag, arms, .. } => {
                let length = |arm: &Arm| self.tag(tag, arm, arms).plus(self.body(&arm.body));
                self.selected(wire, |arm| arms.get(arm).map(length)).unwrap_or(Lengths::NOTHING)
            }
            Wire::Within { extent, body } => self.region(extent, body),
        }
    }

    /// The length of the code before an arm.
    pub(super) fn tag(&self, tag: &Tag, arm: &Arm, arms: &[Arm]) -> Lengths {
        match tag {
            Tag::Input(_) | Tag::Tuple(_) => Lengths::NOTHING,
            Tag::InPlace { scalar, cell } => {
                let accepted = scalar_lengths(self.protocol, *scalar, self.cell(*cell));
                written_lengths(self.protocol, *scalar, &self.codes((tag, 0), arm, arms), accepted)
            }
        }
    }

    fn scalar(&self, scalar: Scalar, cell: CellId) -> Lengths {
        let any = any_number(self.protocol, scalar);
        let Some(found) = self.record.cells.get(cell.0) else { return any };
        let rule = self.record.fields.get(found.field.0).and_then(|field| field.rule.as_ref());
        let accepted = match found.source {
            Source::Constant(code) => scalar_lengths(self.protocol, scalar, Interval::only(code)),
            Source::Reserved(_) => any,
            // A rule with a repair accepts any number.
            _ if rule.is_some_and(|rule| rule.repair.is_some()) => any,
            Source::User | Source::Derived(_) => scalar_lengths(self.protocol, scalar, self.cell(cell)),
        };
        written_lengths(self.protocol, scalar, &self.written(cell), accepted)
    }

    /// The length of a carrier with these parts. A reader ignores reserved bits.
    fn carrier(&self, carrier: Scalar, parts: &[Part]) -> Lengths {
        let any = any_number(self.protocol, carrier);
        written_lengths(self.protocol, carrier, &self.carried(carrier, parts), any)
    }
}

/// The length of bytes and lists: those of `[n or end]` are written without padding, unlike text.
fn unpadded(extent: &Extent, lengths: Lengths) -> Lengths {
    if matches!(extent, Extent::Fixed { or_end: true, .. }) { lengths.or_nothing() } else { lengths }
}
