//! Bytes, as hex digits where people read the format.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use serde::de::{Deserializer, Error, SeqAccess, Unexpected, Visitor};
use serde::ser::{SerializeTuple, Serializer};

use super::fields::{Bytes, Read, Write};

/// The hex digits of bytes.
struct Digits<'b>(&'b [u8]);

impl fmt::Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Write<Bytes> for [u8] {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.collect_str(&Digits(self)) } else { to.serialize_bytes(self) }
    }
}

impl<const N: usize> Write<Bytes> for [u8; N] {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            return to.collect_str(&Digits(self));
        }
        let mut tuple = to.serialize_tuple(N)?;
        for byte in self {
            tuple.serialize_element(byte)?;
        }
        tuple.end()
    }
}

/// Where bytes are put that are read: a `Vec`, or the places of an array.
trait Sink: Sized {
    /// No bytes yet.
    fn empty() -> Self;

    /// Puts the byte of this index; whether there is a place for it.
    fn put(&mut self, index: usize, byte: u8) -> bool;

    /// As many bytes as it takes; `None`: any number.
    const COUNT: Option<usize>;
}

impl<const N: usize> Sink for [u8; N] {
    const COUNT: Option<usize> = Some(N);

    fn empty() -> Self {
        [0; N]
    }

    fn put(&mut self, index: usize, byte: u8) -> bool {
        self.get_mut(index).map(|place| *place = byte).is_some()
    }
}

/// Reads hex digits, numbers, or bytes.
struct Any<T>(core::marker::PhantomData<T>);

impl<'de, T: Sink> Visitor<'de> for Any<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match T::COUNT {
            Some(count) => write!(f, "{count} bytes as hex digits"),
            None => f.write_str("bytes as hex digits"),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        let wrong = || E::invalid_value(Unexpected::Str(text), &self);
        let mut digits = text.bytes().filter(|byte| *byte != b' ');
        let mut bytes = core::iter::from_fn(|| {
            let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            let high = digit(digits.next()?);
            Some(high.zip(digits.next().and_then(digit)).map(|(high, low)| high << 4 | low))
        });
        self.all(|| bytes.next().map(|byte| byte.ok_or_else(wrong)).transpose())
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        let mut bytes = bytes.iter();
        self.all(|| Ok(bytes.next().copied()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<T, A::Error> {
        // Bytes behind an array are not asked for, since compact formats do not say where it ends.
        let (mut left, counted) = (T::COUNT.unwrap_or(0), T::COUNT.is_some());
        self.all(|| {
            if counted && left == 0 {
                return Ok(None);
            }
            left = left.saturating_sub(1);
            from.next_element()
        })
    }
}

impl<T: Sink> Any<T> {
    /// All bytes of a source.
    fn all<E: Error>(&self, mut next: impl FnMut() -> Result<Option<u8>, E>) -> Result<T, E> {
        let (mut all, mut len) = (T::empty(), 0_usize);
        while let Some(byte) = next()? {
            if !all.put(len, byte) {
                return Err(E::invalid_length(len.saturating_add(1), &Expected(T::COUNT)));
            }
            len = len.saturating_add(1);
        }
        match T::COUNT {
            Some(count) if count != len => Err(E::invalid_length(len, &Expected(T::COUNT))),
            _ => Ok(all),
        }
    }
}

/// The number of bytes that there should be.
struct Expected(Option<usize>);

impl serde::de::Expected for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.unwrap_or(0))
    }
}

impl<'de, const N: usize> Read<'de, Bytes> for [u8; N] {
    fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let any = Any(core::marker::PhantomData);
        if from.is_human_readable() { from.deserialize_any(any) } else { from.deserialize_tuple(N, any) }
    }
}

#[cfg(feature = "alloc")]
mod owned {
    use super::*;

    impl Sink for Vec<u8> {
        const COUNT: Option<usize> = None;

        fn empty() -> Self {
            Self::new()
        }

        fn put(&mut self, _index: usize, byte: u8) -> bool {
            self.push(byte);
            true
        }
    }

    impl Write<Bytes> for Vec<u8> {
        fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            self.as_slice().write(to)
        }
    }

    impl<'de> Read<'de, Bytes> for Vec<u8> {
        fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            let any = Any(core::marker::PhantomData);
            if from.is_human_readable() { from.deserialize_any(any) } else { from.deserialize_byte_buf(any) }
        }
    }

    impl<'de, const N: usize> Read<'de, Bytes> for Box<[u8; N]> {
        fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            <[u8; N] as Read<'de, Bytes>>::read(from).map(Box::new)
        }
    }
}
