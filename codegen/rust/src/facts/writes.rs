//! Plain values that a writer rejects, and functions that write nothing.
//!
//! The answers follow the writer: what a field's check and its writer test. They are the reason why a function returns a
//! `Result`, or does not exist.

use super::reads::Reads;
use super::scopes::{self, ScopeId};
use super::widths::{self, Given, are_derived, compares_count, may_not_fit};
use super::{Checked, Facts, Int, int, numbers, sizes};
use crate::layout::{self, wire_interval};
use crate::model::{
    Arm, CellId, Demand, Encoding, End, Extent, Family, FamilyId, Field, FieldId, Form, Input, Interval, Item, Length,
    Presence, Protocol, Scalar, Source, Tag, Wire, sets,
};
use std::collections::BTreeMap;

/// A function that writes a part of a record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Function {
    /// Whether it has statements.
    pub writes: bool,
    /// Whether it can reject the value.
    pub rejects: bool,
}

/// The functions that write a record.
#[derive(Debug, Clone, Default)]
pub struct Writes {
    /// By scope: whether its check, or its writer if that checks, can reject the value.
    scopes: Vec<bool>,
    /// The writers of choices. A record that is checked as a whole has a check for each choice that `rejects`.
    choices: BTreeMap<FieldId, Function>,
    /// The writers of regions and of measured fields.
    outlined: BTreeMap<FieldId, Function>,
}

impl Writes {
    /// Finds the functions of a record.
    pub(super) fn of(reads: &Reads<'_>, facts: &Facts) -> Self {
        let mut writes = Self { scopes: vec![false; reads.scopes.outer_first().len()], ..Self::default() };
        for scope in reads.scopes.inner_first() {
            let one = Writer { reads, facts, inner: &writes };
            let body = &reads.scopes.get(scope).body;
            let rejects = one.any_rejects(&reads.scopes.get(scope).outermost)
                || body.iter().any(|id| reads.record.fields[id.0].rule.is_some());
            let is_choice = |id: &&FieldId| matches!(reads.record.fields[id.0].wire, Wire::Match { .. });
            let choices: Vec<_> = body.iter().filter(is_choice).map(|id| (*id, one.choice(*id))).collect();
            let outlined = body.iter().filter(|id| reads.is_outlined(**id));
            let outlined: Vec<_> = outlined.map(|id| (*id, one.outlined(*id))).collect();
            writes.scopes[scope.0] = rejects;
            writes.choices.extend(choices);
            writes.outlined.extend(outlined);
        }
        writes
    }

    /// Whether a scope's check, or its writer if that checks, can reject the value.
    pub fn rejects(&self, scope: ScopeId) -> bool {
        self.scopes[scope.0]
    }

    /// The writer of a choice.
    pub fn choice(&self, id: FieldId) -> Function {
        self.choices.get(&id).copied().unwrap_or_default()
    }

    /// The writer of a region or of a measured field.
    pub fn outlined(&self, id: FieldId) -> Function {
        self.outlined.get(&id).copied().unwrap_or_default()
    }
}

/// Whether a writer rejects a message of a family, a known one or an unknown one.
pub(super) fn of_family(protocol: &Protocol, facts: &Facts, family: &Family) -> bool {
    let known = !family.members.is_empty();
    let codes = Int::of_codes(protocol, family).interval();
    family.members.iter().any(|member| facts.checked(member.record) != Checked::Never)
        || (family.open && (known || !codes.within(family.codes)))
}

/// Whether a present field has checks before it is written, and while or after it is.
#[derive(Clone, Copy)]
struct Checks {
    before: bool,
    while_written: bool,
}

/// The context in which a writer's fields are asked.
struct Writer<'a> {
    reads: &'a Reads<'a>,
    facts: &'a Facts,
    /// The functions of the scopes inside of this one.
    inner: &'a Writes,
}

impl Writer<'_> {
    fn field(&self, id: FieldId) -> &Field {
        &self.reads.record.fields[id.0]
    }

    fn any_rejects(&self, fields: &[FieldId]) -> bool {
        fields.iter().any(|id| self.rejects(*id))
    }

    /// Whether a field's check or its writer tests anything.
    fn rejects(&self, id: FieldId) -> bool {
        let field = self.field(id);
        if let Wire::Bits { parts, .. } = &field.wire {
            return parts.iter().any(|part| self.rejects_part(part.cell));
        }
        !field.condition_needs().is_empty()
            || match self.reads.scopes.is_public(id) {
                true => self.rejects_presence(id) || self.rejects_present(id),
                false => self.rejects_width(id) || (self.as_written() && self.checks(id).while_written),
            }
    }

    fn as_written(&self) -> bool {
        self.reads.checked_as_written
    }

    fn rejects_part(&self, cell: CellId) -> bool {
        let record = self.reads.record;
        record.is_users(cell) && !int::is_flag(record, cell) && self.rejects_number(cell)
    }

    /// Whether presence or absence can be wrong.
    fn rejects_presence(&self, id: FieldId) -> bool {
        let field = self.field(id);
        if let Presence::When { checked: true, .. } = field.presence {
            return true;
        }
        let (Wire::Chosen { tags, .. }, Presence::Chosen { .. }) = (&field.wire, &field.presence) else { return false };
        let has = |forms: &[&Form], bytes: bool| forms.iter().any(|form| form.scalar.is_some() == bytes);
        let given = Given::of(self.reads.protocol, self.reads.record, id);
        let is_decided = |forms: &[&Form]| match scopes::has_default(field) {
            true => !has(forms, true),
            false => has(forms, true) != has(forms, false) || !has(forms, true),
        };
        !are_derived(self.reads.record, tags, id) && given.groups.iter().any(|group| is_decided(&group.forms))
    }

    /// Whether a derived number may not fit the width that is chosen independently of it.
    fn rejects_width(&self, id: FieldId) -> bool {
        let cell = self.field(id).wire.number();
        let may_not_fit = || may_not_fit(self.reads.protocol, self.reads.record, id);
        cell.is_some_and(|cell| may_not_fit() && self.rejects_by_tag(cell))
    }

    /// Whether the value of a present field can be rejected.
    fn rejects_present(&self, id: FieldId) -> bool {
        let Checks { before, while_written } = self.checks(id);
        !self.field(id).needs().is_empty() || before || (self.as_written() && while_written)
    }

    /// The checks of a present field. A choice or a group has them before it is written, or while it is.
    fn checks(&self, id: FieldId) -> Checks {
        let never = Checks { before: false, while_written: false };
        let before = |before| Checks { before, ..never };
        let while_written = |while_written| Checks { while_written, ..never };
        let either = |rejects| Checks { before: rejects, while_written: rejects };
        match &self.field(id).wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => before(self.rejects_number(*cell)),
            Wire::Bytes(Extent::Fixed { or_end: false, .. }) => never,
            Wire::Bytes(extent) => before(self.rejects_length(id, extent) || has_terminator(extent)),
            Wire::Text { encoding, unit, extent } if is_of_bytes(*encoding, *unit) => {
                let is_checked = *encoding == Encoding::Ascii || matches!(extent, Extent::Fixed { .. });
                before(is_checked || has_terminator(extent) || self.rejects_length(id, extent))
            }
            Wire::Text { .. } | Wire::Sparse { .. } => while_written(true),
            Wire::Record { record, .. } => {
                let checked = self.facts.checked(*record);
                Checks { before: checked == Checked::Before, while_written: checked == Checked::AsWritten }
            }
            Wire::Family { family, by, .. } => {
                let by = by.is_some_and(|cell| self.rejects_code_of_message(*family, cell));
                while_written(by || self.facts.family_rejects(*family))
            }
            Wire::List { item, extent } => {
                let before = match extent {
                    _ if layout::is_array_of(self.reads.protocol, item, extent) => self.rejects_row(id, item),
                    Extent::Fixed { or_end: false, .. } => false,
                    Extent::Rest if matches!(item, Item::Family { .. }) => false,
                    _ => self.rejects_length(id, extent),
                };
                Checks { before, while_written: true }
            }
            Wire::Group { .. } => either(self.reads.scopes.of_group(id).is_some_and(|scope| self.inner.rejects(scope))),
            Wire::Match { .. } => either(self.choice(id).rejects),
            Wire::Within { extent, body } => {
                let needs = !self.field(id).needs().is_empty();
                while_written(needs || self.any_rejects(body) || self.rejects_size(id, extent, body))
            }
            Wire::Float { .. } | Wire::Bits { .. } | Wire::Padding { .. } | Wire::Magic(_) => never,
        }
    }

    /// Whether a message may be another than a number says, or an unknown one that it cannot say.
    fn rejects_code_of_message(&self, family: FamilyId, cell: CellId) -> bool {
        let (protocol, record) = (self.reads.protocol, self.reads.record);
        let family = &protocol.families[family.0];
        let fits = Int::of_codes(protocol, family).interval().within(wire_interval(protocol, record, cell));
        let refused = || numbers::refused_of(protocol, record.cells[cell.0].value, family.codes);
        record.is_users(cell) || (family.open && (!fits || refused().is_some()))
    }

    // ---- numbers ----------------------------------------------------------------------------------------------

    /// Whether a raw number may not fit its wire, or have no meaning.
    fn rejects_number(&self, cell: CellId) -> bool {
        let (protocol, record) = (self.reads.protocol, self.reads.record);
        let value = record.cells[cell.0].value;
        let possible = numbers::possible(protocol, value, Int::of_cell(protocol, record, cell));
        !numbers::held(protocol, record, cell).iter().any(|one| possible.within(*one))
            || self.rejects_by_tag(cell)
            || numbers::has_invalid(protocol, value, &[Interval::ANYTHING])
    }

    /// Whether a number may not fit the width that the given tags select.
    fn rejects_by_tag(&self, cell: CellId) -> bool {
        let (protocol, record) = (self.reads.protocol, self.reads.record);
        let id = record.cells[cell.0].field;
        let Wire::Chosen { tags, .. } = &self.field(id).wire else { return false };
        let whole = Int::of_cell(protocol, record, cell).interval();
        let fits = |forms: &[&Form]| widths::held(self.field(id), forms, whole) == [whole];
        if are_derived(record, tags, id) {
            return false;
        }
        let groups = Given::of(protocol, record, id).groups;
        groups.is_empty() || !groups.iter().all(|group| fits(&group.forms))
    }

    // ---- extents ----------------------------------------------------------------------------------------------

    /// Whether a length can be wrong.
    fn rejects_length(&self, id: FieldId, extent: &Extent) -> bool {
        match extent {
            Extent::Counted(length) => {
                self.rejects_count(length.cell) || compares_count(self.reads.record, length.cell, id)
            }
            Extent::Prefixed { cell, .. } => self.rejects_count(*cell),
            Extent::Given(_) | Extent::Fixed { .. } | Extent::Until { bound: Some(_), .. } => true,
            Extent::Until { bound: None, .. } | Extent::Rest | Extent::AllBut(_) => false,
        }
    }

    /// Whether a count may not represent a length.
    fn rejects_count(&self, cell: CellId) -> bool {
        match self.reads.record.cells[cell.0].source {
            Source::Derived(Demand::Count { times: 1, plus: 0, .. }) => {
                wire_interval(self.reads.protocol, self.reads.record, cell).max < i128::from(u64::MAX >> 1)
            }
            Source::Derived(Demand::Count { .. }) => true,
            _ => false,
        }
    }

    /// Whether the bytes of a region may be too many or too few for its extent.
    fn rejects_size(&self, id: FieldId, extent: &Extent, body: &[FieldId]) -> bool {
        let (protocol, record) = (self.reads.protocol, self.reads.record);
        let has = layout::region_lengths_without_rules(protocol, record, body).canonical;
        match extent {
            Extent::Fixed { count, .. } => has.min != *count || has.max != Some(*count),
            Extent::Prefixed { cell, .. } | Extent::Counted(Length { cell, times: 1, plus: 0 }) => {
                let most = wire_interval(protocol, record, *cell).max;
                has.max.is_none_or(|max| i128::from(max) > most) && self.rejects_length(id, extent)
            }
            _ => self.rejects_length(id, extent),
        }
    }

    /// Whether a number of a list that is written in one batch may not fit its wire.
    fn rejects_row(&self, id: FieldId, item: &Item) -> bool {
        let protocol = self.reads.protocol;
        match item {
            Item::Scalar { scalar, .. } if sizes::is_row(self.field(id)) => {
                let held = layout::scalar_interval(protocol, *scalar);
                !Int::of_scalar(protocol, *scalar).interval().within(held)
            }
            _ => false,
        }
    }

    // ---- functions --------------------------------------------------------------------------------------------

    /// The writer, or the check, of a choice.
    fn choice(&self, id: FieldId) -> Function {
        let Wire::Match { tag, arms, .. } = &self.field(id).wire else { return Function::default() };
        let rejects_arm = |(index, arm): (usize, &Arm)| {
            self.rejects_code(tag, arm, arms)
                || match arm.body.first() {
                    Some(id) if arm.transparent => self.rejects_present(*id),
                    Some(_) => self.reads.scopes.of_arm(id, index).is_some_and(|scope| self.inner.rejects(scope)),
                    None => false,
                }
        };
        let rejects = self.rejects_tag(tag, arms) || arms.iter().enumerate().any(rejects_arm);
        let writes_arm = |arm: &Arm| match arm.body.first() {
            Some(id) if arm.transparent => self.writes_present(*id),
            Some(_) => true,
            None => false,
        };
        let writes = matches!(tag, Tag::InPlace { .. }) || arms.iter().any(writes_arm);
        Function { writes: writes || (rejects && self.as_written()), rejects }
    }

    /// Whether the variant may be another than the tag selects, which the user or a parameter sets.
    fn rejects_tag(&self, tag: &Tag, arms: &[Arm]) -> bool {
        let (protocol, record) = (self.reads.protocol, self.reads.record);
        let int = match *tag {
            Tag::Input(Input::Param(id)) => Int::of_param(protocol, record.params[id.0].kind),
            Tag::Input(Input::Session(id)) => Int::of_param(protocol, protocol.sessions[id.0].kind),
            Tag::Input(Input::Cell(cell)) if record.is_users(cell) => match int::is_flag(record, cell) {
                true => Int::U8,
                false => Int::of_cell(protocol, record, cell),
            },
            _ => return false,
        };
        !arms.iter().all(|arm| sets::covers(&arm.codes_among(arms, int.interval()), &[int.interval()]))
    }

    /// Whether the discriminant that an arm stores may be another's.
    fn rejects_code(&self, tag: &Tag, arm: &Arm, arms: &[Arm]) -> bool {
        let (protocol, record) = (self.reads.protocol, self.reads.record);
        let Some((_, cell)) = record.stored_code(tag, arm) else { return false };
        let int = Int::of_cell(protocol, record, cell);
        let held = wire_interval(protocol, record, cell);
        let codes = sets::clip(&arm.codes_among(arms, int.interval()), held);
        !sets::covers(&codes, &[int.interval()]) || numbers::has_invalid(protocol, record.cells[cell.0].value, &codes)
    }

    /// The function that writes the fields of a region, or a measured field.
    fn outlined(&self, id: FieldId) -> Function {
        let fields = match &self.field(id).wire {
            Wire::Within { body, .. } => body.as_slice(),
            _ => std::slice::from_ref(&id),
        };
        let rejects = self.any_rejects(fields);
        Function { writes: rejects || fields.iter().any(|id| self.writes(*id)), rejects }
    }

    /// Whether a field's writer has statements.
    fn writes(&self, id: FieldId) -> bool {
        let is_conditional = matches!(self.field(id).presence, Presence::When { .. });
        is_conditional
            || self.reads.scopes.is_public(id) && self.field(id).presence != Presence::Always
            || self.writes_present(id)
    }

    /// Whether the writer of a present field has statements.
    fn writes_present(&self, id: FieldId) -> bool {
        let field = self.field(id);
        match &field.wire {
            Wire::Bytes(_) => field.name.is_some(),
            Wire::Chosen { forms, .. } => forms.iter().any(|form| form.scalar.is_some()),
            Wire::Match { .. } => self.choice(id).writes,
            Wire::Within { extent, .. } => {
                matches!(extent, Extent::Prefixed { .. }) || self.outlined(id).writes || self.checks(id).while_written
            }
            _ => true,
        }
    }
}

/// Whether a text's bytes on the wire are those in memory. Other texts are checked character by character while they
/// are written.
pub fn is_of_bytes(encoding: Encoding, unit: Option<Scalar>) -> bool {
    unit.is_none() && encoding != Encoding::Latin1
}

fn has_terminator(extent: &Extent) -> bool {
    matches!(extent, Extent::Until { end: End::Value { .. }, .. })
}
