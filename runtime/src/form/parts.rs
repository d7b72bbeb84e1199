//! Layouts of bits and packed numbers: `{"raw":8191,"channel":7,"entity":1023}` where people read the format, else the raw
//! number.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::key::{bare, bit, contradiction, never_written, next_key};

/// A number that consists of parts.
pub trait Parts: Copy + Default {
    /// The number on the wire.
    type Raw: Copy + PartialEq + fmt::Display + Serialize + DeserializeOwned;
    /// The parts, while they are read.
    type Read;
    /// The type's name in the schema.
    const NAME: &'static str;
    /// `raw`, and the names of the parts.
    const KEYS: &'static [&'static str];

    /// The number on the wire.
    fn number(self) -> Self::Raw;

    /// The value of a number on the wire.
    ///
    /// # Errors
    /// If the wire cannot hold it.
    fn of_number<E: Error>(raw: Self::Raw) -> Result<Self, E>;

    /// Writes each part.
    ///
    /// # Errors
    /// Those of the serializer.
    fn write_parts<M: SerializeMap>(self, to: &mut M) -> Result<(), M::Error>;

    /// The parts of a value.
    fn parts(self) -> Self::Read;

    /// Reads the part of this name.
    ///
    /// # Errors
    /// If it is no value of the part.
    fn read_part<'de, A: MapAccess<'de>>(parts: &mut Self::Read, key: &str, from: &mut A) -> Result<(), A::Error>;

    /// The value of parts.
    ///
    /// # Errors
    /// If one is out of range.
    fn of_parts<E: Error>(parts: Self::Read) -> Result<Self, E>;

    /// Whether the part of this name is that of the value. (A value that was read may have parts that cannot be set.)
    fn has_part(self, parts: &Self::Read, key: &str) -> bool;
}

/// Writes a number with its parts.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<T: Parts, S: Serializer>(value: T, to: S) -> Result<S::Ok, S::Error> {
    if !to.is_human_readable() {
        return value.number().serialize(to);
    }
    let mut all = to.serialize_map(Some(T::KEYS.len()))?;
    all.serialize_entry("raw", &value.number())?;
    value.write_parts(&mut all)?;
    all.end()
}

/// Reads a number, of its parts or the raw number.
///
/// # Errors
/// If it is none, or a bare number, which may be the raw number or a part.
pub fn deserialize<'de, T: Parts, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    if from.is_human_readable() {
        return from.deserialize_any(Any(PhantomData));
    }
    T::Raw::deserialize(from).and_then(T::of_number)
}

struct Any<T>(PhantomData<T>);

impl<T: Parts> Any<T> {
    fn bare<E: Error>(self, number: impl fmt::Display) -> E {
        match T::KEYS.get(1) {
            Some(first) => bare(format_args!(r#"{{"raw":{number}}} or {{"{first}":..}}"#)),
            None => bare(format_args!(r#"{{"raw":{number}}} or {{}}"#)),
        }
    }
}

impl<'de, T: Parts> Visitor<'de> for Any<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of parts")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        Err(self.bare(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        Err(self.bare(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        Err(self.bare(number))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<T, A::Error> {
        let (mut seen, mut raw, mut parts) = (0, None, T::default().parts());
        while let Some(key) = next_key(T::KEYS, &mut seen, &mut from)? {
            match key {
                "raw" => raw = from.next_value::<Option<T::Raw>>()?,
                key => T::read_part(&mut parts, key, &mut from)?,
            }
        }
        let Some(raw) = raw else { return T::of_parts(parts) };
        let value = T::of_number::<A::Error>(raw)?;
        let given = || T::KEYS.iter().enumerate().skip(1).filter(|(index, _)| seen & bit(*index) != 0);
        if let Some((_, key)) = given().find(|(_, key)| !value.has_part(&parts, key)) {
            return Err(contradiction(key));
        }
        // Bits that are in no part are reserved. Beside the parts they are as they were read.
        if given().next().is_none() && value.number() != raw {
            return Err(never_written(raw, value.number()));
        }
        Ok(value)
    }
}

/// Both traits of serde for a layout of bits: its type, that of its number, its name, and for each part the name, the getter,
/// the setter and the kind of the field.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_bits {
    ($type:ident, $raw:ident, $name:literal $(, $key:literal $get:ident $with:ident $kind:ident)*) => {
        impl $crate::form::Parts for $type {
            type Raw = $raw;
            type Read = Self;
            const NAME: &'static str = $name;
            const KEYS: &'static [&'static str] = &["raw" $(, $key)*];

            fn number(self) -> $raw {
                self.raw()
            }

            fn of_number<E: $crate::form::serde::de::Error>(raw: $raw) -> ::core::result::Result<Self, E> {
                ::core::result::Result::Ok(Self::from_raw(raw))
            }

            fn write_parts<M: $crate::form::serde::ser::SerializeMap>(
                self,
                _to: &mut M,
            ) -> ::core::result::Result<(), M::Error> {
                $(_to.serialize_entry($key, $crate::form_part!(shown $kind, &Self::$get(self)))?;)*
                ::core::result::Result::Ok(())
            }

            fn parts(self) -> Self {
                self
            }

            fn read_part<'de, A: $crate::form::serde::de::MapAccess<'de>>(
                parts: &mut Self,
                key: &str,
                _from: &mut A,
            ) -> ::core::result::Result<(), A::Error> {
                *parts = match key {
                    $($key => $crate::form::settled::<_, A::Error>(
                        Self::$with(*parts, $crate::form_part!(read $kind, _from)),
                        ::core::concat!($name, ".", $key),
                    )?,)*
                    _ => *parts,
                };
                ::core::result::Result::Ok(())
            }

            fn of_parts<E: $crate::form::serde::de::Error>(parts: Self) -> ::core::result::Result<Self, E> {
                ::core::result::Result::Ok(parts)
            }

            fn has_part(self, _parts: &Self, key: &str) -> bool {
                match key {
                    $($key => Self::$get(self) == Self::$get(*_parts),)*
                    _ => true,
                }
            }
        }

        $crate::serde_form! { $type, parts }
    };
}

/// A part as it is written, or read.
#[doc(hidden)]
#[macro_export]
macro_rules! form_part {
    (shown plain, $part:expr) => {
        $part
    };
    (shown hex, $part:expr) => {
        &$crate::form::Shown::<$crate::form::Hex, _>::new($part)
    };
    (read plain, $from:ident) => {
        $from.next_value()?
    };
    (read hex, $from:ident) => {
        $from.next_value::<$crate::form::Of<$crate::form::Hex, _>>()?.get()
    };
}

/// Both traits of serde for a packed number: its type, that of its number, its name, and for each digit the name and the
/// getter.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_packed {
    ($type:ident, $raw:ident, $name:literal $(, $key:literal $get:ident)*) => {
        const _: () = {
            /// The digits, while they are read.
            pub struct Digits_ { $($get: i64),* }

            impl $crate::form::Parts for $type {
                type Raw = $raw;
                type Read = Digits_;
                const NAME: &'static str = $name;
                const KEYS: &'static [&'static str] = &["raw" $(, $key)*];

                fn number(self) -> $raw {
                    self.raw()
                }

                fn of_number<E: $crate::form::serde::de::Error>(raw: $raw) -> ::core::result::Result<Self, E> {
                    $crate::form::settled(Self::from_raw(raw), $name)
                }

                fn write_parts<M: $crate::form::serde::ser::SerializeMap>(
                    self,
                    to: &mut M,
                ) -> ::core::result::Result<(), M::Error> {
                    $(to.serialize_entry($key, &Self::$get(self))?;)*
                    ::core::result::Result::Ok(())
                }

                fn parts(self) -> Digits_ {
                    Digits_ { $($get: ::core::convert::From::from(Self::$get(self))),* }
                }

                fn read_part<'de, A: $crate::form::serde::de::MapAccess<'de>>(
                    parts: &mut Digits_,
                    key: &str,
                    from: &mut A,
                ) -> ::core::result::Result<(), A::Error> {
                    match key {
                        $($key => parts.$get = from.next_value()?,)*
                        _ => {}
                    }
                    ::core::result::Result::Ok(())
                }

                fn of_parts<E: $crate::form::serde::de::Error>(parts: Digits_) -> ::core::result::Result<Self, E> {
                    $crate::form::settled(Self::new($($crate::form::narrowed::<_, E>(parts.$get)?),*), $name)
                }

                fn has_part(self, parts: &Digits_, key: &str) -> bool {
                    match key {
                        $($key => i64::from(Self::$get(self)) == parts.$get,)*
                        _ => true,
                    }
                }
            }
        };

        $crate::serde_form! { $type, parts }
    };
}
