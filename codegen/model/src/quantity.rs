//! The arithmetic of quantities and packed numbers: the conversion between raw numbers and values.
//!
//! The proof of a quantity's loss, the interpreter and the examples compute here; generated code performs the same
//! operations in the same order. Every step is one operation of the value's type with a constant that was rounded once
//! to that type; nothing is fused or reordered. A value is outside the range if its raw number is; it is then rejected,
//! clamped or wrapped by that number.

mod operation;
mod packed;
pub mod unit;
mod words;

use crate::model::{Code, Interval, Inverse, Number, Outside, Quantity, Ratio, Rounding, Step};
use operation::Operation;
pub use operation::{constant_of, undone};
pub use packed::{digit_values, digits, packed_raw};
pub use words::{expected, expected_digit};

/// A value of a quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Amount {
    /// A value in `i32` or `i64`.
    Int(i64),
    /// A value in `f32`.
    F32(f32),
    /// A value in `f64`.
    F64(f64),
}

impl Amount {
    /// A literal, rounded once to the type; `None` if the type is an integer and the number is not whole.
    #[must_use]
    pub fn from_ratio(number: Number, ratio: Ratio) -> Option<Self> {
        match number {
            Number::I32 | Number::I64 => i64::try_from(ratio.as_whole()?).ok().map(Self::Int),
            Number::F32 => Some(Self::F32(ratio.to_f32())),
            Number::F64 => Some(Self::F64(ratio.to_f64())),
        }
    }

    /// Converts to `f64`: exact except for integers beyond 53 bits.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::F32(value) => f64::from(value),
            Self::F64(value) => value,
        }
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::F32(value) => value.fmt(f),
            Self::F64(value) => value.fmt(f),
        }
    }
}

/// The error for a value without a raw number inside the range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange;

/// The value of a raw number. Prefer an [`Arithmetic`] for many.
#[must_use]
pub fn value(quantity: &Quantity, raw: Code) -> Amount {
    Arithmetic::new(quantity).value(raw)
}

/// The raw number of a value.
///
/// # Errors
/// If the value is NaN, or is outside and the quantity rejects that.
pub fn raw(quantity: &Quantity, value: Amount) -> Result<Code, OutOfRange> {
    Arithmetic::new(quantity).raw(value)
}

/// A quantity with its constants rounded, ready to compute.
#[derive(Debug, Clone)]
pub struct Arithmetic {
    number: Number,
    forward: Vec<Operation>,
    back: Vec<Operation>,
    rounding: Rounding,
    /// The type of the inverse computation.
    back_in: Number,
    /// The raw numbers inside the range.
    inside: Interval,
    outside: Outside,
    /// Whether raw numbers outside of a declared range are read as the nearest one inside.
    clamps: bool,
}

impl Arithmetic {
    /// Rounds the constants of a quantity.
    #[must_use]
    pub fn new(quantity: &Quantity) -> Self {
        let (back, rounding) = match &quantity.to_raw {
            Inverse::Derived(rounding) => {
                (quantity.to_value.iter().rev().map(|step| Operation::new(undone(*step))).collect(), *rounding)
            }
            Inverse::Written(steps, rounding) => (steps.iter().map(|step| Operation::new(*step)).collect(), *rounding),
        };
        let nearest = matches!(quantity.to_raw, Inverse::Derived(Rounding::Nearest));
        let float = matches!(quantity.number, Number::F32 | Number::F64);
        Self {
            number: quantity.number,
            forward: quantity.to_value.iter().map(|step| Operation::new(*step)).collect(),
            back,
            rounding,
            back_in: if nearest && float { Number::F64 } else { quantity.number },
            inside: quantity.range.map_or(quantity.raw, |range| range.raws),
            outside: quantity.outside,
            clamps: quantity.outside == Outside::Clamp && quantity.range.is_some(),
        }
    }

    /// The raw numbers whose values are inside the range; without a range, all.
    #[must_use]
    pub fn inside(&self) -> Interval {
        self.inside
    }

    /// The smallest raw number inside, and the period in raw numbers, of a quantity that wraps.
    #[must_use]
    pub fn circle(&self) -> Option<(f64, f64)> {
        match self.outside {
            Outside::Wrap { period } => Some((self.inside.min as f64, period as f64)),
            Outside::Refuse | Outside::Clamp => None,
        }
    }

    /// The value of a raw number. Outside of a declared range it is unchanged, or, if the quantity clamps, that of the
    /// nearest end.
    #[must_use]
    pub fn value(&self, raw: Code) -> Amount {
        if self.clamps { self.steps(clamp(raw, self.inside)) } else { self.steps(raw) }
    }

    /// The raw number of a value.
    ///
    /// # Errors
    /// If the value is NaN, or is outside and the quantity rejects that.
    pub fn raw(&self, value: Amount) -> Result<Code, OutOfRange> {
        let raw = match (self.number, value) {
            (Number::I32 | Number::I64, Amount::Int(value)) => {
                self.back.iter().fold(Code::from(value), |x, op| op.on_whole(x))
            }
            (Number::I32 | Number::I64, Amount::F32(_) | Amount::F64(_)) => return Err(OutOfRange),
            (Number::F32 | Number::F64, value) => self.back_from(value.to_f64())?,
        };
        match self.outside {
            Outside::Refuse => self.inside.contains(raw).then_some(raw).ok_or(OutOfRange),
            Outside::Clamp => Ok(clamp(raw, self.inside)),
            Outside::Wrap { period } => {
                let period = Code::try_from(period).map_err(|_| OutOfRange)?;
                let turned = raw.checked_sub(self.inside.min).and_then(|raw| raw.checked_rem_euclid(period));
                turned.map(|raw| raw.saturating_add(self.inside.min)).ok_or(OutOfRange)
            }
        }
    }

    fn steps(&self, raw: Code) -> Amount {
        match self.number {
            Number::I32 | Number::I64 => {
                let value = self.forward.iter().fold(raw, |x, op| op.on_whole(x));
                Amount::Int(i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX }))
            }
            Number::F32 => Amount::F32(self.forward.iter().fold(raw as f32, |x, op| op.on_single(x))),
            Number::F64 => Amount::F64(self.forward.iter().fold(raw as f64, |x, op| op.on_double(x))),
        }
    }

    /// A raw number that wraps, moved by whole periods until it is inside. This happens after rounding, as in programs
    /// that keep the low bits, and before conversion to an integer: the remainder of floats is exact at any distance.
    fn turned(&self, raw: f64) -> f64 {
        let Some((first, period)) = self.circle() else { return raw };
        if first <= raw && raw < first + period {
            return raw;
        }
        let rest = (raw - first) % period;
        first + if rest < 0. { rest + period } else { rest }
    }

    fn back_from(&self, value: f64) -> Result<Code, OutOfRange> {
        // Via `f32`: exact for a value that was an `f32`.
        let exact = match self.back_in {
            Number::F32 => rounded(self.rounding, self.back.iter().fold(value as f32, |x, op| op.on_single(x)).into()),
            Number::F64 | Number::I32 | Number::I64 => {
                rounded(self.rounding, self.back.iter().fold(value, |x, op| op.on_double(x)))
            }
        };
        let exact = self.turned(exact);
        // `as` saturates, so numbers far outside stay outside.
        if exact.is_nan() { Err(OutOfRange) } else { Ok(exact as Code) }
    }
}

/// The exact increase of the value per raw number.
#[must_use]
pub fn scale(steps: &[Step]) -> Option<Ratio> {
    steps.iter().try_fold(Ratio::whole(1), |scale, step| match step {
        Step::Add(_) | Step::Subtract(_) => Some(scale),
        Step::SubtractFrom(_) => scale.checked_neg(),
        Step::Multiply(by) => scale.checked_mul(*by),
        Step::Divide(by) => scale.checked_div(*by),
    })
}

/// The rounded number; that of an `f32` is one, too.
fn rounded(rounding: Rounding, x: f64) -> f64 {
    match rounding {
        Rounding::Nearest => x.round(),
        Rounding::Trunc => x.trunc(),
        Rounding::Floor => x.floor(),
    }
}

/// Unlike [`Ord::clamp`], does not panic if the bounds are reversed.
fn clamp(code: Code, interval: Interval) -> Code {
    code.max(interval.min).min(interval.max)
}
