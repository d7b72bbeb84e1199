//! Quantities: `{"raw":127,"value":0.498,"unit":"metres"}` where people read the format, else the raw number.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::fields::{Number, Of, Read, Shown, Write};
use super::key::{bare, contradiction, next_key};

/// A number with a scale, and perhaps a unit.
pub trait Quantity: Copy {
    /// The number on the wire.
    type Raw: Copy + Serialize + DeserializeOwned;
    /// The value in the unit.
    type Value: Copy + Amount;
    /// The type's name in the schema.
    const NAME: &'static str;
    /// The unit, if it has one.
    const UNIT: Option<&'static str>;

    /// The number on the wire.
    fn number(self) -> Self::Raw;

    /// The value.
    fn value(self) -> Self::Value;

    /// The quantity of a number on the wire.
    ///
    /// # Errors
    /// If the wire cannot hold it.
    fn of_number<E: Error>(raw: Self::Raw) -> Result<Self, E>;

    /// The quantity of a value.
    ///
    /// # Errors
    /// If it is out of range.
    fn of_value<E: Error>(value: Self::Value) -> Result<Self, E>;
}

/// The value of a quantity.
pub trait Amount: Write<Number> + for<'de> Read<'de, Number> {
    /// Whether both are the same, bit for bit.
    fn same(self, other: Self) -> bool;
}

macro_rules! amount {
    ($($type:ident: $a:ident, $b:ident => $same:expr;)*) => {$(
        impl Amount for $type {
            fn same(self, other: Self) -> bool {
                let ($a, $b) = (self, other);
                $same
            }
        }
    )*};
}

amount! {
    i32: a, b => a == b;
    i64: a, b => a == b;
    f32: a, b => a.to_bits() == b.to_bits();
    f64: a, b => a.to_bits() == b.to_bits();
}

/// Writes a quantity.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<Q: Quantity, S: Serializer>(quantity: Q, to: S) -> Result<S::Ok, S::Error> {
    if !to.is_human_readable() {
        return quantity.number().serialize(to);
    }
    let mut all = to.serialize_struct(Q::NAME, if Q::UNIT.is_some() { 3 } else { 2 })?;
    all.serialize_field("raw", &quantity.number())?;
    all.serialize_field("value", &Shown::<Number, _>::new(&quantity.value()))?;
    if let Some(unit) = Q::UNIT {
        all.serialize_field("unit", unit)?;
    }
    all.end()
}

/// Reads a quantity.
///
/// # Errors
/// If it is none, or a bare number, which may be the raw number or the value.
pub fn deserialize<'de, Q: Quantity, D: Deserializer<'de>>(from: D) -> Result<Q, D::Error> {
    if from.is_human_readable() {
        return from.deserialize_any(Any(PhantomData));
    }
    Q::Raw::deserialize(from).and_then(Q::of_number)
}

struct Any<Q>(PhantomData<Q>);

impl<'de, Q: Quantity> Visitor<'de> for Any<Q> {
    type Value = Q;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `raw` or `value`")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Q, E> {
        Err(bare(format_args!(r#"{{"raw":{number}}} or {{"value":{number}}}"#)))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Q, E> {
        Err(bare(format_args!(r#"{{"raw":{number}}} or {{"value":{number}}}"#)))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Q, E> {
        Err(bare(format_args!(r#"{{"value":{number:?}}}"#)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Q, A::Error> {
        let keys: &[&str] = if Q::UNIT.is_some() { &["raw", "value", "unit"] } else { &["raw", "value"] };
        let (mut seen, mut raw, mut value) = (0, None, None);
        while let Some(key) = next_key(keys, &mut seen, &mut from)? {
            match key {
                "raw" => raw = from.next_value::<Option<Q::Raw>>()?,
                "value" => value = Some(from.next_value::<Of<Number, Q::Value>>()?.get()),
                _ => from.next_value_seed(Unit(Q::UNIT.unwrap_or_default()))?,
            }
        }
        match (raw.map(Q::of_number).transpose()?, value) {
            (None, None) => Err(A::Error::missing_field("raw` or `value")),
            (None, Some(value)) => Q::of_value(value),
            (Some(quantity), None) => Ok(quantity),
            // The value that it shows of a raw number need not lead back to it.
            (Some(quantity), Some(value)) if quantity.value().same(value) => Ok(quantity),
            (Some(quantity), Some(value)) => match Q::of_value::<A::Error>(value) {
                Ok(other) if other.value().same(quantity.value()) => Ok(quantity),
                Ok(_) => Err(contradiction("value")),
                Err(error) => Err(error),
            },
        }
    }
}

/// The unit, which can be no other.
#[derive(Clone, Copy)]
struct Unit(&'static str);

impl<'de> DeserializeSeed<'de> for Unit {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Unit {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the unit `{}`", self.0)
    }

    fn visit_str<E: Error>(self, unit: &str) -> Result<(), E> {
        if unit == self.0 { Ok(()) } else { Err(E::invalid_value(serde::de::Unexpected::Str(unit), &self)) }
    }
}

/// Both traits of serde for a quantity: its type, those of its raw number and its value, its name, its unit.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_quantity {
    ($type:ident, $raw:ident, $value:ident, $name:literal $(, $unit:literal)?) => {
        impl $crate::form::Quantity for $type {
            type Raw = $raw;
            type Value = $value;
            const NAME: &'static str = $name;
            const UNIT: ::core::option::Option<&'static str> = $crate::form_unit!($($unit)?);

            fn number(self) -> $raw {
                self.raw()
            }

            fn value(self) -> $value {
                self.get()
            }

            fn of_number<E: $crate::form::serde::de::Error>(raw: $raw) -> ::core::result::Result<Self, E> {
                $crate::form::settled(Self::from_raw(raw), $name)
            }

            fn of_value<E: $crate::form::serde::de::Error>(value: $value) -> ::core::result::Result<Self, E> {
                $crate::form::settled(Self::new(value), $name)
            }
        }

        $crate::serde_form! { $type, quantity }
    };
}

/// The unit of a quantity.
#[doc(hidden)]
#[macro_export]
macro_rules! form_unit {
    () => {
        ::core::option::Option::None
    };
    ($unit:literal) => {
        ::core::option::Option::Some($unit)
    };
}

/// Both traits of serde, by the functions of a module.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_form {
    ($type:ident, $form:ident) => {
        impl $crate::form::serde::Serialize for $type {
            fn serialize<S: $crate::form::serde::Serializer>(&self, to: S) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::form::$form::serialize(*self, to)
            }
        }

        impl<'de> $crate::form::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::form::serde::Deserializer<'de>>(
                from: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::form::$form::deserialize(from)
            }
        }
    };
}
