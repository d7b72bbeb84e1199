//! A connection over UDP. A vital chunk is in each packet until the server acknowledges it.

use std::{net::UdpSocket, time::Duration};

use wireform::{Owned, prelude::*};

use crate::teeworlds::{ChunksKnown, ChunksView, ControlView, Message, PacketBodyView, PacketView, control, owned};
use crate::{Result, huffman};

/// The number that the server puts in its packets. A client for the internet takes another one each time.
const TOKEN: u32 = 0x5749_5245;
/// How many numbers a sequence has.
const SEQUENCE: u16 = 1024;

pub struct Connection {
    socket: UdpSocket,
    /// The server's number, as ours above, and whether it has accepted.
    token: u32,
    is_accepted: bool,
    /// Numbers of the last vital chunks: the server's, and ours.
    ack: u16,
    sequence: u16,
    /// Chunks that are not sent, or, if they are vital, not acknowledged.
    chunks: Vec<owned::Chunk>,
}

impl Connection {
    pub fn new(address: &str) -> Result<Self> {
        let socket = UdpSocket::bind("0.0.0.0:0")?;
        socket.connect(address)?;
        socket.set_read_timeout(Some(Duration::from_millis(500)))?;
        Ok(Self { socket, token: u32::MAX, is_accepted: false, ack: 0, sequence: 0, chunks: Vec::new() })
    }

    /// Puts a message into the next packet. A vital one will arrive.
    pub fn say<'m>(&mut self, message: impl Into<Message<'m>>, is_vital: bool) -> Result<()> {
        self.sequence = (self.sequence + u16::from(is_vital)) % SEQUENCE;
        let [sequence_high, low] = if is_vital { self.sequence.to_be_bytes() } else { [0, 0] };
        let (sequence_low, message) = (is_vital.then_some(low), owned::Message::own(message.into())?);
        self.chunks.push(owned::Chunk { resend: false, sequence_high, sequence_low, message });
        Ok(())
    }

    /// Sends what waits, and reads the messages of the next packet.
    pub fn exchange(&mut self) -> Result<Vec<owned::Message>> {
        let (mut buffer, padding) = ([0; 1400], Some(control::TokenPadding {}));
        for _ in 0..20 {
            let chunks = self.chunks.clone();
            self.send(match (self.token, self.is_accepted) {
                (u32::MAX, _) => owned::PacketBody::Control(control::Token { token: TOKEN, padding }.into()),
                (_, false) => owned::PacketBody::Control(control::Connect { token: TOKEN }.into()),
                _ if chunks.is_empty() => owned::PacketBody::Control(control::KeepAlive {}.into()),
                _ => owned::PacketBody::Chunks(owned::Chunks { chunks }),
            })?;
            self.chunks.retain(|it| it.sequence_low.is_some() || !self.is_accepted);
            self.chunks.iter_mut().for_each(|it| it.resend = self.is_accepted);
            if let Ok(len) = self.socket.recv(&mut buffer) {
                return self.hear(PacketView::parse_exact(&buffer[..len])?);
            }
        }
        Err("the server is silent".into())
    }

    fn hear(&mut self, packet: PacketView<'_>) -> Result<Vec<owned::Message>> {
        self.chunks.retain(|it| steps(it, packet.ack()).is_none_or(|it| it >= SEQUENCE / 2));
        let chunks = match packet.body() {
            PacketBodyView::Compressed(bytes) => huffman::inflate(bytes).ok_or("a packet without an end")?,
            PacketBodyView::Chunks(chunks) => chunks.as_bytes().to_vec(),
            PacketBodyView::Control(ControlView::Close(it)) => return Err(it.reason().unwrap_or("closed").into()),
            PacketBodyView::Control(message) => {
                self.is_accepted |= matches!(message, ControlView::Accept(_));
                self.token = if let ControlView::Token(it) = message { it.token() } else { self.token };
                return Ok(Vec::new());
            }
        };
        let known = ChunksKnown { chunk_count: packet.chunk_count() };
        let mut chunks = ChunksView::parse_exact(&chunks, known)?.into_owned().chunks;
        // Vital ones are heard in order, and once. From the next one to the last, all other numbers are passed.
        chunks.retain(|it| {
            let steps = steps(it, self.ack);
            self.ack = (self.ack + u16::from(steps == Some(SEQUENCE - 1))) % SEQUENCE;
            steps.is_none_or(|steps| steps == SEQUENCE - 1)
        });
        Ok(chunks.into_iter().map(|it| it.message).collect())
    }

    pub fn send(&self, body: owned::PacketBody) -> Result<()> {
        let chunk_count = if let owned::PacketBody::Chunks(it) = &body { it.chunks.len().try_into()? } else { 0 };
        let packet = owned::Packet { resend: false, ack: self.ack, chunk_count, token: self.token, body };
        self.socket.send(&packet.to_vec()?)?;
        Ok(())
    }
}

/// Steps from a vital chunk on to a number. The number of the chunk is in two places.
fn steps(from: &owned::Chunk, to: u16) -> Option<u16> {
    let from = u16::from_be_bytes([from.sequence_high, from.sequence_low?]);
    Some((to + SEQUENCE - from) % SEQUENCE)
}
