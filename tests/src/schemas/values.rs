//! Random plain values of a model. Most can be written; those that cannot are refused by both.

use wireform_build::interpret::Target;
use wireform_build::interpret::{Float, Value};
use wireform_build::layout::scalar_interval;
use wireform_build::model::{
    self, Arm, Cell, CellId, Code, Content, Encoding, Extent, Field, FieldId, FloatWidth, Input, Interval, Item, Kept,
    Presence, Protocol, Record, Role, SessionId, SessionValues, Source, Tag, Text, Wire,
};

use super::Known;
use super::dice::Dice;
use super::plain::{Inside, inside, is_state, shows};

/// Values of one protocol.
pub struct Values<'p> {
    pub protocol: &'p Protocol,
    pub dice: Dice,
    /// What the session has said at the beginning.
    session: SessionValues,
}

impl<'p> Values<'p> {
    pub fn new(protocol: &'p Protocol, seed: u64) -> Self {
        Self { protocol, dice: Dice::new(seed), session: SessionValues::default() }
    }

    pub fn of(&mut self, target: Target, params: &[Code]) -> Value {
        match target {
            Target::Record(id) => self.record(&self.protocol.records[id.0].clone(), params, false),
            Target::Family(id) => self.member(id, params),
            Target::Stream(id) => Value::List((0..self.dice.below(4)).map(|_| self.member(id, params)).collect()),
        }
    }

    /// Numbers for parameters, and what the session has said.
    pub fn known(&mut self, params: &[model::Param]) -> Known {
        let params = params.iter().map(|param| self.of_kind(param.kind)).collect();
        let mut session = SessionValues::default();
        for (id, one) in self.protocol.sessions.iter().enumerate() {
            if self.dice.percent(85) {
                session.set(SessionId(id), Some(self.of_kind(one.kind)));
            }
        }
        self.session = session.clone();
        Known { params, session }
    }

    fn of_kind(&mut self, kind: model::ParamKind) -> Code {
        let dice = &mut self.dice;
        match kind {
            model::ParamKind::Bool => dice.between(0, 1),
            model::ParamKind::Int(interval) if dice.percent(50) => dice.between(interval.min, interval.max),
            model::ParamKind::Int(interval) => dice.between(interval.min, interval.max.min(interval.min + 4)),
            model::ParamKind::Enum(id) => code_of(dice, &self.protocol.enums[id.0]),
        }
    }

    pub fn member(&mut self, id: model::FamilyId, params: &[Code]) -> Value {
        let family = self.protocol.families[id.0].clone();
        if family.open && (family.members.is_empty() || self.dice.percent(15)) {
            let len = self.dice.below(6);
            return Value::Unknown { code: self.dice.between(0, 200), body: self.dice.bytes(len) };
        }
        let member = self.dice.pick(&family.members).clone();
        let args: Vec<Code> = member.args.iter().map(|arg| input(arg, params)).collect();
        match self.record(&self.protocol.records[member.record.0].clone(), &args, false) {
            Value::Record(fields) => Value::Message { name: member.name, fields },
            other => other,
        }
    }

    /// `whole`: it is a state, in which what is inherited is always there.
    fn record(&mut self, record: &Record, params: &[Code], whole: bool) -> Value {
        let mut fields = self.body(record, &record.body, params, whole);
        match record.role {
            Role::Element { transparent: true } => fields.pop().map_or(Value::Null, |(_, value)| value),
            _ => Value::Record(fields),
        }
    }

    fn body(&mut self, record: &Record, body: &[FieldId], params: &[Code], whole: bool) -> Vec<(String, Value)> {
        let mut fields = Vec::new();
        for id in record.scope(body) {
            let field = &record.fields[id.0];
            if let Wire::Bits { parts, .. } = &field.wire {
                for part in parts {
                    if let (Some(name), Some(cell)) = (&part.name, user(record, part.cell)) {
                        let holds = Interval::of_bits(u32::from(part.width), part.signed);
                        fields.push((name.clone(), self.number(cell.value, meet(cell.interval, holds))));
                    }
                }
            } else if let Some(name) = field.name.as_ref() {
                let may_be_absent = field.presence != Presence::Always && !(whole && field.inherits().is_some());
                let absent = may_be_absent && self.dice.percent(45);
                let value = if absent {
                    shows(record, field).then_some(Value::Null)
                } else {
                    self.field(record, field, params, whole)
                };
                self.choose(record, field, value.as_ref(), &mut fields);
                fields.extend(value.map(|value| (name.clone(), value)));
            }
        }
        fields
    }

    /// `None`: the user never sees it.
    pub fn field(&mut self, record: &Record, field: &Field, params: &[Code], whole: bool) -> Option<Value> {
        Some(match &field.wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => {
                let cell = user(record, *cell)?;
                self.number(cell.value, cell.interval)
            }
            Wire::Float { width, .. } => self.float(*width),
            Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Octets { content: Content::Constant(_), .. }
            | Wire::Within { .. } => return None,
            Wire::Octets { extent, content: Content::Free } => {
                let len = self.count(extent, params);
                Value::Bytes([self.dice.bytes(len), self.kept_end(extent)].concat())
            }
            Wire::Octets { extent, content: Content::Text(Text { encoding, fill, .. }) } => {
                let (len, end) = (self.count(extent, params), self.kept_end(extent));
                let mut text: String = (0..len).map(|_| self.character(*encoding)).collect();
                // A filler does not end a text.
                while fill.is_some_and(|fill| text.ends_with(char::from(fill))) {
                    text.pop();
                }
                Value::Text(match encoding {
                    Encoding::Utf8 => text + &String::from_utf8_lossy(&end),
                    Encoding::Ascii | Encoding::Latin1 | Encoding::Utf16 => {
                        text.chars().chain(end.into_iter().map(char::from)).collect()
                    }
                })
            }
            Wire::Group { body, delta, .. } => {
                let whole = !matches!(inside(delta.as_ref(), whole), Inside::Plain);
                let fields = self.body(record, body, params, whole);
                if fields.is_empty() && field.presence == Presence::Always {
                    return None;
                }
                Value::Record(fields)
            }
            Wire::Record { record: id, args, from } => {
                let args: Vec<Code> = args.iter().map(|arg| input(arg, params)).collect();
                self.record(&self.protocol.records[id.0].clone(), &args, is_state(from.as_ref(), whole))
            }
            Wire::Family { family, args, .. } => {
                let args: Vec<Code> = args.iter().map(|arg| input(arg, params)).collect();
                self.member(*family, &args)
            }
            Wire::List { item, extent } => {
                let len = self.count(extent, params);
                Value::List((0..len).map(|_| self.item(item, params)).collect())
            }
            Wire::Sparse { item, count, base, .. } => {
                let all = whole && base.is_some();
                let places = (0..*count).map(|_| match all || self.dice.percent(40) {
                    true => self.item(item, params),
                    false => Value::Null,
                });
                Value::List(places.collect())
            }
            Wire::Match { tag, arms, .. } => self.shape(record, tag, arms, params),
        })
    }

    /// Sets the numbers of a tuple that are the user's, and beside a shape, as the shape mostly needs them.
    fn choose(&mut self, record: &Record, field: &Field, value: Option<&Value>, fields: &mut [(String, Value)]) {
        let (Wire::Match { tag: Tag::Tuple(tags), arms, .. }, Some(Value::Arm { name, .. })) = (&field.wire, value)
        else {
            return;
        };
        let patterns = arms.iter().find(|arm| arm.name == *name).map_or(&[][..], |arm| arm.patterns.as_slice());
        if patterns.is_empty() || self.dice.percent(15) {
            return;
        }
        let pattern = self.dice.pick(patterns).clone();
        for (tag, codes) in tags.iter().zip(pattern).filter(|(_, codes)| !codes.is_empty()) {
            let Input::Cell(cell) = tag else { continue };
            let (codes, cell) = (*self.dice.pick(&codes), &record.cells[cell.0]);
            let code = self.dice.between(codes.min, codes.max);
            if let Some((_, number)) = fields.iter_mut().find(|(name, _)| *name == cell.path) {
                *number = coded(cell.value, code);
            }
        }
    }

    fn shape(&mut self, record: &Record, tag: &Tag, arms: &[Arm], params: &[Code]) -> Value {
        let arm = self.dice.pick(arms).clone();
        let mut fields = Vec::new();
        if let Some((name, cell)) = record.stored_code(tag, &arm) {
            let kind = record.cells[cell.0].value;
            let code = match arm.is_rest() {
                true => self.dice.between(0, 40),
                false => {
                    let codes = *self.dice.pick(arm.codes());
                    self.dice.between(codes.min, codes.max)
                }
            };
            fields.push((name.to_owned(), coded(kind, code)));
        }
        fields.extend(self.body(record, &arm.body, params, false));
        Value::Arm { name: arm.name, fields }
    }

    pub fn item(&mut self, item: &Item, params: &[Code]) -> Value {
        match item {
            Item::Scalar { scalar, value } => self.number(*value, scalar_interval(self.protocol, *scalar)),
            Item::Float { width, .. } => self.float(*width),
            Item::Record { record, args } => {
                let args: Vec<Code> = args.iter().map(|arg| input(arg, params)).collect();
                self.record(&self.protocol.records[record.0].clone(), &args, false)
            }
            Item::Family { family, args } => {
                let args: Vec<Code> = args.iter().map(|arg| input(arg, params)).collect();
                self.member(*family, &args)
            }
        }
    }

    fn float(&mut self, width: FloatWidth) -> Value {
        let bits = self.dice.next();
        let near = match self.dice.below(20) {
            0 => Some(-0.),
            1 => Some(0.),
            2..=14 => Some(self.dice.below(400) as f32 / 128. - 1.),
            _ => None,
        };
        Value::Float(match width {
            FloatWidth::F32 => Float::F32(near.unwrap_or(f32::from_bits(bits as u32))),
            FloatWidth::F64 => Float::F64(near.map_or(f64::from_bits(bits), f64::from)),
        })
    }

    fn character(&mut self, encoding: Encoding) -> char {
        match (encoding, self.dice.below(8)) {
            (Encoding::Utf8, 0) => 'ä',
            (Encoding::Utf16, 0) => '😀',
            (Encoding::Latin1, 0) => char::from(self.dice.bytes(1)[0]),
            _ => char::from(b'a' + self.dice.below(26) as u8),
        }
    }

    /// The end of bytes or text that is part of the value, most of the time.
    fn kept_end(&mut self, extent: &Extent) -> Vec<u8> {
        match extent {
            Extent::Until { end, kept: Kept::Yes, .. } if self.dice.percent(90) => end.bytes(),
            _ => Vec::new(),
        }
    }

    fn count(&mut self, extent: &Extent, params: &[Code]) -> usize {
        match extent {
            Extent::Fixed { count, .. } => *count as usize,
            Extent::Given(model::Expr::Param(id)) => params.get(id.0).map_or(0, |code| *code as usize),
            Extent::Given(model::Expr::Session(id)) => self.session.get(*id).map_or(0, |code| code as usize),
            Extent::Given(_) => self.dice.below(4),
            Extent::Counted(length) => (length.plus + length.times * self.dice.between(0, 3)).clamp(0, 40) as usize,
            Extent::Prefixed { .. } | Extent::Until { .. } | Extent::Rest | Extent::AllBut(_) => self.dice.below(5),
        }
    }

    pub fn number(&mut self, kind: model::Value, interval: Interval) -> Value {
        let Interval { min, max } = interval;
        let raw = match self.dice.below(4) {
            0 => self.dice.between(min, max),
            1 => *self.dice.pick(&[min, max]),
            _ => self.dice.between(min.max(-3).min(max), max.min(20).max(min)),
        };
        match kind {
            model::Value::Bool | model::Value::Truthy => Value::Bool(self.dice.percent(50)),
            model::Value::Enum(id) => {
                let one = &self.protocol.enums[id.0];
                let named = !one.open || self.dice.percent(70);
                let raw = if named { code_of(&mut self.dice, one) } else { raw };
                Value::Enum { raw, name: None }
            }
            model::Value::Bits(id) => {
                let raw = self.protocol.bits[id.0].parts.iter().fold(0, |raw, part| {
                    let holds = Interval::of_bits(u32::from(part.width), part.signed);
                    let bits = match (part.constant, &part.name) {
                        (Some(constant), _) => constant,
                        (None, None) => 0,
                        (None, Some(_)) => self.number(part.value, holds).raw().unwrap_or(0),
                    };
                    raw | (bits & ((1 << part.width) - 1)) << part.low
                });
                Value::Bits { raw, parts: Vec::new() }
            }
            // Only the number counts when a value is written.
            model::Value::Int(_) | model::Value::Quantity(_) | model::Value::Packed(_) => Value::Int(raw),
        }
    }
}

/// A code of a name: any of a range, else the one that is written.
fn code_of(dice: &mut Dice, one: &model::Enum) -> Code {
    let code = dice.pick(&one.codes);
    match code.stores_code() {
        true => {
            let codes = *dice.pick(&code.read);
            dice.between(codes.min, codes.max)
        }
        false => code.written,
    }
}

fn user(record: &Record, cell: CellId) -> Option<&Cell> {
    record.cells.get(cell.0).filter(|cell| cell.source == Source::User)
}

fn meet(one: Interval, other: Interval) -> Interval {
    Interval { min: one.min.max(other.min), max: one.max.min(other.max) }
}

fn input(input: &model::Input, params: &[Code]) -> Code {
    match input {
        model::Input::Param(id) => params.get(id.0).copied().unwrap_or(0),
        model::Input::Literal(code) => *code,
        model::Input::Cell(_) | model::Input::Part(_) | model::Input::Session(_) | model::Input::Left => 1,
    }
}

/// A code that chooses, as a value of its kind.
fn coded(kind: model::Value, code: Code) -> Value {
    match kind {
        model::Value::Enum(_) => Value::Enum { raw: code, name: None },
        model::Value::Bool | model::Value::Truthy => Value::Bool(code != 0),
        _ => Value::Int(code),
    }
}
