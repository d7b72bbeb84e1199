//! What a getter gives, compared with the plain value; and how a list, or one of its elements, is asked for.

use std::fmt::{Debug, Display, Write};

use wireform::list::Element;
use wireform::notation::{Hex, InHex};
use wireform::{Array, Decode, Error, ErrorKind, List, Messages, Sparse, Stream, Unwritable};

/// What stands on the wire and in no plain value: ` path:number` of each number, ` path=leaves` of each value that a rule
/// repairs. What is not there is `-`.
#[derive(Default)]
pub struct Seen {
    words: String,
}

impl Seen {
    pub fn number(&mut self, path: String, number: impl Display) {
        write!(self.words, " {}:{number}", path.replace(' ', "_")).unwrap();
    }

    pub fn number_or_none(&mut self, path: String, number: Option<impl Display>) {
        match number {
            Some(number) => self.number(path, number),
            None => write!(self.words, " {}:-", path.replace(' ', "_")).unwrap(),
        }
    }

    pub fn value(&mut self, path: String, value: impl Debug) {
        write!(self.words, " {}{}", path.replace(' ', "_"), crate::leaves::leaves(&value)).unwrap();
    }

    pub fn hex(&mut self, path: String, number: impl InHex) {
        self.value(path, Hex(number));
    }

    pub fn value_or_none(&mut self, path: String, value: Option<impl Debug>) {
        match value {
            Some(value) => self.value(path, value),
            None => write!(self.words, " {}:-", path.replace(' ', "_")).unwrap(),
        }
    }

    pub fn words(self) -> String {
        self.words
    }
}

/// The path of what stands in something.
pub fn join(around: &str, name: &str) -> String {
    match (around, name) {
        ("", one) | (one, "") => one.to_owned(),
        _ => format!("{around}.{name}"),
    }
}

/// The path of a message in a field; by itself it is the whole.
pub fn member(around: &str, name: &str) -> String {
    if around.is_empty() { String::new() } else { format!("{around} {name}") }
}

/// Floats that are no numbers are never equal, but are shown alike.
#[track_caller]
pub fn same<T: PartialEq + Debug>(got: &T, value: &T) {
    assert!(got == value || format!("{got:?}") == format!("{value:?}"), "{got:?} of {value:?}");
}

/// More elements are not each looked for by themselves.
const MANY: usize = 40;

/// The elements by their places, last first, and what stands behind them.
#[track_caller]
fn by_place<T: PartialEq + Debug>(all: &[T], get: impl Fn(usize) -> Option<T>) {
    let len = all.len();
    let looked_for = |place: &usize| len < MANY || *place < 3 || *place + 3 > len || *place == len / 2;
    for place in (0..len).rev().filter(looked_for) {
        let element = get(place).unwrap_or_else(|| panic!("no element {place} of {len}"));
        same(&element, &all[place]);
    }
    for place in [len, len + 1, usize::MAX] {
        assert!(get(place).is_none(), "an element {place} of {len}");
    }
}

#[track_caller]
pub fn list<'a, T: Element<'a, P> + PartialEq + Debug, P: Copy>(got: &List<'a, T, P>, value: &List<'a, T, P>) {
    let all: Vec<T> = got.iter().collect();
    assert_eq!((got.len(), got.is_empty(), got.iter().len()), (all.len(), all.is_empty(), all.len()));
    same(&all, &value.iter().collect());
    by_place(&all, |place| got.get(place));
}

#[track_caller]
pub fn array<'a, T: Element<'a, P> + Default + PartialEq + Debug, P: Copy, const N: usize>(
    got: &Array<'a, T, N, P>,
    value: &Array<'a, T, N, P>,
) {
    let all: Vec<T> = got.iter().collect();
    assert_eq!((all.len(), got.iter().len()), (N, N));
    same(&all, &value.to_array().to_vec());
    by_place(&all, |place| got.get(place));
}

#[track_caller]
pub fn sparse<'a, T: Element<'a, P> + PartialEq + Debug, P: Copy, const N: usize>(
    got: &Sparse<'a, T, N, P>,
    value: &[Option<T>; N],
) {
    let there: Vec<(usize, T)> = got.iter().collect();
    assert_eq!((got.len(), got.is_empty(), got.iter().len()), (there.len(), there.is_empty(), there.len()));
    let places = value.iter().enumerate();
    same(&there, &places.filter_map(|(place, element)| Some((place, (*element)?))).collect());
    same(&got.to_array(), value);
    for place in (0..N).rev() {
        same(&got.get(place), &value[place]);
    }
    assert!(got.get(N).is_none() && got.get(usize::MAX).is_none());
}

/// As many messages as the plain value has; and each is looked at.
#[track_caller]
pub fn stream<'a, V: Decode<'a, Known = P>, T: Element<'a, P>, P: Copy>(
    got: &Stream<'a, V, P>,
    value: &Messages<'a, T, P>,
    look: impl Fn(V),
) {
    let (mut messages, mut plain) = (*got, value.iter());
    while let Some(message) = messages.next() {
        assert_eq!(message.map(drop), plain.next().expect("a plain message").map(drop));
        message.into_iter().for_each(&look);
    }
    assert!(plain.next().is_none());
}

/// Packets that differ from one in a byte.
pub fn turned(bytes: &[u8]) -> Vec<Vec<u8>> {
    let sum = bytes.iter().fold(bytes.len(), |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    let places = [sum, sum / 7].into_iter().filter_map(|any| any.checked_rem(bytes.len()));
    let one = |place: usize| {
        let mut copy = bytes.to_vec();
        copy[place] ^= (sum >> 3) as u8 | 1;
        copy
    };
    places.map(one).collect()
}

/// What came of setting fields.
#[derive(Default)]
pub struct Changes {
    set: usize,
    resized: usize,
    refused: usize,
}

impl Changes {
    /// One more; `old` if the field was set to what it had, where that is written as it stood there. `before` and `after`
    /// are how long the whole is if it is written, before where it stood there as it is written.
    pub fn add(
        &mut self,
        old: bool,
        outcome: Result<(), Error>,
        (before, after): (Option<usize>, Option<usize>),
    ) {
        match outcome.map_err(|error| error.kind()) {
            Ok(()) => self.set += 1,
            Err(ErrorKind::Unwritable(Unwritable::Resized { have, need })) => {
                assert!(!old && have != need, "it takes {need} bytes already");
                if let (Some(before), Some(after)) = (before, after) {
                    assert_eq!(before + need, after + have);
                }
                self.resized += 1;
            }
            Err(ErrorKind::Unwritable(Unwritable::Range | Unwritable::Text)) => {
                assert!(!old && after.is_none(), "it is refused, but would be written");
                self.refused += 1;
            }
            // It is not there.
            Err(ErrorKind::Unwritable(Unwritable::Presence)) => self.refused += 1,
            Err(other) => panic!("{other:?}"),
        }
    }

    /// Nothing where nothing could be changed.
    pub fn words(&self) -> String {
        if self.set + self.resized + self.refused == 0 {
            return String::new();
        }
        format!(" set!{} resized!{} refused!{}", self.set, self.resized, self.refused)
    }
}

/// What a function makes that may refuse, or does not.
pub trait Made<T> {
    fn made(self) -> Option<T>;
}

impl<T> Made<T> for T {
    fn made(self) -> Option<T> {
        Some(self)
    }
}

impl<T> Made<T> for Result<T, wireform::Error> {
    fn made(self) -> Option<T> {
        self.ok()
    }
}

/// A value of a field that may be optional.
pub struct There<T>(pub T);

/// Found first.
pub trait Optional<T> {
    fn there(&self) -> Option<T>;
}

/// Found where the field is always there.
pub trait Always<T> {
    fn there(&self) -> Option<T>;
}

impl<T: Copy> Optional<T> for There<Option<T>> {
    fn there(&self) -> Option<T> {
        self.0
    }
}

impl<T: Copy> Always<T> for &There<T> {
    fn there(&self) -> Option<T> {
        Some(self.0)
    }
}

/// A value of any type: of a number, the ends of its type.
pub struct Any<T>(pub T);

/// Found first.
pub trait Numbers<T> {
    fn ends(&self) -> Option<(T, T)>;
}

/// Found where there is no such number.
pub trait Others<T> {
    fn ends(&self) -> Option<(T, T)>;
}

impl<T> Others<T> for &Any<T> {
    fn ends(&self) -> Option<(T, T)> {
        None
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Numbers<$number> for Any<$number> {
            fn ends(&self) -> Option<($number, $number)> {
                Some((<$number>::MIN, <$number>::MAX))
            }
        })*
    };
}

numbers!(u8 u16 u32 u64 i8 i16 i32 i64);
