//! Checks that a writer makes of a plain value: for each field which ones, where and with which operands, in their
//! order.
//!
//! A check is in a list if and only if it can fail. So a function returns a `Result` exactly if a list in it is not
//! empty, and `encode::check` emits each check without asking whether it is needed.

pub(super) mod needed;

use super::scopes::ScopeId;
use crate::model::{
    CellId, Covered, End, Expr, Extent, FamilyId, FieldId, Input, Interval, Kept, Length, Record, Scalar, SessionId,
    Test, Wire,
};
use std::collections::BTreeMap;

/// A check of a plain value, or of a part of it.
#[derive(Debug, Clone)]
pub enum Check {
    /// The session value is set.
    Session(SessionId),
    /// The field is present, or differs from its default, only if the test holds.
    Presence(Test),
    /// The same, if the given tags say so; `always` if each of their codes decides it.
    PresenceByTags {
        /// Whether no code leaves both, or neither.
        always: bool,
    },
    /// The checks of a part of a carrier ([`Checks::number`]).
    Part(CellId),
    /// The wire holds the number: it is one of these.
    Range(CellId, Vec<Interval>),
    /// The width that the given tags select holds the number.
    Width(CellId),
    /// The value has a number that it can have on some wire: an enum's name its own code, bits valid parts.
    Meaning(CellId),
    /// A count of these numbers can express the length.
    Count(Length, Vec<Interval>),
    /// The length is the one that an earlier list of the same count has.
    SameCount(Length),
    /// The length is this number.
    Length(Expr),
    /// The length is at most this number, up to which the writer fills the region.
    Fits(Expr),
    /// Reserved space of this length, if the test holds, has no less than nothing.
    Space(Expr, Option<Test>),
    /// The length is at most this one.
    AtMost(u64),
    /// No byte is one of these, which end the field.
    Sentinel(Vec<Interval>),
    /// A reader finds the end where the writer puts it.
    Closes,
    /// The last byte is not the filler of the text.
    Unfilled(u8),
    /// The text is ASCII.
    Ascii,
    /// Each number of a list that is written in one batch is one that the wire holds.
    Numbers(Scalar, Interval),
    /// The check of the record, the group or the choice that the field has.
    Inside,
    /// The message or the mask is the one that a number of the user's says.
    Agrees(CellId),
    /// The number that chooses messages can say the code of an unknown message.
    UnknownCode(FamilyId, CellId),
    /// The variant is the one that the given tags select.
    Tags(Vec<Input>),
    /// The discriminant that a variant stores is one of its codes.
    StoredCode(CellId, Vec<Interval>),
    /// The number that chooses constants of a checksum has an arm.
    Constants(Covered),
}

/// The checks of a field.
#[derive(Debug, Clone, Default)]
pub struct FieldChecks {
    /// Those made whether it is present or not.
    pub always: Vec<Check>,
    /// Those of a present field before it is written.
    pub before: Vec<Check>,
    /// Whether the writer of its contents rejects some.
    pub within: bool,
    /// Those of a present field after it is written.
    pub after: Vec<Check>,
}

impl FieldChecks {
    /// Whether the field can be rejected.
    pub(super) fn rejects(&self) -> bool {
        !self.always.is_empty() || self.rejects_present()
    }

    /// Whether the value of the present field can be rejected.
    pub(super) fn rejects_present(&self) -> bool {
        !self.before.is_empty() || self.within || !self.after.is_empty()
    }
}

/// The checks of a choice.
#[derive(Debug, Clone, Default)]
pub struct ChoiceChecks {
    /// Those before the variant is asked.
    pub tag: Vec<Check>,
    /// By arm: those of the discriminant that the variant stores.
    pub codes: Vec<Vec<Check>>,
    /// Whether it can be rejected: by these, or by those of a variant's fields.
    pub rejects: bool,
}

/// The checks of a record.
#[derive(Debug, Clone, Default)]
pub struct Checks {
    /// By cell: those of a number that the user sets.
    numbers: Vec<Vec<Check>>,
    fields: Vec<FieldChecks>,
    choices: BTreeMap<FieldId, ChoiceChecks>,
    /// By scope: whether its check, or its writer if that checks, can reject the value.
    scopes: Vec<bool>,
}

impl Checks {
    /// The checks of a number that the user sets.
    pub fn number(&self, cell: CellId) -> &[Check] {
        &self.numbers[cell.0]
    }

    /// The checks of a field.
    pub fn field(&self, id: FieldId) -> &FieldChecks {
        &self.fields[id.0]
    }

    /// The checks of a choice.
    pub fn choice(&self, id: FieldId) -> Option<&ChoiceChecks> {
        self.choices.get(&id)
    }

    /// Whether a scope's check, or its writer if that checks, can reject the value.
    pub fn rejects(&self, scope: ScopeId) -> bool {
        self.scopes[scope.0]
    }

    /// Whether some of these fields can be rejected.
    pub(super) fn any_rejects(&self, fields: &[FieldId]) -> bool {
        fields.iter().any(|id| self.field(*id).rejects())
    }

    /// The cells with which a present field is compared.
    pub(super) fn cells_of_present(&self, record: &Record, id: FieldId) -> Vec<CellId> {
        let FieldChecks { before, after, .. } = self.field(id);
        let tag = self.choice(id).into_iter().flat_map(|choice| &choice.tag);
        before.iter().chain(after).chain(tag).flat_map(|check| check.cells(record, id)).collect()
    }
}

impl Check {
    /// The cells with which it compares a field.
    pub(super) fn cells(&self, record: &Record, id: FieldId) -> Vec<CellId> {
        let cells = |inputs: Vec<Input>| inputs.into_iter().filter_map(Input::cell).collect();
        match self {
            Self::Presence(test) => cells(test.inputs()),
            Self::PresenceByTags { .. } => users_tags(record, id),
            Self::Width(cell) if record.is_users(*cell) => users_tags(record, id),
            Self::Width(cell) => {
                let test = record.fields[id.0].presence.test().map(Test::inputs).unwrap_or_default();
                [vec![*cell], users_tags(record, id), cells(test)].concat()
            }
            Self::SameCount(length) => vec![length.cell],
            Self::Length(expr) | Self::Fits(expr) => cells(expr.inputs()),
            Self::Space(expr, test) => {
                cells([expr.inputs(), test.as_ref().map(Test::inputs).unwrap_or_default()].concat())
            }
            Self::Agrees(cell) => vec![*cell],
            Self::Constants(covered) => {
                let test = record.fields[id.0].presence.test().map(Test::inputs).unwrap_or_default();
                cells(covered.input().into_iter().chain(test).collect())
            }
            Self::Tags(inputs) => cells(inputs.clone()),
            Self::Session(_)
            | Self::Part(_)
            | Self::Range(..)
            | Self::Meaning(_)
            | Self::Count(..)
            | Self::AtMost(_)
            | Self::Sentinel(_)
            | Self::Closes
            | Self::Unfilled(_)
            | Self::Ascii
            | Self::Numbers(..)
            | Self::Inside
            | Self::UnknownCode(..)
            | Self::StoredCode(..) => Vec::new(),
        }
    }
}

/// The tags of a field's width that the user sets.
pub(super) fn users_tags(record: &Record, id: FieldId) -> Vec<CellId> {
    let Wire::Chosen { tags, .. } = &record.fields[id.0].wire else { return Vec::new() };
    tags.iter().filter_map(|tag| tag.cell()).filter(|cell| record.is_users(*cell)).collect()
}

/// The numbers none of which may be among the elements: those that end them, if the end is no part of the value. Texts,
/// and an end that is part of the value, are [searched for](Check::Closes).
pub fn excluded(extent: &Extent) -> Option<&[Interval]> {
    match extent {
        Extent::Until { end: End::Value { read, .. }, kept: Kept::No | Kept::Left, .. } => Some(read),
        _ => None,
    }
}
