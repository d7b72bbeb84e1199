//! A recording, read whole by generated code and by the interpreter: every datagram and every message in it, each written
//! back to its bytes. It lies outside of the project and is used where it is there.

use std::collections::BTreeMap;
use std::path::PathBuf;

use wireform::prelude::*;
use wireform_build::interpret::{self, Value};
use wireform_tests::quake2::{DemoBlockKnown, DemoBlockView, DemoKnown, DemoView, ToClientKnown};

use super::QUAKE2;
use super::follow::{Follower, Frame};
use crate::generated::write;
use crate::show::Show as _;

/// Where recordings lie.
pub fn folder() -> PathBuf {
    crate::vectors::shared("demos")
}

/// A datagram of a recording.
pub struct Block {
    pub bytes: Vec<u8>,
    /// Its messages, written again.
    pub again: Vec<u8>,
    /// The frame that is complete with it.
    pub frame: Option<Frame>,
    messages: Vec<Value>,
}

/// Reads a recording with generated code, datagram by datagram.
pub fn blocks(bytes: &[u8]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut follower = Follower::default();
    let mut known = ToClientKnown::default();
    let mut at = 0;
    while bytes[at..at + 4] != [0xFF; 4] {
        let (block, rest) =
            DemoBlockView::parse(&bytes[at..], DemoBlockKnown { protocol: known.protocol }).expect("a datagram");
        let (mut again, mut frame, mut messages) = (Vec::new(), None, Vec::new());
        let mut stream = block.messages();
        while let Some(message) = stream.next() {
            let message = message.expect("a message");
            let value = message.to_value();
            again.extend(
                write(|| value.encoded_len_known(stream.known), |out| value.write(out, stream.known))
                    .expect("a message"),
            );
            frame = follower.hear(&message).cloned().or(frame);
            messages.push(value.show());
        }
        known = stream.known;
        let end = bytes.len() - rest.len();
        blocks.push(Block { bytes: bytes[at + 4..end].to_vec(), again, frame, messages });
        at = end;
    }
    assert_eq!(at + 4, bytes.len(), "nothing is left");
    blocks
}

#[test]
fn the_whole_recording_where_it_is_there() {
    let Some(bytes) = crate::vectors::read(&folder().join("test.dm2")) else {
        println!("there is no recording");
        return;
    };
    let target = wireform_cli::target::target(&QUAKE2, "Demo").expect("a struct of the schema");
    let theirs = interpret::read_exact(&QUAKE2, target, &bytes, &[]).expect("the interpreter reads it");
    assert_eq!(interpret::write(&QUAKE2, target, &theirs, &[]).as_ref(), Ok(&bytes), "and writes it back");
    let view = DemoView::parse_exact(&bytes, DemoKnown::default()).expect("generated code reads it");
    let plain = view.to_value();
    let again = write(|| plain.encoded_len_known(DemoKnown::default()), |out| plain.write(out, DemoKnown::default()));
    assert_eq!(again.as_ref(), Ok(&bytes), "and writes it back");

    let Some(Value::List(theirs)) = theirs.field("blocks") else { panic!("no blocks") };
    let blocks = blocks(&bytes);
    assert_eq!(blocks.len(), theirs.len());
    let mut kinds = BTreeMap::new();
    for (block, theirs) in blocks.iter().zip(theirs) {
        assert_eq!(block.again, block.bytes, "every message is written back");
        assert_eq!(theirs.field("messages"), Some(&Value::List(block.messages.clone())), "both read the same");
        for message in &block.messages {
            let Value::Message { name, .. } = message else { panic!("{message:?}") };
            *kinds.entry(name.as_str()).or_insert(0) += 1;
        }
    }
    println!("{} datagrams: {kinds:?}", blocks.len());
    let frames = blocks.iter().filter(|block| block.frame.is_some()).count();
    assert_eq!((blocks.len(), frames, kinds.values().sum::<usize>()), (29, 23, 410));
}
