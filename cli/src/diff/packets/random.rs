//! Random values of a model. Most can be written; those that cannot are not packets.

use std::sync::LazyLock;

use wireform_build::interpret::{Float, Target, Value, shows};
use wireform_build::layout::scalar_interval;
use wireform_build::model::{
    self, Arm, Base, Code, Content, DeltaScope, Encoding, Enum, Expr, Extent, FamilyId, Field, FieldId, FloatWidth,
    Input, Interval, Item, Kept, NestedId, Node, ParamKind, Presence, Protocol, Record, RecordId, Role, SessionValues,
    Source, Tag, Text, Wire,
};

use super::chance::Chance;
use super::goal::Goal;
use super::{Hints, Seeds};

/// Makes values of a writer's protocol.
pub struct Maker<'p> {
    writer: &'p Protocol,
    reader: &'p Protocol,
    seeds: &'p Seeds,
    hints: &'p Hints,
    /// The place that packets are to have.
    pub goal: Option<Goal<'p>>,
    /// The choices: the same choices make the same values.
    pub chance: Chance,
    /// The session values.
    pub session: SessionValues,
    /// How small the values have to be: from 0 on.
    pub effort: usize,
    /// How many more records and elements the value may have.
    pub room: usize,
    /// How many nested parts are within each other.
    levels: usize,
}

/// The most records and elements of a value: nested lists have many.
pub const ROOM: usize = 3000;
/// The longest bytes, text or list of a fixed size that a value has; a packet with longer ones is not made.
const LONGEST: u64 = 1 << 16;

/// The most levels of nested parts.
const MOST_LEVELS: usize = 4;

/// The length of a list that is longer than most.
const LONG: usize = 300;

impl<'p> Maker<'p> {
    /// With examples, numbers to prefer, a place to reach, and chance.
    pub fn new(
        (writer, reader): (&'p Protocol, &'p Protocol),
        seeds: &'p Seeds,
        hints: &'p Hints,
        goal: Option<Goal<'p>>,
        chance: Chance,
    ) -> Self {
        let (session, effort, room, levels) = (SessionValues::default(), 0, ROOM, 0);
        Self { writer, reader, seeds, hints, goal, chance, session, effort, room, levels }
    }

    /// For values of one protocol. Small numbers are preferred, since numbers that mean something are mostly small.
    pub fn plain(protocol: &'p Protocol, chance: Chance) -> Self {
        static SMALL: LazyLock<Hints> = LazyLock::new(|| Hints((-3..=20).collect()));
        static NONE: LazyLock<Seeds> = LazyLock::new(Seeds::default);
        Self::new((protocol, protocol), &NONE, &SMALL, None, chance)
    }

    /// One of several, mostly one that leads to the goal.
    fn choose_of<'t, T>(&mut self, all: &'t [T], leads: impl Fn(&Goal<'_>, &T) -> bool) -> Option<&'t T> {
        if self.chance.percent(70)
            && let Some(goal) = &self.goal
        {
            let leading: Vec<&T> = all.iter().filter(|one| leads(goal, one)).collect();
            if let Some(one) = self.chance.pick(&leading) {
                return Some(one);
            }
        }
        self.chance.pick(all)
    }

    /// A value of a target.
    pub fn target(&mut self, target: Target, params: &[Code]) -> Value {
        match target {
            Target::Record(id) => self.record(id, params, false),
            Target::Family(id) => self.member(id, params),
            // Nothing is to be read of an empty stream.
            Target::Stream(id) => Value::List((0..=self.chance.below(3)).map(|_| self.member(id, params)).collect()),
        }
    }

    /// A number for a parameter.
    pub fn of_kind(&mut self, protocol: &Protocol, kind: ParamKind) -> Code {
        match kind {
            ParamKind::Bool => self.chance.between(0, 1),
            ParamKind::Int(interval) => self.raw(interval),
            ParamKind::Enum(id) => protocol.enums.get(id.0).and_then(|one| self.code_of(one)).unwrap_or(0),
        }
    }

    /// A message of a family.
    pub fn member(&mut self, id: FamilyId, params: &[Code]) -> Value {
        let Some(family) = self.writer.families.get(id.0) else { return Value::Null };
        if family.open && (family.members.is_empty() || self.chance.percent(10)) {
            let code = self.raw(family.codes);
            let other = self.reader.families.iter().find(|other| other.name == family.name);
            let is_known = other.is_some_and(|other| other.members.iter().any(|member| member.code == code));
            // A writer of a message that the reader knows has its schema.
            if !is_known {
                let len = self.chance.below(6);
                return Value::Unknown { code, body: self.bytes(len) };
            }
        }
        let member = self.choose_of(&family.members, |goal, member| goal.in_record(member.record));
        let Some(member) = member else { return Value::Null };
        let args: Vec<Code> = member.args.iter().map(|arg| given(&Expr::from(*arg), params)).collect();
        match self.record(member.record, &args, false) {
            Value::Record(fields) => Value::Message { name: member.name.clone(), fields },
            other => other,
        }
    }

    /// `whole`: it is a state, in which inherited fields are always there.
    fn record(&mut self, id: RecordId, params: &[Code], whole: bool) -> Value {
        let Some(record) = self.writer.records.get(id.0) else { return Value::Null };
        self.room = self.room.saturating_sub(1);
        let mut fields = self.body(record, &record.body, params, whole);
        let value = match record.role {
            Role::Element { transparent: true } => fields.pop().map_or(Value::Null, |(_, value)| value),
            _ => Value::Record(fields),
        };
        // An example that does not lead to the goal would hide what does.
        let is_goal = self.goal.as_ref().is_some_and(|goal| goal.in_record(id));
        let seeded = if is_goal { 35 } else { 60 };
        let seeds = self.seeds.get(&id).filter(|_| !whole && self.chance.percent(seeded));
        match seeds.and_then(|seeds| self.chance.pick(seeds)) {
            Some(seed) => self.mixed(seed, value),
            None => value,
        }
    }

    /// A value that is mostly an example.
    fn mixed(&mut self, seed: &Value, random: Value) -> Value {
        match (seed, random) {
            (Value::Record(known), Value::Record(fields)) => Value::Record(self.mixed_fields(known, fields)),
            (Value::Arm { name, fields: known }, Value::Arm { name: other, fields }) if *name == other => {
                Value::Arm { name: other, fields: self.mixed_fields(known, fields) }
            }
            (seed, random) => {
                if self.chance.percent(80) {
                    seed.clone()
                } else {
                    random
                }
            }
        }
    }

    fn mixed_fields(&mut self, known: &[(String, Value)], fields: Vec<(String, Value)>) -> Vec<(String, Value)> {
        let mixed = fields.into_iter().map(|(name, value)| match known.iter().find(|(other, _)| *other == name) {
            Some((_, seed)) => (name, self.mixed(seed, value)),
            None => (name, value),
        });
        mixed.collect()
    }

    fn body(&mut self, record: &Record, body: &[FieldId], params: &[Code], whole: bool) -> Vec<(String, Value)> {
        let mut fields = Vec::new();
        for id in record.scope(body) {
            let Some(field) = record.fields.get(id.0) else { continue };
            for part in field.wire.parts() {
                let cell = record.cells.get(part.cell.0).filter(|cell| cell.source == Source::User);
                if let (Some(name), Some(cell)) = (&part.name, cell) {
                    let holds = Interval::of_bits(part.width().into(), part.signed);
                    let interval = holds.meet(cell.interval).unwrap_or(holds);
                    fields.push((name.clone(), self.number(cell.value, interval)));
                }
            }
            let Some(name) = field.name.as_ref().filter(|_| shows(record, field)) else { continue };
            let is_inherited = whole && field.inherits().is_some();
            let leads = self.goal.as_ref().is_some_and(|goal| goal.in_field(record, field));
            let absent = if leads { 15 } else { [45, 70, 90].get(self.effort).copied().unwrap_or(90) };
            let is_absent = field.presence != Presence::Always && !is_inherited && self.chance.percent(absent);
            let value = if is_absent { Value::Null } else { self.field(record, field, params, whole) };
            fields.push((name.clone(), value));
            if let Wire::Match { tag: Tag::Tuple(tags), arms, .. } = &field.wire {
                self.choose(record, tags, arms, &mut fields);
            }
        }
        fields
    }

    /// A value of a field, which is not in the value of its record if nothing is to be said of it.
    pub fn field(&mut self, record: &Record, field: &Field, params: &[Code], whole: bool) -> Value {
        match &field.wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => {
                let wanted = self.goal.as_ref().map(|goal| goal.numbers(field)).unwrap_or_default();
                let wanted = self.chance.pick(wanted).copied().filter(|_| self.chance.percent(50));
                match (record.cells.get(cell.0), wanted) {
                    (Some(cell), Some(wanted)) => coded(cell.value, self.raw(wanted)),
                    (Some(cell), None) => self.number(cell.value, cell.interval),
                    (None, _) => Value::Null,
                }
            }
            Wire::Float { width, .. } => self.float(*width),
            Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Octets { content: Content::Constant(_), .. }
            | Wire::Within { .. } => Value::Null,
            Wire::Octets { extent, content: Content::Free } => {
                let len = self.count(extent, params);
                Value::Bytes([self.bytes(len), self.end(extent)].concat())
            }
            Wire::Octets { extent, content: Content::Text(Text { encoding, fill, .. }) } => {
                let len = self.count(extent, params);
                let mut text: String = (0..len).map(|_| self.character(*encoding)).collect();
                // A filler does not end a text.
                while fill.is_some_and(|fill| text.ends_with(char::from(fill))) {
                    text.pop();
                }
                let end = self.end(extent);
                match encoding {
                    Encoding::Utf8 => text.push_str(&String::from_utf8_lossy(&end)),
                    Encoding::Ascii | Encoding::Latin1 | Encoding::Utf16 => {
                        text.extend(end.into_iter().map(char::from))
                    }
                }
                Value::Text(text)
            }
            Wire::Group { body, delta, .. } => {
                let scope = delta.as_ref().map(|delta| delta.scope).filter(|_| whole);
                let whole = matches!(scope, Some(DeltaScope::Part | DeltaScope::Like(_)));
                Value::Record(self.body(record, body, params, whole))
            }
            Wire::Record { record, args, from } => {
                let args: Vec<Code> = args.iter().map(|arg| given(arg, params)).collect();
                self.record(*record, &args, Base::gives_state(from.as_ref(), whole))
            }
            Wire::Family { family, args, .. } => {
                let args: Vec<Code> = args.iter().map(|arg| given(arg, params)).collect();
                self.member(*family, &args)
            }
            Wire::Nested { part, args } => {
                let args: Vec<Code> = args.iter().map(|arg| given(arg, params)).collect();
                self.nested(*part, &args)
            }
            Wire::List { item, extent } => {
                let leads = self.goal.as_ref().is_some_and(|goal| goal.in_field(record, field));
                let len = self.count(extent, params).max(usize::from(leads && self.chance.percent(80)));
                Value::List((0..len).map(|_| self.item(item, params)).collect())
            }
            Wire::Sparse { item, count, base, .. } => {
                let all = whole && base.is_some();
                let one = |maker: &mut Self| match all || maker.chance.percent(40) {
                    true => maker.item(item, params),
                    false => Value::Null,
                };
                Value::List((0..*count).map(|_| one(self)).collect())
            }
            Wire::Match { tag, arms, .. } => self.shape(record, field, (tag, arms), params),
        }
    }

    /// A nested part, which a deep one lacks: then the value cannot be written.
    fn nested(&mut self, part: NestedId, args: &[Code]) -> Value {
        if self.levels >= MOST_LEVELS {
            return Value::Null;
        }
        self.levels = self.levels.saturating_add(1);
        let value = match self.writer.nested.get(part.0) {
            Some(Node::Record(id)) => self.record(*id, args, false),
            Some(Node::Family(id)) => self.member(*id, args),
            None => Value::Null,
        };
        self.levels = self.levels.saturating_sub(1);
        value
    }

    /// Sets the numbers beside a shape that several of them choose, as the shape needs them.
    fn choose(&mut self, record: &Record, tags: &[Input], arms: &[Arm], fields: &mut [(String, Value)]) {
        let Some((_, Value::Arm { name, .. })) = fields.last() else { return };
        let patterns = arms.iter().find(|arm| arm.name == *name).map_or(&[][..], |arm| arm.patterns.as_slice());
        let Some(pattern) = self.chance.pick(patterns).cloned() else { return };
        for (tag, codes) in tags.iter().zip(pattern) {
            let (Some(cell), Some(codes)) = (tag.cell(), self.chance.pick(&codes).copied()) else { continue };
            let Some(cell) = record.cells.get(cell.0) else { continue };
            let code = self.chance.between(codes.min, codes.max);
            if let Some((_, number)) = fields.iter_mut().find(|(name, _)| *name == cell.path) {
                *number = coded(cell.value, code);
            }
        }
    }

    fn shape(&mut self, record: &Record, field: &Field, (tag, arms): (&Tag, &[Arm]), params: &[Code]) -> Value {
        let wanted = self.goal.as_ref().map(|goal| goal.numbers(field).to_vec()).unwrap_or_default();
        let arm = self.choose_of(arms, |goal, arm| goal.in_body(record, &arm.body));
        let Some(arm) = arm else { return Value::Null };
        let mut fields = Vec::new();
        if let Some((name, cell)) = record.stored_code(tag, arm) {
            let value = record.cells.get(cell.0).map_or(model::Value::Int(None), |cell| cell.value);
            let codes = self.chance.pick(arm.codes()).copied();
            let hint = self.hint(Interval::new(0, 0xFFFF)).filter(|_| self.chance.percent(40));
            let hint = self.chance.pick(&wanted).map(|codes| codes.min).or(hint);
            let code = match codes {
                Some(codes) => self.raw(codes),
                None => hint.unwrap_or_else(|| self.chance.between(0, 40)),
            };
            fields.push((name.to_owned(), coded(value, code)));
        }
        fields.extend(self.body(record, &arm.body, params, false));
        Value::Arm { name: arm.name.clone(), fields }
    }

    /// A value of an element.
    pub fn item(&mut self, item: &Item, params: &[Code]) -> Value {
        self.room = self.room.saturating_sub(1);
        match item {
            Item::Scalar { scalar, value } => self.number(*value, scalar_interval(self.writer, *scalar)),
            Item::Float { width, .. } => self.float(*width),
            Item::Record { record, args } => {
                let args: Vec<Code> = args.iter().map(|arg| given(arg, params)).collect();
                self.record(*record, &args, false)
            }
            Item::Family { family, args } => {
                let args: Vec<Code> = args.iter().map(|arg| given(arg, params)).collect();
                self.member(*family, &args)
            }
        }
    }

    fn float(&mut self, width: FloatWidth) -> Value {
        let bits = self.chance.number();
        let near = match self.chance.below(20) {
            0 => Some(-0.0),
            1 => Some(0.0),
            2..=14 => Some(f32::from(i16::try_from(self.chance.below(400)).unwrap_or(0)) / 128.0 - 1.0),
            _ => None,
        };
        let low = u32::try_from(bits & u64::from(u32::MAX)).unwrap_or(0);
        Value::Float(match width {
            FloatWidth::F32 => Float::F32(near.unwrap_or(f32::from_bits(low))),
            FloatWidth::F64 => Float::F64(near.map_or(f64::from_bits(bits), f64::from)),
        })
    }

    fn character(&mut self, encoding: Encoding) -> char {
        match (encoding, self.chance.below(8)) {
            (Encoding::Utf8, 0) => 'ä',
            (Encoding::Utf16, 0) => '😀',
            (Encoding::Latin1, 0) => char::from(self.chance.byte()),
            _ => char::from(b'a'.saturating_add(u8::try_from(self.chance.below(26)).unwrap_or(0))),
        }
    }

    /// The end of bytes or text that is part of the value.
    fn end(&mut self, extent: &Extent) -> Vec<u8> {
        match extent {
            Extent::Until { end, kept: Kept::Yes, .. } if self.chance.percent(95) => end.bytes(),
            _ => Vec::new(),
        }
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.chance.byte()).collect()
    }

    fn count(&mut self, extent: &Extent, params: &[Code]) -> usize {
        let length = |code: Code| usize::try_from(code).unwrap_or(0).min(LONG);
        let few = self.chance.below([5, 3, 2].get(self.effort).copied().unwrap_or(2));
        let hint = self.hint(Interval::new(0, 300)).map(length).filter(|_| self.chance.percent(6));
        match extent {
            Extent::Fixed { count, .. } if *count > LONGEST => 0,
            Extent::Fixed { count, .. } => usize::try_from(*count).unwrap_or(0),
            _ if self.room == 0 => 0,
            Extent::Given(Expr::Param(id)) => length(params.get(id.0).copied().unwrap_or(0)),
            Extent::Given(Expr::Session(id)) => length(self.session.get(*id).unwrap_or(0)),
            Extent::Given(_) => hint.unwrap_or(few),
            Extent::Counted(by) => {
                let times = Code::try_from(few).unwrap_or(0);
                hint.unwrap_or_else(|| length(by.plus.saturating_add(by.times.saturating_mul(times)).clamp(0, 40)))
            }
            Extent::Prefixed { .. } | Extent::Until { .. } | Extent::Rest | Extent::AllBut(_) => {
                // Many parts with many parts in each would be very many.
                if self.levels > 0 {
                    return few;
                }
                if self.chance.percent(1) { LONG.min(self.room) } else { hint.unwrap_or(few) }
            }
        }
    }

    /// A number of an interval, with its meaning.
    pub fn number(&mut self, kind: model::Value, interval: Interval) -> Value {
        match kind {
            model::Value::Bool | model::Value::Truthy => Value::Bool(self.chance.percent(50)),
            model::Value::Enum(id) => {
                let Some(one) = self.writer.enums.get(id.0) else { return Value::Null };
                let named = if one.open && self.chance.percent(30) { None } else { self.code_of(one) };
                Value::Enum { raw: named.unwrap_or_else(|| self.raw(interval)), name: None }
            }
            model::Value::Bits(id) => {
                let parts = self.writer.bits.get(id.0).map_or(&[][..], |bits| bits.parts.as_slice());
                let raw = parts.iter().fold(0, |whole, part| {
                    let holds = Interval::of_bits(part.width.into(), part.signed);
                    let bits = match (part.constant.or(part.reserved()), &part.name) {
                        (Some(fixed), _) => fixed,
                        (None, _) => self.number(part.value, holds).raw().unwrap_or(0),
                    };
                    part.put(whole, bits)
                });
                Value::Bits { raw, parts: Vec::new() }
            }
            // Only the number counts when a value is written.
            model::Value::Int(_) | model::Value::Quantity(_) | model::Value::Packed(_) => {
                Value::Int(self.raw(interval))
            }
        }
    }

    fn raw(&mut self, Interval { min, max }: Interval) -> Code {
        match self.chance.below(5) {
            0 => self.chance.between(min, max),
            1 => self.chance.pick(&[min, max]).copied().unwrap_or(min),
            2 | 3 => match self.hint(Interval { min, max }) {
                Some(hint) => hint,
                None => self.chance.between(min, max),
            },
            _ => self.chance.between(min.max(-3).min(max), max.min(20).max(min)),
        }
    }

    /// A number in which the schemas differ.
    fn hint(&mut self, within: Interval) -> Option<Code> {
        let hints = &self.hints.0;
        let from = hints.partition_point(|code| *code < within.min);
        let to = hints.partition_point(|code| *code <= within.max);
        self.chance.pick(hints.get(from..to)?).copied()
    }

    /// A code of a name: any of a range, else the one that is written.
    fn code_of(&mut self, one: &Enum) -> Option<Code> {
        let code = self.chance.pick(&one.codes)?;
        let codes = self.chance.pick(&code.read).copied().filter(|_| code.stores_code());
        Some(codes.map_or(code.written, |codes| self.chance.between(codes.min, codes.max)))
    }
}

/// An argument, as far as it is known before the fields.
fn given(arg: &Expr, params: &[Code]) -> Code {
    match arg {
        Expr::Param(id) => params.get(id.0).copied().unwrap_or(0),
        Expr::Literal(code) => *code,
        _ => 1,
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
