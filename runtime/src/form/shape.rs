//! Shapes without fields, `"Name"`, which where people write the format are also read as `{"Name":{}}`.

use core::cell::Cell;
use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A deserializer for the enum of a choice, then its visitor and what that is given: each passes on what it gets.
pub struct Shape<T>(pub T);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Shape<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        match self.0.is_human_readable() {
            true => self.0.deserialize_enum(name, variants, Shape(visitor)),
            false => self.0.deserialize_enum(name, variants, visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Shape<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, from: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(Shape(from))
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Shape<A> {
    type Error = A::Error;
    type Variant = Shape<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        self.0.variant_seed(seed).map(|(name, inside)| (name, Shape(inside)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Shape<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        // Nobody reads a value where there is none: the name stands alone.
        let is_alone = Cell::new(true);
        let read = self.0.newtype_variant_seed(Nothing(&is_alone));
        if is_alone.get() { Ok(()) } else { read }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.struct_variant(fields, visitor)
    }
}

/// An object without fields, or null; and whether nothing was there to read.
struct Nothing<'c>(&'c Cell<bool>);

impl<'de> DeserializeSeed<'de> for Nothing<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.0.set(false);
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Nothing<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object without fields")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        super::key::next_key(&[], &mut 0, &mut from).map(drop)
    }
}

/// Both traits of serde for the enum of a choice, by its functions of these names.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_shape {
    ($type:ident) => {
        impl $crate::form::serde::Serialize for $type {
            fn serialize<S: $crate::form::serde::Serializer>(&self, to: S) -> ::core::result::Result<S::Ok, S::Error> {
                Self::serialize(self, to)
            }
        }

        impl<'de> $crate::form::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::form::serde::Deserializer<'de>>(
                from: D,
            ) -> ::core::result::Result<Self, D::Error> {
                Self::deserialize($crate::form::Shape(from))
            }
        }
    };
}
