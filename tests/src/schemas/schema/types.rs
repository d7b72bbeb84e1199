//! Declarations of numbers and of what they mean.

use std::fmt::Write as _;

use super::super::words::Names;
use super::{Declared, EnumType, Kind, Part, Schema, interval, whole};

impl Schema {
    pub(super) fn type_declaration(&mut self) {
        if self.alias_of_versions() {
            return;
        }
        match self.dice.below(11) {
            0 | 1 => self.varint(),
            2 | 3 => self.enumeration(),
            4 => self.part_enumeration(),
            5 => self.bits(),
            6 | 7 => self.quantity(),
            8 => self.packed(),
            9 => self.alias(),
            _ => self.constant(),
        }
    }

    fn constant(&mut self) {
        let name = format!("MAX_{}", self.consts.len());
        let value = self.dice.between(1, 30);
        match self.of_a_version(50) {
            Some(version) => {
                writeln!(self.text, "const {name} = if {version} {{ {value} }} else {{ {} }};", value + 1).unwrap();
            }
            None => writeln!(self.text, "const {name} = {} + {};", value - 1, 1).unwrap(),
        }
        self.consts.push((name, value));
    }

    fn varint(&mut self) {
        let name = self.names.upper(&mut self.dice);
        let canonical = if self.dice.percent(25) { " canonical" } else { "" };
        let (text, (min, max)) = match self.dice.below(7) {
            0 => (
                format!(
                    "i32{canonical} {{ -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32{} }}",
                    if self.dice.percent(30) { "be" } else { "" }
                ),
                interval(32, true),
            ),
            1 => (format!("u16{canonical} {{ 0..=253 => u8, .. => 0xFF u16be }}"), interval(16, false)),
            2 => {
                (format!("u24{canonical} {{ 0..=99 => 7 u8, 100..=999 => 9 u16, .. => 11 u24 }}"), interval(24, false))
            }
            3 => (format!("i29{canonical} = groups(7, 7, 7, 8);"), interval(29, true)),
            4 => {
                let bits = *self.dice.pick(&[7, 13, 16, 32, 63]);
                (format!("u{bits}{canonical} = leb128;"), interval(bits, false))
            }
            5 => {
                let bits = *self.dice.pick(&[8, 17, 32, 64]);
                (format!("i{bits}{canonical} = zigzag(leb128);"), interval(bits, true))
            }
            _ => (format!("u62{canonical} = quic;"), interval(62, false)),
        };
        writeln!(self.text, "varint {name}: {text}").unwrap();
        self.varints.push((name.clone(), min, max));
        self.scalars.push(Declared { name, kind: Kind::Int(min, max) });
    }

    /// A carrier of numbers to so many bytes.
    fn carrier(&mut self, most: u32) -> (String, i128, i128) {
        if !self.varints.is_empty() && self.dice.percent(25) {
            return self.dice.pick(&self.varints).clone();
        }
        whole(&mut self.dice, most)
    }

    fn enumeration(&mut self) {
        let (carrier, min, max) = self.carrier(3);
        let name = self.names.upper(&mut self.dice);
        let one = self.names_of_codes(&format!("enum {name}: {carrier}"), min, max);
        self.scalars.push(Declared { name, kind: Kind::Enum(one) });
    }

    fn part_enumeration(&mut self) {
        let bits = self.dice.below(4) as u32 + 1;
        let name = self.names.upper(&mut self.dice);
        let kind = self.names_of_codes(&format!("enum {name}: u{bits}"), 0, (1 << bits) - 1);
        self.parts.push(Part { name, bits, kind });
    }

    fn names_of_codes(&mut self, head: &str, min: i128, max: i128) -> EnumType {
        let mut names = Names::default();
        let mut one =
            EnumType { names: Vec::new(), codes: Vec::new(), open: self.dice.percent(40), most: 0, holds: (min, max) };
        let mut text = String::new();
        let mut code = if min < 0 && self.dice.percent(50) { -2.max(min) } else { 0 };
        for _ in 0..self.dice.below(5) + 1 {
            code += self.dice.between(0, 3);
            if code > max {
                break;
            }
            let variant = names.upper(&mut self.dice);
            write!(text, "{variant} = {code}").unwrap();
            one.names.push(variant);
            one.codes.push(code);
            code += 1;
            if code + 4 < max && self.dice.percent(25) {
                write!(text, " | {code}").unwrap();
                code += 1;
                if self.dice.percent(40) {
                    write!(text, " | {}..={}", code + 1, code + 2).unwrap();
                    code += 3;
                }
            }
            one.most = code - 1;
            text.push_str(", ");
        }
        if one.names.is_empty() {
            text.push_str("Only = 0, ");
            one.names.push("Only".to_owned());
            one.codes.push(0);
        }
        let open = if one.open { ".." } else { "" };
        writeln!(self.text, "{head} {{ {text}{open} }}").unwrap();
        one
    }

    fn bits(&mut self) {
        let width = *self.dice.pick(&[8u32, 16, 24, 32, 64]);
        let name = self.names.upper(&mut self.dice);
        let (mut left, mut text, mut names) = (width, String::new(), Names::default());
        let mut bools = Vec::new();
        while left > 0 {
            let part = names.field(&mut self.dice, true);
            if ["from_raw", "new", "raw", "is_valid"].contains(&part.as_str()) {
                continue;
            }
            let bits = (self.dice.below(9) as u32 + 1).min(left);
            let (spelled, bits) = match self.dice.below(8) {
                0 => {
                    bools.push(part.clone());
                    (format!("{part}: bool"), 1)
                }
                1 => (part, 1),
                2 => (format!("_: u{bits}"), bits),
                3 => (format!("_: u{bits} = {}", (1u64 << bits) / 2), bits),
                4 => (format!("{part}: i{bits}"), bits),
                5 => match self.part(left) {
                    Some(one) => (format!("{part}: {}", one.name), one.bits),
                    None => continue,
                },
                6 if self.dice.percent(30) => {
                    text.push_str("_: ..");
                    break;
                }
                _ => (format!("{part}: u{bits}"), bits),
            };
            write!(text, "{spelled}, ").unwrap();
            left -= bits;
        }
        writeln!(self.text, "bits {name}: u{width} {{ {text} }}").unwrap();
        self.scalars.push(Declared { name, kind: Kind::Bits(bools) });
    }

    /// An enum that fits into so many bits.
    pub(super) fn part(&mut self, left: u32) -> Option<Part> {
        let fitting: Vec<Part> = self.parts.iter().filter(|one| one.bits <= left).cloned().collect();
        (!fitting.is_empty()).then(|| self.dice.pick(&fitting).clone())
    }

    fn quantity(&mut self) {
        let name = self.names.upper(&mut self.dice);
        let unit = if self.dice.percent(50) { " in metres" } else { "" };
        let (wire, text, absent) = match self.dice.below(11) {
            0 => ("u8", format!("= raw - 90{unit} range -90..=90 clamp"), "5"),
            1 => ("i16", format!("= raw / 16{unit} trunc"), "1.5"),
            2 => ("u16", format!("= raw * 360 / 65536{unit} range 0..360 wrap"), "90"),
            3 => ("u32", format!("as f64 = raw / 100{unit}"), "2.5"),
            4 => ("i8", format!("= raw / 127{unit} clamp"), "zero"),
            5 => ("u16", format!("= 1000 - raw{unit}"), "10"),
            6 => ("i16", format!("as f32 = raw * 4.793836e-5 from trunc(value * 20860.12){unit} lossy"), "zero"),
            7 => ("i24", format!("= raw / 16{unit} floor"), "-2.25"),
            8 => ("u8", format!("= raw * 2 + 3{unit} range 3..=100 refuse"), "7"),
            9 => ("i40", format!("as f64 = raw / 4{unit}"), "0.25"),
            _ => ("i32", format!("= raw{unit}"), "-7"),
        };
        writeln!(self.text, "quantity {name}: {wire} {text};").unwrap();
        let (min, max) = interval(wire[1..].parse().unwrap(), wire.starts_with('i'));
        self.scalars.push(Declared { name, kind: Kind::Quantity(absent.to_owned(), min, max) });
    }

    fn packed(&mut self) {
        let name = self.names.upper(&mut self.dice);
        let mut names = Names::default();
        let digits: Vec<String> = std::iter::repeat_with(|| names.field(&mut self.dice, true))
            .filter(|name| !["from_raw", "new", "raw", "is_valid"].contains(&name.as_str()))
            .take(3)
            .collect();
        let [a, b, c] = digits.as_slice() else { return };
        let text = match self.dice.below(3) {
            0 => format!("u16 {{ {a}: 0..360 in degrees wrap, {b}: -90..=90 in degrees clamp }}"),
            1 => format!("u8 {{ {a}: 0..16, {b}: -8..8 }}"),
            _ => format!("u32be {{ {a}: 1..=10 clamp, {b}: 0..100 wrap, {c}: -5..=5 clamp }}"),
        };
        writeln!(self.text, "packed {name}: {text}").unwrap();
        self.scalars.push(Declared { name, kind: Kind::Packed });
    }

    fn alias(&mut self) {
        let name = self.names.upper(&mut self.dice);
        let (text, kind) = match self.dice.below(4) {
            0 => ("f32 where -100000.0 < it < 100000.0 else 0.0", Kind::Float),
            1 => ("f64be where 0.0..=1.0", Kind::Float),
            2 => ("u16 where 1..=700", Kind::Int(1, 700)),
            _ => ("i8 where -5..=99 else 3", Kind::Int(-5, 99)),
        };
        writeln!(self.text, "type {name} = {text};").unwrap();
        self.scalars.push(Declared { name, kind });
    }
}
