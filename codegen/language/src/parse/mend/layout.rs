//! Converts masks and bit numbers of other languages to a layout with a named part for each bit.

use crate::advice::bytes::number;
use crate::diagnostic::{Edit, Help};
use crate::lex::{Mark, TokenKind};
use crate::source::Span;

use super::BEFORE;

use crate::near::snake_case;
use crate::parse::cursor::Parser;
use crate::parse::names::is_number_name;

/// Bit tests of other languages; `true` if the captured number is that of a bit, `false` if it is a mask.
const TESTS: [(&str, bool); 5] = [
    ("(? <w> & (? 1 < < <i> )? )? ==|!=|>? <i>?", true),
    ("(? <w> > > <i> )? & 1 ==|!=|>? <i>?", true),
    ("(? <w> & <e> )? ==|!=|>? <e>?", false),
    ("<u> . <u> ==|!=? <e>?", false),
    ("<w> [ <i> ]", true),
];

/// The names of an enum, each with its bit number.
type Names = Vec<(String, u32)>;

/// A part of one bit.
struct Flag {
    place: u32,
    part: String,
}

impl Parser<'_> {
    /// `x: u8 if flags & 4`, at the mark: splits the number into parts, and names the part in each test.
    pub(in crate::parse) fn bits_of_masks(&self, at: usize) -> Option<Help> {
        let test_at = |here: usize| {
            TESTS.iter().find_map(|(pattern, by_place)| {
                let (end, captures) = self.texts(pattern, here)?;
                Some((end, captures, *by_place))
            })
        };
        // Few mistakes are in a test.
        (at.saturating_sub(BEFORE)..=at).find(|start| test_at(*start).is_some_and(|(end, ..)| end > at))?;
        let (open, close) = self.body_around(at)?;
        let mut tests = Vec::new();
        let mut here = open;
        while here < close {
            let test = test_at(here).map(|(end, captures, by_place)| (here, end, captures, by_place));
            here = test.as_ref().map_or(here + 1, |(_, end, ..)| *end);
            tests.extend(test);
        }
        let (_, _, captures, _) = tests.iter().find(|(start, end, ..)| (*start..*end).contains(&at))?;
        let number = captures.first()?.clone();
        let (declared, carrier, names) = self.number_of_flags(open..close, &number)?;
        let mut edits = Vec::new();
        let mut flags: Vec<Flag> = Vec::new();
        for (start, end, captures, by_place) in &tests {
            let [_, mask, order, other] = captures.as_slice() else {
                let [name, place] = captures.as_slice() else { return None };
                if *name == number {
                    let name = self.flag_at(&mut flags, place.parse().ok()?, *start);
                    edits.push(Edit::new(self.tokens(*start..*end), name));
                }
                continue;
            };
            if captures.first() != Some(&number) {
                continue;
            }
            let named = names.iter().find(|(name, _)| name == mask);
            let place = match named {
                Some((_, place)) => *place,
                None if *by_place => mask.parse().ok()?,
                None => place_of(mask)?,
            };
            let name = match named {
                Some((name, _)) => {
                    flags.push(Flag { place, part: snake_case(name) });
                    snake_case(name)
                }
                None => self.flag_at(&mut flags, place, *start),
            };
            let not = match order.as_str() {
                "==" if other == "0" => "!",
                "!=" if other != "0" => "!",
                _ => "",
            };
            edits.push(Edit::new(self.tokens(*start..*end), format!("{not}{name}")));
        }
        for (name, place) in &names {
            if flags.iter().all(|flag| flag.place != *place) {
                flags.push(Flag { place: *place, part: format!("{}: bool", snake_case(name)) });
            }
        }
        let layout = self.in_bit_order(layout(flags, &carrier)?);
        edits.push(Edit::new(declared, format!("bits {carrier} {layout}")));
        Some(Help::new(format!("a bit is a part with a name: `bits {carrier} {layout}`"), edits))
    }

    /// The name of a bit that decides about the current field.
    fn flag_at(&self, flags: &mut Vec<Flag>, place: u32, test: usize) -> String {
        if let Some(flag) = flags.iter().find(|flag| flag.place == place) {
            return flag.part.clone();
        }
        let before = self.lexed.tokens.get(..test).unwrap_or(&[]);
        let colon = before.iter().rposition(|token| token.kind == TokenKind::Mark(Mark::Colon));
        let field =
            colon.and_then(|colon| before.get(colon.checked_sub(1)?)).map_or("bit", |token| self.written(token.span));
        let part = format!("has_{field}");
        flags.push(Flag { place, part: part.clone() });
        part
    }

    /// `flags: u8`, `flags: Flags`, `flags: u16be as Flags`: its span, its wire, and the names of its bits.
    fn number_of_flags(&self, mut body: std::ops::Range<usize>, number: &str) -> Option<(Span, String, Names)> {
        let (at, end, captures) = body.find_map(|at| {
            let (end, captures) = self.texts("<n> : <t> as? <u>?", at)?;
            captures.iter().any(|capture| capture == number).then_some((at, end, captures))
        })?;
        let [_, wire, named] = captures.as_slice() else { return None };
        let (carrier, names) = if is_number_name(wire) && named.is_empty() {
            (wire.clone(), Vec::new())
        } else {
            let name = if named.is_empty() { wire } else { named };
            let (carrier, names) = self.powers_of_enum(name)?;
            (if named.is_empty() { carrier } else { wire.clone() }, names)
        };
        Some((self.tokens(at..end), carrier, names))
    }

    fn powers_of_enum(&self, name: &str) -> Option<(String, Names)> {
        (0..self.lexed.tokens.len()).find_map(|at| {
            let (open, captures) = self.texts("enum <u> : <k> {", at)?;
            let [found, carrier] = captures.as_slice() else { return None };
            if found != name {
                return None;
            }
            let names = (open..self.pairs.end(open - 1)).filter_map(|at| {
                let (_, captures) = self.texts("<u> = <i>", at)?;
                Some((captures.first()?.clone(), place_of(captures.get(1)?)?))
            });
            Some((carrier.clone(), names.collect()))
        })
    }
}

/// Parts in a number, in the order of their masks or bit numbers: `a at 0x01, b at 0x80`.
pub(super) fn by_places(carrier: &str, parts: &str, are_masks: bool) -> Option<String> {
    let flags = parts.split(", ").map(|part| {
        let (name, value) = part.split_once(" at ")?;
        let place = if are_masks { place_of(value)? } else { u32::try_from(number(value)?).ok()? };
        Some(Flag { place, part: name.to_owned() })
    });
    layout(flags.collect::<Option<Vec<Flag>>>()?, carrier)
}

/// The bit number of a mask with a single bit.
fn place_of(mask: &str) -> Option<u32> {
    let mask = number(mask).and_then(|mask| u64::try_from(mask).ok())?;
    mask.is_power_of_two().then(|| mask.trailing_zeros())
}

/// `low_first { a, _: u3, b, _: .. }`
fn layout(mut flags: Vec<Flag>, carrier: &str) -> Option<String> {
    let digits: String = carrier.chars().filter(char::is_ascii_digit).collect();
    let width: u32 = digits.parse().ok()?;
    flags.sort_by_key(|flag| flag.place);
    flags.dedup_by(|one, other| one.place == other.place && one.part == other.part);
    let mut parts = Vec::new();
    let mut at = 0;
    for Flag { place, part } in flags {
        match place.checked_sub(at)? {
            0 => {}
            1 => parts.push("_".to_owned()),
            gap => parts.push(format!("_: u{gap}")),
        }
        at = place.checked_add(1)?;
        parts.push(part);
    }
    if at < width {
        parts.push("_: ..".to_owned());
    }
    (at <= width).then(|| format!("low_first {{ {} }}", parts.join(", ")))
}
