//! Types over one number: what they take and what they print is what the command takes and prints.

use serde_json::{Value as Json, json};
use wireform_build::model::{Bits, BitsId, Code, EnumId, Interval, PackedId, Protocol, QuantityId, Value};
use wireform_cli::json::{number, number_to_json};

use super::Question;
use super::program::{Asked, Program};
use crate::schemas::parts::meant;

/// The questions about one type.
struct Type<'a> {
    protocol: &'a Protocol,
    kind: Value,
    asked: usize,
    questions: &'a mut Vec<Question>,
}

impl Type<'_> {
    /// Asks for what the command makes of a piece of JSON.
    fn same(&mut self, json: &Json) {
        let made = number(self.protocol, self.kind, json).ok().and_then(|value| value.raw());
        let expected = made.map(|raw| number_to_json(self.protocol, self.kind, raw).to_string());
        self.questions.push(Question { asked: self.asked, handed: json.to_string(), expected });
    }

    fn refused(&mut self, json: &Json) {
        self.questions.push(Question { asked: self.asked, handed: json.to_string(), expected: None });
    }

    /// All forms of a number that the wire holds.
    fn forms(&mut self, raw: Code) {
        let shown = number_to_json(self.protocol, self.kind, raw);
        self.same(&shown);
        let Json::Object(fields) = &shown else { return };
        self.same(&json!({ "raw": fields["raw"] }));
        // The meaning, without the number, and beside another number.
        let mut meaning = fields.clone();
        meaning.shift_remove("raw");
        self.same(&meaning.clone().into());
        for other in [0, 1, raw.saturating_sub(1), raw.saturating_add(1)] {
            let held = number_to_json(self.protocol, self.kind, other);
            if self.holds(other) && held != shown {
                let mut both = meaning.clone();
                both.insert("raw".to_owned(), held["raw"].clone());
                self.same(&both.into());
            }
        }
        // A bare number, a key that is none, and one with another kind.
        self.refused(&fields["raw"]);
        self.refused(&json!({ "raw": fields["raw"], "no_such_key": 1 }));
        self.refused(&json!({ "raw": "1" }));
        self.refused(&json!({ "raw": fields["raw"], "unit": "no_such_unit" }));
        self.refused(&json!("text"));
        self.refused(&Json::Null);
    }

    fn holds(&self, raw: Code) -> bool {
        match self.kind {
            Value::Quantity(id) => self.protocol.quantities[id.0].raw.contains(raw),
            Value::Packed(id) => self.protocol.packed[id.0].raw.contains(raw),
            Value::Bits(id) => is_whole(self.protocol, &self.protocol.bits[id.0], raw),
            _ => true,
        }
    }
}

/// A number, which for JSON is one of 64 bits or a float.
fn whole(code: Code) -> Json {
    let number = i64::try_from(code).map(Json::from).or_else(|_| u64::try_from(code).map(Json::from));
    number.unwrap_or_else(|_| (code as f64).into())
}

/// Whether each name in a layout has its code, each constant is there, and nothing is reserved.
fn is_whole(protocol: &Protocol, bits: &Bits, raw: Code) -> bool {
    let part = |one: &wireform_build::model::BitsPart| match (one.constant, one.value) {
        (Some(constant), _) => one.of(raw) == constant,
        (None, Value::Enum(id)) => {
            let code = protocol.enums[id.0].name_of(one.of(raw));
            protocol.enums[id.0].open || code.is_some()
        }
        (None, Value::Bits(id)) => is_whole(protocol, &protocol.bits[id.0], one.of(raw)),
        (None, Value::Bool) => (0..=1).contains(&one.of(raw)),
        _ => true,
    };
    raw >= 0 && raw & !meant(protocol, bits) == 0 && bits.parts.iter().all(part)
}

/// Numbers that a type may be, and others; names of enums, and others.
pub fn types(protocol: &Protocol, program: &mut Program, questions: &mut Vec<Question>) {
    let limited = protocol.quantities.iter().enumerate();
    let limited = limited.map(|(id, one)| (&one.name, one.raw, Value::Quantity(QuantityId(id))));
    let packed = protocol.packed.iter().enumerate();
    let packed = packed.map(|(id, one)| (&one.name, one.raw, Value::Packed(PackedId(id))));
    for (name, Interval { min, max }, kind) in limited.chain(packed) {
        let asked = program.add(Asked::Type(protocol, name));
        let mut one = Type { protocol, kind, asked, questions };
        for raw in [min, (min + max) / 2, max] {
            one.forms(raw);
        }
        for raw in [min - 1, max + 1] {
            one.refused(&json!({ "raw": whole(raw) }));
        }
    }
    for (id, bits) in protocol.bits.iter().enumerate() {
        let asked = program.add(Asked::Type(protocol, &bits.name));
        let mut one = Type { protocol, kind: Value::Bits(BitsId(id)), asked, questions };
        let meant = meant(protocol, bits);
        for raw in [0, meant, meant / 3].into_iter().filter(|raw| is_whole(protocol, bits, *raw)) {
            one.forms(raw);
        }
        // A type of its own is at least as wide as the bits.
        let all = (1_i128 << bits.width) - 1;
        if all != meant {
            one.refused(&json!({ "raw": whole(all) }));
        }
        one.refused(&json!({ "raw": -1 }));
    }
    for (id, names) in protocol.enums.iter().enumerate() {
        let asked = program.add(Asked::Type(protocol, &names.name));
        let mut one = Type { protocol, kind: Value::Enum(EnumId(id)), asked, questions };
        for code in &names.codes {
            one.same(&number_to_json(protocol, one.kind, code.written));
            one.same(&json!(code.name));
            one.same(&json!({ "name": code.name }));
            for read in &code.read {
                let raw = whole(read.max);
                one.same(&json!({ "name": code.name, "raw": raw }));
                // Another code of a name is not written; alone it would be changed in silence.
                match code.stores_code() || read.max == code.written {
                    true => one.same(&json!(raw)),
                    false => one.refused(&json!(raw)),
                }
                one.refused(&json!({ "name": "NoSuchName", "raw": raw }));
            }
        }
        if let [first, second, ..] = names.codes.as_slice() {
            one.refused(&json!({ "name": first.name, "raw": whole(second.written) }));
        }
        one.refused(&json!("NoSuchName"));
    }
}
