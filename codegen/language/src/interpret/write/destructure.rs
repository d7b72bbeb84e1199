//! Destructures a value into the presence of fields and the numbers of cells. It checks only that the value has the
//! shape of its record.

use super::super::env::Env;
use super::super::error::{WriteError, WriteErrorKind};
use super::super::fields::{absent_value, count_of, entries, shows};
use super::super::meaning::{default_on, invalid, raw_of};
use super::super::value::{Float, Value};
use super::super::zero::default;
use super::{Given, Slot, Writer, wrong_type};
use crate::layout::wire_interval;
use crate::model::{
    self, Absent, Arm, ArmCode, CellId, Code, Content, Family, Field, FieldId, Input, Interval, Presence, Protocol,
    Record, Source, Tag, Wire,
};
use crate::near::meant;

impl<'v> Given<'v> {
    fn of(self, name: &str) -> Option<&'v Value> {
        match self {
            Given::Nothing => None,
            Given::Only(value) => Some(value),
            Given::Fields(fields) => fields.iter().find(|(field, _)| field == name).map(|(_, value)| value),
        }
    }
}

impl Writer<'_> {
    /// Destructures the value of a body into its fields.
    pub(super) fn destructure<'v>(
        &self,
        env: &mut Env<'_, Slot<'v>>,
        body: &[FieldId],
        given: Given<'v>,
    ) -> Result<(), WriteError> {
        let record = env.record;
        if let Given::Fields(fields) = given {
            reject_unknown(env, body, fields, None)?;
        }
        for id in &record.scope(body) {
            self.destructure_field(env, *id, given)?;
        }
        Ok(())
    }

    fn destructure_field<'v>(
        &self,
        env: &mut Env<'_, Slot<'v>>,
        id: FieldId,
        given: Given<'v>,
    ) -> Result<(), WriteError> {
        let field = &env.record.fields[id.0];
        let name = field.name.as_deref().filter(|_| shows(env.record, field));
        let value = name.and_then(|name| given.of(name)).filter(|value| **value != Value::Null);
        let present = is_present(env, field, value);
        let slot = env.slot_mut(id);
        (slot.visited, slot.present, slot.given) = (true, present, value);
        if !present {
            return Ok(());
        }
        let path = |env: &Env<'_, Slot<'v>>| env.path(id);
        match &field.wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => {
                let value = or_default(env, field, value);
                self.set_cell(env, *cell, value.as_ref()).map_err(|kind| WriteError::new(path(env), kind))?;
            }
            Wire::Bits { parts, .. } => {
                for part in parts {
                    let value = part.name.as_deref().and_then(|name| given.of(name));
                    let set = self.set_cell(env, part.cell, value);
                    set.map_err(|kind| WriteError::new(&env.record.cells[part.cell.0].path, kind))?;
                }
            }
            Wire::Group { body, .. } => {
                let inner = match value {
                    None => Given::Nothing,
                    Some(Value::Record(fields)) => Given::Fields(fields),
                    Some(other) => return Err(wrong_type(&path(env), "fields", other)),
                };
                self.destructure(env, body, inner)?;
            }
            Wire::Match { tag, arms, .. } => self.destructure_choice(env, id, tag, arms, value)?,
            Wire::Family { family, by: Some(_), .. } => {
                env.slot_mut(id).arm = member_code(&self.protocol.families[family.0], value);
            }
            Wire::Octets { extent, content: Content::Free | Content::Text(_) } | Wire::List { extent, .. } => {
                let default = || extent.constant().and_then(|count| usize::try_from(count).ok());
                env.slot_mut(id).count = count_of(&field.wire, value).or_else(default).unwrap_or(0);
            }
            Wire::Record { record, .. } => {
                let inner = &self.protocol.records[record.0];
                for (cell, there) in env.record.cells_inside(id) {
                    let path = &inner.cells[there.0].path;
                    let value = value.and_then(|value| path.split('.').try_fold(value, Value::field));
                    let set = self.set_cell(env, cell, value);
                    set.map_err(|kind| WriteError::new(&env.record.cells[cell.0].path, kind))?;
                }
            }
            // The fields of a region are in the value of the body around it.
            Wire::Within { .. }
            | Wire::Float { .. }
            | Wire::Padding { .. }
            | Wire::Octets { content: Content::Constant(_), .. }
            | Wire::Nested { .. }
            | Wire::Family { by: None, .. }
            | Wire::Sparse { .. } => {}
        }
        Ok(())
    }

    /// Sets a cell, unless it is derived.
    fn set_cell(&self, env: &mut Env<'_, Slot<'_>>, id: CellId, value: Option<&Value>) -> Result<(), WriteErrorKind> {
        let cell = &env.record.cells[id.0];
        let range = wire_interval(self.protocol, env.record, id);
        let code = match (&cell.source, value) {
            (Source::Constant(code) | Source::Reserved(code), _) => *code,
            (Source::Derived(_), _) if !cell.is_given() => return Ok(()),
            (Source::User | Source::Derived(_), None | Some(Value::Null)) => {
                default_on(self.protocol, cell.value, range)
            }
            // An invalid number is reported when the field is checked.
            (Source::User | Source::Derived(_), Some(value)) => raw_of(self.protocol, cell.value, value, range)?,
        };
        env.set(id, code);
        Ok(())
    }

    fn destructure_choice<'v>(
        &self,
        env: &mut Env<'_, Slot<'v>>,
        id: FieldId,
        tag: &Tag,
        arms: &[Arm],
        value: Option<&'v Value>,
    ) -> Result<(), WriteError> {
        let record = env.record;
        let reject = |env: &Env<'_, Slot<'v>>, kind| WriteError::new(env.path(id), kind);
        let (index, fields) = match value {
            None => (default_arm(env, tag, arms), &[][..]),
            Some(Value::Arm { name, fields }) => match arms.iter().position(|arm| arm.name == *name) {
                Some(index) => (index, fields.as_slice()),
                None => {
                    let help = meant(name, arms.iter().map(|arm| arm.name.as_str()));
                    return Err(reject(env, WriteErrorKind::Unknown { help }));
                }
            },
            Some(other) => return Err(wrong_type(&env.path(id), "one of several shapes", other)),
        };
        let Some(arm) = arms.get(index) else { return Ok(()) };
        let (stored, cell) = record.stored_code(tag, arm).unzip();
        let code = stored.and_then(|name| Given::Fields(fields).of(name));
        let code = match (&arm.written, code) {
            (ArmCode::One(written), _) => written.first().copied().unwrap_or(0),
            // The tags are the user's.
            (ArmCode::Stored, _) if tag.number().is_none() => 0,
            // Derived from the lengths of its fields.
            (ArmCode::Counted(_), _) => 0,
            (ArmCode::Stored, Some(value)) => {
                raw_of(self.protocol, record.tag_value(tag), value, tag_interval(self.protocol, record, tag))
                    .map_err(|kind| reject(env, kind))?
            }
            (ArmCode::Stored, None) => {
                let whole = cell.map(|cell| record.cells[cell.0].interval);
                let whole = whole.unwrap_or_else(|| tag_interval(self.protocol, record, tag));
                let first = || first_code(self.protocol, (record.tag_value(tag), whole), arms, index);
                given_tag(env, tag).or_else(first).unwrap_or(0)
            }
        };
        env.slot_mut(id).arm = Some((index, code));
        reject_unknown(env, &arm.body, fields, stored)?;
        for id in &record.scope(&arm.body) {
            self.destructure_field(env, *id, Given::Fields(fields))?;
        }
        Ok(())
    }
}

/// Whether a field is present, as far as that follows from the value.
fn is_present(env: &Env<'_, Slot<'_>>, field: &Field, value: Option<&Value>) -> bool {
    if !shows(env.record, field) {
        // The presence of a field that is not in the value, if a test decides it, is derived later.
        return field.presence == Presence::Always;
    }
    match &field.presence {
        Presence::Always => true,
        Presence::When { absent: Absent::Nothing | Absent::Base(_), .. }
        | Presence::Left { absent: Absent::Nothing | Absent::Base(_), .. }
        | Presence::Chosen { absent: Absent::Nothing | Absent::Base(_) } => value.is_some(),
        // The numbers of the test may be derived later; then the field may be absent.
        Presence::When { test, checked: true, .. } => env.test(test).unwrap_or(true),
        Presence::When { checked: false, .. } | Presence::Left { .. } | Presence::Chosen { .. } => {
            differs_from_default(env, field, value)
        }
    }
}

/// Whether a value is written differently from the default of the absent field. Floats are compared bit for bit; codes
/// of the same name are equal.
pub(super) fn differs_from_default(env: &Env<'_, Slot<'_>>, field: &Field, value: Option<&Value>) -> bool {
    let Some(value) = value else { return false };
    match (value, absent_value(env, field), &field.wire) {
        (_, Value::Null, _) => true,
        (Value::Float(given), Value::Float(absent), Wire::Float { width, .. }) => {
            given.bits(*width) != absent.bits(*width)
        }
        (given, absent, Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. }) => {
            let kind = env.record.cells[cell.0].value;
            let range = wire_interval(env.protocol, env.record, *cell);
            let written = |value: &Value| raw_of(env.protocol, kind, value, range).ok();
            // A value that cannot be written is reported when the field is checked.
            written(given).is_none_or(|given| Some(given) != written(&absent))
        }
        (given, absent, _) => given.raw() != absent.raw(),
    }
}

/// The user's value, or else the default of the absent field.
pub(super) fn or_default(env: &Env<'_, Slot<'_>>, field: &Field, given: Option<&Value>) -> Option<Value> {
    let default = || Some(absent_value(env, field)).filter(|default| *default != Value::Null);
    given.cloned().or_else(default)
}

/// Rejects fields that the body does not have.
fn reject_unknown(
    env: &Env<'_, Slot<'_>>,
    body: &[FieldId],
    fields: &[(String, Value)],
    code: Option<&str>,
) -> Result<(), WriteError> {
    let known: Vec<&str> = entries(env.record, body).into_iter().map(|(name, _)| name).collect();
    let unknown = fields.iter().find(|(name, _)| !known.contains(&name.as_str()) && code != Some(name));
    let Some((name, _)) = unknown else { return Ok(()) };
    let outer = body.first().and_then(|id| env.record.fields[id.0].parent);
    let error = WriteError::new(name, WriteErrorKind::Unknown { help: meant(name, known) });
    Err(match outer {
        Some(outer) => error.inside(&env.path(outer)),
        None => error,
    })
}

/// The number that chooses an arm, if it is a parameter or set by the user.
fn given_tag(env: &Env<'_, Slot<'_>>, tag: &Tag) -> Option<Code> {
    match tag {
        Tag::Input(input) => given(env, *input),
        Tag::Tuple(_) | Tag::InPlace { .. } => None,
    }
}

/// A number that chooses, if it is a parameter or set by the user.
fn given(env: &Env<'_, Slot<'_>>, input: Input) -> Option<Code> {
    match input {
        Input::Param(_) | Input::Part(_) => Some(env.input(input).unwrap_or(0)),
        Input::Cell(cell) if env.record.is_users(cell) => Some(env.cell(cell).unwrap_or(0)),
        Input::Cell(_) | Input::Session(_) | Input::Literal(_) | Input::Left => None,
    }
}

/// The range of a tag's wire.
pub(super) fn tag_interval(protocol: &Protocol, record: &Record, tag: &Tag) -> Interval {
    match tag {
        Tag::Input(Input::Cell(cell)) | Tag::InPlace { cell, .. } => wire_interval(protocol, record, *cell),
        Tag::Input(Input::Param(_) | Input::Part(_) | Input::Session(_) | Input::Literal(_) | Input::Left)
        | Tag::Tuple(_) => Interval::of_bits(64, true),
    }
}

/// The default arm: the one that a parameter or the user chooses, else the first with a code of its own.
fn default_arm(env: &Env<'_, Slot<'_>>, tag: &Tag, arms: &[Arm]) -> usize {
    if let Some(code) = given_tag(env, tag) {
        return super::arm_of(arms, &[code]).map_or(0, |(index, _)| index);
    }
    if let Tag::Tuple(inputs) = tag {
        let has = |column: &Vec<Interval>, input: &Input| {
            column.is_empty() || given(env, *input).is_none_or(|code| column.iter().any(|one| one.contains(code)))
        };
        let fits = |pattern: &Vec<Vec<Interval>>| pattern.iter().zip(inputs).all(|(column, input)| has(column, input));
        let fitting = arms.iter().position(|arm| arm.patterns.iter().any(fits));
        return fitting.or_else(|| arms.iter().position(Arm::is_rest)).unwrap_or(0);
    }
    arms.iter().position(|arm| arm.only_code(0).is_some()).unwrap_or(0)
}

/// The code of an arm, if none is given: the first of its list, or the smallest that no other arm has, from 0 on if there is
/// one. A writer makes it.
fn first_code(
    protocol: &Protocol,
    (kind, whole): (model::Value, Interval),
    arms: &[Arm],
    index: usize,
) -> Option<Code> {
    let names = match kind {
        model::Value::Enum(id) => protocol.enums.get(id.0),
        _ => None,
    };
    let fits = |code: &Code| {
        let is_own = super::arm_of(arms, &[*code]).is_some_and(|(chosen, _)| chosen == index);
        let is_written = names.is_none_or(|one| one.written(*code) == *code);
        is_own && is_written && whole.contains(*code) && invalid(protocol, kind, *code).is_none()
    };
    // The smallest code is where something begins, or after something ends.
    let listed = arms.iter().flat_map(Arm::codes);
    let named = names.into_iter().flat_map(|one| &one.codes).flat_map(|code| &code.read);
    let edges = listed.chain(named).flat_map(|codes| [codes.min, codes.max.saturating_add(1)]);
    let mut edges: Vec<Code> = edges.chain([0, whole.min]).filter(fits).collect();
    edges.sort_unstable();
    let own = arms.get(index).into_iter().flat_map(Arm::codes);
    let mut own = own.filter_map(|codes| edges.iter().find(|code| codes.contains(**code)));
    own.next().or_else(|| edges.iter().find(|code| **code >= 0)).or(edges.first()).copied()
}

/// The index of the member in the value, and its code. (An unknown one has the index after all members.)
fn member_code(family: &Family, value: Option<&Value>) -> Option<(usize, Code)> {
    let member = match value {
        None => Some(0),
        Some(Value::Message { name, .. }) => family.members.iter().position(|member| member.name == *name),
        Some(Value::Unknown { code, .. }) => return Some((family.members.len(), *code)),
        Some(_) => None,
    }?;
    Some((member, family.members.get(member)?.code))
}

/// The value to which a field's rule applies.
pub(super) fn rule_value(env: &Env<'_, Slot<'_>>, field: &Field, given: Option<&Value>) -> Value {
    match (&field.wire, given) {
        (Wire::Float { width, .. }, None) => {
            or_default(env, field, None).unwrap_or_else(|| Value::Float(Float::of_bits(*width, 0)))
        }
        (_, Some(value @ (Value::Float(_) | Value::List(_) | Value::Unread(_)))) => value.clone(),
        // A list of fixed length has its default elements.
        (Wire::List { .. }, None) => default(env.protocol, env.record, field, false),
        _ => Value::Null,
    }
}
