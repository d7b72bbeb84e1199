//! Numbers in a notation: its text where people read the format. The number is taken as well, and an object of both.

use core::fmt;
use core::marker::PhantomData;
use core::net::Ipv4Addr;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use super::fields::{Hex, Read, Write};
use super::key::{contradiction, next_key};
use crate::notation::{FourCc, Ipv4, Mac};

/// A number that has a text.
trait Noted: Copy + PartialEq {
    /// The texts, in words.
    const WANTED: &'static str;

    /// The value of a number.
    fn of_number(number: u64) -> Option<Self>;

    /// The value of a text.
    fn of_text(text: &str) -> Option<Self>;
}

/// The text that is expected of a number in a notation.
struct Any<T>(PhantomData<T>);

impl<'de, T: Noted> Visitor<'de> for Any<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::WANTED)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        T::of_number(number).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        let found = u64::try_from(number).ok().and_then(T::of_number);
        found.ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::of_text(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<T, A::Error> {
        const KEYS: &[&str] = &["raw", "value"];
        let (mut seen, mut raw, mut value) = (0, None::<T>, None::<T>);
        while let Some(key) = next_key(KEYS, &mut seen, &mut from)? {
            let place = if key == "raw" { &mut raw } else { &mut value };
            *place = Some(from.next_value::<Held<T>>()?.0);
        }
        match (raw, value) {
            (Some(raw), Some(value)) if raw != value => Err(contradiction("value")),
            (Some(one), _) | (None, Some(one)) => Ok(one),
            (None, None) => Err(A::Error::missing_field("value")),
        }
    }
}

/// A number or a text.
struct Held<T>(T);

impl<'de, T: Noted> Deserialize<'de> for Held<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Any(PhantomData)).map(Self)
    }
}

macro_rules! integer {
    ($($type:ident),*) => {$(
        impl Noted for $type {
            const WANTED: &'static str = "a number, or hexadecimal such as 0x12c";

            fn of_number(number: u64) -> Option<Self> {
                Self::try_from(number).ok()
            }

            fn of_text(text: &str) -> Option<Self> {
                let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
                let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
                are_digits.then(|| Self::from_str_radix(digits, 16).ok()).flatten()
            }
        }

        impl Write<Hex> for $type {
            fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                if to.is_human_readable() { to.collect_str(&format_args!("{self:#x}")) } else { self.serialize(to) }
            }
        }

        impl<'de> Read<'de, Hex> for $type {
            fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                if from.is_human_readable() { from.deserialize_any(Any(PhantomData)) } else { Self::deserialize(from) }
            }
        }
    )*};
}

integer! { u8, u16, u32, u64 }

macro_rules! number {
    ($($type:ident, $raw:ident, $parsed:ident, $wanted:literal);*) => {$(
        impl Noted for $type {
            const WANTED: &'static str = $wanted;

            fn of_number(number: u64) -> Option<Self> {
                Self::try_from($raw::try_from(number).ok()?).ok()
            }

            fn of_text(text: &str) -> Option<Self> {
                text.parse::<$parsed>().ok().map(Self::from)
            }
        }

        /// The text if people read the format, else the number.
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                if to.is_human_readable() { to.collect_str(self) } else { self.raw().serialize(to) }
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                if from.is_human_readable() {
                    return from.deserialize_any(Any(PhantomData));
                }
                let raw = $raw::deserialize(from)?.into();
                Self::of_number(raw).ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(raw), &Self::WANTED))
            }
        }
    )*};
}

number! {
    Ipv4, u32, Ipv4Addr, "an IPv4 address such as 192.168.0.1";
    FourCc, u32, FourCc, "four characters of one byte each";
    Mac, u64, Mac, "a MAC address such as 00:1a:2b:3c:4d:5e"
}
