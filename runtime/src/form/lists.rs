//! Types that hold fields: references, options, arrays and lists.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec::Vec};
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

use super::fields::{Each, Of, OfElements, Read, Shown, Write};
use crate::array::Array;
use crate::list::{Element, List};

impl<K, T: Write<K> + ?Sized> Write<K> for &T {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (**self).write(to)
    }
}

impl<K, T: Write<K>> Write<K> for Option<T> {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(value) => to.serialize_some(&Shown::<K, T>::new(value)),
            None => to.serialize_none(),
        }
    }
}

impl<'de, K, T: Read<'de, K>> Read<'de, K> for Option<T> {
    fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Option::<Of<K, T>>::deserialize(from).map(|value| value.map(Of::get))
    }
}

/// Writes elements whose number is part of the type.
fn put_all<S: Serializer>(count: usize, all: impl Iterator<Item: Serialize>, to: S) -> Result<S::Ok, S::Error> {
    let mut tuple = to.serialize_tuple(count)?;
    for one in all {
        tuple.serialize_element(&one)?;
    }
    tuple.end()
}

/// Reads an array, of which each element is made of what serde reads.
struct Places<E, T, const N: usize> {
    get: fn(E) -> T,
}

impl<'de, E: Deserialize<'de>, T: Default, const N: usize> Places<E, T, N> {
    fn read<D: Deserializer<'de>>(get: fn(E) -> T, from: D) -> Result<[T; N], D::Error> {
        from.deserialize_tuple(N, Self { get })
    }
}

impl<'de, E: Deserialize<'de>, T: Default, const N: usize> Visitor<'de> for Places<E, T, N> {
    type Value = [T; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of {N} elements")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<[T; N], A::Error> {
        let mut all = core::array::from_fn(|_| T::default());
        for (index, place) in all.iter_mut().enumerate() {
            let read = from.next_element()?.ok_or_else(|| A::Error::invalid_length(index, &self))?;
            *place = (self.get)(read);
        }
        Ok(all)
    }
}

impl<K: OfElements, T: Write<K>, const N: usize> Write<K> for [T; N] {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        put_all(N, self.iter().map(Shown::<K, T>::new), to)
    }
}

impl<'de, K: OfElements, T: Read<'de, K> + Default, const N: usize> Read<'de, K> for [T; N] {
    fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Places::read(Of::<K, T>::get, from)
    }
}

impl<T: Serialize, const N: usize> Write<Each> for [T; N] {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        put_all(N, self.iter(), to)
    }
}

impl<'de, T: Deserialize<'de> + Default, const N: usize> Read<'de, Each> for [T; N] {
    fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Places::read(core::convert::identity::<T>, from)
    }
}

impl<'a, K: OfElements, T: Element<'a, P> + Default + Write<K>, const N: usize, P: Copy> Write<K>
    for Array<'a, T, N, P>
{
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        put_all(N, self.iter().map(Given::<K, T>::new), to)
    }
}

impl<'a, T: Element<'a, P> + Default + Serialize, const N: usize, P: Copy> Write<Each> for Array<'a, T, N, P> {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.serialize(to)
    }
}

/// As an array of as many elements.
impl<'a, T: Element<'a, P> + Default + Serialize, const N: usize, P: Copy> Serialize for Array<'a, T, N, P> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        put_all(N, self.iter(), to)
    }
}

impl<'a, K: OfElements, T: Element<'a, P> + Write<K>, P: Copy> Write<K> for List<'a, T, P> {
    fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter().map(Given::<K, T>::new))
    }
}

/// An element that a list gives, for a serializer.
struct Given<K, T>(T, PhantomData<K>);

impl<K, T> Given<K, T> {
    const fn new(value: T) -> Self {
        Self(value, PhantomData)
    }
}

impl<K, T: Write<K>> Serialize for Given<K, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.write(to)
    }
}

#[cfg(feature = "alloc")]
mod owned {
    use super::*;

    /// Reads any number of elements, or exactly so many.
    struct Many<E, T> {
        get: fn(E) -> T,
        count: Option<usize>,
    }

    impl<'de, E: Deserialize<'de>, T> Visitor<'de> for Many<E, T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self.count {
                Some(count) => write!(f, "an array of {count} elements"),
                None => f.write_str("an array"),
            }
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Vec<T>, A::Error> {
            let mut all = Vec::new();
            while self.count != Some(all.len()) {
                match from.next_element()? {
                    Some(read) => all.push((self.get)(read)),
                    None if self.count.is_none() => break,
                    None => return Err(A::Error::invalid_length(all.len(), &self)),
                }
            }
            Ok(all)
        }
    }

    /// Reads an array that is never on the stack as a whole.
    fn boxed<'de, E: Deserialize<'de>, T, const N: usize, D: Deserializer<'de>>(
        get: fn(E) -> T,
        from: D,
    ) -> Result<Box<[T; N]>, D::Error> {
        let all = from.deserialize_tuple(N, Many { get, count: Some(N) })?;
        all.into_boxed_slice().try_into().map_err(|all: Box<[T]>| D::Error::custom(all.len()))
    }

    impl<K: OfElements, T: Write<K>> Write<K> for Vec<T> {
        fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            to.collect_seq(self.iter().map(Shown::<K, T>::new))
        }
    }

    impl<'de, K: OfElements, T: Read<'de, K>> Read<'de, K> for Vec<T> {
        fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            from.deserialize_seq(Many { get: Of::<K, T>::get, count: None })
        }
    }

    impl<K, T, const N: usize> Write<K> for Box<[T; N]>
    where
        [T; N]: Write<K>,
    {
        fn write<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            (**self).write(to)
        }
    }

    impl<'de, K: OfElements, T: Read<'de, K>, const N: usize> Read<'de, K> for Box<[T; N]> {
        fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            boxed(Of::<K, T>::get, from)
        }
    }

    impl<'de, T: Deserialize<'de>, const N: usize> Read<'de, Each> for Box<[T; N]> {
        fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            boxed(core::convert::identity::<T>, from)
        }
    }
}
