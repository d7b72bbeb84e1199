//! Declarations of numbers and of what they mean.

use std::fmt::Write as _;

use super::super::words::Names;
use super::{Declared, Dice, EnumType, Kind, Part, Schema, interval, whole};

impl Schema {
    pub(super) fn type_declaration(&mut self) {
        if self.alias_of_versions() {
            return;
        }
        match self.dice.below(14) {
            0 | 1 => self.varint(),
            2 | 3 => self.enumeration(),
            4 => self.part_enumeration(),
            5 | 6 => self.bits(),
            7 | 8 => self.quantity(),
            9 => self.packed(),
            10 => self.alias(),
            11 => self.wire_alias(),
            12 => self.part_meaning(),
            _ => self.constant(),
        }
    }

    fn constant(&mut self) {
        let name = format!("MAX_{}", self.consts.len());
        let value = self.dice.between(1, 30);
        let docs = self.docs(30);
        match self.of_a_version(50) {
            Some(version) => {
                writeln!(self.text, "{docs}const {name} = if {version} {{ {value} }} else {{ {} }};", value + 1)
                    .unwrap();
            }
            None => {
                let sum = match self.dice.below(4) {
                    0 => format!("{} + {}", value - 1, 1),
                    1 => format!("-(4 - {value} * 2 - 4) / 2"),
                    2 => format!("if \"a\" == \"b\" || 0.5 > 0x1F {{ 'b' }} else {{ {value} }}"),
                    _ => format!("if 2 in 0..2 | 4..=0b101 {{ 1e3 }} else {{ {value}.5 - 0.5 }}"),
                };
                writeln!(self.text, "{docs}const {name} = {sum};").unwrap();
            }
        }
        self.consts.push((name, value));
    }

    fn varint(&mut self) {
        let name = self.names.upper(&mut self.dice);
        let canonical = if self.dice.percent(25) { " canonical" } else { "" };
        let guard = self.guard();
        let (text, (min, max)) = match self.dice.below(15) {
            0 => (
                format!(
                    "i32{guard}{canonical} {{ -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32{} }}",
                    if self.dice.percent(30) { "be" } else { "" }
                ),
                interval(32, true),
            ),
            1 => (format!("u16{guard}{canonical} {{ 0..=253 => u8, .. => 0xFF u16be }}"), interval(16, false)),
            2 => (
                format!("u24{guard}{canonical} {{ 0..=99 => 7 u8, 100..=999 => 9 u16, .. => 11 u24 }}"),
                interval(24, false),
            ),
            3 => (format!("i29{guard}{canonical} = groups(7, 7, 7, 8);"), interval(29, true)),
            4 => {
                let bits = *self.dice.pick(&[7, 13, 16, 32, 63]);
                (format!("u{bits}{guard}{canonical} = leb128;"), interval(bits, false))
            }
            5 => {
                let bits = *self.dice.pick(&[8, 17, 32, 64]);
                (format!("i{bits}{guard}{canonical} = zigzag(leb128);"), interval(bits, true))
            }
            6 => (format!("i8{guard} wrap {{ -126..=127 => i8, .. => 0x80 i16 }}"), interval(8, true)),
            7 => {
                let (number, groups) = *self.dice.pick(&[("u14", "7, 7"), ("i15", "7, 8"), ("u28", "7, 7, 7, 7")]);
                let bits = number[1..].parse().unwrap();
                let text = format!("{number}{guard}{canonical} = groups({groups});");
                (text, interval(bits, number.starts_with('i')))
            }
            8 => {
                let bits = *self.dice.pick(&[6, 15, 32, 64]);
                (format!("i{bits}{guard}{canonical} = sleb128;"), interval(bits, true))
            }
            9 => (format!("i32{guard}{canonical} = zigzag;"), interval(32, true)),
            10 => {
                let (number, groups) = *self.dice.pick(&[
                    ("i32", "(sign 6, 7, 7, 7, 4)"),
                    ("i12", "(sign 4, 7)"),
                    ("u28", "(7, 7, 7, 7) high_first"),
                    ("u32", "(4, 7, 7, 7, 7) high_first"),
                ]);
                let text = format!("{number}{guard}{canonical} = groups{groups};");
                (text, interval(number[1..].parse().unwrap(), number.starts_with('i')))
            }
            11 => {
                let end =
                    *self.dice.pick(&["0b1111 u28 0b1010 u4", "0b1111 _4 u32", "0b11110000 u32", "0b11111 _3 u32"]);
                let forms = format!("..=0x7F => 0b0 u7, ..=0x407F => 0b10 u14 + 0x80, .. => {end}");
                (format!("u32{guard}{canonical} {{ {forms} }}"), interval(32, false))
            }
            12 => (format!("u15{guard}{canonical} {{ ..=0x7F => u7 0b1, .. => u15 0b0 }}"), interval(15, false)),
            13 => {
                let inside = self.names.upper(&mut self.dice);
                let (kind, forms) = *self.dice.pick(&[
                    ("u31 = leb128;", "0..=0x3F => 0b00 u6, 0.. => 0b01 _6 Inside, .. => 0b1 _7 !Inside"),
                    (
                        "u31 = groups(7, 7, 7, 7, 3);",
                        "-32..=31 => 0b00 i6, 0.. => 0b01 _6 Inside, .. => 0b1 _7 !Inside",
                    ),
                    ("i32 = zigzag;", "0..=0x3F => 0b00 u6, .. => 0b01 _6 Inside"),
                    ("i32 = groups(sign 6, 7, 7, 7, 4);", "0..=0x3F => 0b00 u6, .. => 0b11100000 Inside"),
                ]);
                writeln!(self.text, "varint {inside}: {kind}").unwrap();
                let forms = forms.replace("Inside", &inside);
                (format!("i32{guard}{canonical} {{ {forms} }}"), interval(32, true))
            }
            _ => (format!("u62{guard}{canonical} = quic;"), interval(62, false)),
        };
        let docs = self.docs(20);
        writeln!(self.text, "{docs}varint {name}: {text}").unwrap();
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
        let guard = self.guard();
        let one = self.names_of_codes(&format!("enum {name}: {carrier}{guard}"), min, max);
        self.scalars.push(Declared { name, kind: Kind::Enum(one) });
    }

    fn part_enumeration(&mut self) {
        let bits = self.dice.below(4) as u32 + 1;
        let name = self.names.upper(&mut self.dice);
        let guard = self.guard();
        let kind = self.names_of_codes(&format!("enum {name}: u{bits}{guard}"), 0, (1 << bits) - 1);
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
            let docs = self.docs(10);
            let mut codes = code.to_string();
            one.codes.push(code);
            let more = self.dice.between(0, 2);
            // A range of one code is none, and one of all codes is always what it is compared with.
            if code + more <= max && (code > min || code + more < max) && self.dice.percent(25) {
                write!(codes, "..={}", code + more).unwrap();
                code += more;
            }
            let mut is_range = code > one.codes[one.codes.len() - 1];
            code += 1;
            if code + 4 < max && self.dice.percent(25) {
                write!(codes, " | {code}").unwrap();
                code += 1;
                if self.dice.percent(40) {
                    write!(codes, " | {}..={}", code + 1, code + 2).unwrap();
                    code += 3;
                    is_range = true;
                }
            }
            // Such a name is a number in Rust, and no other enum has the same for one value.
            let variant = if is_range { format!("{}Codes", variant.trim_end_matches('_')) } else { variant };
            write!(text, "{docs}{variant} = {codes}").unwrap();
            one.names.push(variant);
            one.most = code - 1;
            text.push_str(", ");
        }
        if one.names.is_empty() {
            text.push_str("Only = 0, ");
            one.names.push("Only".to_owned());
            one.codes.push(0);
        }
        let open = if one.open { ".." } else { "" };
        let docs = self.docs(20);
        writeln!(self.text, "{docs}{head} {{ {text}{open} }}").unwrap();
        one
    }

    fn bits(&mut self) {
        let varint = self.varints.iter().find(|(_, min, max)| *min == 0 && *max > 0xFF).cloned();
        let (carrier, width) = match varint {
            Some((name, _, max)) if self.dice.percent(30) => (name, max.ilog2() + 1),
            _ => {
                let width = *self.dice.pick(&[8u32, 16, 24, 32, 64]);
                (format!("{}{width}", if self.dice.percent(20) { 'i' } else { 'u' }), width)
            }
        };
        let name = self.names.upper(&mut self.dice);
        let (mut left, mut text, mut names) = (width, String::new(), Names::default());
        let (mut flags, mut numbers) = (Vec::new(), Vec::new());
        while left > 0 {
            let part = names.field(&mut self.dice, true);
            if ["from_raw", "new", "raw", "is_valid"].contains(&part.as_str()) {
                continue;
            }
            let bits = (self.dice.below(9) as u32 + 1).min(left);
            let (spelled, bits) = match self.dice.below(12) {
                0 => {
                    flags.push(part.clone());
                    (format!("{part}: bool"), 1)
                }
                1 => {
                    flags.push(part.clone());
                    (part, 1)
                }
                2 => (format!("_: u{bits}{}", self.filler(bits)), bits),
                3 => (format!("_: u{bits} = {}", (1u64 << bits) / 2), bits),
                4 => (format!("{part}: u{bits} = {}", (1u64 << bits) - 1), bits),
                5 => (format!("{part}: i{bits}"), bits),
                6 | 7 => match self.part_type(left) {
                    Some((one, bits)) => (format!("{part}: {one}"), bits),
                    None => continue,
                },
                8 => match self.part(left) {
                    Some(one) => (format!("{part}: u{} as {}", one.bits, one.name), one.bits),
                    None => continue,
                },
                9 if self.dice.percent(30) => {
                    text.push_str("_: ..");
                    break;
                }
                9 if left > 1 && self.dice.percent(30) => {
                    write!(text, "{part}: ..").unwrap();
                    break;
                }
                _ => {
                    let (min, max) = interval(bits, false);
                    if bits > 1 {
                        numbers.push((part.clone(), min, max));
                    }
                    (format!("{part}: u{bits}"), bits)
                }
            };
            let docs = self.docs(10);
            write!(text, "{docs}{spelled}, ").unwrap();
            left -= bits;
        }
        let (docs, guard) = (self.docs(20), self.guard());
        // No dice: all else stays as it is.
        let order = ["", " high_first", " low_first"][text.len() % 3];
        writeln!(self.text, "{docs}bits {name}: {carrier}{guard}{order} {{ {text} }}").unwrap();
        self.scalars.push(Declared { name, kind: Kind::Bits(flags, numbers) });
    }

    /// A value of so many bits at most: its name, and how many it has.
    pub(super) fn part_type(&mut self, left: u32) -> Option<(String, u32)> {
        let fitting: Vec<_> = self.meanings.iter().filter(|(_, bits)| *bits <= left).cloned().collect();
        if fitting.is_empty() || self.dice.percent(50) {
            return self.part(left).map(|one| (one.name, one.bits));
        }
        Some(self.dice.pick(&fitting).clone())
    }

    /// A quantity or digits on a width that stands in bits only.
    fn part_meaning(&mut self) {
        let name = self.names.upper(&mut self.dice);
        let (bits, text) = *self.dice.pick(&[
            (5, "quantity NAME: u5 = raw - 3 in steps range -3..=20 clamp;"),
            (11, "quantity NAME: i11 = raw / 8 in degrees;"),
            (17, "quantity NAME: u17 = (raw - 50000) / 100 in percent range -500..=500;"),
            (6, "packed NAME: u6 { a: 0..7, b: 1..=9 refuse }"),
            (10, "packed NAME: u10 { a: -5..=5 wrap, b: 0..90 in per_cent clamp }"),
        ]);
        writeln!(self.text, "{}", text.replace("NAME", &name)).unwrap();
        self.meanings.push((name, bits));
    }

    /// An enum that fits into so many bits.
    pub(super) fn part(&mut self, left: u32) -> Option<Part> {
        let fitting: Vec<Part> = self.parts.iter().filter(|one| one.bits <= left).cloned().collect();
        (!fitting.is_empty()).then(|| self.dice.pick(&fitting).clone())
    }

    fn quantity(&mut self) {
        let name = self.names.upper(&mut self.dice);
        let unit = if self.dice.percent(50) { " in metres" } else { "" };
        let varints: Vec<_> = self.varints.iter().filter(|(_, _, max)| *max < 1 << 30).cloned().collect();
        if !varints.is_empty() && self.dice.percent(25) {
            let (wire, min, max) = self.dice.pick(&varints).clone();
            writeln!(self.text, "quantity {name}: {wire} = raw + 1{unit};").unwrap();
            self.scalars.push(Declared { name, kind: Kind::Quantity("7".to_owned(), min, max) });
            return;
        }
        let (wire, text, absent) = match self.dice.below(24) {
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
            10 => ("i16", format!("= -raw{unit} refuse"), "-7"),
            11 => ("i16be", format!("as f64 = raw * 0.37 from round(value / 0.37){unit}"), "zero"),
            12 => ("u16", format!("= raw / 3 from floor(value * 3 + 0.5){unit} clamp"), "zero"),
            14 => ("i32", format!("as f32 = raw / 16{unit} lossy"), "zero"),
            15 => ("i16", format!("= raw / 64{unit} range -1.5..=2.5 clamp"), "1.5"),
            13 => ("u40", format!("= raw + 1{unit} wrap"), "4"),
            16 => ("u8", format!("= raw + 8{unit} range 8..32 wrap"), "9"),
            17 => ("u32", format!("= raw + 1{unit}"), "7"),
            18 => ("i48", format!("= 5 - raw{unit} range -1000000000000..1000000000000 clamp"), "-7"),
            19 => ("i32", format!("as f64 = raw / 1000{unit} range -1000..=1000 clamp"), "1.5"),
            20 => ("i32", format!("as f64 = raw * 360 / 4294967296{unit} wrap"), "90"),
            21 => ("i40", format!("= raw / 256{unit} floor"), "0.5"),
            22 => ("u48", format!("= raw / 1024{unit} trunc"), "0.5"),
            _ => ("i32", format!("= raw{unit}"), "-7"),
        };
        let (docs, guard) = (self.docs(20), self.guard());
        let text = match text.split_once("= ") {
            Some((number, text)) => format!("{number}{guard} = {text}"),
            None => text,
        };
        writeln!(self.text, "{docs}quantity {name}: {wire} {text};").unwrap();
        let (min, max) = interval(wire[1..].trim_end_matches("be").parse().unwrap(), wire.starts_with('i'));
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
        let varint = self.varints.iter().find(|(_, min, max)| *min == 0 && *max > 0xFF).cloned();
        if let Some((wire, ..)) = varint.filter(|_| self.dice.percent(40)) {
            writeln!(self.text, "packed {name}: {wire} {{ {a}: 0..16 wrap, {b}: 0..8 clamp }}").unwrap();
            self.scalars.push(Declared { name, kind: Kind::Alone });
            return;
        }
        let (docs, guard) = (self.docs(30), self.guard());
        let text = match self.dice.below(5) {
            0 => format!("u16{guard} {{{docs} {a}: 0..360 in degrees wrap, {b}: -90..=90 in degrees clamp }}"),
            1 => format!("u8{guard} {{ {a}: 0..16 refuse, {docs}{b}: -8..8 }}"),
            2 => format!("u64{guard} {{ {a}: 0..1000 refuse, {b}: 1..=366 wrap, {c}: -100..=100 refuse }}"),
            3 => format!("u16be{guard} {{ {a}: 0..256, {b}: -128..128 in metres wrap }}"),
            _ => format!("u32be{guard} {{ {a}: 1..=10 clamp, {b}: 0..100 wrap, {c}: -5..=5 clamp }}"),
        };
        let docs = self.docs(20);
        writeln!(self.text, "{docs}packed {name}: {text}").unwrap();
        self.scalars.push(Declared { name, kind: Kind::Alone });
    }

    fn alias(&mut self) {
        let name = self.names.upper(&mut self.dice);
        let (text, kind) = match self.dice.below(4) {
            0 => ("f32 where -100000.0 < it < 100000.0 else 0.0", Kind::Float),
            1 => ("f64be where 0.0..=1.0", Kind::Float),
            2 => ("u16 where 1..=700", Kind::Int(1, 700)),
            _ => ("i8 where -5..=99 else 3", Kind::Alone),
        };
        let (docs, guard) = (self.docs(20), self.guard());
        writeln!(self.text, "{docs}type {name}{guard} = {text};").unwrap();
        self.scalars.push(Declared { name, kind });
    }

    /// A name for bytes that are no number by themselves, or for a number with a meaning.
    fn wire_alias(&mut self) {
        let name = self.names.upper(&mut self.dice);
        let (wire, element) = match self.dice.below(9) {
            0 => ("utf8[u8]".to_owned(), true),
            1 => ("[u16; until 0, ..=30] as latin1".to_owned(), true),
            2 => ("[u8; 3]".to_owned(), true),
            3 => {
                // These dice are a fork, so no other choice depends on them.
                let mut fork = Dice::new(self.dice.clone().next());
                let constants =
                    ["u16be = 0x1234", "latin1[2] = \"hi\"", "f32 = 1.5", "bits u8 { _: u4 = 1, _: u4 = 2 }"];
                ((*fork.pick::<&'static str>(&constants)).to_owned(), false)
            }
            4 => ("u16be as bool".to_owned(), false),
            7 | 8 => ("i16 as truthy".to_owned(), true),
            5 => ("bytes[u16] where len(it) <= 9".to_owned(), false),
            _ => {
                let (wire, min, max) = whole(&mut self.dice, 4);
                match self.meaning((min, max), (min, max)) {
                    Some(meaning) => (format!("{wire} as {}", meaning.name), true),
                    None => (wire, true),
                }
            }
        };
        let (docs, guard) = (self.docs(20), self.guard());
        writeln!(self.text, "{docs}type {name}{guard} = {wire};").unwrap();
        self.wires.push((name, element));
    }
}
