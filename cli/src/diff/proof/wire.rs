//! Encodings: fields of the reader and of the writer that have the same bytes.

use wireform_build::model::{
    Arm, CellId, Content, Encoding, Expr, Extent, Field, FieldId, Input, Interval, Item, Protocol, Record, RecordId,
    Scalar, Space, Tag, Text, Wire, sets,
};

use super::{Proven, Walk, Wrong, number, numbers_of, same};

impl<'p> Walk<'_, 'p> {
    pub(super) fn wire(&mut self, (one, before): (FieldId, &Field), now: &Field, ends: bool) -> Proven {
        let fail = |walk: &Self, why: &str| Err(walk.no(one, why));
        self.levels(one, &before.wire, &now.wire)?;
        match (&before.wire, &now.wire) {
            (Wire::Scalar { scalar, cell }, Wire::Scalar { scalar: other, cell: number }) => {
                self.integers(one, (*scalar, *other), *cell)?;
                self.number(*cell, *number, one).map_err(|wrong| self.not_taken(one, wrong))
            }
            (Wire::Chosen { tags, forms, cell }, Wire::Chosen { tags: inputs, forms: others, cell: number }) => {
                let same = self.inputs(tags).as_ref() == Some(inputs) && forms.len() == others.len();
                if !same || forms.iter().zip(others).any(|(form, other)| form.pattern != other.pattern) {
                    return fail(self, "another choice of its width");
                }
                for (form, other) in forms.iter().zip(others) {
                    match (form.scalar, other.scalar) {
                        (None, None) => {}
                        (Some(form), Some(other)) => self.scalars(one, form, other)?,
                        _ => return fail(self, "another choice of its width"),
                    }
                }
                self.number(*cell, *number, one).map_err(|wrong| self.not_taken(one, wrong))
            }
            (Wire::Float { width, order }, Wire::Float { width: others, order: other }) => {
                if (width, order) == (others, other) { Ok(()) } else { fail(self, "another float") }
            }
            (Wire::Bits { carrier, parts }, Wire::Bits { carrier: other, parts: others }) => {
                // The sign of a carrier is in none of its bits.
                self.scalars(one, same::unsigned(*carrier), same::unsigned(*other))?;
                self.parts(one, parts, others)
            }
            (Wire::Padding { space, filler }, Wire::Padding { space: other, filler: expected }) => {
                if expected.is_checked && filler.byte != expected.byte {
                    return fail(self, "another filler");
                }
                match (space, other) {
                    (Space::Extent(space), Space::Extent(other)) => self.length(one, space, other),
                    _ if space == other => Ok(()),
                    _ => fail(self, "other reserved space"),
                }
            }
            (
                Wire::Octets { content: Content::Constant(bytes), .. },
                Wire::Octets { content: Content::Constant(others), .. },
            ) => {
                if bytes == others {
                    Ok(())
                } else {
                    fail(self, "other constant bytes")
                }
            }
            (
                Wire::Octets { extent, content: Content::Free },
                Wire::Octets { extent: other, content: Content::Free },
            ) => self.length(one, extent, other),
            // Text of a fixed size ends at its filler.
            (
                Wire::Octets { extent, content: Content::Text(Text { unit: Scalar::BYTE, fill: None, .. }) },
                Wire::Octets { extent: other, content: Content::Free },
            ) if !matches!(extent, Extent::Fixed { .. }) => self.length(one, extent, other),
            (
                Wire::Octets { extent, content: Content::Text(Text { encoding, unit, fill }) },
                Wire::Octets {
                    extent: length,
                    content: Content::Text(Text { encoding: other, unit: units, fill: filler }),
                },
            ) => {
                // ASCII is the same in all encodings.
                let ascii = *encoding == Encoding::Ascii && *unit == Scalar::BYTE;
                if (encoding != other && !ascii) || fill != filler {
                    return fail(self, "another text");
                }
                match (*unit, *units) {
                    (Scalar::BYTE, Scalar::BYTE) => {}
                    (Scalar::BYTE, _) | (_, Scalar::BYTE) => return fail(self, "another text"),
                    (unit, other) => self.scalars(one, unit, other)?,
                }
                self.length(one, extent, length)
            }
            (Wire::Group { body, delta, .. }, Wire::Group { body: other, delta: state, .. }) => {
                if delta.is_some() != state.is_some() {
                    return fail(self, "a state, and none");
                }
                self.body(body, other, ends)
            }
            (Wire::Group { body, delta: None, .. }, Wire::Record { record, args, from: None }) => {
                self.group_and_struct(one, body, (*record, args), true, ends)
            }
            (Wire::Record { record, args, from: None }, Wire::Group { body, delta: None, .. }) => {
                self.group_and_struct(one, body, (*record, args), false, ends)
            }
            (Wire::Record { record, args, from }, Wire::Record { record: other, args: inputs, from: base }) => {
                if !self.is_same_base(from.as_ref(), base.as_ref()) {
                    return fail(self, "another base");
                }
                self.records(one, (*record, args), (*other, inputs), ends)?;
                self.pass_inside(one);
                Ok(())
            }
            (Wire::Family { family, by, args }, Wire::Family { family: other, by: chosen, args: inputs }) => {
                let same = match (by, chosen) {
                    (None, None) => true,
                    (Some(by), Some(chosen)) => self.cell(*by) == Some(*chosen),
                    _ => false,
                };
                if !same {
                    return fail(self, "another number chooses its message");
                }
                self.family_args(one, (family.0, args), (other.0, inputs))?;
                let losses = self.proofs.family(*family, *other, ends)?;
                self.losses.extend(losses);
                Ok(())
            }
            (Wire::Nested { .. }, _) | (_, Wire::Nested { .. }) => {
                match (whole(self.writer, &before.wire), whole(self.reader, &now.wire)) {
                    (Some(part), Some(other)) => self.item(one, &part, &other),
                    _ => fail(self, "another kind of field"),
                }
            }
            (Wire::List { item, extent }, Wire::List { item: element, extent: other }) => {
                let record = |protocol: &'p Protocol, item: &Item| match item {
                    Item::Record { record, .. } => protocol.records.get(record.0),
                    _ => None,
                };
                let records = (record(self.writer, item), record(self.reader, element));
                self.extent(extent, other, records).map_err(|why| self.no(one, why))?;
                self.item(one, item, element)
            }
            (
                Wire::Sparse { item, count, mask, base },
                Wire::Sparse { item: element, count: places, mask: bits, base: other },
            ) => {
                let same_base = match (base, other) {
                    (None, None) => true,
                    (Some(base), Some(other)) => self.is_same_in_base(base, other),
                    _ => false,
                };
                if count != places || self.cell(*mask) != Some(*bits) || !same_base {
                    return fail(self, "another mask");
                }
                self.item(one, item, element)
            }
            (Wire::Match { tag, arms, .. }, Wire::Match { tag: other, arms: shapes, .. }) => {
                self.shapes(one, (tag, arms), (other, shapes), ends)
            }
            (Wire::Within { extent, body }, Wire::Within { extent: other, body: fields }) => {
                self.length(one, extent, other)?;
                self.body(body, fields, true)
            }
            _ => fail(self, "another kind of field"),
        }
    }

    /// Passes the numbers in the record of a field that other fields read.
    fn pass_inside(&mut self, one: FieldId) {
        let Some(two) = self.fields.get(one.0).copied().flatten() else { return };
        let (w, r) = (self.w, self.r);
        let path = |record: &'p Record, cell: CellId| record.cells.get(cell.0).map(|cell| cell.path.as_str());
        for (cell, _) in w.cells_inside(one) {
            let same = r.cells_inside(two).find(|(other, _)| path(r, *other) == path(w, cell));
            same.into_iter().for_each(|(other, _)| self.pass(cell, other));
        }
    }

    /// A reader counts the levels of its circles: no record is deeper for it than the writer lets it be.
    fn levels(&self, id: FieldId, one: &Wire, two: &Wire) -> Proven {
        let within = |protocol: &'p Protocol, around: &'p Record, wire: &Wire| {
            let circle = protocol.circle(protocol.inside(wire)?)?;
            (around.circle.as_ref() == Some(circle)).then_some((circle.depth, wire.nested().is_some()))
        };
        match (within(self.writer, self.w, one), within(self.reader, self.r, two)) {
            (_, None) => Ok(()),
            (Some((depth, before)), Some((most, now))) if before == now && depth <= most => Ok(()),
            (Some((_, before)), Some((most, now))) if before == now => {
                Err(self.no(id, format!("the reader takes {most} levels")))
            }
            _ => Err(self.no(id, "another circle counts its levels")),
        }
    }

    fn scalars(&self, id: FieldId, one: Scalar, two: Scalar) -> Proven {
        same::scalars((self.writer, one), (self.reader, two)).map_err(|why| self.no(id, why))
    }

    /// Two integers, of which the one may have a sign: the numbers below the sign have the same bytes.
    pub(super) fn integers(&self, id: FieldId, (one, two): (Scalar, Scalar), cell: CellId) -> Proven {
        if same::unsigned(one) == same::unsigned(two)
            && let Scalar::Int { bytes, .. } = one
        {
            let below = Interval::of_bits(u32::from(bytes).saturating_mul(8), true).max;
            let numbers = number::written(self.writer, self.w, cell);
            let wrong: Vec<Interval> =
                numbers.iter().flat_map(|all| sets::complement(&[Interval::new(0, below)], *all)).collect();
            // Not `one == two`: a byte has no order.
            let is_same = same::scalars((self.writer, one), (self.reader, two)).is_ok();
            return match is_same || wrong.is_empty() {
                true => Ok(()),
                false => Err(self.not_taken(id, Wrong { why: "another sign".to_owned(), numbers: wrong })),
            };
        }
        self.scalars(id, one, two)
    }

    fn length(&mut self, id: FieldId, one: &Extent, two: &Extent) -> Proven {
        self.extent(one, two, (None, None)).map_err(|why| self.no(id, why))
    }

    fn item(&mut self, id: FieldId, one: &Item, two: &Item) -> Proven {
        match (one, two) {
            (Item::Record { record, args }, Item::Record { record: other, args: inputs }) => {
                self.records(id, (*record, args), (*other, inputs), false)
            }
            (Item::Family { family, args }, Item::Family { family: other, args: inputs }) => {
                self.family_args(id, (family.0, args), (other.0, inputs))?;
                let losses = self.proofs.family(*family, *other, false)?;
                self.losses.extend(losses);
                Ok(())
            }
            _ => self.element(one, two).map_err(|wrong| self.not_taken(id, wrong)),
        }
    }

    fn records(
        &mut self,
        id: FieldId,
        (one, args): (RecordId, &[Expr]),
        (two, inputs): (RecordId, &[Expr]),
        ends: bool,
    ) -> Proven {
        if let (Some(before), Some(now)) = (self.writer.records.get(one.0), self.reader.records.get(two.0)) {
            let names: Vec<&str> = before.params.iter().map(|param| param.name.as_str()).collect();
            for (index, param) in now.params.iter().enumerate() {
                let Some(own) = names.iter().position(|name| *name == param.name) else { continue };
                let same = args.get(own).and_then(|arg| self.expr(arg)).as_ref() == inputs.get(index);
                if !same {
                    return Err(self.no(id, "another argument"));
                }
            }
        }
        let losses = self.proofs.record(one, two, ends)?;
        self.losses.extend(losses);
        Ok(())
    }

    fn family_args(&self, id: FieldId, (one, args): (usize, &[Expr]), (two, inputs): (usize, &[Expr])) -> Proven {
        let (Some(before), Some(now)) = (self.writer.families.get(one), self.reader.families.get(two)) else {
            return Ok(());
        };
        for (index, param) in now.params.iter().enumerate() {
            let Some(own) = before.params.iter().position(|other| other.name == param.name) else { continue };
            let same = args.get(own).and_then(|arg| self.expr(arg)).as_ref() == inputs.get(index);
            if !same {
                return Err(self.no(id, "another argument"));
            }
        }
        Ok(())
    }

    fn shapes(
        &mut self,
        id: FieldId,
        (tag, arms): (&Tag, &[Arm]),
        (other, shapes): (&Tag, &[Arm]),
        ends: bool,
    ) -> Proven {
        let wrong = |walk: &Self, why: &str| Err(walk.no(id, why));
        let wrong_codes = |walk: &Self, arm: &Arm, numbers: Vec<Interval>| {
            let why = format!("the reader has no shape for all codes of `{}`", arm.name);
            Err(walk.not_taken(id, Wrong { why, numbers }))
        };
        let codes = match (tag, other) {
            (Tag::InPlace { scalar, cell }, Tag::InPlace { scalar: numbers, cell: number }) => {
                self.scalars(id, *scalar, *numbers)?;
                self.number(*cell, *number, id).map_err(|wrong| self.not_taken(id, wrong))?;
                Some(number::written(self.writer, self.w, *cell))
            }
            (Tag::Input(one), Tag::Input(two)) => {
                if self.input(*one) != Some(*two) {
                    return wrong(self, "another number chooses its shape");
                }
                Some(match one {
                    Input::Cell(cell) => number::written(self.writer, self.w, *cell),
                    Input::Param(id) => {
                        let kind = self.w.params.get(id.0).map(|param| param.kind);
                        vec![kind.map_or(Interval::ANYTHING, |kind| numbers_of(self.writer, kind))]
                    }
                    _ => vec![Interval::ANYTHING],
                })
            }
            (Tag::Tuple(one), Tag::Tuple(two)) => {
                if self.inputs(one).as_ref() != Some(two) {
                    return wrong(self, "other numbers choose its shape");
                }
                None
            }
            _ => return wrong(self, "another choice of its shape"),
        };
        for arm in arms {
            let of_arm = |arms: &[Arm], arm: &Arm, codes: &[Interval]| {
                let own = codes.iter().flat_map(|one| sets::clip(&arm.codes_among(arms, *one), *one));
                sets::union(own.collect())
            };
            let chosen: Vec<&Arm> = match &codes {
                None => {
                    let same = shapes.iter().filter(|other| other.name == arm.name && other.patterns == arm.patterns);
                    let same: Vec<&Arm> = same.collect();
                    if same.is_empty() || (arm.is_rest() && arms.len() != shapes.len()) {
                        return wrong(self, "other shapes");
                    }
                    same
                }
                Some(codes) => {
                    let own = of_arm(arms, arm, codes);
                    let theirs: Vec<(&Arm, Vec<Interval>)> =
                        shapes.iter().map(|shape| (shape, of_arm(shapes, shape, codes))).collect();
                    let all: Vec<Interval> = theirs.iter().flat_map(|(_, codes)| codes.clone()).collect();
                    if !sets::covers(&all, &own) {
                        let numbers = own.iter().flat_map(|codes| sets::complement(&all, *codes)).collect();
                        return wrong_codes(self, arm, numbers);
                    }
                    theirs
                        .into_iter()
                        .filter(|(_, codes)| !sets::meet(codes, &own).is_empty())
                        .map(|(arm, _)| arm)
                        .collect()
                }
            };
            for shape in chosen {
                let stored = |record: &Record, tag: &Tag, arm: &Arm| {
                    record.stored_code(tag, arm).map(|(name, _)| name.to_owned())
                };
                let same = shape.name == arm.name
                    && shape.transparent == arm.transparent
                    && stored(self.w, tag, arm) == stored(self.r, other, shape);
                if !same {
                    return Err(self.no(id, format!("another shape than `{}`", arm.name)));
                }
                self.body(&arm.body, &shape.body, ends)?;
            }
        }
        Ok(())
    }
}

/// A record or a message that is in a field, nested or not, as if it were the element of a list.
fn whole(protocol: &Protocol, wire: &Wire) -> Option<Item> {
    match wire {
        Wire::Nested { part, args } => protocol.nested_item(*part, args),
        Wire::Record { record, args, from: None } => Some(Item::Record { record: *record, args: args.clone() }),
        Wire::Family { family, by: None, args } => Some(Item::Family { family: *family, args: args.clone() }),
        _ => None,
    }
}
