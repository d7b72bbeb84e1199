//! All of the runtime that is generic and that generated code need not call: whoever has a list or a text does.

use core::fmt::{Debug, Formatter, Result};
use core::hash::{Hash, Hasher};
use core::hint::black_box;

use wireform::prelude::*;
use wireform::{Array, Byte, Check as _, Checksum, Covered, Crc, Edge, Element, Elements, HookedOutput, Input, Le, Lender, List, Message, Messages, Nested, NoHooks, Output, Error, Refusal, Sparse, Stream, Text, Unverified, Utf16, Varint as _, Verify};

const CRC: Crc = Crc::new(16, 0x8005, 0xFFFF, [true, true], 0);

pub fn lists(
    list: List<'_, u16, Le<2>>,
    slice: &[u16],
    array: &[u16; 4],
    index: usize,
    f: &mut Formatter<'_>,
) -> Result {
    black_box((list.len(), list.is_empty(), list.get(index), list.iter().size_hint(), list.iter().nth(index)));
    black_box((list == List::from(slice), list == List::from(array), list.heard(Le)));
    black_box((list == *slice, *slice == list, list == slice, slice == list));
    black_box((list == *array, *array == list, list == array, array == list));
    (&list).into_iter().chain(list).for_each(|element| _ = black_box(element));
    black_box((list.first(), list.last(), list.contains(&7), list.cmp(&List::from(slice)), list < List::from(array)));
    list.into_iter().rev().for_each(|element| _ = black_box(element));
    core::fmt::Display::fmt(&list, f)?;
    list.iter().fmt(f)?;
    list.fmt(f)
}

/// A number that a row of them lends.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Lent(u16);

impl<'a> Element<'a, ()> for Lent {
    fn take<E: Refusal>(input: &mut Input<'a, E>, _known: ()) -> core::result::Result<Self, E> {
        u16::take(input, Le::<2>).map(Self)
    }

    fn lent(row: &'a dyn Lender, index: usize) -> Option<Self> {
        wireform::list::lent::<u16>(row, index).map(|number| Self(*number))
    }

    fn put(&self, out: &mut Output<'_>, _known: ()) -> core::result::Result<(), Error> {
        self.0.put(out, Le::<2>)
    }
}

pub fn lent(row: &[u16; 4], index: usize, out: &mut Output<'_>) -> core::result::Result<(), Error> {
    let (list, array, messages): (List<'_, Lent>, Array<'_, Lent, 4>, Messages<'_, Lent>) =
        (List::lent(row, row.len()), Array::lent(row), Messages::lent(row, row.len()));
    black_box(row as &dyn Lender);
    black_box((list.get(index), list.last(), array.get(index), messages == Messages::default()));
    list.iter().rev().chain(list).chain(array).for_each(|element| _ = black_box(element));
    list.put(out, (), &"list")?;
    messages.put(out, (), &"messages")
}

/// A message that lends itself to sets and maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kept(u16);

impl<'a> Decode<'a> for Kept {
    type Known = ();
    const NAME: &'static str = "Kept";
    const MIN_LEN: usize = 2;

    fn as_bytes(&self) -> &'a [u8] {
        &[]
    }

    fn take<E: Refusal>(input: &mut Input<'a, E>, _known: ()) -> core::result::Result<Self, E> {
        u16::take(input, Le::<2>).map(Self)
    }
}

impl Encode for Kept {
    type Known = ();
    const NAME: &'static str = "Kept";

    fn put_checked(&self, out: &mut Output<'_>, _known: ()) -> core::result::Result<(), Error> {
        self.0.put(out, Le::<2>)
    }
}

impl Message for Kept {
    type Known = ();
    type View<'a> = Self;
    type Value<'a> = Self;

    fn value<'a>(view: Self::View<'a>) -> Self::Value<'a> {
        view
    }
}

impl wireform::Lent<Self> for Kept {
    fn lend(&self) -> Self {
        *self
    }
}

impl Element<'_, ()> for Kept {
    fn take<E: Refusal>(input: &mut Input<'_, E>, _known: ()) -> core::result::Result<Self, E> {
        u16::take(input, Le::<2>).map(Self)
    }

    fn put(&self, out: &mut Output<'_>, _known: ()) -> core::result::Result<(), Error> {
        self.0.put(out, Le::<2>)
    }
}

pub fn nested(
    kept: &Kept,
    part: Nested<'_, Kept>,
    row: &[u16; 4],
    out: &mut Output<'_>,
    f: &mut Formatter<'_>,
) -> Result {
    let ours = Nested::from(kept);
    black_box((part == ours, part < ours, part.cmp(&ours), part.get(), part.view()));
    let mut last = Last(0);
    part.hash(&mut last);
    let lent: Nested<'_, Lent> = Nested::lent(row);
    black_box((last.finish(), lent.get(), lent.put(out, (), None, &"part")));
    core::fmt::Display::fmt(&part, f)?;
    part.fmt(f)
}

pub fn lent_messages(one: &Kept, other: &Kept) {
    let [one, other]: [&dyn wireform::Lent<Kept>; 2] = [one, other];
    black_box((one == other, one < other, one.cmp(other)));
    let mut last = Last(0);
    one.hash(&mut last);
    black_box(last.finish());
}

pub fn elements(elements: Elements<'_, u16, Le<2>>, index: usize, f: &mut Formatter<'_>) -> Result {
    black_box((elements.len(), elements.is_empty(), elements.get(index), elements.iter().size_hint()));
    (&elements).into_iter().chain(elements).for_each(|element| _ = black_box(element));
    elements.into_iter().rev().for_each(|element| _ = black_box(element));
    elements.iter().fmt(f)?;
    black_box(<[u8; 4] as wireform::notation::InHex>::in_hex as fn(&[u8; 4], &mut Formatter<'_>) -> Result);
    elements.fmt(f)
}

pub fn truths(list: List<'_, bool, Le<1>>, index: usize) -> Option<bool> {
    list.get(index)
}

pub fn arrays(ours: &[u16; 4], array: Array<'_, u16, 4, Le<2>>, index: usize, f: &mut Formatter<'_>) -> Result {
    black_box((
        array.get(index),
        array.to_array(),
        array.iter().size_hint(),
        array == *ours,
        array == Array::from(ours),
        array.cmp(&Array::from(ours)),
        array < Array::from(ours),
    ));
    (&array).into_iter().chain(array).for_each(|element| _ = black_box(element));
    array.iter().fmt(f)?;
    core::fmt::Display::fmt(&array, f)?;
    array.fmt(f)
}

pub fn sparse(sparse: Sparse<'_, u16, 4, Le<2>>, index: usize, f: &mut Formatter<'_>) -> Result {
    black_box((sparse.len(), sparse.is_empty(), sparse.get(index), sparse.to_array(), sparse.iter().size_hint()));
    (&sparse).into_iter().chain(sparse).for_each(|element| _ = black_box(element));
    sparse.iter().fmt(f)?;
    sparse.fmt(f)
}

pub fn messages(
    messages: Messages<'_, u16, Le<2>>,
    slice: &[u16],
    array: &[u16; 4],
    stream: Stream<'_, u16>,
    f: &mut Formatter<'_>,
) -> Result {
    black_box((messages == Messages::from(slice), messages == Messages::from(array), messages.heard(Le)));
    black_box((messages.cmp(&Messages::from(slice)), messages < Messages::from(array)));
    (&messages).into_iter().chain(messages).for_each(|message| _ = black_box(message));
    black_box((stream.offset(), stream.rest()));
    messages.iter().fmt(f)?;
    messages.fmt(f)?;
    stream.fmt(f)
}

pub fn texts(text: &Text<'_>, wide: &Text<'_, Le<2>>, hasher: &mut impl Hasher, f: &mut Formatter<'_>) -> Result {
    black_box((text.as_bytes(), wide.as_bytes(), text.len(), wide.len(), wide.is_empty()));
    black_box((text.cmp(&Clone::clone(text)), text < &Clone::clone(text)));
    black_box((*text == "a", "a" == *text, *text == *"a", *"a" == *text, *wide == Clone::clone(wide)));
    Clone::clone(text).hash(hasher);
    wide.hash(hasher);
    Clone::clone(&text.chars()).fmt(f)?;
    core::fmt::Display::fmt(text, f)?;
    core::fmt::Display::fmt(wide, f)?;
    wide.fmt(f)
}

/// Units of which only some kinds are asked.
pub fn units(text: &Text<'_, Utf16<Le<2>>>, number: u64) {
    black_box((text.as_bytes(), Utf16::<Le<2>>::fits_single(number), Utf16::<Le<2>>::to_single(number)));
}

/// Keeps the last byte that it is given.
pub struct Last(u8);

impl Hasher for Last {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.last().copied().unwrap_or(0);
    }

    fn finish(&self) -> u64 {
        self.0.into()
    }
}

pub fn hashed_lists(list: List<'_, u16, Le<2>>, array: Array<'_, u16, 4, Le<2>>, messages: Messages<'_, u16, Le<2>>) {
    let mut last = Last(0);
    list.hash(&mut last);
    array.hash(&mut last);
    messages.hash(&mut last);
    black_box(last.finish());
}

pub fn hashed(text: &Text<'_, Byte>, wide: &Text<'_, Le<2>>, f: &mut Formatter<'_>) -> Result {
    texts(text, wide, &mut Last(0), f)
}

pub fn checks(edges: [Edge; 3], out: &HookedOutput<'_, NoHooks>, input: &Input<'_>, f: &mut Formatter<'_>) -> Result {
    let [at, from, to] = edges;
    black_box((Checksum::<2, Crc>::new(CRC, true), Covered::<2>::new(at, [from, to], true), CRC.of(&[1, 2])));
    black_box(input.finish().is_ok());
    out.fmt(f)
}

/// What is always right.
pub struct Right;

impl Verify<NoHooks> for Right {
    fn verify(&self, _hooks: &NoHooks) -> core::result::Result<(), Error> {
        Ok(())
    }
}

pub fn unverified(one: Unverified<Right>) -> bool {
    one.verify(&NoHooks).is_ok()
}
