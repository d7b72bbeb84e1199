//! A recording, read datagram by datagram, each message written back to its bytes. It lies outside of the project and is used
//! where it is there.

use wireform::prelude::*;
use wireform_tests::quake2::{DemoBlockKnown, DemoBlockView, ToClientKnown};

use super::follow::{Follower, Frame};
use crate::beside::beside;
use crate::generated::write;

/// The recording, if there is one.
pub fn collected() -> Option<Vec<u8>> {
    beside("demos/test.dm2").map(|path| std::fs::read(path).expect("somebody may read it"))
}

/// A datagram of a recording.
pub struct Block {
    pub bytes: Vec<u8>,
    /// Its messages, written again.
    pub again: Vec<u8>,
    /// The frame that is complete with it.
    pub frame: Option<Frame>,
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
        let (mut again, mut frame) = (Vec::new(), None);
        let mut stream = block.messages();
        while let Some(message) = stream.next() {
            let message = message.expect("a message");
            let value = message.to_value();
            again.extend(
                write(|| value.encoded_len_known(stream.known), |out| value.write(out, stream.known))
                    .expect("a message"),
            );
            frame = follower.hear(&message).cloned().or(frame);
        }
        known = stream.known;
        let end = bytes.len() - rest.len();
        blocks.push(Block { bytes: bytes[at + 4..end].to_vec(), again, frame });
        at = end;
    }
    assert_eq!(at + 4, bytes.len(), "nothing is left");
    blocks
}

#[test]
fn each_message_of_the_recording_is_written_back_where_it_is_there() {
    let Some(bytes) = collected() else { return };
    let blocks = blocks(&bytes);
    assert!(blocks.iter().all(|block| block.again == block.bytes), "every message is written back");
    assert_eq!((blocks.len(), blocks.iter().filter(|block| block.frame.is_some()).count()), (29, 23));
}
