//! Enums: the name of the schema where people read the format, `{"name":"Special","raw":17}` if the name stores its code, a
//! code without a name; else the code.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::key::{contradiction, never_written, next_key};

/// A number that has names.
pub trait Named: Copy {
    /// The number on the wire.
    type Code: Copy + PartialEq + TryFrom<i128> + fmt::Display + Serialize + DeserializeOwned;
    /// The type's name in the schema.
    const NAME: &'static str;
    /// All names.
    const NAMES: &'static [&'static str];

    /// The number that a writer writes.
    fn number(self) -> Self::Code;

    /// The name, if it has one, and whether it stores its code.
    fn name(self) -> Option<(&'static str, bool)>;

    /// The value of a code.
    ///
    /// # Errors
    /// If it has no name.
    fn of_number<E: Error>(code: Self::Code) -> Result<Self, E>;

    /// The value of a name, with its first code.
    fn of_name(name: &str) -> Option<Self>;
}

/// Writes a name.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<T: Named, S: Serializer>(value: T, to: S) -> Result<S::Ok, S::Error> {
    match value.name().filter(|_| to.is_human_readable()) {
        Some((name, true)) => {
            let mut both = to.serialize_struct(T::NAME, 2)?;
            both.serialize_field("name", name)?;
            both.serialize_field("raw", &value.number())?;
            both.end()
        }
        Some((name, false)) => to.serialize_str(name),
        None => value.number().serialize(to),
    }
}

/// Reads a name, a code, or an object of both.
///
/// # Errors
/// If it is none, or a code that no writer writes.
pub fn deserialize<'de, T: Named, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    if from.is_human_readable() {
        return from.deserialize_any(Any(PhantomData));
    }
    T::Code::deserialize(from).and_then(T::of_number)
}

struct Any<T>(PhantomData<T>);

impl<T: Named> Any<T> {
    fn number<E: Error>(number: i128) -> Result<T, E> {
        let code = T::Code::try_from(number).map_err(|_| E::custom(format_args!("no number of `{}`", T::NAME)))?;
        let value = T::of_number::<E>(code)?;
        if value.number() == code { Ok(value) } else { Err(never_written(code, value.number())) }
    }
}

impl<'de, T: Named> Visitor<'de> for Any<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name or its code")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        Self::number(number.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        Self::number(number.into())
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<T, E> {
        T::of_name(name).ok_or_else(|| E::unknown_variant(name, T::NAMES))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<T, A::Error> {
        const KEYS: &[&str] = &["name", "raw"];
        let (mut seen, mut raw, mut named) = (0, None, None);
        while let Some(key) = next_key(KEYS, &mut seen, &mut from)? {
            match key {
                "raw" => raw = from.next_value::<Option<T::Code>>()?,
                _ => named = from.next_value::<Option<Name<T>>>()?.map(|name| name.0),
            }
        }
        let Some(code) = raw else { return named.ok_or_else(|| A::Error::missing_field("name")) };
        let value = T::of_number::<A::Error>(code)?;
        // A name beside the code is what was read.
        match (value.name(), named.and_then(T::name)) {
            (Some((name, _)), Some((given, _))) if name == given => Ok(value),
            (_, Some(_)) => Err(contradiction("name")),
            (Some(_), None) if seen & super::key::bit(0) != 0 => Err(contradiction("name")),
            (_, None) if value.number() != code => Err(never_written(code, value.number())),
            (_, None) => Ok(value),
        }
    }
}

/// A name alone.
struct Name<T>(T);

impl<'de, T: Named> Deserialize<'de> for Name<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Only<T>(PhantomData<T>);

        impl<T: Named> Visitor<'_> for Only<T> {
            type Value = Name<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Name<T>, E> {
                T::of_name(name).map(Name).ok_or_else(|| E::unknown_variant(name, T::NAMES))
            }
        }

        from.deserialize_str(Only(PhantomData))
    }
}

/// Both traits of serde for an enum: its type, that of its codes, its name, and for each name its variant, with the first code
/// if it stores codes. `other` is the variant of codes without a name.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_enum {
    (
        $type:ident, $code:ident, $name:literal $(, $key:literal $variant:ident $(($first:literal))?)* $(; other $other:ident)?
    ) => {
        impl $crate::form::Named for $type {
            type Code = $code;
            const NAME: &'static str = $name;
            const NAMES: &'static [&'static str] = &[$($key),*];

            fn number(self) -> $code {
                self.code()
            }

            fn name(self) -> ::core::option::Option<(&'static str, bool)> {
                match self {
                    $(Self::$variant { .. } => ::core::option::Option::Some(($key, $crate::form_stores!($($first)?))),)*
                    $(Self::$other(_) => ::core::option::Option::None,)?
                }
            }

            fn of_number<E: $crate::form::serde::de::Error>(code: $code) -> ::core::result::Result<Self, E> {
                $crate::form::settled(Self::from_code(code), $name)
            }

            fn of_name(name: &str) -> ::core::option::Option<Self> {
                match name {
                    $($key => ::core::option::Option::Some(Self::$variant $(($first))?),)*
                    _ => ::core::option::Option::None,
                }
            }
        }

        $crate::serde_form! { $type, named }
    };
}

/// Whether a variant stores its code.
#[doc(hidden)]
#[macro_export]
macro_rules! form_stores {
    () => {
        false
    };
    ($first:literal) => {
        true
    };
}
