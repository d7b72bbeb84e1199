//! What is repeated: bytes, text and lists, with every way to say how far.

use std::fmt::Write as _;

use super::body::{Scope, User, may_stand};
use super::{Dice, Schema, whole};

/// Of what an extent says how far it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Bytes,
    Text,
    Numbers,
    Others,
}

impl Of {
    const fn is_of_bytes(self) -> bool {
        matches!(self, Self::Bytes | Self::Text)
    }
}

/// The ends of bytes and text that are looked for.
const ENDS: &[&str] = &[
    "until \"ab\"",
    "until \"\\r\\n\" | 10, ..=9",
    "through 10",
    "through \"ab\" | 98, ..=12",
    "through \"\\r\\n\"",
    LEFT[0].0,
    LEFT[1].0,
];

/// The encodings in place of Latin-1, for text that ends as text of wider units can.
const WIDE: [&str; 4] = ["latin1", "utf16", "utf16le", "utf16be"];

/// Ends that are left, with what follows.
const LEFT: [(&str, &str); 2] = [("before 10 | 97", ", _: u8 = 97"), ("before 0, ..=7", ", _: ascii[2] = \"\\0a\"")];

impl Schema {
    /// Bytes or text.
    pub(super) fn run_of_bytes(&mut self, scope: &mut Scope, last: bool) -> (String, bool) {
        let name = scope.names.field(&mut self.dice, true);
        let presence = self.presence(scope, 25).map(|(presence, _)| presence).unwrap_or_default();
        if !self.varints.is_empty() && self.dice.percent(20) {
            // Text of numbers: only where these begin at zero or below does zero end it.
            let unit = match self.dice.percent(50) {
                true => self.dice.pick(&self.varints).0.clone(),
                false => (*self.dice.pick(&["u16", "u16be", "i8", "i24", "u32", "i64be"])).to_owned(),
            };
            let encoding = *self.dice.pick(&["latin1", "ascii"]);
            let bound = *self.dice.pick(&["", ", ..=9", ", ..=40"]);
            let end = if last && self.dice.percent(30) { " or end" } else { "" };
            let extent = match self.dice.below(4) {
                0 => format!("{}{end}", self.dice.between(0, 5)),
                1 if end.is_empty() => "u8".to_owned(),
                _ => format!("until 0{end}{bound}"),
            };
            return (format!("{name}: [{unit}; {extent}] as {encoding}{presence}"), !end.is_empty());
        }
        let kind = *self.dice.pick(&["bytes", "utf8", "ascii", "latin1"]);
        let of = if kind == "bytes" { Of::Bytes } else { Of::Text };
        let (extent, to_the_end) = self.extent(scope, last, of);
        let rule = self.amount(&extent);
        // The letters of the name choose: another number of the dice would make all schemas others.
        let letters: usize = name.bytes().map(usize::from).sum();
        let is_ended =
            rule.is_empty() && ["u8", "u16", "u16be"].contains(&extent.as_str()) && !letters.is_multiple_of(3);
        let extent = if is_ended { ENDS[letters / 3 % ENDS.len()].to_owned() } else { extent };
        let behind = LEFT.iter().find(|(end, _)| *end == extent).map_or("", |(_, behind)| behind);
        let fill = if kind == "bytes" { "" } else { self.text_filler(&extent) };
        let is_wide = kind == "latin1" && !scope.tight && !extent.contains('"') && !extent.starts_with(['t', 'b']);
        let kind = if is_wide { WIDE[letters % WIDE.len()] } else { kind };
        (format!("{name}: {kind}[{extent}{fill}]{presence}{rule}{behind}"), to_the_end)
    }

    /// A rule about how much there is, where the extent leaves that open.
    fn amount(&mut self, extent: &str) -> &'static str {
        if !["u8", "u16", "u16be", "..", "until 0", "until 10 | 13"].contains(&extent) || !self.dice.percent(20) {
            return "";
        }
        let rules = [
            " where len(it) != 3",
            " where len(it) <= 4",
            " where size(it) <= 12",
            " where size(it) < 15 && len(it) != 1",
            " where len(it) in 0..3 | 4",
        ];
        self.dice.pick::<&'static str>(&rules)
    }

    /// Fields within a size. They belong to the body around.
    pub(super) fn region(&mut self, scope: &mut Scope) -> String {
        let before: Vec<String> = scope.numbers.iter().map(|(name, ..)| name.clone()).collect();
        let large: Vec<String> =
            scope.numbers.iter().filter(|(.., max)| *max > 60_000).map(|(name, ..)| name.clone()).collect();
        let size = match self.dice.below(4) {
            0 => self.size(scope),
            1 => {
                let given: Vec<String> = scope.given.iter().filter_map(count_given).collect();
                if given.is_empty() { self.size(scope) } else { Some(self.dice.pick(&given).clone()) }
            }
            2 if !self.varints.is_empty() => Some(self.dice.pick(&self.varints).0.clone()),
            _ => None,
        };
        let size = size.unwrap_or_else(|| (*self.dice.pick(&["u8", "u16be", "i32"])).to_owned());
        let around = (scope.tight, scope.whole);
        scope.whole = true;
        scope.tight |= !["u16be", "i32"].contains(&size.as_str());
        scope.depth += 1;
        // The size in front may have any width.
        scope.at = None;
        let (mut entries, to_the_end) = self.entries(scope, true, 4);
        (scope.at, scope.held) = (None, None);
        scope.depth -= 1;
        (scope.tight, scope.whole) = around;
        // A size that is never zero needs something that fills it, and what is skipped is not written.
        if !to_the_end && entries.is_empty() {
            let name = scope.names.field(&mut self.dice, true);
            write!(entries, "{name}: bytes[..], ").unwrap();
        } else if !to_the_end && self.dice.percent(40) && !large.iter().any(|name| size.starts_with(name)) {
            write!(entries, "_: bytes[..]{}, ", self.tail_filler()).unwrap();
        }
        let inside = scope.numbers.iter().map(|(name, ..)| name.clone()).filter(|name| !before.contains(name));
        scope.enclosed.extend(inside.collect::<Vec<_>>());
        format!("within ({size}) {{ {entries}}}")
    }

    /// A filler of text of a fixed size. These dice are a fork, so no other choice depends on them.
    fn text_filler(&self, extent: &str) -> &'static str {
        let mut dice = Dice::new(self.dice.clone().next());
        let filler = *dice.pick::<&'static str>(&["", " fill ' '", " fill 0", " fill 0xFF"]);
        if extent.parse::<u32>().is_ok() { filler } else { "" }
    }

    /// The tail of a region. These dice are a fork, so no other choice depends on them.
    fn tail_filler(&self) -> &'static str {
        let mut dice = Dice::new(self.dice.clone().next());
        dice.pick::<&'static str>(&["", "", " = 0", " = 0xFF", " fill 0"])
    }

    /// An earlier number that can say how long a region is.
    fn size(&mut self, scope: &mut Scope) -> Option<String> {
        let fits = |(name, min, max): &(String, i128, i128)| {
            *min <= 0 && (250..1 << 25).contains(max) && !scope.enclosed.contains(name)
        };
        let fitting: Vec<usize> = (0..scope.numbers.len()).filter(|at| fits(&scope.numbers[*at])).collect();
        if fitting.is_empty() {
            return None;
        }
        let (name, min, _) = scope.numbers.remove(*self.dice.pick(&fitting));
        Some(match self.dice.below(4) {
            0 if min == 0 => format!("{name} + 1"),
            1 if min == 0 => format!("{name} - 4"),
            _ => name,
        })
    }

    fn extent(&mut self, scope: &mut Scope, last: bool, of: Of) -> (String, bool) {
        if last && self.dice.percent(50) {
            let most = self.dice.below(20) + 1;
            let text = match self.dice.below(4) {
                0 => format!("{most} or end"),
                1 if of.is_of_bytes() && most.is_multiple_of(3) => "until \"ab\" or end".to_owned(),
                1 if of.is_of_bytes() && most % 3 == 1 => "through \"ab\" | 10 or end".to_owned(),
                1 if of != Of::Others => "until 0 or end".to_owned(),
                2 if of != Of::Others => format!("until 0 or end, ..={most}"),
                _ => "..".to_owned(),
            };
            return (text, true);
        }
        if !scope.counts.is_empty() && self.dice.percent(50) {
            return (self.dice.pick(&scope.counts).clone(), false);
        }
        let text = match self.dice.below(8) {
            0 if scope.tight => "1".to_owned(),
            0 => self.dice.between(0, 40).to_string(),
            1 if scope.tight => "u16".to_owned(),
            1 => match self.consts.first() {
                Some((name, _)) => name.clone(),
                None => "3".to_owned(),
            },
            2 if of != Of::Others => {
                (*self.dice.pick(&["until 0", "until 10 | 13", "until 0, ..=12", "until 0 | MAX"]))
                    .replace(" | MAX", &self.consts.first().map_or(String::new(), |(name, _)| format!(" | {name}")))
            }
            3..=5 => match self.count(scope) {
                Some(count) => count,
                None => "u8".to_owned(),
            },
            6 => {
                let given: Vec<String> = scope.given.iter().filter_map(count_given).collect();
                if given.is_empty() { "u16be".to_owned() } else { self.dice.pick(&given).clone() }
            }
            _ => {
                if !self.varints.is_empty() && self.dice.percent(50) {
                    self.dice.pick(&self.varints).0.clone()
                } else {
                    whole(&mut self.dice, 2).0
                }
            }
        };
        (text, false)
    }

    /// A count in an earlier cell, which this derives from now on, or checks.
    fn count(&mut self, scope: &mut Scope) -> Option<String> {
        let fits = |at: &usize| (5..1 << 25).contains(&scope.numbers[*at].2);
        let fitting: Vec<usize> = (0..scope.numbers.len()).filter(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        let (name, min, _) = scope.numbers.remove(*self.dice.pick(&fitting));
        let number = name.clone();
        let count = match self.dice.below(5) {
            0 if min == 0 => format!("{name} * 2"),
            1 if min == 0 => format!("{name} * 3 + 1"),
            2 if min == 0 => format!("{name} - 2"),
            _ => name,
        };
        scope.counts.push(count.clone());
        // Another formula: then the user sets the number.
        const MORE: [&str; 5] = ["NAME", "NAME + 3", "(NAME + 7) / 8", "NAME % 4", "NAME / 2 * 3"];
        if let Some(more) = MORE.get(scope.budget).filter(|_| min == 0 && scope.depth % 2 == 1) {
            scope.counts.push(more.replace("NAME", &number));
        }
        Some(count)
    }

    pub(super) fn list(&mut self, scope: &mut Scope, last: bool) -> (String, bool) {
        let name = scope.names.field(&mut self.dice, true);
        let presence = self.presence(scope, 20).map(|(presence, _)| presence).unwrap_or_default();
        if last && self.dice.percent(25) {
            let fits = |one: &&super::FamilyType| !one.to_the_end && !one.by && may_stand(scope, one.hooked);
            let families: Vec<_> = self.families.iter().filter(fits).cloned().collect();
            if !families.is_empty() {
                let one = self.dice.pick(&families).clone();
                self.hooked += usize::from(one.hooked);
                let args = self.args(scope, &one.params);
                return (format!("{name}: [{}{args}; ..]{presence}", one.name), true);
            }
        }
        let (mut message, hooked) = (false, self.hooked);
        let (item, of) = match self.dice.below(16) {
            12 | 15 if !scope.tight => {
                // These dice are a fork, so no other choice depends on them.
                let is_any = Dice::new(self.dice.clone().next()).percent(50);
                let fits = self.wires.iter().filter(|(_, element)| *element || is_any);
                let elements: Vec<String> = fits.map(|(name, _)| name.clone()).collect();
                match elements.is_empty() {
                    true => ("u64be".to_owned(), Of::Numbers),
                    false => (self.dice.pick(&elements).clone(), Of::Others),
                }
            }
            13 => (
                (*self.dice.pick(&[
                    "[[u8; u8]; 2]",
                    "match u8 { 0 => A {}, 1 => B: u16, 2..=4 => C { y2: i8 } }",
                    "match u8 { 0 => A { y2: u8 }, _ => B {} }",
                    "[i16; until -1 | 7]",
                    "struct { a: u8, b: latin1[u8] }",
                    "{ bits u8 { has_a, wide, _: .. }, a: u8 if has_a, b: match wide { 0 => u8, 1 => u16 } }",
                ]))
                .replace("struct {", "{"),
                Of::Others,
            ),
            0 | 1 => {
                let (wire, ..) = whole(&mut self.dice, 4);
                (wire, Of::Numbers)
            }
            2 | 3 if !self.scalars.is_empty() => (self.dice.pick(&self.scalars).name.clone(), Of::Others),
            4 => ((*self.dice.pick(&["bool", "f32", "f64be"])).to_owned(), Of::Others),
            5 => (
                (*self.dice.pick(&["[u8; 3]", "latin1[u8]", "bits u8 { aa, bb: u7 }", "utf8[until 0]", "bytes[2]"]))
                    .to_owned(),
                Of::Others,
            ),
            6 | 7 => {
                let fits = |one: &&super::RecordType| !one.to_the_end && may_stand(scope, one.hooked);
                let records: Vec<_> = self.records.iter().filter(fits).cloned().collect();
                if records.is_empty() || scope.tight {
                    ("u16".to_owned(), Of::Numbers)
                } else {
                    let one = self.dice.pick(&records).clone();
                    self.hooked += usize::from(one.hooked);
                    let args = self.args(scope, &one.params);
                    (format!("{}{args}", one.name), Of::Others)
                }
            }
            8 => {
                let fits =
                    |one: &&super::FamilyType| !one.to_the_end && !one.by && !one.open && may_stand(scope, one.hooked);
                let families: Vec<_> = self.families.iter().filter(fits).cloned().collect();
                if families.is_empty() {
                    ("i24".to_owned(), Of::Numbers)
                } else {
                    message = true;
                    let one = self.dice.pick(&families).clone();
                    self.hooked += usize::from(one.hooked);
                    let args = self.args(scope, &one.params);
                    (format!("{}{args}", one.name), Of::Others)
                }
            }
            _ => return self.list_of_elements(scope, last, &name, &presence),
        };
        let hooked = self.hooked > hooked;
        if !message && !hooked && self.dice.percent(15) {
            return (self.places(scope, &name, &item, &presence), false);
        }
        let (extent, to_the_end) = self.extent(scope, last, of);
        let extent = if hooked && is_fixed(&extent) { "u8".to_owned() } else { extent };
        let rule = if of == Of::Numbers && self.dice.percent(25) && !extent.parse::<u8>().is_ok_and(|count| count < 2) {
            " where ascending(it)"
        } else if message {
            // Those of a stream are not counted.
            ""
        } else {
            self.amount(&extent)
        };
        (format!("{name}: [{item}; {extent}]{presence}{rule}"), to_the_end)
    }

    /// A list with empty places: its mask is a number that nobody uses yet, or stands in front.
    fn places(&mut self, scope: &mut Scope, name: &str, item: &str, presence: &str) -> String {
        let most = if scope.tight { 2 } else { 16 };
        let fits = |(_, min, max): &(String, i128, i128)| {
            *min == 0 && max.count_ones() == max.trailing_ones() && (1..=most).contains(&max.count_ones())
        };
        let fitting: Vec<usize> = (0..scope.numbers.len()).filter(|at| fits(&scope.numbers[*at])).collect();
        let (front, mask, places) = if fitting.is_empty() || self.dice.percent(30) {
            let (mask, places) = (scope.names.field(&mut self.dice, true), self.dice.between(2, most.min(15).into()));
            (format!("bits u16be {{ {mask}: u{places}, _: .. }}, "), mask, places)
        } else {
            let (mask, _, max) = scope.numbers.remove(*self.dice.pick(&fitting));
            (String::new(), mask, max.count_ones().into())
        };
        format!("{front}{name}: [{item} if {mask}; {places}]{presence}")
    }

    /// A list of records that are written in place.
    fn list_of_elements(&mut self, scope: &mut Scope, last: bool, name: &str, presence: &str) -> (String, bool) {
        let named =
            if self.dice.percent(30) { format!("struct {} ", self.names.upper(&mut self.dice)) } else { String::new() };
        // Elements that hand on parts of what stands in front of them.
        let handed = if scope.tight || !self.dice.percent(50) { None } else { self.with_params(scope) };
        let front = handed.iter().map(|one| self.bits_to_pass(scope, &one.params)).collect::<String>();
        let mut inner = Scope {
            names: scope.names.clone(),
            users: scope.users.clone(),
            given: scope.users.clone(),
            budget: scope.budget.min(4),
            depth: scope.depth + 1,
            element: true,
            tight: scope.tight,
            whole: scope.whole,
            compared: scope.compared,
            ..Scope::default()
        };
        let hooked = self.hooked;
        let ended = self.dice.below(8);
        let first = inner.names.field(&mut self.dice, true);
        let (head, extent) = match ended {
            0 => (format!("{first}: i16, "), Some(format!("until {first}: -1 | ..0"))),
            1 => (format!("{first}: u8, "), Some(format!("until {first}: 0"))),
            2 => (format!("{first}: latin1[u8], "), Some(format!("until {first}: \"\""))),
            3 => (format!("{first}: ascii[until 0], "), Some(format!("until {first}: \"\", ..=5"))),
            4 => {
                // Behind bits, one of which says how wide it is.
                let tag = inner.names.field(&mut self.dice, true);
                let widths = "0 => i8, 1 => u16be, 2 => i24, 3 => u32";
                let bits = format!("bits u16 {{ _: u2 = 1, {tag}: u2, _: .. }}");
                (format!("{bits}, {first}: match {tag} {{ {widths} }}, "), Some(format!("until {first}: -1 | 0")))
            }
            5 => (format!("bits u8 {{ {first}: u3, _: .. }}, "), Some(format!("until {first}: 5"))),
            _ => (format!("{first}: u8, "), None),
        };
        let handed = handed.map(|one| {
            let (name, args) = (inner.names.field(&mut self.dice, true), self.args(&mut inner, &one.params));
            self.hooked += usize::from(one.hooked);
            format!("{name}: {}{args}, ", one.name)
        });
        let head = format!("{head}{}", handed.unwrap_or_default());
        let (rest, _) = if inner.budget > 0 && scope.depth < 3 {
            self.entries(&mut inner, false, 4)
        } else {
            (String::new(), false)
        };
        scope.names = inner.names;
        let counted = extent.is_none();
        let (extent, to_the_end) = match extent {
            Some(extent) => (extent, false),
            None => self.extent(scope, last, Of::Others),
        };
        let extent = if self.hooked > hooked && is_fixed(&extent) { "u8".to_owned() } else { extent };
        let ascends = counted && !is_fixed(&extent) && self.dice.percent(45);
        let rule = if ascends { format!(" where ascending(it.{first})") } else { String::new() };
        (format!("{front}{name}: [{named}{{ {head}{rest}}}; {extent}]{presence}{rule}"), to_the_end)
    }
}

/// Whether an extent says by itself how many there are.
fn is_fixed(extent: &str) -> bool {
    let extent = extent.trim_end_matches(" or end");
    extent.starts_with("MAX_") || extent.parse::<u64>().is_ok()
}

/// What says how many without being in the record: a parameter, or what stands outside of a list.
pub(super) fn count_given(user: &User) -> Option<String> {
    match user {
        User::Int(name, 0, 1..=255) => Some(name.clone()),
        _ => None,
    }
}
