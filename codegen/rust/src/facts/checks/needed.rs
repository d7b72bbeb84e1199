//! The checks that can fail.

use super::{Check, Checks, ChoiceChecks, FieldChecks, excluded};
use crate::facts::scopes::{Scopes, has_default};
use crate::facts::widths::{self, Given, are_derived, compares_count, may_not_fit};
use crate::facts::{Checked, Facts, Int, int, numbers, sizes};
use crate::layout::{self, wire_interval};
use crate::model::{
    Arm, CellId, Checksum, Content, Encoding, Expr, Extent, Family, Field, FieldId, Form, Input, Interval, Item,
    Length, Presence, Protocol, Record, SessionId, Tag, Wire, sets,
};

/// Whether a writer rejects a message of a family, a known one or an unknown one.
pub(in crate::facts) fn of_family(protocol: &Protocol, facts: &Facts, family: &Family) -> bool {
    let known = !family.members.is_empty();
    let codes = Int::of_codes(protocol, family).interval();
    family.members.iter().any(|member| facts.checked(member.record) != Checked::Never)
        || (family.open && (known || !codes.within(family.codes)))
}

/// The record whose checks are found.
pub(in crate::facts) struct Needed<'a> {
    pub(in crate::facts) protocol: &'a Protocol,
    pub(in crate::facts) facts: &'a Facts,
    pub(in crate::facts) record: &'a Record,
    pub(in crate::facts) scopes: &'a Scopes,
    /// Whether the record is checked while it is written, not as a whole before.
    pub(in crate::facts) as_written: bool,
}

impl Needed<'_> {
    /// Finds the checks, of inner fields before those of outer ones.
    pub(in crate::facts) fn checks(&self) -> Checks {
        let Self { record, scopes, .. } = self;
        let mut checks = Checks {
            numbers: (0..record.cells.len()).map(|cell| self.number(CellId(cell))).collect(),
            fields: vec![FieldChecks::default(); record.fields.len()],
            scopes: vec![false; scopes.outer_first().len()],
            ..Checks::default()
        };
        for scope in scopes.inner_first() {
            let one = scopes.get(scope);
            // A region is in front of its fields.
            for id in one.body.iter().rev() {
                let wire = &record.fields[id.0].wire;
                for payload in wire.payloads() {
                    checks.fields[payload.0] = self.field(payload, &checks);
                }
                if let Wire::Match { tag, arms, .. } = wire {
                    let choice = self.choice(*id, tag, arms, &checks);
                    checks.choices.insert(*id, choice);
                }
                checks.fields[id.0] = self.field(*id, &checks);
            }
            let has_rule = one.body.iter().any(|id| record.fields[id.0].rule.is_some());
            checks.scopes[scope.0] = has_rule || checks.any_rejects(&one.outermost);
        }
        checks
    }

    fn field(&self, id: FieldId, inner: &Checks) -> FieldChecks {
        let field = &self.record.fields[id.0];
        if let Wire::Bits { parts, .. } = &field.wire {
            let checked = parts.iter().map(|part| part.cell).filter(|cell| !inner.number(*cell).is_empty());
            return FieldChecks { always: checked.map(Check::Part).collect(), ..FieldChecks::default() };
        }
        let mut checks = FieldChecks {
            always: sessions(field.condition_needs()),
            within: self.as_written && self.rejects_within(id, field, inner),
            ..FieldChecks::default()
        };
        // The user sets nothing in other fields.
        if !self.scopes.is_public(id) {
            checks.always.extend(self.unfit(id, field));
            checks.always.extend(self.space(id, field));
            checks.always.extend(self.constants(id));
            if let Wire::Within { extent, body } = &field.wire {
                checks.before = sessions(field.needs());
                checks.after = self.size(id, extent, body);
            }
            return checks;
        }
        checks.always.extend(self.presence(id, field));
        checks.before = sessions(field.needs());
        checks.before.extend(self.before(id, field, inner));
        checks.after = if self.as_written { self.after(id, field) } else { Vec::new() };
        checks
    }

    /// Presence or absence that can be wrong.
    fn presence(&self, id: FieldId, field: &Field) -> Option<Check> {
        if let Presence::When { test, checked: true, .. } = &field.presence {
            return Some(Check::Presence(test.clone()));
        }
        let (Wire::Chosen { tags, .. }, Presence::Chosen { .. }) = (&field.wire, &field.presence) else { return None };
        let has = |forms: &[&Form], bytes: bool| forms.iter().any(|form| form.scalar.is_some() == bytes);
        let is_either = |forms: &[&Form]| has(forms, true) && has(forms, false);
        let decides = |forms: &[&Form]| match has_default(field) {
            true => !has(forms, true),
            false => !is_either(forms),
        };
        let groups = Given::of(self.protocol, self.record, id).groups;
        let can_fail = !are_derived(self.record, tags, id) && groups.iter().any(|group| decides(&group.forms));
        let always = groups.iter().all(|group| has(&group.forms, true) != has(&group.forms, false));
        can_fail.then_some(Check::PresenceByTags { always })
    }

    /// A derived number that may not fit the width that is chosen independently of it.
    fn unfit(&self, id: FieldId, field: &Field) -> Option<Check> {
        let cell = field.wire.number().filter(|_| may_not_fit(self.protocol, self.record, id))?;
        self.width(cell, Int::of_cell(self.protocol, self.record, cell))
    }

    /// A length of reserved space that may be negative.
    fn space(&self, id: FieldId, field: &Field) -> Option<Check> {
        let Wire::Padding { space, .. } = &field.wire else { return None };
        let length = space.given()?;
        let can_fail = layout::expr_interval_around(self.protocol, self.record, id, length).min < 0;
        can_fail.then(|| Check::Space(length.clone(), field.presence.test().cloned()))
    }

    /// A number that chooses constants of a checksum, and may have no arm.
    fn constants(&self, id: FieldId) -> Vec<Check> {
        let of = |one: &&Checksum| self.record.cells[one.cell.0].field == id;
        let covers =
            self.record.checksums.iter().filter(of).filter_map(Checksum::catalogue).flat_map(|(_, covers)| covers);
        covers.filter(|covered| covered.unarmed().is_some()).cloned().map(Check::Constants).collect()
    }

    /// The checks of a present field before it is written.
    fn before(&self, id: FieldId, field: &Field, inner: &Checks) -> Vec<Check> {
        match &field.wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => inner.number(*cell).to_vec(),
            Wire::Octets { extent: Extent::Fixed { or_end: false, .. }, content: Content::Free } => Vec::new(),
            Wire::Octets { extent, content: Content::Free } => {
                self.length(id, extent).into_iter().chain(terminator(extent)).collect()
            }
            Wire::Octets { extent, content: Content::Text(text) } if text.is_str() => {
                let ascii = (text.encoding == Encoding::Ascii).then_some(Check::Ascii);
                let padding = match extent {
                    Extent::Fixed { .. } => {
                        Some(text.fill.map_or(Check::Sentinel(vec![Interval::only(0)]), Check::Unfilled))
                    }
                    _ => terminator(extent),
                };
                self.length(id, extent).into_iter().chain(ascii).chain(padding).collect()
            }
            Wire::Record { record, .. } if self.facts.checked(*record) == Checked::Before => vec![Check::Inside],
            Wire::List { item, extent } => match extent {
                _ if layout::is_array_of(self.protocol, item, extent) => self.row(field, item).into_iter().collect(),
                Extent::Fixed { or_end: false, .. } => Vec::new(),
                Extent::Rest if matches!(item, Item::Family { .. }) => Vec::new(),
                _ => self.length(id, extent),
            },
            Wire::Group { .. } | Wire::Match { .. } if !self.as_written && self.rejects_within(id, field, inner) => {
                vec![Check::Inside]
            }
            Wire::Octets { content: Content::Text(_), .. }
            | Wire::Record { .. }
            | Wire::Group { .. }
            | Wire::Match { .. }
            | Wire::Family { .. }
            | Wire::Sparse { .. }
            | Wire::Float { .. }
            | Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Octets { content: Content::Constant(_), .. }
            | Wire::Nested { .. }
            | Wire::Within { .. } => Vec::new(),
        }
    }

    /// Whether the writer of a field's contents, or for a group and a choice their check, rejects some.
    fn rejects_within(&self, id: FieldId, field: &Field, inner: &Checks) -> bool {
        match &field.wire {
            Wire::Octets { content: Content::Text(text), .. } => !text.is_str(),
            Wire::Sparse { .. } | Wire::List { .. } | Wire::Nested { .. } => true,
            Wire::Record { record, .. } => self.facts.checked(*record) == Checked::AsWritten,
            Wire::Family { family, .. } => self.facts.family_rejects(*family),
            Wire::Group { .. } => self.scopes.of_group(id).is_some_and(|scope| inner.rejects(scope)),
            Wire::Match { .. } => inner.choice(id).is_some_and(|choice| choice.rejects),
            Wire::Within { body, .. } => inner.any_rejects(body),
            Wire::Scalar { .. }
            | Wire::Chosen { .. }
            | Wire::Float { .. }
            | Wire::Bits { .. }
            | Wire::Octets { content: Content::Free, .. }
            | Wire::Padding { .. }
            | Wire::Octets { content: Content::Constant(_), .. } => false,
        }
    }

    /// The checks of a present field after it is written.
    fn after(&self, id: FieldId, field: &Field) -> Vec<Check> {
        match &field.wire {
            Wire::Octets { extent, content: Content::Text(text) } if !text.is_str() => match extent {
                // The writer of the characters counts them.
                Extent::Fixed { .. } | Extent::Until { .. } => Vec::new(),
                _ => self.length(id, extent),
            },
            Wire::Family { by: Some(cell), .. } | Wire::Sparse { mask: cell, .. } if self.record.is_users(*cell) => {
                vec![Check::Agrees(*cell)]
            }
            Wire::Family { family, by: Some(cell), .. } => {
                let (one, held) = (&self.protocol.families[family.0], wire_interval(self.protocol, self.record, *cell));
                let fits = Int::of_codes(self.protocol, one).interval().within(held);
                let value = self.record.cells[cell.0].value;
                let refused = || numbers::refused_of(self.protocol, value, one.codes).is_some();
                let can_fail = one.open && (!fits || refused());
                can_fail.then_some(Check::UnknownCode(*family, *cell)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    // ---- numbers ----------------------------------------------------------------------------------------------

    /// A number that the user sets, which may not fit its wire, or have no meaning.
    fn number(&self, cell: CellId) -> Vec<Check> {
        let (protocol, record) = (self.protocol, self.record);
        if !record.is_users(cell) || int::is_flag(record, cell) {
            return Vec::new();
        }
        let (value, int) = (record.cells[cell.0].value, Int::of_number(protocol, record, cell));
        let (possible, held) = (numbers::possible(protocol, value, int), numbers::held(protocol, record, cell));
        let fits = held.iter().any(|one| possible.within(*one));
        let range = (!fits).then_some(Check::Range(cell, held));
        range.into_iter().chain(self.width(cell, int)).chain(self.meaning(cell, &[Interval::ANYTHING])).collect()
    }

    /// A number that may not fit the width that the given tags select.
    fn width(&self, cell: CellId, int: Int) -> Option<Check> {
        let (record, id) = (self.record, self.record.cells[cell.0].field);
        let field = &record.fields[id.0];
        let Wire::Chosen { tags, .. } = &field.wire else { return None };
        if are_derived(record, tags, id) {
            return None;
        }
        let fits = |forms: &[&Form]| sets::covers(&widths::held(field, forms, int.interval()), &[int.interval()]);
        let groups = Given::of(self.protocol, record, id).groups;
        let can_fail = groups.is_empty() || !groups.iter().all(|group| fits(&group.forms));
        can_fail.then_some(Check::Width(cell))
    }

    /// A value with one of these codes, which no wire may have.
    fn meaning(&self, cell: CellId, codes: &[Interval]) -> Option<Check> {
        let can_fail = numbers::has_invalid(self.protocol, self.record.cells[cell.0].value, codes);
        can_fail.then_some(Check::Meaning(cell))
    }

    /// A number of a list that is written in one batch with other varints, which may not fit its wire.
    fn row(&self, field: &Field, item: &Item) -> Option<Check> {
        let Item::Scalar { scalar, .. } = item else { return None };
        let held = layout::scalar_interval(self.protocol, *scalar);
        let fits = Int::of_scalar(self.protocol, *scalar).interval().within(held);
        (sizes::is_row(field) && !fits).then_some(Check::Numbers(*scalar, held))
    }

    // ---- extents ----------------------------------------------------------------------------------------------

    /// The checks of a length.
    fn length(&self, id: FieldId, extent: &Extent) -> Vec<Check> {
        match extent {
            Extent::Counted(length) => {
                let compared = compares_count(self.record, length.cell, id);
                self.count(id, *length).into_iter().chain(compared.then_some(Check::SameCount(*length))).collect()
            }
            Extent::Prefixed { cell, .. } => {
                self.count(id, Length { cell: *cell, times: 1, plus: 0 }).into_iter().collect()
            }
            Extent::Given(expr) => vec![Check::Length(expr.clone())],
            Extent::Fixed { count, .. } | Extent::Until { bound: Some(count), .. } => vec![Check::AtMost(*count)],
            Extent::Until { bound: None, .. } | Extent::Rest | Extent::AllBut(_) => Vec::new(),
        }
    }

    /// A count that may not express a length.
    fn count(&self, id: FieldId, length: Length) -> Option<Check> {
        let counting = self.record.counting(length.cell, id)?;
        let codes = counting.codes(wire_interval(self.protocol, self.record, length.cell));
        // A length in memory is at most half of all numbers of 64 bits.
        let holds_all = |codes: &Interval| codes.min <= 0 && codes.max >= i128::from(u64::MAX >> 1);
        let fits = length.times == 1 && length.plus == 0 && codes.iter().any(holds_all);
        (!fits).then_some(Check::Count(length, codes))
    }

    /// The bytes of a region, which may be too many or too few for its extent.
    fn size(&self, id: FieldId, extent: &Extent, body: &[FieldId]) -> Vec<Check> {
        let has = layout::region_lengths_without_rules(self.protocol, self.record, body).canonical;
        if let (Some(_), Some(size)) = (self.record.filler_of(body), region_size(extent)) {
            return vec![Check::Fits(size)];
        }
        match extent {
            Extent::Until { .. } => vec![Check::Closes],
            Extent::Fixed { count, .. } if has.min == *count && has.max == Some(*count) => Vec::new(),
            Extent::Fixed { count, .. } => vec![Check::Length(Expr::Literal((*count).into()))],
            Extent::Prefixed { cell, .. } | Extent::Counted(Length { cell, times: 1, plus: 0 })
                if has
                    .max
                    .is_some_and(|max| i128::from(max) <= wire_interval(self.protocol, self.record, *cell).max) =>
            {
                Vec::new()
            }
            _ => self.length(id, extent),
        }
    }

    // ---- choices ----------------------------------------------------------------------------------------------

    fn choice(&self, id: FieldId, tag: &Tag, arms: &[Arm], inner: &Checks) -> ChoiceChecks {
        let tag_checks = Vec::from_iter(self.tags(id, tag, arms));
        let codes: Vec<_> = arms.iter().map(|arm| self.stored_code(tag, arm, arms)).collect();
        let rejects_inside = |(index, arm): (usize, &Arm)| match arm.body.first() {
            Some(id) if arm.transparent => inner.field(*id).rejects_present(),
            Some(_) => self.scopes.of_arm(id, index).is_some_and(|scope| inner.rejects(scope)),
            None => false,
        };
        let rejects = !tag_checks.is_empty()
            || codes.iter().any(|checks| !checks.is_empty())
            || arms.iter().enumerate().any(rejects_inside);
        ChoiceChecks { tag: tag_checks, codes, rejects }
    }

    /// A variant that may be another than the tags select, which the user or a parameter sets.
    fn tags(&self, id: FieldId, tag: &Tag, arms: &[Arm]) -> Option<Check> {
        let input = match tag {
            Tag::Input(input) => *input,
            Tag::Tuple(inputs) => {
                let patterns = || arms.iter().flat_map(|arm| &arm.patterns);
                let is_asked =
                    |at: usize| patterns().any(|pattern| pattern.get(at).is_some_and(|codes| !codes.is_empty()));
                let columns = inputs
                    .iter()
                    .enumerate()
                    .filter(|(at, input)| is_asked(*at) && !self.record.derives_tag(id, **input));
                let given: Vec<Input> = columns.map(|(_, input)| *input).collect();
                return (!given.is_empty()).then_some(Check::Tags(given));
            }
            Tag::InPlace { .. } => return None,
        };
        let (protocol, record) = (self.protocol, self.record);
        let int = match input {
            Input::Param(id) => Int::of_param(protocol, record.params[id.0].kind),
            Input::Session(id) => Int::of_param(protocol, protocol.sessions[id.0].kind),
            Input::Part(_) => Int::I64,
            Input::Cell(cell) if record.is_users(cell) => match int::is_flag(record, cell) {
                true => Int::U8,
                false => Int::of_cell(protocol, record, cell),
            },
            _ => return None,
        };
        let selects_all = |arm: &Arm| sets::covers(&arm.codes_among(arms, int.interval()), &[int.interval()]);
        (!arms.iter().all(selects_all)).then_some(Check::Tags(vec![input]))
    }

    /// The discriminant that an arm stores, which may be another's.
    fn stored_code(&self, tag: &Tag, arm: &Arm, arms: &[Arm]) -> Vec<Check> {
        let Some((_, cell)) = self.record.stored_code(tag, arm) else { return Vec::new() };
        let whole = Int::of_number(self.protocol, self.record, cell).interval();
        // Its Rust type may be wider than the wire, and hold no negative number.
        let held = wire_interval(self.protocol, self.record, cell);
        let codes = sets::clip(&arm.codes_among(arms, whole.hull(held)), held);
        let (fits, meaning) = (sets::covers(&codes, &[whole]), self.meaning(cell, &codes));
        (!fits).then_some(Check::StoredCode(cell, codes)).into_iter().chain(meaning).collect()
    }
}

/// The size of a region that the writer does not derive.
fn region_size(extent: &Extent) -> Option<Expr> {
    match extent {
        Extent::Fixed { count, .. } => Some(Expr::Literal((*count).into())),
        Extent::Given(size) => Some(size.clone()),
        _ => None,
    }
}

fn sessions(needs: Vec<SessionId>) -> Vec<Check> {
    needs.into_iter().map(Check::Session).collect()
}

fn terminator(extent: &Extent) -> Option<Check> {
    let Extent::Until { .. } = extent else { return None };
    Some(excluded(extent).map_or(Check::Closes, |read| Check::Sentinel(read.to_vec())))
}
