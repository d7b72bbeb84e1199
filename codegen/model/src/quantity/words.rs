//! The valid values of quantities and digits as text, for errors.

use super::{Amount, Arithmetic, digit_values, unit};
use crate::model::{Digit, Number, Outside, Quantity};

/// The values within the range: `-90 to 90 degrees`.
#[must_use]
pub fn expected(quantity: &Quantity) -> String {
    let unit = quantity.unit.as_deref();
    match (quantity.outside, quantity.range) {
        (Outside::Clamp, _) => "a number".to_owned(),
        (Outside::Wrap { .. }, _) => "a finite number".to_owned(),
        (Outside::Refuse, Some(range)) => {
            let end = |value: f64| match quantity.number {
                Number::F32 => Amount::F32(value as f32),
                Number::F64 | Number::I32 | Number::I64 => Amount::F64(value),
            };
            in_words(end(range.min), end(range.max), range.inclusive, unit)
        }
        (Outside::Refuse, None) => {
            let arithmetic = Arithmetic::new(quantity);
            let inside = arithmetic.inside();
            let (one, other) = (arithmetic.value(inside.min), arithmetic.value(inside.max));
            let (min, max) = if one.to_f64() <= other.to_f64() { (one, other) } else { (other, one) };
            in_words(min, max, true, unit)
        }
    }
}

/// The values of a digit within its range.
#[must_use]
pub fn expected_digit(digit: &Digit) -> String {
    let values = digit_values(digit);
    let end = |code| Amount::F64(code as f64);
    in_words(end(values.min), end(values.max), true, digit.unit.as_deref())
}

fn in_words(min: Amount, max: Amount, inclusive: bool, unit: Option<&str>) -> String {
    let less = if inclusive { "" } else { "less than " };
    let unit = unit.map(|unit| format!(" {}", unit::many(unit))).unwrap_or_default();
    format!("{min} to {less}{max}{unit}")
}
