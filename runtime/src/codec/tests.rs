//! The sockets of `examples/tcp-codec` cannot show it: how often a message is read, and how much is reserved.

use core::cell::Cell;
use core::error;
use std::format;
use std::io;
use std::string::ToString;
use std::vec::Vec;

use bytes::BytesMut;
use tokio_util::codec::{Decoder, Encoder};

use super::{Codec, TooLong};
use crate::decode::Decode;
use crate::encode::Encode;
use crate::error::{Error, ErrorKind, Malformed, Refusal, Unwritable};
use crate::input::Input;
use crate::message::{Message, Owned};
use crate::output::Output;

std::thread_local! {
    /// How often a message was read from its start.
    static READ: Cell<usize> = const { Cell::new(0) };
}

/// A length, and so many bytes. The first is no 9. Whether the length takes two bytes, the message before it says: 2 if so.
#[derive(Debug, Clone, PartialEq)]
struct Frame(Vec<u8>);

#[derive(Debug, Clone, Copy, PartialEq)]
struct FrameValue<'a>(&'a [u8]);

#[derive(Debug, Clone, Copy, PartialEq)]
struct FrameView<'a>(&'a [u8]);

/// Whether a length takes two bytes.
type Wide = bool;

impl<'a> Decode<'a> for FrameView<'a> {
    type Known = Wide;
    const NAME: &'static str = "Frame";
    const MIN_LEN: usize = 1;

    fn as_bytes(&self) -> &'a [u8] {
        self.0
    }

    fn take<E: Refusal>(input: &mut Input<'a, E>, wide: Wide) -> Result<Self, E> {
        READ.set(READ.get() + 1);
        let len = match wide {
            true => usize::from(u16::from_be_bytes(*input.field(&"len")?)),
            false => usize::from(u8::from_be_bytes(*input.field(&"len")?)),
        };
        let start = input.offset();
        let body = input.bytes(len, &"body")?;
        if body.first() == Some(&9) { Err(Malformed::Value.found(&"body", start, 9)) } else { Ok(Self(body)) }
    }

    fn heard(&self, _wide: Wide) -> Wide {
        self.0.first() == Some(&2)
    }
}

impl Encode for FrameValue<'_> {
    type Known = Wide;
    const NAME: &'static str = "Frame";

    fn put_checked(&self, out: &mut Output<'_>, wide: Wide) -> Result<(), Error> {
        let len = match wide {
            true => u16::try_from(self.0.len()).ok(),
            false => u8::try_from(self.0.len()).ok().map(u16::from),
        };
        out.bytes(len.unwrap_or(0).to_be_bytes().get(usize::from(!wide)..).unwrap_or_default());
        out.bytes(self.0);
        len.map(drop).ok_or(Unwritable::Count.at(&"body"))
    }
}

impl Message for FrameValue<'_> {
    type Known = Wide;
    type View<'a> = FrameView<'a>;
    type Value<'a> = FrameValue<'a>;

    fn value<'a>(view: Self::View<'a>) -> Self::Value<'a> {
        FrameValue(view.0)
    }
}

impl Message for Frame {
    type Known = Wide;
    type View<'a> = FrameView<'a>;
    type Value<'a> = FrameValue<'a>;

    fn value<'a>(view: Self::View<'a>) -> Self::Value<'a> {
        FrameValue(view.0)
    }
}

impl Encode for Frame {
    type Known = Wide;
    const NAME: &'static str = "Frame";

    fn put_checked(&self, out: &mut Output<'_>, wide: Wide) -> Result<(), Error> {
        self.as_value().put_checked(out, wide)
    }
}

impl Owned for Frame {
    fn as_value(&self) -> FrameValue<'_> {
        FrameValue(&self.0)
    }

    /// A message inside, which nobody has read yet, is incomplete.
    fn own(value: FrameValue<'_>) -> Result<Self, Error> {
        match value.0.first() {
            Some(&8) => Err(Error::new(&"body", 1, ErrorKind::Truncated { needed: 3 }).in_message(&"Frame")),
            _ => Ok(Self(value.0.into())),
        }
    }
}

/// How often messages are read from their start, while `work` runs.
fn reads(work: impl FnOnce()) -> usize {
    READ.set(0);
    work();
    READ.get()
}

/// The kind of an error, and its inner error.
fn refused<E: error::Error + Copy + 'static>(error: io::Error) -> (io::ErrorKind, E) {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref()).copied();
    (error.kind(), inner.expect("another inner error"))
}

#[test]
fn a_message_is_not_read_for_each_byte_of_it() {
    let mut bytes = BytesMut::new();
    Codec::<Frame>::with(true).encode(FrameValue(&[0; 60_000]), &mut bytes).expect("16 bits");
    let (mut codec, mut buffer, mut heard) = (Codec::<Frame>::with(true), BytesMut::new(), None);
    let read = reads(|| {
        for byte in bytes {
            assert_eq!(heard, None, "the last byte completes it");
            buffer.extend_from_slice(&[byte]);
            heard = codec.decode(&mut buffer).expect("a frame");
        }
    });
    assert_eq!(heard, Some(Frame([0; 60_000].into())));
    // After one byte and after two, each time once more for the reason; then all of it.
    assert_eq!(read, 5);
}

#[test]
fn the_next_message_is_read_at_once() {
    let mut codec = Codec::<Frame>::with(false);
    let mut buffer = BytesMut::from(&b"\x03ab"[..]);
    assert_eq!(codec.decode(&mut buffer).expect("half a frame"), None);
    buffer.extend_from_slice(b"c\x00\x01d");
    for body in [&b"abc"[..], b"", b"d"] {
        assert_eq!(codec.decode(&mut buffer).expect("a frame"), Some(Frame(body.into())));
    }
    assert_eq!(codec.decode(&mut buffer).expect("nothing"), None);
    // Somebody took the first half of a message away.
    buffer.extend_from_slice(b"\x03ab");
    assert_eq!(codec.decode(&mut buffer).expect("half a frame"), None);
    buffer.clear();
    assert_eq!(codec.decode(&mut buffer).expect("nothing"), None);
    buffer.extend_from_slice(b"\x01d");
    assert_eq!(codec.decode(&mut buffer).expect("a frame"), Some(Frame(b"d".into())));
}

#[test]
fn what_is_missing_is_reserved_within_the_limit() {
    let mut codec = Codec::<Frame>::with(true).max_len(1000);
    let mut buffer = BytesMut::from(&b"\x03\xE6hi"[..]);
    assert_eq!(codec.decode(&mut buffer).expect("998 bytes, and their count"), None);
    assert!((1000..=1000 + 64).contains(&buffer.capacity()), "{}", buffer.capacity());
    // One more is too many, before it comes and after it.
    let mut codec = Codec::<Frame>::with(true).max_len(1000);
    let mut buffer = BytesMut::from(&b"\x03\xE7hi"[..]);
    let (kind, error) = refused::<TooLong>(codec.decode(&mut buffer).expect_err("999 bytes, and their count"));
    assert_eq!((kind, error.max_len(), error.error().needed()), (io::ErrorKind::InvalidData, 1000, Some(997)));
    assert_eq!(error.to_string(), "Frame.body at byte 2: 997 more bytes needed, beyond the limit of 1000 bytes");
    assert!(buffer.capacity() < 100, "{}", buffer.capacity());
    buffer.resize(5000, 0);
    let (_, error) = refused::<TooLong>(codec.decode(&mut buffer).expect_err("999 bytes, and their count"));
    assert_eq!(error.to_string(), "Frame.body at byte 2: 1 more byte needed, beyond the limit of 1000 bytes");
}

#[test]
fn errors_have_their_reasons_inside() {
    let mut codec = Codec::<Frame>::with(false);
    let (kind, error) = refused::<Error>(codec.decode(&mut BytesMut::from(&b"\x02\x09z"[..])).expect_err("a 9"));
    assert_eq!((kind, error.kind()), (io::ErrorKind::InvalidData, ErrorKind::Malformed(Malformed::Value)));
    // More bytes do not complete a message in a complete one.
    let (kind, error) = refused::<Error>(codec.decode(&mut BytesMut::from(&b"\x02\x08z"[..])).expect_err("an 8"));
    let short = ErrorKind::Malformed(Malformed::Short { needed: 3 });
    assert_eq!((kind, error.kind()), (io::ErrorKind::InvalidData, short));

    let mut half = BytesMut::from(&b"\x05ab"[..]);
    assert_eq!(codec.decode(&mut half).expect("half a frame"), None);
    let (kind, error) = refused::<Error>(codec.decode_eof(&mut half).expect_err("half a frame"));
    assert_eq!((kind, error.kind()), (io::ErrorKind::UnexpectedEof, short));
    assert_eq!(error.to_string(), "Frame.body at byte 1: 3 more bytes needed, but the packet ends here");
    assert_eq!(codec.decode_eof(&mut BytesMut::new()).expect("the end"), None);
    assert_eq!(codec.decode_eof(&mut BytesMut::from(&b"\x01a"[..])).expect("a frame"), Some(Frame(b"a".into())));

    let mut sent = BytesMut::from(&b"before"[..]);
    let (kind, error) = refused::<Error>(codec.encode(FrameValue(&[0; 256]), &mut sent).expect_err("8 bits"));
    assert_eq!((kind, error.kind()), (io::ErrorKind::InvalidInput, ErrorKind::Unwritable(Unwritable::Count)));
    assert_eq!(sent, &b"before"[..]);
}

#[test]
fn a_value_borrows_from_what_it_may() {
    let (frame, mut sent) = (Frame(b"a".into()), BytesMut::new());
    let mut codec = Codec::<Frame>::with(false);
    codec.encode(frame.as_value(), &mut sent).expect("8 bits");
    codec.encode(FrameValue(b"bc"), &mut sent).expect("8 bits");
    assert_eq!(sent, &b"\x01a\x02bc"[..]);
}

#[test]
fn the_session_goes_on_from_message_to_message() {
    let mut codec = Codec::<Frame>::with(false);
    let mut buffer = BytesMut::from(&b"\x02\x02a\x00\x01b\x00"[..]);
    assert_eq!(codec.decode(&mut buffer).expect("a frame"), Some(Frame(b"\x02a".into())));
    assert!(codec.known());
    assert_eq!(codec.decode(&mut buffer).expect("a frame"), Some(Frame(b"b".into())));
    assert!(!codec.known());
    // The program knows better, also than what is waited for.
    *codec.known_mut() = true;
    assert_eq!(codec.decode(&mut buffer).expect("half a length"), None);
    *codec.known_mut() = false;
    assert_eq!(codec.decode(&mut buffer).expect("a frame"), Some(Frame(Vec::new())));
    // A message that is written counts as well.
    let mut sent = BytesMut::new();
    codec.encode(FrameValue(&[2]), &mut sent).expect("8 bits");
    codec.encode(FrameValue(&[1]), &mut sent).expect("16 bits");
    assert_eq!((codec.known(), &sent[..]), (false, &b"\x01\x02\x00\x01\x01"[..]));
    assert_eq!(format!("{:?}", codec.max_len(7)), "Codec { known: false, max_len: 7, .. }");
}

/// A message that takes no bytes at all.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Nothing;

impl<'a> Decode<'a> for Nothing {
    type Known = ();
    const NAME: &'static str = "Nothing";
    const MIN_LEN: usize = 0;

    fn as_bytes(&self) -> &'a [u8] {
        &[]
    }

    fn take<E: Refusal>(_input: &mut Input<'a, E>, _known: ()) -> Result<Self, E> {
        Ok(Self)
    }
}

impl Encode for Nothing {
    type Known = ();
    const NAME: &'static str = "Nothing";

    fn put_checked(&self, _out: &mut Output<'_>, _known: ()) -> Result<(), Error> {
        Ok(())
    }
}

impl Message for Nothing {
    type Known = ();
    type View<'a> = Self;
    type Value<'a> = Self;

    fn value<'a>(view: Self::View<'a>) -> Self::Value<'a> {
        view
    }
}

impl Owned for Nothing {
    fn as_value(&self) -> Self {
        *self
    }

    fn own(value: Self) -> Result<Self, Error> {
        Ok(value)
    }
}

#[test]
fn messages_without_bytes_do_not_go_on_for_ever() {
    let mut codec = Codec::<Nothing>::new();
    assert_eq!(codec.decode(&mut BytesMut::new()).expect("nothing"), None);
    let error = codec.decode(&mut BytesMut::from(&b"a"[..])).expect_err("as many as one likes");
    assert_eq!((error.kind(), error.to_string().as_str()), (io::ErrorKind::InvalidData, "a message without bytes"));
}
