//! Fields that have another form than serde would give them: one trait for both directions of each kind, and a module of
//! functions for `#[serde(with = "..")]`.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// IEEE numbers, which serde would write as null or with digits that they do not have; and integers, as they are.
#[derive(Clone, Copy)]
pub struct Number;

/// Numbers in hexadecimal.
#[derive(Clone, Copy)]
pub struct Hex;

/// Bytes as hex digits.
#[derive(Clone, Copy)]
pub struct Bytes;

/// Elements as serde has them, in an array that may have more of them than serde takes.
#[derive(Clone, Copy)]
pub struct Each;

/// The kinds that lists and arrays have in each element.
pub trait OfElements {}

impl OfElements for Bytes {}
impl OfElements for Number {}
impl OfElements for Hex {}

/// Writes a field in the form of the kind `K`. What holds others, such as a list or an option, writes each of them so.
pub trait Write<K> {
    /// Writes it.
    ///
    /// # Errors
    /// Those of the serializer.
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error>;
}

/// Reads a field in the form of the kind `K`.
pub trait Read<'de, K>: Sized {
    /// Reads it.
    ///
    /// # Errors
    /// If it is no such value.
    fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error>;
}

/// A field in a form, for a serializer.
pub struct Shown<'v, K, T: ?Sized>(&'v T, PhantomData<K>);

impl<'v, K, T: ?Sized> Shown<'v, K, T> {
    /// The field in this form.
    pub const fn new(value: &'v T) -> Self {
        Self(value, PhantomData)
    }
}

impl<K, T: Write<K> + ?Sized> Serialize for Shown<'_, K, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.write(to)
    }
}

/// A field that was read in a form.
pub struct Of<K, T>(T, PhantomData<K>);

impl<K, T> Of<K, T> {
    /// The field.
    pub fn get(self) -> T {
        self.0
    }
}

impl<'de, K, T: Read<'de, K>> Deserialize<'de> for Of<K, T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::read(from).map(|value| Self(value, PhantomData))
    }
}

impl<K, T: fmt::Debug> fmt::Debug for Of<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A module of functions for `#[serde(with = "..")]`.
macro_rules! with {
    ($(#[$docs:meta] $name:ident: $kind:ty;)*) => {$(
        #[$docs]
        pub mod $name {
            use serde::de::Deserializer;
            use serde::ser::Serializer;

            use super::{Read, Write};

            /// Writes a field.
            ///
            /// # Errors
            /// Those of the serializer.
            pub fn serialize<T: Write<$kind> + ?Sized, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
                value.write(to)
            }

            /// Reads a field.
            ///
            /// # Errors
            /// If it is no such value.
            pub fn deserialize<'de, T: Read<'de, $kind>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
                T::read(from)
            }
        }
    )*};
}

with! {
    /// For IEEE numbers.
    number: super::Number;
    /// For numbers in hexadecimal.
    hex: super::Hex;
    /// For bytes.
    bytes: super::Bytes;
    /// For arrays of more elements than serde takes.
    array: super::Each;
}
