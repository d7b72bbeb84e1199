//! The values of a record: those of small domains, made from the model.

use wireform_build::interpret::{Entry, Value, entries, meaning, without_reserved};
use wireform_build::layout::wire_interval;
use wireform_build::model::{
    self, Absent, Arm, Cell, CellId, Code, Content, Field, FieldId, Interval, Item, Protocol, Record, Tag, Wire,
};

/// Small numbers, and the ends of what a byte holds.
const NUMBERS: [Code; 10] = [0, 1, 2, 3, 4, 127, 128, 255, -1, -128];

/// The most values of what stands inside of something.
const INSIDE: usize = 24;

/// Names with values.
type Fields = Vec<(String, Value)>;

/// The values of a record: all, or `most` that are spread over all.
pub fn of_record(protocol: &Protocol, record: &Record, most: usize) -> Vec<Value> {
    let of = Values { protocol, record };
    of.body(&record.body, most).into_iter().map(Value::Record).collect()
}

struct Values<'p> {
    protocol: &'p Protocol,
    record: &'p Record,
}

impl Values<'_> {
    fn body(&self, body: &[FieldId], most: usize) -> Vec<Fields> {
        let domains = entries(self.record, body).into_iter().map(|(name, entry)| {
            let values = match entry {
                Entry::Field(id) => self.field(&self.record.fields[id.0]),
                Entry::Part(cell) => self.number(cell),
            };
            values.into_iter().map(|value| (name.to_owned(), value)).collect()
        });
        product(&domains.collect::<Vec<_>>(), most)
    }

    fn field(&self, field: &Field) -> Vec<Value> {
        let mut values = self.wire(&field.wire);
        if matches!(field.presence.absent(), Some(Absent::Nothing | Absent::Base(_))) {
            values.push(Value::Null);
        }
        values
    }

    fn wire(&self, wire: &Wire) -> Vec<Value> {
        match wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => self.number(*cell),
            Wire::Octets { content: Content::Free, .. } => {
                [&[][..], &[1], &[0, 2], &[3, 255], &[1, 2, 3]].map(|bytes| Value::Bytes(bytes.into())).into()
            }
            Wire::Octets { content: Content::Text(_), .. } => {
                ["", "a", "a ", "ab", "\0c", "abc"].map(|text| Value::Text(text.to_owned())).into()
            }
            Wire::Group { body, .. } => self.body(body, INSIDE).into_iter().map(Value::Record).collect(),
            Wire::Record { record, .. } => self.inner(*record),
            Wire::Family { family, .. } => self.messages(*family),
            Wire::List { item, .. } => lists(&self.item(item)),
            Wire::Sparse { item, count, .. } => {
                let places = [vec![Value::Null], self.item(item)].concat();
                let places: Vec<Vec<Value>> = (0..*count).map(|_| places.clone()).collect();
                product(&places, INSIDE).into_iter().map(Value::List).collect()
            }
            Wire::Match { tag, arms, .. } => arms.iter().flat_map(|arm| self.arm(tag, arm)).collect(),
            // The table has none, or they have no value.
            Wire::Float { .. }
            | Wire::Nested { .. }
            | Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Octets { content: Content::Constant(_), .. }
            | Wire::Within { .. } => {
                vec![]
            }
        }
    }

    /// An arm with its fields, and the code that it stores.
    fn arm(&self, tag: &Tag, arm: &Arm) -> Vec<Value> {
        let stored = self.record.stored_code(tag, arm);
        let codes: Vec<Fields> = match stored {
            Some((name, cell)) => self.number(cell).into_iter().map(|code| vec![(name.to_owned(), code)]).collect(),
            None => vec![vec![]],
        };
        let bodies = self.body(&arm.body, INSIDE);
        let both = codes.iter().flat_map(|code| bodies.iter().map(|body| [code.as_slice(), body].concat()));
        both.map(|fields| Value::Arm { name: arm.name.clone(), fields }).collect()
    }

    fn messages(&self, family: model::FamilyId) -> Vec<Value> {
        let members = &self.protocol.families[family.0].members;
        let message = |member: &model::FamilyMember| {
            let record = &self.protocol.records[member.record.0];
            let bodies = Values { record, ..*self }.body(&record.body, INSIDE);
            bodies.into_iter().map(|fields| Value::Message { name: member.name.clone(), fields }).collect::<Vec<_>>()
        };
        members.iter().flat_map(message).collect()
    }

    fn item(&self, item: &Item) -> Vec<Value> {
        match item {
            Item::Scalar { scalar, value } => {
                self.numbers(*value, wireform_build::layout::scalar_interval(self.protocol, *scalar))
            }
            Item::Record { record, .. } => self.inner(*record),
            Item::Family { family, .. } => self.messages(*family),
            Item::Float { .. } => vec![],
        }
    }

    fn inner(&self, record: model::RecordId) -> Vec<Value> {
        let record = &self.protocol.records[record.0];
        let bodies = Values { record, ..*self }.body(&record.body, INSIDE);
        let is_transparent = record.role == (model::Role::Element { transparent: true });
        let value = |mut fields: Fields| match is_transparent {
            true => fields.pop().map_or(Value::Null, |(_, value)| value),
            false => Value::Record(fields),
        };
        bodies.into_iter().map(value).collect()
    }

    fn number(&self, id: CellId) -> Vec<Value> {
        let Cell { value, .. } = self.record.cells[id.0];
        self.numbers(value, wire_interval(self.protocol, self.record, id))
    }

    /// The numbers that are read as they are written. A reader gives no others, or tells the difference.
    fn numbers(&self, value: model::Value, interval: Interval) -> Vec<Value> {
        let is_written = |raw: Code| match value {
            model::Value::Bool | model::Value::Truthy => raw == 0 || raw == 1,
            model::Value::Enum(id) => self.protocol.enums[id.0].written(raw) == raw,
            model::Value::Bits(id) => without_reserved(self.protocol, &self.protocol.bits[id.0], raw) == raw,
            model::Value::Int(_) | model::Value::Quantity(_) | model::Value::Packed(_) => true,
        };
        let fit = NUMBERS.into_iter().filter(|raw| interval.contains(*raw) && is_written(*raw));
        fit.map(|raw| meaning(self.protocol, value, raw)).collect()
    }
}

/// Lists of up to three elements.
fn lists(items: &[Value]) -> Vec<Value> {
    let mut all = vec![vec![]];
    all.extend(items.iter().map(|item| vec![item.clone()]));
    for len in 2..=3 {
        let each = items.iter().enumerate();
        all.extend(each.map(|(at, _)| items.iter().cycle().skip(at).take(len).cloned().collect()));
    }
    all.into_iter().map(Value::List).collect()
}

/// One of each: all combinations, or `most` that are spread over all.
fn product<T: Clone>(domains: &[Vec<T>], most: usize) -> Vec<Vec<T>> {
    let all: usize = domains.iter().map(Vec::len).fold(1, usize::saturating_mul);
    let taken = all.min(most);
    let combination = |index: usize| {
        // A stride that has no divisor with their number in common never meets one twice.
        let mut rest = if all == taken { index } else { index.wrapping_mul(STRIDE) % all };
        let one = |domain: &Vec<T>| {
            let at = rest % domain.len();
            rest /= domain.len();
            domain[at].clone()
        };
        domains.iter().map(one).collect()
    };
    (0..taken).map(combination).collect()
}

/// A prime, so that it divides no product of small domains.
const STRIDE: usize = 1_000_003;
