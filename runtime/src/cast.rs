//! Conversions between numbers as constant functions, whose names say from what to what, and the rounding that `core`
//! does not have.
//!
//! Generated code calls them instead of `as`, which does not say what it may lose, and instead of `From`, which can
//! not be called in a constant. From an integer to a narrower one the low bits are kept: it is called where the
//! number is known to fit, or where its low bits are what is meant. From an integer to a float the nearest is taken,
//! halves to even; from a float to an integer the fraction is cut off, and what is too large gives the nearest end.
//!
//! ```
//! use wireform::cast;
//!
//! assert_eq!(cast::u32_to_u8(0x123), 0x23);
//! assert_eq!(cast::i64_to_i32(-5), -5);
//! assert_eq!(cast::f64_to_u8(300.5), 255);
//! assert_eq!(cast::round(-2.5), -3.0);
//! ```

macro_rules! casts {
    ($($doc:literal { $($name:ident: $from:ty => $to:ty;)* })*) => {$($(
        #[doc = concat!("`", stringify!($from), "` as `", stringify!($to), "`: ", $doc)]
        #[must_use]
        #[inline]
        pub const fn $name(number: $from) -> $to {
            number as $to
        }
    )*)*};
}

casts! {
"the same number." {
    u8_to_u16: u8 => u16;
    u8_to_i16: u8 => i16;
    u8_to_u32: u8 => u32;
    u8_to_i32: u8 => i32;
    u8_to_u64: u8 => u64;
    u8_to_i64: u8 => i64;
    i8_to_i16: i8 => i16;
    i8_to_i32: i8 => i32;
    i8_to_i64: i8 => i64;
    u16_to_u32: u16 => u32;
    u16_to_i32: u16 => i32;
    u16_to_u64: u16 => u64;
    u16_to_i64: u16 => i64;
    i16_to_i32: i16 => i32;
    i16_to_i64: i16 => i64;
    u32_to_u64: u32 => u64;
    u32_to_i64: u32 => i64;
    i32_to_i64: i32 => i64;
    u8_to_i128: u8 => i128;
    i8_to_i128: i8 => i128;
    u16_to_i128: u16 => i128;
    i16_to_i128: i16 => i128;
    u32_to_i128: u32 => i128;
    i32_to_i128: i32 => i128;
    u64_to_i128: u64 => i128;
    i64_to_i128: i64 => i128;
    u8_to_f32: u8 => f32;
    i8_to_f32: i8 => f32;
    u16_to_f32: u16 => f32;
    i16_to_f32: i16 => f32;
    u8_to_f64: u8 => f64;
    i8_to_f64: i8 => f64;
    u16_to_f64: u16 => f64;
    i16_to_f64: i16 => f64;
    u32_to_f64: u32 => f64;
    i32_to_f64: i32 => f64;
    f32_to_f64: f32 => f64;
}
"the low bits." {
    u8_to_i8: u8 => i8;
    i8_to_u8: i8 => u8;
    i8_to_u16: i8 => u16;
    i8_to_u32: i8 => u32;
    i8_to_u64: i8 => u64;
    u16_to_u8: u16 => u8;
    u16_to_i8: u16 => i8;
    u16_to_i16: u16 => i16;
    i16_to_u8: i16 => u8;
    i16_to_i8: i16 => i8;
    i16_to_u16: i16 => u16;
    i16_to_u32: i16 => u32;
    i16_to_u64: i16 => u64;
    u32_to_u8: u32 => u8;
    u32_to_i8: u32 => i8;
    u32_to_u16: u32 => u16;
    u32_to_i16: u32 => i16;
    u32_to_i32: u32 => i32;
    i32_to_u8: i32 => u8;
    i32_to_i8: i32 => i8;
    i32_to_u16: i32 => u16;
    i32_to_i16: i32 => i16;
    i32_to_u32: i32 => u32;
    i32_to_u64: i32 => u64;
    u64_to_u8: u64 => u8;
    u64_to_i8: u64 => i8;
    u64_to_u16: u64 => u16;
    u64_to_i16: u64 => i16;
    u64_to_u32: u64 => u32;
    u64_to_i32: u64 => i32;
    u64_to_i64: u64 => i64;
    i64_to_u8: i64 => u8;
    i64_to_i8: i64 => i8;
    i64_to_u16: i64 => u16;
    i64_to_i16: i64 => i16;
    i64_to_u32: i64 => u32;
    i64_to_i32: i64 => i32;
    i64_to_u64: i64 => u64;
    usize_to_u8: usize => u8;
    usize_to_i8: usize => i8;
    usize_to_u16: usize => u16;
    usize_to_i16: usize => i16;
    usize_to_u32: usize => u32;
    usize_to_i32: usize => i32;
    usize_to_u64: usize => u64;
    usize_to_i64: usize => i64;
    i128_to_u8: i128 => u8;
    i128_to_i8: i128 => i8;
    i128_to_u16: i128 => u16;
    i128_to_i16: i128 => i16;
    i128_to_u32: i128 => u32;
    i128_to_i32: i128 => i32;
    i128_to_u64: i128 => u64;
    i128_to_i64: i128 => i64;
}
"the nearest, halves to even." {
    u32_to_f32: u32 => f32;
    i32_to_f32: i32 => f32;
    u64_to_f32: u64 => f32;
    i64_to_f32: i64 => f32;
    u64_to_f64: u64 => f64;
    i64_to_f64: i64 => f64;
    f64_to_f32: f64 => f32;
}
"without its fraction, or the nearest end; NaN is 0." {
    f64_to_u8: f64 => u8;
    f64_to_i8: f64 => i8;
    f64_to_u16: f64 => u16;
    f64_to_i16: f64 => i16;
    f64_to_u32: f64 => u32;
    f64_to_i32: f64 => i32;
    f64_to_u64: f64 => u64;
    f64_to_i64: f64 => i64;
    f64_to_i128: f64 => i128;
}
}

/// From here on a float has no fraction.
const WHOLE: f64 = 4_503_599_627_370_496.0;

/// Toward zero.
#[must_use]
#[inline]
pub const fn trunc(number: f64) -> f64 {
    if number.abs() < WHOLE { number as i64 as f64 } else { number }
}

/// Down.
#[must_use]
#[inline]
pub const fn floor(number: f64) -> f64 {
    let whole = trunc(number);
    if whole > number { whole - 1.0 } else { whole }
}

/// To the nearest whole number, halves away from zero.
#[must_use]
#[inline]
pub const fn round(number: f64) -> f64 {
    let whole = trunc(number);
    let fraction = number - whole;
    if fraction >= 0.5 {
        whole + 1.0
    } else if fraction <= -0.5 {
        whole - 1.0
    } else {
        whole
    }
}

/// The number moved by whole periods until it is at least `first` and less than a period beyond; NaN where it is no
/// finite number.
#[must_use]
#[inline]
pub const fn turned(number: f64, first: f64, period: f64) -> f64 {
    if first <= number && number < first + period {
        return number;
    }
    let rest = (number - first) % period;
    first + if rest < 0.0 { rest + period } else { rest }
}

/// The whole number moved by multiples of `count` until it is at least `first` and less than `count` beyond.
#[must_use]
#[inline]
pub const fn wrapped(number: i128, first: i128, count: i128) -> i128 {
    match number.wrapping_sub(first).checked_rem_euclid(count) {
        Some(rest) => first.wrapping_add(rest),
        None => first,
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;

    #[test]
    fn rounding_is_that_of_std() {
        let mut numbers = std::vec![0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, f64::INFINITY, f64::NEG_INFINITY, f64::MAX];
        numbers.extend([WHOLE - 0.5, WHOLE + 1.0, -WHOLE - 1.0, 0.499_999_999_999_999_94, -0.499_999_999_999_999_94]);
        let mut bits: u64 = 1;
        for _ in 0..if cfg!(miri) { 100 } else { 100_000 } {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            numbers.push((bits as i64) as f64 / f64::from(1_u32 << (bits >> 59)));
            numbers.push(f64::from_bits(bits));
        }
        for number in numbers {
            if number.is_nan() {
                continue;
            }
            assert_eq!(trunc(number), number.trunc());
            assert_eq!(floor(number), number.floor());
            assert_eq!(round(number), number.round());
        }
        assert!(trunc(f64::NAN).is_nan() && floor(f64::NAN).is_nan() && round(f64::NAN).is_nan());
    }

    #[test]
    fn turns() {
        assert_eq!(turned(-1.0, 0.0, 360.0), 359.0);
        assert_eq!(turned(360.0, 0.0, 360.0), 0.0);
        assert!(turned(f64::INFINITY, 0.0, 360.0).is_nan());
        assert_eq!(wrapped(-1, 0, 360), 359);
        assert_eq!(wrapped(200, -90, 181), 19);
        assert_eq!(wrapped(5, 3, 0), 3);
    }
}
