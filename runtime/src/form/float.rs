//! IEEE numbers, bit for bit: a NaN and an infinity are text where people read the format, `"NaN"`, `"inf"`, `"-inf"`, and
//! `"NaN(7fc00001)"` of other bits than the usual ones.

use core::fmt::{self, Write as _};

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::Serializer;

use super::fields::{Number, Read, Write};

/// The bits of the usual NaN.
const NAN_32: u32 = 0x7FC0_0000;
const NAN_64: u64 = 0x7FF8_0000_0000_0000;

/// The name of a number that is not finite.
enum Name {
    F32(f32),
    F64(f64),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::F32(number) if number.is_nan() && number.to_bits() != NAN_32 => {
                write!(f, "NaN({:08x})", number.to_bits())
            }
            Self::F64(number) if number.is_nan() && number.to_bits() != NAN_64 => {
                write!(f, "NaN({:016x})", number.to_bits())
            }
            Self::F32(number) => number.fmt(f),
            Self::F64(number) => number.fmt(f),
        }
    }
}

/// The digits in `NaN(7fc00001)`, if there are so many.
fn bits(text: &str, digits: usize) -> Option<&str> {
    let bits = text.strip_prefix("NaN(")?.strip_suffix(')')?;
    Some(bits).filter(|bits| bits.len() == digits && bits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

impl Write<Number> for f32 {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match (to.is_human_readable(), self.is_finite()) {
            (false, _) => to.serialize_f32(*self),
            (true, true) => to.serialize_f64(longer(*self)),
            (true, false) => to.collect_str(&Name::F32(*self)),
        }
    }
}

impl Write<Number> for f64 {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match (to.is_human_readable(), self.is_finite()) {
            (false, _) | (true, true) => to.serialize_f64(*self),
            (true, false) => to.collect_str(&Name::F64(*self)),
        }
    }
}

/// The shortest text of a number of four bytes has at most nine digits, two signs, a dot and an exponent of two digits.
#[derive(Default)]
struct Digits {
    text: [u8; 24],
    len: usize,
}

impl fmt::Write for Digits {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len.saturating_add(text.len());
        self.text.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

/// The number of eight bytes with the fewest digits that are those of a number of four: 0.1 stays 0.1.
fn longer(number: f32) -> f64 {
    digits(number).unwrap_or(f64::from(number))
}

fn digits(number: f32) -> Option<f64> {
    let mut digits = Digits::default();
    write!(digits, "{number:e}").ok()?;
    core::str::from_utf8(digits.text.get(..digits.len)?).ok()?.parse().ok()
}

/// The number whose digits were read as a longer one. That is rounded already; rounded once more it may be the neighbour of
/// the number that was shown: `7.038531e-26` is one that would be.
fn shorter(number: f64) -> f32 {
    let near = number as f32;
    if f64::from(near) == number {
        return near;
    }
    [near, near.next_up(), near.next_down()].into_iter().find(|one| longer(*one) == number).unwrap_or(near)
}

macro_rules! float {
    ($($type:ident $bits:ident $digits:literal $nan:ident, $of_longer:expr;)*) => {$(
        impl<'de> Read<'de, Number> for $type {
            fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Any;

                impl Visitor<'_> for Any {
                    type Value = $type;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str(r#"a number, or "NaN", "inf" or "-inf""#)
                    }

                    fn visit_i64<E: Error>(self, number: i64) -> Result<$type, E> {
                        Ok(number as $type)
                    }

                    fn visit_u64<E: Error>(self, number: u64) -> Result<$type, E> {
                        Ok(number as $type)
                    }

                    fn visit_f32<E: Error>(self, number: f32) -> Result<$type, E> {
                        Ok(number.into())
                    }

                    fn visit_f64<E: Error>(self, number: f64) -> Result<$type, E> {
                        let shorter = $of_longer(number);
                        let fits = shorter.is_finite() || !number.is_finite();
                        fits.then_some(shorter).ok_or_else(|| E::custom("out of range for its place on the wire"))
                    }

                    fn visit_str<E: Error>(self, text: &str) -> Result<$type, E> {
                        let named = match text {
                            "NaN" => Some($type::from_bits($nan)),
                            "inf" => Some($type::INFINITY),
                            "-inf" => Some($type::NEG_INFINITY),
                            text => bits(text, $digits)
                                .and_then(|digits| $bits::from_str_radix(digits, 16).ok())
                                .map($type::from_bits)
                                .filter(|number| number.is_nan()),
                        };
                        named.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
                    }
                }

                if from.is_human_readable() { from.deserialize_any(Any) } else { $type::deserialize(from) }
            }
        }
    )*};
}

float! {
    f32 u32 8 NAN_32, shorter;
    f64 u64 16 NAN_64, core::convert::identity;
}

macro_rules! integer {
    ($($type:ident),*) => {$(
        impl Write<Number> for $type {
            fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(self, to)
            }
        }

        impl<'de> Read<'de, Number> for $type {
            fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $type::deserialize(from)
            }
        }
    )*};
}

integer! { i32, i64 }
