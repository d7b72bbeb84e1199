//! A packet: message after message, until one is not understood.

use std::fmt;

use wireform::{Error, ErrorKind, Malformed, Message, Rewrite, Stream};

use crate::change::Change;
use crate::numbers::{Direction, Numbers};
use crate::sauerbraten::v260::{ToClient, ToClientKnown, ToServer};
use crate::sauerbraten::{Positions, PositionsView};
use crate::{positions, to_client, to_server};

/// The reason why a packet has no positions.
const NO_POSITION: ErrorKind = ErrorKind::Malformed(Malformed::Code);

/// Changes the client numbers of the packets of a client and a server.
#[derive(Debug, Clone)]
pub struct Proxy {
    numbers: Numbers,
    /// What the server said for later packets: some messages are laid out by it.
    sender: ToClientKnown,
    /// The part of it that the client was told.
    receiver: ToClientKnown,
}

/// What becomes of a packet.
#[derive(Debug)]
pub struct Forwarded {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// From where on it is as it came.
    pub not_understood: Option<NotUnderstood>,
}

/// A message that is not understood, with all that stands behind it: nobody knows where it ends.
#[derive(Debug)]
pub struct NotUnderstood {
    at: usize,
    why: Error,
}

impl Proxy {
    /// Nothing was said yet.
    #[must_use]
    pub const fn new(numbers: Numbers) -> Self {
        Self { numbers, sender: ToClientKnown { mode: None }, receiver: ToClientKnown { mode: None } }
    }

    /// A packet with the other numbers.
    ///
    /// In the game `ENet` says which channel a packet is of. Here the code does: no code stands for a position on one
    /// channel and for something else on the other.
    pub fn forward(&mut self, direction: Direction, packet: &[u8]) -> Forwarded {
        let numbers = &self.numbers;
        let is_position = !PositionsView::parse(packet).is_err_and(|error| error.kind() == NO_POSITION);
        match direction {
            _ if is_position => rewrite::<Positions>(packet, [&mut (), &mut ()], |message, forwarded| {
                positions::renumber(message, &mut Change { forwarded, direction, numbers })
            }),
            Direction::ToClient => {
                rewrite::<ToClient>(packet, [&mut self.sender, &mut self.receiver], |message, forwarded| {
                    to_client::renumber(message, &mut Change { forwarded, direction, numbers })
                })
            }
            Direction::ToServer => rewrite::<ToServer>(packet, [&mut (), &mut ()], |message, forwarded| {
                to_server::renumber(message, &mut Change { forwarded, direction, numbers })
            }),
        }
    }
}

/// Lets `renumber` change the messages of a packet. The two ends know the session.
fn rewrite<'p, M: Message>(
    packet: &'p [u8],
    [sender, receiver]: [&mut M::Known; 2],
    renumber: impl FnMut(M::View<'p>, &mut Rewrite<'_, 'p, M>) -> Result<(), Error>,
) -> Forwarded {
    let (mut messages, mut bytes) = (Stream::new(packet, *sender), Vec::with_capacity(packet.len()));
    let told = M::rewrite(&mut messages, receiver, &mut bytes, renumber);
    *sender = messages.known;
    bytes.extend_from_slice(messages.rest());
    let at = messages.offset();
    Forwarded { bytes, not_understood: told.err().map(|why| NotUnderstood { at, why }) }
}

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, why } = self;
        match why.offset() {
            Some(at) => write!(f, "byte {at}: {}.{}: {}", why.message(), why.path(), why.kind()),
            None => write!(f, "byte {at}: {why}"),
        }
    }
}
