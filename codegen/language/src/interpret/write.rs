//! Writer: from a value to bytes. The mirror of `read`, with the same functions in the same order.
//!
//! A record is written in four steps. The value is destructured into an environment of cells and slots. Derived numbers
//! are computed, and sizes of regions that are needed early. Everything is checked, field by field in wire order, then
//! the rules of each scope; nested records are written on the way. Finally the bytes are joined.

mod at;
mod derive;
mod destructure;
mod number;
mod records;
mod region;
mod repeat;
mod sparse;

use std::cell::{Cell, RefCell};

use super::checksum::{Laid, checksum, fill, without_arm};
use super::codec::put;
use super::delta::{delta_from, missing_element};
use super::env::{Amount, Env, Level};
use super::error::{WriteError, WriteErrorKind};
use super::fields::shows;
use super::hooks::{Hooks, Unknown};
use super::meaning::invalid;
use super::read::{argument, arm_of, holds};
use super::session_state::SessionState;
use super::target::Target;
use super::value::Value;
use crate::layout::{scalar_interval, words};
use crate::model::{
    Absent, Arm, Base, CellId, Checksum, Code, Content, Extent, Family, FamilyMember, Field, FieldId, Presence,
    Protocol, Record, Role, SessionValues, Tag, Wire, sets,
};
use crate::near::meant;
use at::{At, Slot, wrong_type};
use sparse::check_mask;

/// Writes a value of a message, a struct, a family or a stream. `params` are the target's parameters, in order. Fields
/// that the value omits are zero, empty or absent.
///
/// # Errors
/// The first field that cannot be written.
pub fn write(protocol: &Protocol, target: Target, value: &Value, params: &[Code]) -> Result<Vec<u8>, WriteError> {
    write_in(protocol, target, value, params, &mut SessionValues::default())
}

/// Writes as [`write()`] does, within a session: each message of a stream sees the session state that earlier ones set.
/// Afterwards `session` is the resulting state.
///
/// # Errors
/// As [`write()`].
pub fn write_in(
    protocol: &Protocol,
    target: Target,
    value: &Value,
    params: &[Code],
    session: &mut SessionValues,
) -> Result<Vec<u8>, WriteError> {
    write_verified_in(protocol, target, value, params, session, &Unknown)
}

/// Writes as [`write_in`] does, with the checksums of the program's hooks in place of those in the value.
///
/// # Errors
/// As [`write()`].
pub fn write_verified_in(
    protocol: &Protocol,
    target: Target,
    value: &Value,
    params: &[Code],
    session: &mut SessionValues,
    hooks: &dyn Hooks,
) -> Result<Vec<u8>, WriteError> {
    let session_state = RefCell::new(SessionState::new(session));
    let (is_last, took_rest, level) = (false.into(), false.into(), Cell::default());
    let writer = Writer { protocol, hooks, session: session_state, level, is_last, took_rest };
    let written = writer.target(target, value, params);
    *session = writer.session.into_inner().finish();
    written
}

struct Writer<'p> {
    protocol: &'p Protocol,
    /// The known hooks of the program.
    hooks: &'p dyn Hooks,
    /// The session state.
    session: RefCell<SessionState>,
    /// The circle of the record that is written, and how many of its nested parts are within each other.
    level: Cell<Level<'p>>,
    /// Whether the next record is the last element of a list that ends with it.
    is_last: Cell<bool>,
    /// Whether a field took all that is left for the element or the region that is being written.
    took_rest: Cell<bool>,
}

/// The user's value of a body.
#[derive(Clone, Copy)]
enum Given<'v> {
    Nothing,
    Fields(&'v [(String, Value)]),
    /// The only field of a transparent element.
    Only(&'v Value),
}

impl<'p> Writer<'p> {
    fn target(&self, target: Target, value: &Value, params: &[Code]) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::new();
        match target {
            Target::Record(id) => {
                if let Some(record) = self.protocol.records.get(id.0) {
                    self.record(record, params, Some(value), &mut out).map_err(|e| e.in_message(&record.name))?;
                }
            }
            Target::Family(id) => {
                if let Some(family) = self.protocol.families.get(id.0) {
                    self.family(family, params, Some(value), &mut out).map_err(WriteError::outermost)?;
                }
            }
            Target::Stream(id) => {
                if let Some(family) = self.protocol.families.get(id.0) {
                    self.stream(family, params, value, &mut out)?;
                }
            }
        }
        Ok(out)
    }

    /// Writes messages one after the other.
    fn stream(&self, family: &'p Family, params: &[Code], value: &Value, out: &mut Vec<u8>) -> Result<(), WriteError> {
        let Some((len, mut messages)) = value.list(self.protocol) else {
            return Err(wrong_type("", "a list of messages", value).in_message(&family.name));
        };
        (0..len).zip(&mut messages).try_for_each(|(index, message)| {
            let written = self.taking(|| self.propagate(|| self.family(family, params, Some(&message), out)));
            let written = written.and_then(|took_rest| match took_rest && index.saturating_add(1) < len {
                true => Err(WriteError::new("", WriteErrorKind::Sentinel)),
                false => Ok(()),
            });
            written.map_err(|error| error.inside_element("", index).in_message(&family.name))
        })
    }

    /// Writes an element or a region; returns whether it took all that is left for it.
    fn taking(&self, write: impl FnOnce() -> Result<(), WriteError>) -> Result<bool, WriteError> {
        let outside = self.took_rest.replace(false);
        let written = write();
        let took = self.took_rest.replace(outside);
        written.map(|()| took)
    }

    /// Writes an element of a list; later elements see the session state that it sets.
    fn propagate(&self, element: impl FnOnce() -> Result<(), WriteError>) -> Result<(), WriteError> {
        let mark = self.session.borrow().mark();
        let written = element();
        self.session.borrow_mut().apply(mark);
        written
    }

    /// Writes a message of a family, at the level of that.
    fn member(
        &self,
        family: &'p Family,
        params: &[Code],
        value: Option<&Value>,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let member_record = |member: &FamilyMember| self.protocol.records.get(member.record.0);
        let (member, fields) = match value {
            None => (family.members.first(), Given::Nothing),
            Some(Value::Message { name, fields }) => {
                (family.members.iter().find(|member| member.name == *name), Given::Fields(fields))
            }
            Some(Value::Unknown { code, body }) => {
                let known = family.members.iter().any(|one| one.code == *code);
                if known || !family.codes.contains(*code) || !family.open {
                    return Err(WriteError::new("code", WriteErrorKind::Range).found(code).in_message(&family.name));
                }
                if let Some(carrier) = family.carrier {
                    put(self.protocol, carrier, *code, out);
                }
                out.extend(body);
                self.took_rest.set(true);
                return Ok(());
            }
            Some(other) => return Err(wrong_type("", "a message", other).in_message(&family.name)),
        };
        let Some((member, record)) = member.and_then(|member| Some((member, member_record(member)?))) else {
            let name = match value {
                Some(Value::Message { name, .. }) => name.as_str(),
                _ => "",
            };
            let help = meant(name, family.members.iter().map(|member| member.name.as_str()));
            return Err(WriteError::new("", WriteErrorKind::Unknown { help }).in_message(name));
        };
        let args: Vec<Code> = member.args.iter().map(|arg| argument(*arg, params)).collect();
        self.fields(record, &args, fields, out).map_err(|error| error.in_member(&member.name))
    }

    /// Writes the fields of a record, at the level of it.
    fn whole_record(
        &self,
        record: &'p Record,
        params: &[Code],
        given: Given<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let mark = self.session.borrow().mark();
        let mut env = Env::<Slot<'_>>::new(self.protocol, record, params, self.session.borrow().current());
        env.is_last = self.is_last.take();
        self.destructure(&mut env, &record.body, given)?;
        self.derive(&mut env, &record.body);
        self.measure(&mut env)?;
        self.check(&mut env, &record.body)?;
        if let Role::Message { .. } = record.role {
            self.session.borrow_mut().replace(mark, env.updates());
        }
        let start = out.len();
        self.code(record, out);
        env.front = out.len();
        self.body(&env, &record.body, out);
        let is_there = |one: &&Checksum| env.slot(record.cells[one.cell.0].field).present;
        for one in record.checksums.iter().filter(is_there) {
            let bytes = out.get_mut(start..).unwrap_or_default();
            let mark = |field| env.slot(field).begin.get().saturating_sub(start);
            let code = checksum(&env, one, &Laid { bytes, mark: &mark }, self.hooks);
            if let Some(code) = code {
                fill(record, one, one.at.in_bytes(bytes.len(), mark), bytes, code);
            }
        }
        Ok(())
    }

    fn code(&self, record: &Record, out: &mut Vec<u8>) {
        if let Some(code) = record.message_code() {
            put(self.protocol, code.scalar, code.code, out);
        }
    }

    fn body(&self, env: &Env<'_, Slot<'_>>, body: &[FieldId], out: &mut Vec<u8>) {
        body.iter().for_each(|id| self.field(env, *id, out));
    }

    fn field(&self, env: &Env<'_, Slot<'_>>, id: FieldId, out: &mut Vec<u8>) {
        let slot = env.slot(id);
        slot.begin.set(out.len());
        if slot.present {
            self.wire(env, &env.record.fields[id.0], slot, out);
        }
    }

    /// Writes a present field, which is checked already.
    fn wire(&self, env: &Env<'_, Slot<'_>>, field: &Field, slot: &Slot<'_>, out: &mut Vec<u8>) {
        match &field.wire {
            Wire::Scalar { scalar, cell } => put(self.protocol, *scalar, env.cell(*cell).unwrap_or(0), out),
            Wire::Chosen { tags, forms, cell } => {
                if let Some(scalar) = self::number::form(env, tags, forms, *cell, true).and_then(|form| form.scalar) {
                    put(self.protocol, scalar, env.cell(*cell).unwrap_or(0), out);
                }
            }
            Wire::Bits { carrier, parts } => self.bits(env, *carrier, parts, out),
            Wire::Padding { space, filler } => {
                let len = self.space_at(env, space, out.len()).unwrap_or(0);
                out.resize(out.len().saturating_add(len), filler.byte);
            }
            Wire::Octets { content: Content::Constant(bytes), .. } => out.extend(bytes),
            Wire::Octets { extent, content: Content::Free | Content::Text(_) } | Wire::List { extent, .. } => {
                self.prefix(env, extent, out);
                out.extend(&slot.bytes);
            }
            Wire::Float { .. }
            | Wire::Record { .. }
            | Wire::Family { .. }
            | Wire::Nested { .. }
            | Wire::Sparse { .. } => {
                out.extend(&slot.bytes);
            }
            Wire::Group { body, .. } => self.body(env, body, out),
            Wire::Match { tag, arms, .. } => self.choice(env, tag, arms, slot, out),
            Wire::Within { extent, body } => {
                self.prefix(env, extent, out);
                let start = out.len();
                self.body(env, body, out);
                self.end_region(env, extent, body, start, out);
            }
        }
    }

    /// Writes a choice: its tag if that is in place, then the arm.
    fn choice(&self, env: &Env<'_, Slot<'_>>, tag: &Tag, arms: &[Arm], slot: &Slot<'_>, out: &mut Vec<u8>) {
        if let Tag::InPlace { scalar, cell } = tag {
            put(self.protocol, *scalar, env.cell(*cell).unwrap_or(0), out);
        }
        if let Some(arm) = slot.arm.and_then(|(index, _)| arms.get(index)) {
            self.body(env, &arm.body, out);
        }
    }

    // ---- checks, in wire order --------------------------------------------------------------------------------

    /// Checks the fields of a record, a group or an arm, then their rules.
    fn check(&self, env: &mut Env<'_, Slot<'_>>, body: &[FieldId]) -> Result<(), WriteError> {
        self.check_body(env, body)?;
        self.amounts(env, body);
        rules(env, body)
    }

    fn check_body(&self, env: &mut Env<'_, Slot<'_>>, body: &[FieldId]) -> Result<(), WriteError> {
        body.iter().try_for_each(|id| self.check_field(env, *id))
    }

    /// Measures the fields whose length or size rules use.
    fn amounts(&self, env: &mut Env<'_, Slot<'_>>, body: &[FieldId]) {
        let scope = env.record.scope(body);
        let rules = scope.iter().filter_map(|id| env.record.fields[id.0].rule.as_ref());
        let wanted: Vec<FieldId> = rules.flat_map(|rule| rule.counted().into_iter().chain(rule.measured())).collect();
        for id in wanted {
            let mut bytes = Vec::new();
            self.stand_at(env, id);
            self.field(env, id, &mut bytes);
            env.amounts[id.0] = Amount { len: env.slot(id).count, size: bytes.len() };
        }
    }

    fn check_field(&self, env: &mut Env<'_, Slot<'_>>, id: FieldId) -> Result<(), WriteError> {
        let (field, slot) = (&env.record.fields[id.0], env.slot(id));
        let (present, given) = (slot.present, slot.given);
        let at = &mut At { env, id, field, given };
        at.env
            .unset(|| field.condition_needs())
            .map_or(Ok(()), |name| Err(at.reject(WriteErrorKind::Session(name))))?;
        if shows(at.env.record, field)
            && let Presence::When { test, checked: true, .. } = &field.presence
        {
            let wanted = at.env.test(test).unwrap_or(false);
            if present != wanted || (!wanted && destructure::differs_from_default(at.env, field, given)) {
                return Err(contradicts(at, present));
            }
        }
        if present {
            at.env.unset(|| field.needs()).map_or(Ok(()), |name| Err(at.reject(WriteErrorKind::Session(name))))?;
        }
        self.check_presence(at)?;
        if !present {
            return Ok(());
        }
        self.check_constants(at)?;
        let mark = self.session.borrow().mark();
        match field.wire.holds().is_some() || field.wire.nested().is_some() {
            true => self.check_nested(at, mark)?,
            false => at.env.slot_mut(id).bytes = self.check_wire(at)?,
        }
        if let Some(Extent::Rest | Extent::AllBut(_)) = field.wire.extent() {
            self.took_rest.set(true);
        }
        if !field.wire.tells() {
            self.session.borrow_mut().discard(mark);
        }
        Ok(())
    }

    /// Checks that a number which chooses constants of a checksum has an arm.
    fn check_constants(&self, at: &At<'_, '_, '_>) -> Result<(), WriteError> {
        let of = |one: &&Checksum| at.env.record.cells[one.cell.0].field == at.id;
        let one = at.env.record.checksums.iter().find(of);
        let Some((code, codes)) = one.and_then(|one| without_arm(at.env, one)) else { return Ok(()) };
        Err(at.reject(WriteErrorKind::Range).expected(codes).found(code))
    }

    /// Checks a present field; returns its bytes, unless it consists of other fields of this record.
    fn check_wire(&self, at: &mut At<'_, '_, '_>) -> Result<Vec<u8>, WriteError> {
        let given = at.given;
        let mut bytes = Vec::new();
        match &at.field.wire {
            Wire::Scalar { scalar, cell } => {
                self.check_number(at.env, *cell, &[scalar_interval(self.protocol, *scalar)])?;
            }
            Wire::Chosen { tags, forms, cell } => self.check_chosen(at, tags, forms, *cell)?,
            Wire::Float { width, order } => self.float(at, *width, *order, &mut bytes)?,
            Wire::Bits { parts, .. } => self.check_bits(at.env, parts)?,
            Wire::Padding { space, .. } => self.check_space(at.env, at.id, space)?,
            Wire::Octets { content: Content::Constant(_), .. } => {}
            Wire::Octets { extent, content: Content::Free } => self.bytes(at, extent, &mut bytes)?,
            Wire::Octets { extent, content: Content::Text(text) } => match text.is_of_bytes() {
                true => self.text(at, *text, extent, &mut bytes)?,
                false => self.units(at, *text, extent, &mut bytes)?,
            },
            Wire::Group { body, .. } => self.check(at.env, body)?,
            Wire::Record { record, args, from } => {
                let inner = &self.protocol.records[record.0];
                let empty = given.filter(|_| matches!(from, Some(Base::Zero | Base::Field(_))));
                if let Some(name) = empty.and_then(|state| missing_element(self.protocol, inner, state)) {
                    let wrong = wrong_type(&name, "an element in each place", &Value::Null);
                    return Err(wrong.inside(&at.path()));
                }
                let delta = |base| delta_from(self.protocol, inner, given, base);
                let change = match from {
                    Some(Base::Zero) => Some(delta(None)),
                    Some(Base::Field(base)) => Some(delta(at.env.slot(*base).given)),
                    None | Some(Base::Inside(_)) => None,
                };
                let written = self.record(inner, &at.env.args(args), change.as_ref().or(given), &mut bytes);
                written.map_err(|error| error.inside(&at.path()))?;
            }
            Wire::Family { family, by, args } => {
                let inner = &self.protocol.families[family.0];
                let written = self.family(inner, &at.env.args(args), given, &mut bytes);
                written.map_err(|error| error.inside(&at.path()))?;
                by.map_or(Ok(()), |by| self.check_by(at, by))?;
            }
            Wire::Nested { part, args } => self.nested(at, *part, args, &mut bytes)?,
            Wire::List { item, extent } => {
                at.env.slot_mut(at.id).open = self.list(at.env, at.id, item, extent, given, &mut bytes)?;
            }
            Wire::Sparse { item, count, mask, .. } => {
                self.sparse(at, item, *count, &mut bytes)?;
                check_mask(at, *mask)?;
            }
            Wire::Match { tag, arms, .. } => self.check_choice(at, tag, arms)?,
            Wire::Within { extent, body } => _ = self.taking(|| self.region(at, extent, body))?,
        }
        Ok(bytes)
    }

    /// Checks that the number that chooses a member can have the member's code, or has it if the user sets it.
    fn check_by(&self, at: &At<'_, '_, '_>, by: CellId) -> Result<(), WriteError> {
        let record = at.env.record;
        let Some((_, code)) = at.env.slot(at.id).arm else { return Ok(()) };
        if record.is_users(by) {
            let own = at.env.cell(by).unwrap_or(0);
            let contradicts = || at.reject(WriteErrorKind::Presence).expected(own).found(code);
            return if own == code { Ok(()) } else { Err(contradicts()) };
        }
        let fits = crate::layout::wire_interval(self.protocol, record, by).contains(code);
        if fits && invalid(self.protocol, record.cells[by.0].value, code).is_none() {
            return Ok(());
        }
        Err(at.reject(WriteErrorKind::Range).found(code))
    }

    fn check_choice(&self, at: &mut At<'_, '_, '_>, tag: &Tag, arms: &[Arm]) -> Result<(), WriteError> {
        let record = at.env.record;
        let Some((index, code)) = at.env.slot(at.id).arm else { return Ok(()) };
        let Some(arm) = arms.get(index) else { return Ok(()) };
        // A tag that is the user's or a parameter's is independent of the arm, and the arm may contradict it.
        let is_chosen = |codes: &[Code]| arm_of(arms, codes).map(|(chosen, _)| chosen) == Some(index);
        if let Tag::Input(input) = tag
            && input.cell().is_none_or(|cell| record.is_users(cell))
        {
            let own = at.env.input(*input).unwrap_or(code);
            if !is_chosen(&[own]) {
                return Err(at.reject(WriteErrorKind::Presence).expected(own).found(words::arm(arm)));
            }
        } else if let Tag::Tuple(inputs) = tag {
            if !is_chosen(&at.env.inputs(inputs)) {
                let expected = words::chosen(words::ITS_ARM, self.protocol, record, inputs);
                return Err(at.reject(WriteErrorKind::Presence).expected(expected).found(words::arm(arm)));
            }
        } else if record.stored_code(tag, arm).is_some() {
            let held = destructure::tag_interval(self.protocol, record, tag);
            let codes = sets::clip(&arm.codes_among(arms, held), held);
            number::in_range(self.protocol, record.tag_value(tag), code, &codes, &at.path())?;
        }
        self.check(at.env, &arm.body)
    }
}

/// Checks the rules of a complete scope in field order. A writer repairs nothing.
fn rules(env: &Env<'_, Slot<'_>>, body: &[FieldId]) -> Result<(), WriteError> {
    for id in env.record.scope(body) {
        let (field, slot) = (&env.record.fields[id.0], env.slot(id));
        let Some(rule) = field.rule.as_ref().filter(|_| slot.present) else { continue };
        let value = destructure::rule_value(env, field, slot.given);
        if !holds(env, &rule.check, &field.wire, &value) {
            let told = env.told(id);
            let reject = |kind| WriteError::new(env.path(id), kind);
            return Err(match (rule.most(id), told) {
                (Some(most), Some(found)) => {
                    reject(WriteErrorKind::Limit).expected(format_args!("at most {most}")).found(found)
                }
                (_, Some(found)) => reject(WriteErrorKind::Rule(rule.text.clone())).found(found),
                (_, None) => reject(WriteErrorKind::Rule(rule.text.clone())),
            });
        }
    }
    Ok(())
}

/// The error if a field is present or absent against its condition or tags, or has a value that these leave out.
fn contradicts(at: &At<'_, '_, '_>, present: bool) -> WriteError {
    let presence = &at.field.presence;
    let has_default = matches!(presence.absent(), Some(Absent::Raw(_) | Absent::Float(_)));
    let found = match present {
        _ if has_default => words::ANOTHER,
        true => "present",
        false => "absent",
    };
    at.reject(WriteErrorKind::Presence).expected(words::presence(presence, has_default)).found(found)
}
