//! Reader: from bytes to a value. The mirror of `write`, with the same functions in the same order.
//!
//! Fields are read in wire order into the cells and slots of an environment. The rules of a scope (the record, a group,
//! an arm) are checked when it is complete, the rule of a count at once. Only a complete record becomes a value. The
//! first error in this order is reported.

mod at;
mod checksums;
mod events;
mod lean;
mod number;
mod records;
mod repeat;
mod rules;
mod sparse;
mod steps;
mod trailer;

use std::sync::Arc;

pub use events::events;
pub use lean::{read_lean, trace};
pub(super) use number::{carrier_bits, float_bits};
pub(super) use repeat::would_end;
pub(super) use rules::holds;

use at::{At, error_of};
use rules::{rule, rules};

use super::codec::{Cursor, put, take};
use super::delta::resolve;
use super::env::{Amount, Env, Level};
use super::error::{Malformed, ReadError, ReadErrorKind, SHOWN, hex};
use super::event::{Event, Of, Run};
use super::fields::{Slot, count_of, record_value};
use super::hooks::{Hooks, Unknown};
use super::meaning::{invalid, meaning};
use super::session_state::SessionState;
use super::target::Target;
use super::trace::{StepKind, Told, first_line};
use super::value::Value;
use crate::layout::words;
use crate::model::{
    Arm, Base, Code, Content, Family, FamilyId, FieldId, Input, Interval, Item, Protocol, Record, Role, Scalar,
    SessionValues, Tag, Wire,
};

/// The name of a message with an unknown code.
const UNKNOWN: &str = "Unknown";

/// The result of a successful read.
#[derive(Debug, Clone, PartialEq)]
pub struct Read<'b> {
    /// The value.
    pub value: Value,
    /// The remaining bytes.
    pub rest: &'b [u8],
}

/// Reads a message, a struct, a member of a family or a stream from the start of the bytes. `params` are the target's
/// parameters, in order.
///
/// # Errors
/// The first field, in wire order, that is missing or malformed.
pub fn read<'b>(protocol: &Protocol, target: Target, bytes: &'b [u8], params: &[Code]) -> Result<Read<'b>, ReadError> {
    read_in(protocol, target, bytes, params, &mut SessionValues::default())
}

/// Reads as [`read`] does, within a session: each message of a stream sees the session state that earlier ones set.
/// Afterwards `session` is the resulting state.
///
/// # Errors
/// As [`read`].
pub fn read_in<'b>(
    protocol: &Protocol,
    target: Target,
    bytes: &'b [u8],
    params: &[Code],
    session: &mut SessionValues,
) -> Result<Read<'b>, ReadError> {
    read_verified_in(protocol, target, bytes, params, session, &Unknown)
}

/// Reads as [`read_in`] does, and verifies the checksums of the program's hooks. A verified checksum is not part of the
/// value, like those of the catalogue.
///
/// # Errors
/// As [`read`]; and the first wrong checksum, when its record is complete. (Generated code verifies hooks when
/// everything else is valid.)
pub fn read_verified_in<'b>(
    protocol: &Protocol,
    target: Target,
    bytes: &'b [u8],
    params: &[Code],
    session: &mut SessionValues,
    hooks: &dyn Hooks,
) -> Result<Read<'b>, ReadError> {
    let mut reader = Reader { hooks, ..Reader::new(protocol, bytes, session, None) };
    let read = reader.target(target, params);
    *session = reader.session.finish();
    read
}

/// Reads all of the bytes.
///
/// # Errors
/// As [`read`]; and remaining or missing bytes are malformed.
pub fn read_exact(protocol: &Protocol, target: Target, bytes: &[u8], params: &[Code]) -> Result<Value, ReadError> {
    read_exact_in(protocol, target, bytes, params, &mut SessionValues::default())
}

/// Reads all of the bytes within a session, as [`read_in`] does.
///
/// # Errors
/// As [`read_exact`].
pub fn read_exact_in(
    protocol: &Protocol,
    target: Target,
    bytes: &[u8],
    params: &[Code],
    session: &mut SessionValues,
) -> Result<Value, ReadError> {
    let read = read_in(protocol, target, bytes, params, session).map_err(ReadError::at_the_end)?;
    if read.rest.is_empty() {
        return Ok(read.value);
    }
    let offset = bytes.len().saturating_sub(read.rest.len());
    let error = ReadError::malformed("rest", offset, Malformed::Trailing).found(read.rest.len());
    Err(error.in_message(target.name(protocol)))
}

struct Reader<'p, 'b> {
    protocol: &'p Protocol,
    cursor: Cursor<'b>,
    /// The session state.
    session: SessionState,
    /// The known hooks of the program.
    hooks: &'p dyn Hooks,
    /// `None` if no steps are requested.
    steps: Option<&'p mut dyn FnMut(Told)>,
    step_count: usize,
    /// `None` if no events are requested.
    events: Option<Vec<Event<'p>>>,
    /// The path of the current step, outermost name first.
    path: Vec<String>,
    /// The circle of the record that is read, and how many of its nested parts are within each other.
    level: Level<'p>,
    /// The numbers of the record that was read last.
    cells: Vec<Option<Code>>,
    /// The packet, if long lists remain in it.
    packet: Option<Arc<[u8]>>,
    /// How many values it has.
    values: usize,
}

impl<'p, 'b> Reader<'p, 'b> {
    fn new(
        protocol: &'p Protocol,
        bytes: &'b [u8],
        session: &SessionValues,
        steps: Option<&'p mut dyn FnMut(Told)>,
    ) -> Self {
        let (cursor, hooks) = (Cursor::new(bytes), &Unknown);
        let session = SessionState::new(session);
        let (events, packet, path, cells, level) = (None, None, Vec::new(), Vec::new(), Level::default());
        Self { protocol, cursor, session, hooks, steps, step_count: 0, events, path, level, cells, packet, values: 0 }
    }

    fn target(&mut self, target: Target, params: &[Code]) -> Result<Read<'b>, ReadError> {
        let protocol = self.protocol;
        let value = match target {
            Target::Record(id) => match protocol.records.get(id.0) {
                Some(record) => self.top_record(record, params)?,
                None => Value::Null,
            },
            Target::Family(id) => match protocol.families.get(id.0) {
                Some(family) => self.family(family, params, "", None).map_err(ReadError::outermost)?,
                None => Value::Null,
            },
            Target::Stream(id) => match protocol.families.get(id.0) {
                Some(family) => self.stream(id, family, params).map_err(ReadError::outermost)?,
                None => Value::Null,
            },
        };
        Ok(Read { value, rest: self.cursor.rest() })
    }

    fn top_record(&mut self, record: &'p Record, params: &[Code]) -> Result<Value, ReadError> {
        self.open(StepKind::Record, &record.name, || first_line(&record.docs));
        let value = self.record(record, params).map_err(|error| error.in_message(&record.name));
        self.close();
        value
    }

    /// Reads messages to the end of the bytes.
    fn stream(&mut self, id: FamilyId, family: &'p Family, params: &[Code]) -> Result<Value, ReadError> {
        let mut messages = self.begin();
        while !self.cursor.rest().is_empty() {
            let before = self.cursor.offset();
            let (name, mark) = (format!("[{}]", messages.len), self.session.mark());
            self.event(Event::Element(messages.len));
            let message = self.family(family, params, &name, None)?;
            self.event(Event::End);
            self.session.apply(mark);
            self.push(&mut messages, message);
            if self.cursor.offset() == before {
                break;
            }
        }
        Ok(self.complete(messages, &Item::Family { family: id, args: Vec::new() }, params))
    }

    /// Reads a message of a family, at the level of that.
    pub(super) fn member(
        &mut self,
        family: &'p Family,
        params: &[Code],
        name: &str,
        by: Option<Code>,
    ) -> Result<Value, ReadError> {
        let protocol = self.protocol;
        let offset = self.cursor.offset();
        let mut ahead = self.cursor;
        let code = match family.carrier {
            Some(carrier) => take(protocol, carrier, &mut ahead).map(Some),
            None => Ok(by),
        };
        let code = code.map_err(|fault| error_of(fault, "code".to_owned(), offset).in_message(&family.name))?;
        let member = family.members.iter().find(|member| Some(member.code) == code);
        if let Some(member) = member {
            let record = &protocol.records[member.record.0];
            self.open_member(name, &member.name, || first_line(&record.docs));
            let args: Vec<Code> = member.args.iter().map(|arg| argument(*arg, params)).collect();
            let value = self.record(record, &args).map_err(|error| error.in_member(&member.name));
            self.close();
            let fields = match value? {
                Value::Record(fields) => fields,
                _ => Vec::new(),
            };
            return Ok(Value::Message { name: member.name.clone(), fields });
        }
        let Some(code) = code.filter(|_| family.open) else {
            let error = ReadError::malformed("code", offset, Malformed::Code).expected(words::codes(family));
            return Err(error.found(code.unwrap_or(0)).in_message(&family.name));
        };
        self.open_member(name, UNKNOWN, || None);
        self.cursor = ahead;
        if let Some(scalar) = family.carrier {
            self.step(StepKind::Code, "code", offset, Some(code), Value::Null, || None);
            self.run(Run::Number { scalar, raw: code, of: Of::Code }, offset);
        }
        let start = self.cursor.offset();
        let body = self.cursor.take_up_to(usize::MAX).to_vec();
        self.step(StepKind::Field, "body", start, None, Value::Bytes(body.clone()), || None);
        self.run(Run::Content, start);
        self.close();
        Ok(Value::Unknown { code, body })
    }

    /// Reads a record, at the level of it.
    fn whole_record(&mut self, record: &'p Record, params: &[Code]) -> Result<Value, ReadError> {
        let (start, mark) = (self.cursor, self.session.mark());
        self.event(Event::Record(record));
        self.code(record)?;
        let mut env = Env::<Slot>::new(self.protocol, record, params, self.session.current());
        env.front = self.cursor.offset();
        self.scope(&mut env, &record.body)?;
        let compared = self.checksums(&env, start)?;
        self.end_record(&env);
        if let Role::Message { .. } = record.role {
            self.session.replace(mark, env.updates());
        }
        self.cells.clone_from(&env.cells);
        let mut value = record_value(&mut env);
        if let Value::Record(fields) = &mut value {
            fields.retain(|(name, _)| !compared.contains(&name.as_str()));
        }
        Ok(value)
    }

    fn code(&mut self, record: &Record) -> Result<(), ReadError> {
        let Some(expected) = record.message_code() else { return Ok(()) };
        let offset = self.cursor.offset();
        let start = self.cursor;
        let code = self.raw(expected.scalar, "code")?;
        if code != expected.code {
            let error = ReadError::malformed("code", offset, Malformed::Code);
            return Err(match expected.scalar {
                Scalar::Varint(_) => error.expected(expected.code).found(code),
                Scalar::Int { .. } => {
                    let mut right = Vec::new();
                    put(self.protocol, expected.scalar, expected.code, &mut right);
                    let len = self.cursor.offset().saturating_sub(offset);
                    error.expected(hex(&right)).found(hex(start.rest().get(..len).unwrap_or_default()))
                }
            });
        }
        self.step(StepKind::Code, "code", offset, Some(code), Value::Text(record.name.clone()), || None);
        self.run(Run::Number { scalar: expected.scalar, raw: code, of: Of::Code }, offset);
        Ok(())
    }

    /// Reads the fields of a record, a group or an arm, then checks their rules.
    fn scope(&mut self, env: &mut Env<'_, Slot>, body: &[FieldId]) -> Result<(), ReadError> {
        self.body(env, body)?;
        let repaired = rules(env, body)?;
        self.repaired(env, &repaired);
        Ok(())
    }

    fn body(&mut self, env: &mut Env<'_, Slot>, body: &[FieldId]) -> Result<(), ReadError> {
        body.iter().try_for_each(|id| self.field(env, *id))
    }

    fn field(&mut self, env: &mut Env<'_, Slot>, id: FieldId) -> Result<(), ReadError> {
        let record = env.record;
        let field = &record.fields[id.0];
        let offset = self.cursor.offset();
        env.remaining = Some(self.cursor.rest().len());
        env.slot_mut(id).offset = offset;
        self.values = self.values.saturating_add(1);
        let unset = |name| ReadError::new(env.path(id), offset, ReadErrorKind::Session(name));
        env.unset(|| field.condition_needs()).map_or(Ok(()), |name| Err(unset(name)))?;
        if !env.is_present(&field.presence) {
            return Ok(());
        }
        env.unset(|| field.needs()).map_or(Ok(()), |name| Err(unset(name)))?;
        env.slot_mut(id).present = true;
        let mark = self.session.mark();
        self.event(Event::Field(id));
        let steps = self.step_count;
        env.slot_mut(id).step = steps;
        let at = &mut At { env, id, field, offset };
        let value = self.wire(at).inspect_err(|_| self.rejected(at, steps))?;
        self.event(Event::End);
        if !field.wire.tells() {
            self.session.discard(mark);
        }
        let size = self.cursor.offset().saturating_sub(offset);
        env.amounts[id.0] = Amount { len: count_of(&field.wire, Some(&value)).unwrap_or(0), size };
        env.slot_mut(id).value = value;
        if record.checks_at_once(field) && rule(env, id, field)? {
            self.repaired(env, &[id]);
        }
        Ok(())
    }

    /// Reads a present field. Returns its value, unless that consists of other fields of this record.
    fn wire(&mut self, at: &mut At<'_, '_>) -> Result<Value, ReadError> {
        let (protocol, field) = (self.protocol, at.field);
        match &field.wire {
            Wire::Scalar { scalar, cell } => self.scalar(at, *scalar, *cell),
            Wire::Chosen { tags, forms, cell } => self.chosen(at, tags, forms, *cell),
            Wire::Float { width, order } => self.float(at, *width, *order),
            Wire::Bits { carrier, parts } => self.bits(at, *carrier, parts),
            Wire::Padding { space, filler } => {
                let bytes = self.space(at, space, *filler)?;
                let kind = if filler.is_checked { StepKind::Constant } else { StepKind::Reserved };
                self.field_step(at, kind, None, || Value::Bytes(bytes.to_vec()));
                Ok(Value::Null)
            }
            Wire::Octets { content: Content::Constant(bytes), .. } => {
                let found = self.cursor.take(bytes.len()).map_err(|fault| at.fault(fault))?;
                if found != bytes {
                    // If the bytes that an error shows are right, it is about the first that is not.
                    let same = bytes.iter().zip(found).take_while(|(one, other)| one == other).count();
                    let from = if same < SHOWN { 0 } else { same };
                    let shown = |all: &[u8]| hex(all.get(from..).unwrap_or_default());
                    let mut error = at.malformed(Malformed::Constant).expected(shown(bytes)).found(shown(found));
                    error.offset += from;
                    return Err(error);
                }
                self.field_step(at, StepKind::Constant, None, || Value::Bytes(found.to_vec()));
                self.run(Run::Content, at.offset);
                Ok(Value::Null)
            }
            Wire::Octets { extent, content: Content::Free } => {
                let bytes = self.bytes(at, extent)?.to_vec();
                self.field_step(at, StepKind::Field, None, || Value::Bytes(bytes.clone()));
                Ok(Value::Bytes(bytes))
            }
            Wire::Octets { extent, content: Content::Text(text) } => {
                let text = match text.is_of_bytes() {
                    true => self.text(at, text, extent)?,
                    false => self.units(at, text, extent)?,
                };
                self.field_step(at, StepKind::Field, None, || Value::Text(text.clone()));
                Ok(Value::Text(text))
            }
            Wire::Group { body, .. } => {
                self.open_field(at, StepKind::Record);
                let read = self.scope(at.env, body);
                self.close();
                read.map(|()| Value::Null)
            }
            Wire::Record { record, args, from } => {
                let inner = &protocol.records[record.0];
                self.open_field(at, StepKind::Record);
                let change = self.record(inner, &at.env.args(args));
                let known = at.env.record.cells_inside(at.id);
                known.for_each(|(cell, inner)| at.env.cells[cell.0] = self.cells.get(inner.0).copied().flatten());
                let state = change.map(|change| match from {
                    // A nested state remains a delta until the state around it is resolved.
                    None | Some(Base::Inside(_)) => change,
                    Some(Base::Zero) => resolve(protocol, inner, change, None),
                    Some(Base::Field(base)) => {
                        let base = &at.env.slot(*base).value;
                        let state = resolve(protocol, inner, change.clone(), Some(base));
                        self.inherited(inner, &change, &state);
                        state
                    }
                });
                self.close();
                state.map_err(|error| error.inside(&at.path()))
            }
            Wire::Family { family, by, args } => {
                let inner = &protocol.families[family.0];
                let name = field.name.as_deref().unwrap_or(&field.label);
                let by = by.and_then(|cell| at.env.cell(cell));
                let value = self.family(inner, &at.env.args(args), name, by);
                let chooser = at.env.record.chooser(protocol, at.id);
                value.map_err(|error| match chooser {
                    Some(by) if error.is_of_code() => {
                        ReadError { offset: at.env.slot(by).offset, ..error.moved(&at.env.path(by)) }
                    }
                    _ => error.inside(&at.path()),
                })
            }
            Wire::Nested { part, args } => self.nested(at, *part, args),
            Wire::List { item, extent } => self.list(at, item, extent),
            Wire::Sparse { item, count, mask, .. } => self.sparse(at, item, *count, *mask),
            Wire::Match { tag, arms, .. } => self.choice(at, tag, arms),
            Wire::Within { extent, body } => self.region(at, extent, body),
        }
    }

    /// Reads a choice: its tag if that is in place, then the chosen arm.
    fn choice(&mut self, at: &mut At<'_, '_>, tag: &Tag, arms: &[Arm]) -> Result<Value, ReadError> {
        let record = at.env.record;
        let (codes, cell) = match tag {
            Tag::Input(input) => (at.env.inputs(&[*input]), input.cell()),
            Tag::Tuple(inputs) => (at.env.inputs(inputs), None),
            Tag::InPlace { scalar, cell } => {
                let code = self.number(at, *scalar, Of::Cell(*cell))?;
                at.env.set(*cell, code);
                (vec![code], Some(*cell))
            }
        };
        let code = codes.first().copied().unwrap_or(0);
        let kind = cell.map_or(crate::model::Value::Int(None), |cell| record.cells[cell.0].value);
        let chosen = arm_of(arms, &codes).filter(|_| invalid(self.protocol, kind, code).is_none());
        let Some((index, arm)) = chosen else {
            let lengths: Vec<_> = arms.iter().flat_map(Arm::codes).collect();
            let by_left = *tag == Tag::Input(Input::Left);
            let error = at.wrong_code(by_left, &lengths);
            let expected = || words::tags(self.protocol, kind, arms);
            return Err(match tag {
                Tag::Tuple(inputs) => error.expected(words::chosen(words::ITS_ARM, self.protocol, record, inputs)),
                _ if by_left => error,
                _ => error.expected(expected()).found(words::number(kind, code)),
            });
        };
        let meant = meaning(self.protocol, kind, code);
        let in_place = matches!(tag, Tag::InPlace { .. });
        let named = || Value::Arm { name: arm.name.clone(), fields: Vec::new() };
        self.open_as(at, StepKind::Record, || if in_place { Value::Null } else { named() });
        if in_place {
            self.step(StepKind::Derived, "code", at.offset, Some(code), Value::Text(arm.name.clone()), || None);
        }
        let slot = at.env.slot_mut(at.id);
        (slot.arm, slot.code) = (Some(index), meant);
        let read = self.scope(at.env, &arm.body);
        self.close();
        read.map(|()| Value::Null)
    }
}

/// The arm that the codes of its tags select.
pub(super) fn arm_of<'a>(arms: &'a [Arm], codes: &[Code]) -> Option<(usize, &'a Arm)> {
    let has = |column: &[Interval], code: Code| column.is_empty() || column.iter().any(|one| one.contains(code));
    let matches = |pattern: &Vec<Vec<Interval>>| pattern.iter().zip(codes).all(|(column, code)| has(column, *code));
    let mut all = arms.iter().enumerate();
    let default = || arms.iter().enumerate().find(|(_, arm)| arm.is_rest());
    all.find(|(_, arm)| arm.patterns.iter().any(matches)).or_else(default)
}

/// An argument that a family passes to a member.
pub(super) fn argument(input: Input, params: &[Code]) -> Code {
    match input {
        Input::Param(param) => params.get(param.0).copied().unwrap_or(0),
        Input::Literal(code) => code,
        // A member's arguments are the family's parameters and constants.
        Input::Cell(_) | Input::Part(_) | Input::Session(_) | Input::Left => 0,
    }
}
