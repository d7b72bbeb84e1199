//! Numbers that are left out: the code that a shape stores, and a field with a default in its schema.

use serde::de::value::{Error, F64Deserializer};
use serde::de::{Deserialize, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

/// A code that is read as a compact format has it: the number on the wire.
struct Code(i128);

impl<'de> Deserializer<'de> for Code {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match (i64::try_from(self.0), u64::try_from(self.0)) {
            (_, Ok(code)) => visitor.visit_u64(code),
            (Ok(code), Err(_)) => visitor.visit_i64(code),
            (Err(_), Err(_)) => visitor.visit_i128(self.0),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.0 != 0)
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The default of a number of any type, by its code. The compiler of the schema chose one that the type has.
#[must_use]
pub fn code<T: for<'de> Deserialize<'de> + Default, const CODE: i128>() -> T {
    T::deserialize(Code(CODE)).unwrap_or_default()
}

/// The default of an IEEE number of either width, by the bits of its double.
#[must_use]
pub fn float<T: for<'de> Deserialize<'de> + Default, const BITS: u64>() -> T {
    let double: F64Deserializer<Error> = f64::from_bits(BITS).into_deserializer();
    T::deserialize(double).unwrap_or_default()
}
