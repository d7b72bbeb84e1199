//! The handlers that the build script makes, and the comparison of one with its stream.

use std::fmt::Debug;
use std::ops::AddAssign;

use wireform::prelude::*;
use wireform::{Dispatch, Error, ErrorKind, Stream};

use crate::allocations::none;

/// A family, and the comparison of its handler with its stream on a packet.
pub struct Handler {
    pub schema: &'static str,
    pub version: &'static str,
    pub family: &'static str,
    pub check: fn(&[u8]) -> Tally,
    /// Forwards a packet as a proxy does, and checks what arrives. (Values with checksums of the program are not forwarded so.)
    pub rewrite: Option<fn(&[u8])>,
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
    /// Where each began.
    offsets: Vec<usize>,
    /// Where the next begins.
    at: usize,
    places: usize,
}

/// A handler that has no method, and forwards each message as it came.
pub struct Forwarder<V, const NUMBER: usize> {
    packet: Vec<u8>,
    views: std::marker::PhantomData<V>,
}

/// Why a recorder did not get all messages.
#[derive(Debug, PartialEq)]
pub enum Stopped {
    Unread(Error),
    /// It has no more places.
    Full,
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Self {
        Self::Unread(error)
    }
}

impl<V, const NUMBER: usize> Recorder<V, NUMBER> {
    /// So that recording allocates nothing: a message is one byte at least.
    fn new(bytes: &[u8], places: usize) -> Self {
        let places_of_all = bytes.len() + 1;
        let (messages, offsets) = (Vec::with_capacity(places_of_all), Vec::with_capacity(places_of_all));
        Self { messages, offsets, at: 0, places }
    }

    fn record(&mut self, message: V) -> Result<(), Stopped> {
        self.messages.push(message);
        self.offsets.push(self.at);
        if self.messages.len() == self.places { Err(Stopped::Full) } else { Ok(()) }
    }
}

/// Compares what a handler gets with what a stream gives. `one` hands a single message over.
fn compare<'a, V, const NUMBER: usize, K>(
    bytes: &'a [u8],
    one: impl Fn(&'a [u8], &mut K, &mut Recorder<V, NUMBER>) -> Result<&'a [u8], Stopped>,
) -> Tally
where
    V: Dispatch<'a, Recorder<V, NUMBER>, Error = Stopped, Known = K>
        + Dispatch<'a, Forwarder<V, NUMBER>, Error = Stopped, Known = K>
        + Debug,
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
    assert!(recorder.offsets.iter().zip(&after).all(|(offset, (expected, _))| offset == expected), "{bytes:02x?}");
    assert_eq!((dispatched.offset(), dispatched.known), (stream.offset(), stream.known), "{bytes:02x?}");
    assert_eq!((dispatched.offset(), dispatched.dispatch(&mut recorder)), (bytes.len(), Ok(())), "it is at its end");
    same(&recorder.messages, &messages);

    let mut forwarder = Forwarder { packet: Vec::new(), views: std::marker::PhantomData };
    assert_eq!(Stream::<V, K>::new(bytes, K::default()).dispatch(&mut forwarder), end());
    assert_eq!(forwarder.packet, bytes[..after.last().map_or(0, |(end, _)| *end)]);

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

/// A function that forwards a packet with nothing changed, and with each message replaced by its own value.
macro_rules! rewriting {
    ($($value:ident)::+, $view:ty) => {{
        fn rewrite<'a>(bytes: &'a [u8]) {
            for is_replaced in [false, true] {
                let mut stream = Stream::<$view, _>::new(bytes, Default::default());
                let (mut receiver, mut out) = (Default::default(), Vec::new());
                let told = $($value)::+::rewrite(&mut stream, &mut receiver, &mut out, |message, forwarded| {
                    if is_replaced {
                        forwarded.replace(message.to_value())?;
                    }
                    Ok::<_, wireform::Error>(())
                });
                arrived((bytes, is_replaced), &stream, told, &out, receiver);
            }
        }
        rewrite
    }};
}

/// Checks what arrives of a packet that is forwarded.
fn arrived<'a, V, K>(
    (bytes, is_replaced): (&'a [u8], bool),
    stream: &Stream<'a, V, K>,
    told: Result<K, wireform::Error>,
    out: &[u8],
    receiver: K,
) where
    V: wireform::Decode<'a, Known = K> + Debug,
    K: Copy + Default + Debug + PartialEq,
{
    let sent: Vec<_> = Stream::<V, K>::new(bytes, K::default()).placed().collect();
    let right: Vec<_> = sent.iter().filter_map(|placed| placed.ok()).collect();
    let error = sent.last().and_then(|last| last.as_ref().err());
    match told {
        Ok(known) => assert_eq!((known, error, stream.rest()), (receiver, None, &[][..]), "{bytes:02x?}"),
        Err(told) if is_replaced && matches!(told.kind(), ErrorKind::Unwritable(_)) => return,
        Err(told) => assert_eq!(Some(&told), error, "{bytes:02x?}"),
    }
    assert_eq!((stream.known, receiver), right.last().map_or_else(Default::default, |last| (last.known, last.known)));
    if !is_replaced {
        assert_eq!(out, &bytes[..stream.offset()], "{bytes:02x?}");
        return;
    }
    // The values borrow from other bytes.
    let copy: &'static [u8] = out.to_vec().leak();
    let arrived: Vec<_> = Stream::<V, K>::new(copy, K::default()).collect();
    let texts = |all: &mut dyn Iterator<Item = V>| all.map(|one| format!("{one:?}")).collect::<Vec<_>>();
    assert_eq!(
        texts(&mut arrived.into_iter().map(|one| one.expect("it was written"))),
        texts(&mut right.into_iter().map(|placed| placed.message)),
        "{bytes:02x?}"
    );
}

/// The same messages of the same bytes.
#[track_caller]
fn same<'a, V: wireform::Decode<'a> + Debug>(found: &[V], expected: &[V]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
        assert!(std::ptr::eq(found.as_bytes(), expected.as_bytes()), "{found:?}");
    }
}

include!(concat!(env!("OUT_DIR"), "/handlers.rs"));
