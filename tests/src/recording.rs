//! A recording of a game with a real server, read whole by generated code and by the interpreter: every record, every
//! message in it, and what clients said inside of these; each is written back to its bytes.
//!
//! The whole recording lies outside of the project and is used where it is there; its beginning is part of the project.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use wireform::prelude::*;
use wireform_build::interpret::{self, Value};
use wireform_tests::sauerbraten::v260::{
    DemoKnown, DemoRecordKnown, DemoRecordPacketView, DemoRecordView, DemoView, ToClientView,
};

use crate::generated::write;
use crate::sauerbraten::versions::V260;
use crate::show::Show as _;

/// What a recording holds.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    records: usize,
    bytes: usize,
    /// On channel 0 and on channel 1.
    messages: [usize; 2],
    /// Inside of a `Client`.
    said: usize,
}

#[test]
fn the_beginning_of_a_recording() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("packets/recording.dmo");
    let counts = check(&path).expect("it is part of the project");
    assert_eq!(counts, Counts { records: 120, bytes: 3613, messages: [95, 36], said: 21 });
}

#[test]
fn the_whole_recording_where_it_is_there() {
    match check(&crate::vectors::shared("demos/loopback_ffa_shared.dmo")) {
        Some(counts) => assert_eq!(counts, Counts { records: 1185, bytes: 42486, messages: [1366, 454], said: 313 }),
        None => println!("there is no recording"),
    }
}

/// Reads a recording both ways, and writes it back; nothing if there is none.
fn check(path: &Path) -> Option<Counts> {
    let packed = crate::vectors::read(path)?;
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(&*packed).read_to_end(&mut bytes).expect("a recording is compressed with gzip");

    let target = wireform_cli::target::target(&V260, "Demo").expect("a struct of the schema");
    let theirs = interpret::read_exact(&V260, target, &bytes, &[]).expect("the interpreter reads it");
    assert_eq!(interpret::write(&V260, target, &theirs, &[]).as_ref(), Ok(&bytes), "and writes it back");
    let Some(Value::List(theirs)) = theirs.field("records") else { panic!("no records") };

    let view = DemoView::parse_exact(&bytes, DemoKnown::default()).expect("generated code reads it");
    let plain = view.to_value();
    let again = write(|| plain.encoded_len_known(DemoKnown::default()), |out| plain.write(out, DemoKnown::default()));
    assert_eq!(again.as_ref(), Ok(&bytes), "and writes it back");

    let mut counts = Counts { bytes: bytes.len(), ..Counts::default() };
    let mut kinds = BTreeMap::new();
    let mut known = Default::default();
    let mut at = 24;
    for theirs in theirs {
        let (record, rest) = DemoRecordView::parse(&bytes[at..], DemoRecordKnown::default()).expect("a record");
        let packet = record.packet();
        let mut messages = Vec::new();
        match packet {
            DemoRecordPacketView::Positions(positions) => {
                for message in positions {
                    let message = message.expect("a position");
                    let value = message.to_value();
                    let again = write(|| value.encoded_len(), |out| value.write(out));
                    assert_eq!(again.as_deref(), Ok(message.as_bytes()));
                    messages.push(value.show());
                    counts.messages[0] += 1;
                }
            }
            DemoRecordPacketView::Messages(mut stream) => {
                stream.known = known;
                while let Some(message) = stream.next() {
                    let message = message.expect("a message");
                    let value = message.to_value();
                    let again = write(|| value.encoded_len_known(stream.known), |out| value.write(out, stream.known));
                    assert_eq!(again.as_deref(), Ok(message.as_bytes()));
                    if let ToClientView::Client(client) = message {
                        for said in client.messages() {
                            said.expect("something that was said");
                            counts.said += 1;
                        }
                    }
                    messages.push(value.show());
                    counts.messages[1] += 1;
                }
                known = stream.known;
            }
            DemoRecordPacketView::File(_) | DemoRecordPacketView::Other { .. } => panic!("no such channel is recorded"),
        }
        for message in &messages {
            let Value::Message { name, .. } = message else { panic!("{message:?}") };
            *kinds.entry(name.clone()).or_insert(0) += 1;
        }
        let shown = theirs.field("packet").and_then(|packet| packet.field("value"));
        assert_eq!(shown, Some(&Value::List(messages)), "both read the same");
        assert_eq!(theirs.field("millis"), Some(&record.millis().show()));
        at = bytes.len() - rest.len();
        counts.records += 1;
    }
    assert_eq!(at, bytes.len(), "nothing is left");
    println!("{counts:?} {kinds:?}");
    Some(counts)
}
