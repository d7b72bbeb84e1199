//! The handlers that the build script makes, and the comparison of one with its stream.

use std::fmt::Debug;
use std::ops::AddAssign;

use wireform::{Dispatch, ParseError, Stream};

use crate::allocations::none;

/// A family, and the comparison of its handler with its stream on a packet.
pub struct Handler {
    pub schema: &'static str,
    pub version: &'static str,
    pub family: &'static str,
    pub check: fn(&[u8]) -> Tally,
}

/// The comparison that was made.
#[derive(Debug, Default)]
pub struct Tally {
    pub messages: usize,
    /// Packets with a message that cannot be read.
    pub refused: usize,
    /// Messages that changed the state of the session.
    pub told: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.messages += other.messages;
        self.refused += other.refused;
        self.told += other.told;
    }
}

/// A handler that records messages, as long as it has places for them. The number tells apart handlers of a family that
/// several versions have.
pub struct Recorder<V, const NUMBER: usize> {
    messages: Vec<V>,
    places: usize,
}

/// Why a recorder did not get all messages.
#[derive(Debug, PartialEq)]
pub enum Stopped {
    Unread(ParseError),
    /// It has no more places.
    Full,
}

impl From<ParseError> for Stopped {
    fn from(error: ParseError) -> Self {
        Self::Unread(error)
    }
}

impl<V, const NUMBER: usize> Recorder<V, NUMBER> {
    /// So that recording allocates nothing: a message is one byte at least.
    fn new(bytes: &[u8], places: usize) -> Self {
        Self { messages: Vec::with_capacity(bytes.len() + 1), places }
    }

    fn record(&mut self, message: V) -> Result<(), Stopped> {
        self.messages.push(message);
        if self.messages.len() == self.places { Err(Stopped::Full) } else { Ok(()) }
    }
}

/// Compares what a handler gets with what a stream gives. `one` hands a single message over.
fn compare<'a, V, const NUMBER: usize, K>(
    bytes: &'a [u8],
    one: impl Fn(&'a [u8], &mut K, &mut Recorder<V, NUMBER>) -> Result<&'a [u8], Stopped>,
) -> Tally
where
    V: Dispatch<'a, Recorder<V, NUMBER>, Error = Stopped, Known = K> + Debug,
    K: Copy + Default + Debug + PartialEq,
{
    let mut stream = Stream::<V, K>::new(bytes, K::default());
    let (mut messages, mut after) = (Vec::new(), vec![(0, K::default())]);
    let refused = loop {
        match stream.next() {
            None => break None,
            Some(Err(error)) => break Some(error),
            Some(Ok(message)) => {
                messages.push(message);
                after.push((stream.offset(), stream.known));
            }
        }
    };
    let end = || refused.map_or(Ok(()), |error| Err(Stopped::Unread(error)));

    let mut recorder = Recorder::<V, NUMBER>::new(bytes, usize::MAX);
    let mut dispatched = Stream::<V, K>::new(bytes, K::default());
    assert_eq!(none(|| dispatched.dispatch(&mut recorder)), end(), "{bytes:02x?}");
    same(&recorder.messages, &messages);
    assert_eq!((dispatched.offset(), dispatched.known), (stream.offset(), stream.known), "{bytes:02x?}");
    assert_eq!((dispatched.offset(), dispatched.dispatch(&mut recorder)), (bytes.len(), Ok(())), "it is at its end");
    same(&recorder.messages, &messages);

    // An error of the handler leaves the stream behind the message.
    for (places, after) in after.iter().enumerate().skip(1) {
        let (mut recorder, mut stream) =
            (Recorder::<V, NUMBER>::new(bytes, places), Stream::<V, K>::new(bytes, K::default()));
        assert_eq!(stream.dispatch(&mut recorder), Err(Stopped::Full));
        assert_eq!((stream.offset(), stream.known), *after);
        assert_eq!(stream.dispatch(&mut recorder), end());
        same(&recorder.messages, &messages);
    }

    // One by one, it is as `parse` reads it.
    let (mut rest, mut known) = (bytes, K::default());
    let mut recorder = Recorder::<V, NUMBER>::new(bytes, usize::MAX);
    let mut parsed = Vec::new();
    for _ in &messages {
        let (message, behind) = V::parse_known(rest, known).expect("a message of the stream");
        parsed.push(message);
        rest = none(|| one(rest, &mut known, &mut recorder)).expect("a message of the stream");
        assert_eq!(rest, behind);
        assert_eq!((bytes.len() - rest.len(), known), after[recorder.messages.len()]);
    }
    let error = V::parse_known(rest, known).map(|(_, rest)| rest).map_err(Stopped::Unread);
    assert_eq!(one(rest, &mut known, &mut recorder), error, "{bytes:02x?}");
    same(&recorder.messages, &parsed);

    let told = after.windows(2).filter(|two| two[0].1 != two[1].1).count();
    Tally { messages: messages.len(), refused: usize::from(refused.is_some()), told }
}

/// The same messages of the same bytes. (An unknown one is handed over without its code.)
#[track_caller]
fn same<'a, V: wireform::Decode<'a> + Debug>(found: &[V], expected: &[V]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
        let is_unknown = format!("{found:?}").starts_with("Unknown {");
        assert!(is_unknown || std::ptr::eq(found.as_bytes(), expected.as_bytes()), "{found:?}");
    }
}

include!(concat!(env!("OUT_DIR"), "/handlers.rs"));
