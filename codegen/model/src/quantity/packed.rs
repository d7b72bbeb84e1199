//! Mixed radix: conversion between a packed number and its digits.

use super::{OutOfRange, clamp};
use crate::model::{Code, Digit, Interval, Outside, Packed};

/// The digits of a packed raw number, lowest first. A top digit beyond its range is clamped if it is declared so.
#[must_use]
pub fn digits(packed: &Packed, raw: Code) -> Vec<Code> {
    let mut rest = raw;
    let last = packed.digits.len().saturating_sub(1);
    let mut values = Vec::with_capacity(packed.digits.len());
    for (index, digit) in packed.digits.iter().enumerate() {
        let (low, high) = (rest.checked_rem_euclid(digit.radix), rest.checked_div_euclid(digit.radix));
        let value = digit.first.saturating_add(if index == last { rest } else { low.unwrap_or(0) });
        let clamped = index == last && digit.outside == Outside::Clamp;
        values.push(if clamped { clamp(value, digit_values(digit)) } else { value });
        rest = high.unwrap_or(0);
    }
    values
}

/// The raw number of digits, lowest first.
///
/// # Errors
/// If there are too few or too many, or one is outside its range and is rejected there.
pub fn packed_raw(packed: &Packed, values: &[Code]) -> Result<Code, OutOfRange> {
    if values.len() != packed.digits.len() {
        return Err(OutOfRange);
    }
    let mut raw: Code = 0;
    for (digit, value) in packed.digits.iter().zip(values).rev() {
        let inside = digit_values(digit);
        let value = match digit.outside {
            Outside::Refuse if !inside.contains(*value) => return Err(OutOfRange),
            Outside::Refuse => *value,
            Outside::Clamp => clamp(*value, inside),
            Outside::Wrap { .. } => {
                let from_first = value.checked_sub(digit.first).ok_or(OutOfRange)?;
                digit.first.saturating_add(from_first.checked_rem_euclid(digit.radix).ok_or(OutOfRange)?)
            }
        };
        raw = raw.saturating_mul(digit.radix).saturating_add(value.saturating_sub(digit.first));
    }
    Ok(raw)
}

/// The values of a digit.
#[must_use]
pub fn digit_values(digit: &Digit) -> Interval {
    Interval::new(digit.first, digit.first.saturating_add(digit.radix).saturating_sub(1))
}
