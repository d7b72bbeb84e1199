//! Values in words, in the order in which the program of a random schema makes plain values of them.
//!
//! A number is itself, and what is true 1; a float is its bits; bytes and text are in hexadecimal behind an `x`. An option
//! or a nested part is `-`, or `+` and what it holds; a list is how many, or `*`, how many and the one that all of them are;
//! a shape or a message is which of them, and what it holds.

use wireform_build::interpret::{Float, Target, Value};
use wireform_build::model::{
    self, Absent, Carrier, Content, FamilyId, FieldId, FloatWidth, Interval, Item, Node, Protocol, Record, RecordId,
    Wire,
};

use super::plain::{Inside, Shown, What, inside, is_state, is_transparent, shown, stored_code};
use super::witness::hex;

/// By which name an enum's number is told that stands there without its name, though it may have one.
pub const UNNAMED: &str = "";

/// How a name begins that an enum's number is told with, though the number may be none of its codes.
pub const NAMED: &str = "named:";

/// More elements that are all the same are told once.
const MANY: usize = 40;

/// A value of a target. `None`: it is of another kind than the target.
pub fn told(protocol: &Protocol, target: Target, value: &Value) -> Option<String> {
    let mut teller = Teller { protocol, words: Vec::new() };
    match target {
        Target::Record(id) => teller.record(id, value, false)?,
        Target::Family(id) => teller.family(id, value)?,
        Target::Stream(_) => return None,
    }
    Some(teller.words.join(" "))
}

struct Teller<'p> {
    protocol: &'p Protocol,
    words: Vec<String>,
}

impl Teller<'_> {
    fn say(&mut self, word: impl ToString) {
        self.words.push(word.to_string());
    }

    fn record(&mut self, id: RecordId, value: &Value, whole: bool) -> Option<()> {
        let record = &self.protocol.records[id.0];
        if is_transparent(record) {
            let [one] = shown(record, &record.body, whole).try_into().ok()?;
            return self.shown(record, &one, value, whole);
        }
        match value {
            Value::Record(fields) | Value::Message { fields, .. } => self.body(record, &record.body, fields, whole),
            _ => None,
        }
    }

    fn family(&mut self, id: FamilyId, value: &Value) -> Option<()> {
        let family = &self.protocol.families[id.0];
        match value {
            Value::Message { name, .. } => {
                let index = family.members.iter().position(|member| member.name == *name)?;
                self.say(index);
                self.record(family.members[index].record, value, false)
            }
            Value::Unknown { code, body } => {
                self.say(family.members.len());
                self.say(code);
                self.say(hex(body));
                Some(())
            }
            _ => None,
        }
    }

    fn body(&mut self, record: &Record, body: &[FieldId], fields: &[(String, Value)], whole: bool) -> Option<()> {
        for one in shown(record, body, whole) {
            let (_, value) = fields.iter().find(|(name, _)| name == one.name)?;
            self.shown(record, &one, value, whole)?;
        }
        Some(())
    }

    fn shown(&mut self, record: &Record, one: &Shown<'_>, value: &Value, whole: bool) -> Option<()> {
        let (id, field) = match one.what {
            What::Part(kind) => return self.number(kind, value),
            What::Field(id, field) => (id, field),
        };
        if *value == Value::Null {
            match (one.optional, one.absent, &field.wire) {
                (true, ..) | (false, _, Wire::Nested { .. }) => self.say("-"),
                (false, Some(Absent::Raw(raw)), Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. }) => {
                    return self.number(record.cells[cell.0].value, &Value::Int(*raw));
                }
                (false, Some(Absent::Float(float)), Wire::Float { width, .. }) => self.float(*width, *float),
                _ => return None,
            }
            return Some(());
        }
        if one.optional {
            self.say("+");
        }
        self.field(record, id, value, whole)
    }

    fn field(&mut self, record: &Record, id: FieldId, value: &Value, whole: bool) -> Option<()> {
        match (&record.fields[id.0].wire, value) {
            (Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. }, _) => {
                self.number(record.cells[cell.0].value, value)?;
            }
            (Wire::Float { width, .. }, Value::Float(float)) => self.float_bits(*width, *float),
            (Wire::Octets { content: Content::Free, .. }, Value::Bytes(bytes)) => self.say(hex(bytes)),
            (Wire::Octets { content: Content::Text(_), .. }, Value::Text(text)) => self.say(hex(text.as_bytes())),
            (Wire::Group { body, delta, .. }, Value::Record(fields)) => match inside(delta.as_ref(), whole) {
                Inside::Plain => self.body(record, body, fields, false)?,
                Inside::Part => self.body(record, body, fields, true)?,
                Inside::Like(record) => self.record(record, value, false)?,
            },
            (Wire::Record { record, from, .. }, _) => self.record(*record, value, is_state(from.as_ref(), whole))?,
            (Wire::Family { family, .. }, _) => self.family(*family, value)?,
            (Wire::Nested { part, .. }, _) => {
                self.say("+");
                match self.protocol.nested[part.0] {
                    Node::Record(id) => self.record(id, value, false)?,
                    Node::Family(id) => self.family(id, value)?,
                }
            }
            (Wire::List { item, .. }, Value::List(values)) => match values.split_first() {
                Some((first, others)) if values.len() > MANY && others.iter().all(|other| other == first) => {
                    self.say("*");
                    self.say(values.len());
                    self.item(item, first)?;
                }
                _ => {
                    self.say(values.len());
                    values.iter().try_for_each(|value| self.item(item, value))?;
                }
            },
            (Wire::Sparse { item, base, .. }, Value::List(places)) => {
                self.say(places.len());
                for place in places {
                    match (place, whole && base.is_some()) {
                        (Value::Null, false) => self.say("-"),
                        (place, false) => {
                            self.say("+");
                            self.item(item, place)?;
                        }
                        (place, true) => self.item(item, place)?,
                    }
                }
            }
            (Wire::Match { tag, arms, .. }, Value::Arm { name, fields }) => {
                let index = arms.iter().position(|arm| arm.name == *name)?;
                self.say(index);
                if let Some((kept, kind)) = stored_code(record, tag, &arms[index]) {
                    let (_, code) = fields.iter().find(|(name, _)| name == kept)?;
                    self.number(kind, code)?;
                }
                self.body(record, &arms[index].body, fields, false)?;
            }
            _ => return None,
        }
        Some(())
    }

    fn item(&mut self, item: &Item, value: &Value) -> Option<()> {
        match (item, value) {
            (Item::Scalar { value: kind, .. }, _) => self.number(*kind, value),
            (Item::Float { width, .. }, Value::Float(float)) => {
                self.float_bits(*width, *float);
                Some(())
            }
            (Item::Record { record, .. }, _) => self.record(*record, value, false),
            (Item::Family { family, .. }, _) => self.family(*family, value),
            (Item::Float { .. }, _) => None,
        }
    }

    fn number(&mut self, kind: model::Value, value: &Value) -> Option<()> {
        if let Value::Enum { name: Some(name), .. } = value {
            if name == UNNAMED {
                self.say("other");
            } else if name.starts_with(NAMED) {
                self.say(name);
            }
        }
        let raw = value.raw()?;
        self.say(match kind {
            // Rust takes bits as an unsigned number, whatever they stand in.
            model::Value::Bits(id) => raw & ((1 << self.protocol.bits[id.0].width) - 1),
            _ => raw,
        });
        Some(())
    }

    fn float(&mut self, width: FloatWidth, float: f64) {
        match width {
            FloatWidth::F32 => self.say((float as f32).to_bits()),
            FloatWidth::F64 => self.say(float.to_bits()),
        }
    }

    fn float_bits(&mut self, width: FloatWidth, float: Float) {
        match (width, float) {
            (FloatWidth::F32, Float::F32(float)) => self.say(float.to_bits()),
            (_, float) => self.float(width, float.to_f64()),
        }
    }
}

/// The numbers that the Rust type of a number holds, which stands in one that holds these.
pub fn held_in_rust(protocol: &Protocol, kind: model::Value, wire: Interval) -> Interval {
    let whole = |holds: Interval| {
        let signed = holds.min < 0;
        let bits = [8, 16, 32, 64].into_iter().find(|bits| {
            let all = Interval::of_bits(*bits, signed);
            all.contains(holds.min) && all.contains(holds.max)
        });
        Interval::of_bits(bits.unwrap_or(64), signed)
    };
    let carrier = |carrier: Carrier| match carrier {
        Carrier::Scalar(scalar) => wireform_build::layout::scalar_interval(protocol, scalar),
        Carrier::Part { bits, signed } => Interval::of_bits(u32::from(bits), signed),
    };
    match kind {
        model::Value::Int(_) => whole(wire),
        model::Value::Bool | model::Value::Truthy => Interval { min: 0, max: 1 },
        model::Value::Enum(id) => whole(carrier(protocol.enums[id.0].carrier)),
        model::Value::Bits(id) => Interval::of_bits(u32::from(protocol.bits[id.0].width), false),
        model::Value::Quantity(id) => protocol.quantities[id.0].raw,
        model::Value::Packed(id) => protocol.packed[id.0].raw,
    }
}
