//! The codec on real messages, which arrive in pieces: it finds the messages that a stream finds, and allocates only what
//! it hands out.

use std::io::Read as _;
use std::path::Path;

use allocation_counter::measure;
use bytes::BytesMut;
use tokio_util::codec::{Decoder, Encoder};
use wireform::prelude::*;
use wireform::{Codec, Owned};
use wireform_tests::features::lists::owned::{Pairs, PairsPairs, PairsPairsBoth};
use wireform_tests::sauerbraten::v260::{DemoRecordKnown, DemoRecordPacketView, DemoRecordView, ToClientKnown, owned};

/// The bytes before the first record.
const HEADER: usize = 24;

/// The messages of a recorded game one after the other, with the session after them.
fn recorded() -> (Vec<u8>, Vec<owned::ToClient>, ToClientKnown) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("packets/recording.dmo");
    let packed = std::fs::read(path).expect("it is part of the project");
    let mut file = Vec::new();
    flate2::read::GzDecoder::new(&*packed).read_to_end(&mut file).expect("a recording is compressed with gzip");
    let mut rest = &file[HEADER..];
    let (mut bytes, mut kept, mut known) = (Vec::new(), Vec::new(), ToClientKnown::default());
    while !rest.is_empty() {
        let (record, others) = DemoRecordView::parse(rest, DemoRecordKnown::default()).expect("a record");
        rest = others;
        if let DemoRecordPacketView::Messages(mut messages) = record.packet() {
            messages.known = known;
            for message in &mut messages {
                let message = message.expect("a message");
                bytes.extend_from_slice(message.as_bytes());
                kept.push(message.into_owned().expect("a message whose messages can be read"));
            }
            known = messages.known;
        }
    }
    (bytes, kept, known)
}

#[test]
fn real_messages_arrive_in_pieces() {
    let (bytes, kept, known) = recorded();
    assert_eq!(kept.len(), 36);
    for size in [1, 2, 7, 100, bytes.len()] {
        let mut codec = Codec::<owned::ToClient>::with(ToClientKnown::default());
        let (mut buffer, mut received) = (BytesMut::new(), Vec::new());
        for piece in bytes.chunks(size) {
            buffer.extend_from_slice(piece);
            while let Some(message) = codec.decode(&mut buffer).expect("a part of a message") {
                received.push(message);
            }
        }
        assert_eq!(codec.decode_eof(&mut buffer).expect("the end behind a message"), None);
        assert_eq!((&received, codec.known()), (&kept, known), "pieces of {size} bytes");
    }
    // Written with the session that the messages set, they are as they were.
    let (mut codec, mut sent) = (Codec::<owned::ToClient>::with(ToClientKnown::default()), BytesMut::new());
    for message in &kept {
        codec.encode(message.as_value(), &mut sent).expect("a message that was read");
    }
    assert_eq!((&*sent, codec.known()), (&*bytes, known));
}

#[test]
fn only_the_owned_value_is_allocated() {
    let both = PairsPairsBoth { names: vec!["a".into(), "b".repeat(200)], ids: vec![1, 2] };
    let pairs = Pairs { count: 2, pairs: PairsPairs::Both(both) };
    let (mut codec, mut buffer) = (Codec::<Pairs>::new(), BytesMut::with_capacity(1000));
    let written = measure(|| codec.encode(pairs.as_value(), &mut buffer).expect("a valid value"));
    assert_eq!((buffer.len(), written.count_total), (209, 0));

    let mut copy = None;
    let copied = measure(|| copy = Some(Pairs::own(pairs.as_value()).expect("no messages inside")));
    let mut received = None;
    // Half of it costs nothing where there is room for the rest.
    let mut half = BytesMut::with_capacity(1000);
    half.extend_from_slice(&buffer[..100]);
    let waited = measure(|| assert_eq!(codec.decode(&mut half).expect("half a value"), None));
    half.extend_from_slice(&buffer[100..]);
    let read = measure(|| received = codec.decode(&mut half).expect("a value"));
    assert_eq!((&received, &copy), (&Some(pairs.clone()), &Some(pairs)));
    assert!(copied.count_total > 0);
    assert_eq!((waited.count_total, read.count_total), (0, copied.count_total));
}
