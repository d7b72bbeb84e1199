//! Exact rationals: numbers of a schema, before they are rounded once to the type of a computation.
//!
//! All operations are checked: a result that does not fit is `None`.

use std::cmp::Ordering;

use crate::model::FloatWidth;

/// An exact rational, in lowest terms, `under` positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ratio {
    /// Numerator.
    pub over: i128,
    /// Denominator.
    pub under: i128,
}

impl Ratio {
    /// An integer.
    pub const fn whole(over: i128) -> Self {
        Self { over, under: 1 }
    }

    /// `over / under` in lowest terms; `None` if `under` is zero or the result does not fit.
    pub fn new(over: i128, under: i128) -> Option<Self> {
        let divisor = i128::try_from(gcd(over.unsigned_abs(), under.unsigned_abs())).ok()?;
        let (over, under) = (over.checked_div(divisor)?, under.checked_div(divisor)?);
        if under < 0 {
            return Some(Self { over: over.checked_neg()?, under: under.checked_neg()? });
        }
        (under > 0).then_some(Self { over, under })
    }

    /// A decimal number as written: `-0.7072`, `4.793836e-5`.
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: i128 = format!("{before}{after}").parse().ok()?;
        let exponent: i32 = exponent.parse().ok()?;
        let shift = exponent.checked_sub(i32::try_from(after.len()).ok()?)?;
        let power = 10_i128.checked_pow(shift.unsigned_abs())?;
        if shift < 0 { Self::new(digits, power) } else { digits.checked_mul(power).map(Self::whole) }
    }

    /// The integer value, if it is one.
    pub fn as_whole(self) -> Option<i128> {
        (self.under == 1).then_some(self.over)
    }

    /// `self + other`
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let common = i128::try_from(gcd(self.under.unsigned_abs(), other.under.unsigned_abs())).ok()?;
        let (left, right) = (other.under.checked_div(common)?, self.under.checked_div(common)?);
        let over = self.over.checked_mul(left)?.checked_add(other.over.checked_mul(right)?)?;
        Self::new(over, self.under.checked_mul(left)?)
    }

    /// `-self`
    pub fn checked_neg(self) -> Option<Self> {
        Some(Self { over: self.over.checked_neg()?, under: self.under })
    }

    /// `self - other`
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.checked_add(other.checked_neg()?)
    }

    /// `self * other`
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        // Cancelling crosswise first avoids overflow in the products.
        let (a, b) = (Self::new(self.over, other.under)?, Self::new(other.over, self.under)?);
        Self::new(a.over.checked_mul(b.over)?, a.under.checked_mul(b.under)?)
    }

    /// `1 / self`; `None` for zero.
    pub fn checked_recip(self) -> Option<Self> {
        Self::new(self.under, self.over)
    }

    /// `self / other`
    pub fn checked_div(self, other: Self) -> Option<Self> {
        self.checked_mul(other.checked_recip()?)
    }

    /// Compares two numbers; `None` on overflow of 128 bits.
    pub fn checked_cmp(self, other: Self) -> Option<Ordering> {
        let (left, right) = (self.over.checked_mul(other.under)?, other.over.checked_mul(self.under)?);
        Some(left.cmp(&right))
    }

    /// The nearest number of a float type; every `f32` is an `f64` too.
    pub fn rounded_to(self, width: FloatWidth) -> f64 {
        match width {
            FloatWidth::F32 => f64::from(self.to_f32()),
            FloatWidth::F64 => self.to_f64(),
        }
    }

    /// The nearest `f64`, halves to even.
    pub fn to_f64(self) -> f64 {
        let (bits, exponent) = self.leading_bits();
        self.with_sign(bits as f64 * power_of_two(exponent))
    }

    /// The nearest `f32`, halves to even, rounded once and not via `f64`.
    pub fn to_f32(self) -> f32 {
        let (bits, exponent) = self.leading_bits();
        // Exact in `f64`: 24 bits and an exponent in range.
        self.with_sign(f64::from(bits as f32) * power_of_two(exponent)) as f32
    }

    fn with_sign(self, size: f64) -> f64 {
        if self.over < 0 { -size } else { size }
    }

    /// The 64 leading bits of the magnitude, and the exponent of the lowest. The lowest bit is sticky: it is set if any
    /// remainder is nonzero, so that further rounding is exact.
    fn leading_bits(self) -> (u64, i32) {
        let (over, under) = (self.over.unsigned_abs(), self.under.unsigned_abs().max(1));
        let (mut bits, mut rest) = (over / under, over % under);
        if bits == 0 && rest == 0 {
            return (0, 0);
        }
        let excess = 64_u32.saturating_sub(bits.leading_zeros());
        let mut lost = false;
        let mut exponent = 0;
        if bits.leading_zeros() < 64 {
            lost = bits.trailing_zeros() < excess;
            bits >>= excess;
            exponent = i32::try_from(excess).unwrap_or(0);
        }
        // Long division, bit by bit. `under` is below 2^127, so the doubled remainder fits.
        while bits.leading_zeros() > 64 {
            rest = rest.saturating_mul(2);
            let bit = u128::from(rest >= under);
            rest = if bit == 1 { rest.saturating_sub(under) } else { rest };
            bits = (bits << 1) | bit;
            exponent -= 1;
        }
        let bits = u64::try_from(bits).unwrap_or(u64::MAX);
        (bits | u64::from(lost || rest != 0), exponent)
    }
}

impl std::fmt::Display for Ratio {
    /// `3`, `1/16`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.under == 1 { write!(f, "{}", self.over) } else { write!(f, "{}/{}", self.over, self.under) }
    }
}

/// 2 to the power of an exponent of a normal `f64`.
fn power_of_two(exponent: i32) -> f64 {
    let biased = u64::try_from(exponent.saturating_add(1023).clamp(1, 2046)).unwrap_or(1);
    f64::from_bits(biased << 52)
}

fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests;
