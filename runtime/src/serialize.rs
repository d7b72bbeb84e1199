//! Lists, messages, text, long arrays, addresses and four-character codes for serde: what plain values of generated code
//! hold besides numbers.

use core::fmt;
use core::net::Ipv4Addr;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Error, Serialize, SerializeSeq, SerializeTuple, Serializer};

use crate::array::Array;
use crate::list::{Element, List};
use crate::messages::Messages;
use crate::notation::{FourCc, Ipv4};
use crate::text::Text;
use crate::varint::TextUnit;

impl<'a, T: Element<'a, P> + Serialize, P: Copy> Serialize for List<'a, T, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'a, T: Element<'a, P> + Default + Serialize, const N: usize, P: Copy> Serialize for Array<'a, T, N, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'a, T: Element<'a, P> + Serialize, P: Copy> Serialize for Messages<'a, T, P> {
    /// Fails at the first message that cannot be read.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_seq(None)?;
        for message in self.iter() {
            all.serialize_element(&message.map_err(Error::custom)?)?;
        }
        all.end()
    }
}

impl<U: TextUnit> Serialize for Text<'_, U> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

macro_rules! number {
    ($($type:ident, $parsed:ident, $wanted:literal);*) => {$(
        /// The text if people read the format, else the number.
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() { serializer.collect_str(self) } else { self.raw().serialize(serializer) }
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct OfText;

                impl Visitor<'_> for OfText {
                    type Value = $type;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($wanted)
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        text.parse::<$parsed>().map($type::from).map_err(|_| E::custom(concat!("not ", $wanted)))
                    }
                }

                if deserializer.is_human_readable() {
                    return deserializer.deserialize_str(OfText);
                }
                u32::deserialize(deserializer).map(Self::from_raw)
            }
        }
    )*};
}

number! { Ipv4, Ipv4Addr, "an IPv4 address"; FourCc, FourCc, "a four-character code" }

/// Serializes an array as serde does those of up to 32 elements.
///
/// # Errors
/// Those of the serializer.
#[doc(hidden)]
pub fn serialize_array<A: LongArray, S: Serializer>(array: &A, serializer: S) -> Result<S::Ok, S::Error> {
    array.serialize_all(serializer)
}

/// An array of any length, as plain values hold it.
#[doc(hidden)]
pub trait LongArray {
    /// Serializes all elements, of which there are always as many.
    ///
    /// # Errors
    /// Those of the serializer.
    fn serialize_all<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

impl<T: Serialize, const N: usize> LongArray for [T; N] {
    fn serialize_all<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_tuple(N)?;
        for element in self {
            all.serialize_element(element)?;
        }
        all.end()
    }
}

impl<A: LongArray> LongArray for &A {
    fn serialize_all<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (*self).serialize_all(serializer)
    }
}

impl<A: LongArray> LongArray for Option<A> {
    fn serialize_all<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(array) => serializer.serialize_some(&Whole(array)),
            None => serializer.serialize_none(),
        }
    }
}

/// A long array as what has `Serialize`.
struct Whole<'a, A>(&'a A);

impl<A: LongArray> Serialize for Whole<'_, A> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_all(serializer)
    }
}
