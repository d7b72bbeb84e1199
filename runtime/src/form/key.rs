//! Keys of an object that are known beforehand.

use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

/// One of these keys, as its index.
#[derive(Clone, Copy)]
struct Key(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Key {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<usize, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Key {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<usize, E> {
        self.0.iter().position(|known| *known == key).ok_or_else(|| E::unknown_field(key, self.0))
    }
}

/// The next of these keys, each of which may come once; `seen` has a bit for each that came.
///
/// # Errors
/// If it is another key, or came before.
pub fn next_key<'de, A: MapAccess<'de>>(
    keys: &'static [&'static str],
    seen: &mut u128,
    from: &mut A,
) -> Result<Option<&'static str>, A::Error> {
    let Some(index) = from.next_key_seed(Key(keys))? else { return Ok(None) };
    let key = keys.get(index).copied().unwrap_or_default();
    let bit = bit(index);
    if *seen & bit != 0 {
        return Err(A::Error::duplicate_field(key));
    }
    *seen |= bit;
    Ok(Some(key))
}

/// The bit of a key.
pub fn bit(index: usize) -> u128 {
    u32::try_from(index).ok().and_then(|index| 1_u128.checked_shl(index)).unwrap_or(0)
}

/// The error for a meaning that another raw number has.
pub fn contradiction<E: Error>(key: &str) -> E {
    E::custom(format_args!("`{key}` is not what `raw` beside it means; leave out the one that is old"))
}

/// The error for a number that may be the raw number or its meaning.
pub fn bare<E: Error>(expected: fmt::Arguments<'_>) -> E {
    E::custom(format_args!("needs an object, this is a bare number: expected {expected}"))
}

/// The error for a raw number that no packet of a writer has.
pub fn never_written<E: Error>(given: impl fmt::Display, written: impl fmt::Display) -> E {
    E::custom(format_args!("the raw number {given} is never written; the one of the same meaning is {written}"))
}
