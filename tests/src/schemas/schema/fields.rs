//! One field: what it may be, and what has no meaning of its own.

use std::fmt::Write as _;

use super::body::{Scope, User};
use super::{Dice, Schema, interval};

impl Schema {
    /// A field, and whether it asks where its region ends.
    pub(super) fn field(&mut self, scope: &mut Scope, last: bool) -> (String, bool) {
        if last && !scope.element && self.dice.percent(15) {
            return (self.left(scope), true);
        }
        match self.dice.below(29) {
            0..=2 => (self.number(scope), false),
            3 => (self.truth(scope), false),
            25 => (self.wire_of_a_name(scope), false),
            4..=6 => (self.declared(scope), false),
            7 => (self.float(scope), false),
            8..=10 => (self.bits_field(scope), false),
            11 | 12 => self.run_of_bytes(scope, last),
            13..=15 => self.list(scope, last),
            16 => self.group(scope, last),
            17 | 18 => (self.width(scope), false),
            19 | 20 => self.shape(scope, last),
            21 => self.reference(scope, last),
            22 => (self.region(scope), false),
            26 | 27 => (self.rare(scope), false),
            _ => (self.reserved(scope), false),
        }
    }

    /// A wire that has a name.
    fn wire_of_a_name(&mut self, scope: &mut Scope) -> String {
        if self.wires.is_empty() {
            return self.truth(scope);
        }
        let name = scope.names.field(&mut self.dice, true);
        let (wire, element) = self.dice.pick(&self.wires).clone();
        // What is always the same is there or not as somebody else says.
        let presence = if element { self.presence(scope, 30) } else { None };
        let presence = presence.map(|(presence, _)| presence).unwrap_or_default();
        format!("{name}: {wire}{presence}")
    }

    fn bits_field(&mut self, scope: &mut Scope) -> String {
        let named = self.dice.percent(35).then(|| scope.names.field(&mut self.dice, true));
        let varint = !self.varints.is_empty() && self.dice.percent(30);
        let (carrier, width) = if varint {
            let (name, _, max) = self.dice.pick(&self.varints).clone();
            (name, max.ilog2())
        } else {
            let width = *self.dice.pick(&[8, 16, 24, 32, 64]);
            (format!("u{width}{}", if width > 8 && self.dice.percent(30) { "be" } else { "" }), width)
        };
        let path = |part: &String| named.as_ref().map_or_else(|| part.clone(), |name| format!("{name}.{part}"));
        let mut left = width;
        let mut text = String::new();
        for _ in 0..self.dice.below(7) + 1 {
            if left < 2 {
                break;
            }
            let part = scope.names.field(&mut self.dice, true);
            let bits = (self.dice.below(6) as u32 + 2).min(left - 1);
            let (spelled, bits) = match self.dice.below(15) {
                0 => {
                    scope.users.push(User::Bool(path(&part)));
                    (format!("{part}: bool"), 1)
                }
                12 => match self.part_type(left - 1) {
                    Some((one, bits)) => (format!("{part}: {one}"), bits),
                    None => continue,
                },
                13 => match self.part(left - 1) {
                    Some(one) => (format!("{part}: u{} as {}", one.bits, one.name), one.bits),
                    None => continue,
                },
                14 => (format!("{part}: u{bits} = {}", self.dice.between(0, (1 << bits) - 1)), bits),
                1 => (format!("_: u{bits}{}", self.filler(bits)), bits),
                2 => (format!("_: u{bits} = {}", self.dice.between(0, (1 << bits) - 1)), bits),
                3 | 4 => {
                    let (min, max) = interval(bits, false);
                    scope.numbers.push((path(&part), min, max));
                    (format!("{part}: u{bits}"), bits)
                }
                5 => (format!("{part}: i{bits}"), bits),
                6 => match self.part(left - 1) {
                    Some(one) => {
                        scope.tags.push((path(&part), one.kind, one.name.clone()));
                        (format!("{part}: {}", one.name), one.bits)
                    }
                    None => continue,
                },
                _ => {
                    scope.flags.push(path(&part));
                    (part, 1)
                }
            };
            let docs = self.docs(5);
            write!(text, "{docs}{spelled}, ").unwrap();
            left -= bits;
        }
        scope.held = (!varint).then_some(u64::from(width / 8));
        let rest = match self.dice.below(10) {
            0 | 1 if !varint => format!("_: u{left} = 0"),
            2 => format!("{}: ..", scope.names.field(&mut self.dice, true)),
            _ => "_: ..".to_owned(),
        };
        let head = named.as_ref().map_or_else(|| "bits".to_owned(), |name| format!("{name}: bits"));
        let joined = if named.is_none() && !varint { self.joined(scope) } else { String::new() };
        format!("{head} {carrier} {{ {text}{rest} }}{joined}")
    }

    /// Bits behind others, and a number that is joined of them. Its dice are a fork.
    fn joined(&self, scope: &mut Scope) -> String {
        let mut dice = Dice::new(self.dice.clone().next());
        if !dice.percent(25) {
            return String::new();
        }
        let [one, two, three, whole] = [(); 4].map(|()| scope.names.field(&mut dice, true));
        let (carrier, parts, bits, bytes) = *dice.pick(&[
            ("u8", "One: u2, _: u1, Two: u4, Three: bool", 7, 1),
            ("u16", "One: u5, Two: u3, _: u3, Three: u5", 13, 2),
            ("u24be", "Three: u7, _: u1 = 0, Two: u8, One: u8", 23, 3),
            ("u64", "One: u20, Two: u10, _: .., Three: u1", 31, 8),
        ]);
        let parts = parts.replace("One", &one).replace("Two", &two).replace("Three", &three);
        let max = (1 << bits) - 1;
        scope.numbers.push((whole.clone(), 0, max));
        scope.held = scope.held.map(|held| held + bytes);
        let order = *dice.pick(&[[&one, &two, &three], [&three, &one, &two], [&two, &three, &one]]);
        format!(", bits {carrier} {{ {parts} }}, let {whole}: u{bits} = ({})", order.map(String::as_str).join(", "))
    }

    fn group(&mut self, scope: &mut Scope, last: bool) -> (String, bool) {
        if scope.depth > 1 || scope.budget == 0 {
            return (self.number(scope), false);
        }
        let name = scope.names.field(&mut self.dice, true);
        let head = match self.presence(scope, 80) {
            Some((presence, _)) => format!("{presence} ").trim_start().to_owned(),
            None => String::new(),
        };
        let named =
            if self.dice.percent(20) { format!("struct {} ", self.names.upper(&mut self.dice)) } else { String::new() };
        let always = head.is_empty().then_some(name.as_str());
        // A group has fields in every version.
        let around = std::mem::replace(&mut scope.whole, true);
        let (body, to_the_end) = self.inner_body(scope, &head, always, last);
        scope.whole = around;
        (format!("{name}: {head}{named}{body}"), to_the_end)
    }

    /// A filler of so many bits, or none. These dice are a fork, so no other choice depends on them.
    pub(super) fn filler(&self, bits: u32) -> String {
        let mut dice = Dice::new(self.dice.clone().next());
        match dice.percent(50) {
            true => format!(" fill {}", dice.between(0, (1 << bits) - 1)),
            false => String::new(),
        }
    }

    fn reserved(&mut self, scope: &mut Scope) -> String {
        let kind = self.dice.below(12);
        scope.held = [2, 3, 1, 4, 2, 3].get(kind).copied();
        match kind {
            8 => "_: bytes[4] = \"\\xFF\\\"a\\n\"".to_owned(),
            9 => match self.test(scope) {
                Some(test) => format!("_: [u8; 2] if {test}"),
                None => "_: [u8; 3] = [1, 0x2, 'c']".to_owned(),
            },
            10 => {
                let name = scope.names.field(&mut self.dice, true);
                let test = self.test(scope).map(|test| format!(" if {test}")).unwrap_or_default();
                format!("{name}: latin1[5] = \"ab\"{test}")
            }
            11 => format!("{}: f32 = 0.5", scope.names.field(&mut self.dice, true)),
            0 => format!("_: u16{}", self.filler(16)),
            1 => format!("_: [u8; 3]{}", self.filler(8)),
            2 => format!("_: u8 = {}", self.dice.between(0, 255)),
            3 => "_: ascii[4] = \"RIFF\"".to_owned(),
            4 => format!("_: bytes[2]{}", self.filler(8)),
            5 if !self.of_versions.is_empty() => {
                scope.held = Some(4);
                format!("{}: u32be = VERSION", scope.names.field(&mut self.dice, true))
            }
            5 => format!("{}: u24be = 0x123456", scope.names.field(&mut self.dice, true)),
            6 => match self.test(scope) {
                Some(test) => format!("_: u16{} if {test}", self.filler(16)),
                None => "_: f32".to_owned(),
            },
            _ => match self.varints.first() {
                Some((name, ..)) => format!("_: {name} = 5"),
                None => "_: i8 = -1".to_owned(),
            },
        }
    }
}
