//! Reads each packet of a conversation by the schema, and writes it again to the same bytes.

use std::error::Error;

use wireform::prelude::*;

#[path = "../../src/huffman.rs"]
mod huffman;

wireform::include_schema!(mod teeworlds);

use teeworlds::{Chunks, ChunksKnown, ChunksView, Message, PacketBodyView, PacketView, SnapshotDeltaView};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Reads a datagram with all that is in it, and returns the names of its messages.
pub fn read(datagram: &[u8]) -> Result<Vec<&'static str>> {
    let packet = PacketView::parse_exact(datagram)?;
    assert_eq!(packet.to_value().to_vec()?, datagram, "{packet}");
    let bytes = match packet.body() {
        PacketBodyView::Control(message) => return Ok(vec![message.name()]),
        PacketBodyView::Chunks(chunks) => chunks.as_bytes().to_vec(),
        PacketBodyView::Compressed(bytes) => huffman::inflate(bytes).ok_or("a packet without an end")?,
    };
    let known = ChunksKnown { chunk_count: packet.chunk_count() };
    let chunks = ChunksView::parse_exact(&bytes, known)?.to_value();
    assert_eq!(chunks.to_vec(known)?, bytes, "{chunks}");
    messages(chunks)
}

fn messages(chunks: Chunks<'_>) -> Result<Vec<&'static str>> {
    let mut names = Vec::new();
    for chunk in chunks.chunks {
        match chunk.message {
            Message::SnapSingle(snap) => {
                let delta = SnapshotDeltaView::parse_exact(snap.data)?;
                assert_eq!(delta.to_value().to_vec()?, snap.data, "{delta}");
            }
            Message::Unknown { code, .. } => return Err(format!("no message has the code {code}").into()),
            _ => {}
        }
        names.push(chunk.message.name());
    }
    Ok(names)
}
