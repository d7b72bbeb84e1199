//! What a layout of bits makes of itself with another part, and what a packed number is made of: questions, and answers
//! from the model alone.

use wireform_build::model::{Bits, BitsPart, Code, Enum, Interval, Packed, Protocol, SessionValues, Value};
use wireform_build::quantity::{digit_values, digits, packed_raw};

use super::Known;
use super::dice::Dice;
use super::told::held_in_rust;

/// Questions about each.
const QUESTIONS: usize = 40;

/// The parts that the user sees: what is always the same is none of them.
pub fn named(bits: &Bits) -> impl Iterator<Item = (&str, &BitsPart)> {
    let parts = bits.parts.iter().filter(|part| part.constant.is_none());
    parts.filter_map(|part| Some((part.name.as_deref()?, part)))
}

/// A number of the whole, and one for each of its named parts.
pub fn about_bits<'d>(dice: &'d mut Dice, bits: &'d Bits) -> impl Iterator<Item = Known> + 'd {
    (0..QUESTIONS).map(|_| {
        let whole = Interval::of_bits(u32::from(bits.width), false);
        let raw = match dice.below(4) {
            0 => *dice.pick(&[whole.min, whole.max]),
            _ => dice.between(whole.min, whole.max),
        };
        let mut params = vec![raw];
        params.extend(named(bits).map(|(_, part)| near(dice, Interval::of_bits(u32::from(part.width), part.signed))));
        Known { params, session: SessionValues::default() }
    })
}

/// A raw number, and one for each digit.
pub fn about_packed<'d>(dice: &'d mut Dice, packed: &'d Packed) -> impl Iterator<Item = Known> + 'd {
    (0..QUESTIONS).map(|_| {
        let mut params = vec![near(dice, packed.raw)];
        // Whatever their type is, these are in it.
        let most = Interval::of_bits(32, true);
        let digits = packed.digits.iter().map(|digit| near(dice, digit_values(digit)).clamp(most.min, most.max));
        params.extend(digits.collect::<Vec<_>>());
        Known { params, session: SessionValues::default() }
    })
}

/// A number in an interval, or just outside of it.
fn near(dice: &mut Dice, Interval { min, max }: Interval) -> Code {
    match dice.below(3) {
        0 => *dice.pick(&[min, max, 0, min - 1, max + 1]),
        1 => dice.between(min - 3, max + 3),
        _ => dice.between(min.max(-3).min(max), max.min(20).max(min)),
    }
}

/// The number of the layout, and then of it with each part alone.
pub fn of_bits(protocol: &Protocol, bits: &Bits, numbers: &[Code]) -> String {
    let raw = numbers[0] & meant(protocol, bits) | filled(protocol, bits);
    let with = named(bits).zip(&numbers[1..]).map(|((_, part), number)| match made(protocol, part, *number) {
        None => " unmade".to_owned(),
        // Layouts have no sign, whatever the number has that carries them.
        Some(number)
            if !Interval::of_bits(u32::from(part.width), part.signed && !matches!(part.value, Value::Bits(_)))
                .contains(number) =>
        {
            " refused".to_owned()
        }
        Some(number) => format!(" {}", raw & !mask(part) | number << part.low & mask(part)),
    });
    let with: String = with.collect();
    format!("{raw}{with}")
}

/// The bits that are not reserved, in this layout and in those that are parts of it.
pub fn meant(protocol: &Protocol, bits: &Bits) -> Code {
    let parts = bits.parts.iter().filter(|part| part.reserved().is_none());
    parts.fold(0, |all, part| match (part.value, part.constant) {
        (Value::Bits(id), None) => all | meant(protocol, &protocol.bits[id.0]) << part.low,
        _ => all | mask(part),
    })
}

/// The other bits, as a writer fills them.
pub fn filled(protocol: &Protocol, bits: &Bits) -> Code {
    bits.parts.iter().fold(0, |all, part| match (part.reserved(), part.constant, part.value) {
        (Some(fill), _, _) => all | fill << part.low,
        (None, None, Value::Bits(id)) => all | filled(protocol, &protocol.bits[id.0]) << part.low,
        (None, _, _) => all,
    })
}

fn mask(part: &BitsPart) -> Code {
    ((1 << part.width) - 1) << part.low
}

/// The number of the value that Rust makes of a number, if it does.
fn made(protocol: &Protocol, part: &BitsPart, number: Code) -> Option<Code> {
    let wire = Interval::of_bits(u32::from(part.width), part.signed);
    match part.value {
        Value::Bool | Value::Truthy => return Some((number != 0).into()),
        Value::Bits(id) => {
            let inner = &protocol.bits[id.0];
            let whole = Interval::of_bits(u32::from(inner.width).next_power_of_two().max(8), false);
            return whole.contains(number).then_some(number & meant(protocol, inner) | filled(protocol, inner));
        }
        _ => {}
    }
    if !held_in_rust(protocol, part.value, wire).contains(number) {
        return None;
    }
    let Value::Enum(id) = part.value else { return Some(number) };
    let one = &protocol.enums[id.0];
    match one.name_of(number) {
        Some(_) => Some(one.written(number)),
        None if one.open => Some(number),
        None => beyond(one, number),
    }
}

/// What Rust makes of a number that the carrier does not have, where each that it has is named: the default.
fn beyond(one: &Enum, number: Code) -> Option<Code> {
    let all: Code = one.codes.iter().flat_map(|name| &name.read).map(|codes| codes.max - codes.min + 1).sum();
    let is_total = all == one.interval.max - one.interval.min + 1;
    let default = one.default_name().filter(|_| is_total && !one.interval.contains(number));
    default.map(|name| name.written)
}

/// What comes of the digits of a raw number, and of others.
pub fn of_packed(packed: &Packed, numbers: &[Code]) -> String {
    let back =
        |values: &[Code]| packed_raw(packed, values).map_or_else(|_| "refused".to_owned(), |raw| raw.to_string());
    let whole = match packed.raw.contains(numbers[0]) {
        true => back(&digits(packed, numbers[0])),
        false => "unmade".to_owned(),
    };
    format!("{whole} {}", back(&numbers[1..]))
}
