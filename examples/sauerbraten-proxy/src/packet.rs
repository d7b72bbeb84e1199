//! A packet: message after message, until one is not understood.

use std::fmt;

use wireform::prelude::*;
use wireform::{Malformed, ParseErrorKind};

use crate::message::{Message, Refused};
use crate::numbers::{Direction, Numbers};
use crate::sauerbraten::PositionsView;
use crate::sauerbraten::v260::{ToClientKnown, ToClientView, ToServerView};
use crate::{positions, to_client, to_server};

/// Changes the client numbers of the packets of a client and a server.
#[derive(Debug, Clone)]
pub struct Proxy {
    numbers: Numbers,
    /// What the server said for later packets: some messages are laid out by it.
    known: ToClientKnown,
}

/// What becomes of a packet.
#[derive(Debug)]
pub struct Forwarded {
    /// Its bytes; nothing if they are where they were, changed in place.
    pub anew: Option<Vec<u8>>,
    /// From where on it is as it came.
    pub not_understood: Option<NotUnderstood>,
}

/// A message that is not understood, with all that stands behind it: nobody knows where it ends.
#[derive(Debug)]
pub struct NotUnderstood {
    at: usize,
    why: Refused,
}

impl Proxy {
    /// Nothing was said yet.
    #[must_use]
    pub const fn new(numbers: Numbers) -> Self {
        Self { numbers, known: ToClientKnown { mode: None } }
    }

    /// Changes the numbers of a packet, in place if it keeps its length.
    pub fn forward(&mut self, direction: Direction, packet: &mut [u8]) -> Forwarded {
        let mut anew: Option<Vec<u8>> = None;
        let mut at = 0;
        loop {
            let (before, rest) = packet.split_at_mut_checked(at).unwrap_or_default();
            if rest.is_empty() {
                return Forwarded { anew, not_understood: None };
            }
            match self.message(direction, rest) {
                Ok((len, None)) => {
                    at = at.saturating_add(len);
                    if let Some(anew) = &mut anew {
                        anew.extend(rest.iter().take(len));
                    }
                }
                Ok((len, Some(message))) => {
                    at = at.saturating_add(len);
                    anew.get_or_insert_with(|| before.to_vec()).extend(message);
                }
                Err(why) => {
                    if let Some(anew) = &mut anew {
                        anew.extend_from_slice(rest);
                    }
                    return Forwarded { anew, not_understood: Some(NotUnderstood { at, why }) };
                }
            }
        }
    }

    /// Changes the numbers of the first message: how long it was, and what it is, if that is not in its place.
    ///
    /// In the game `ENet` says which channel a packet is of. Here the code does: no code stands for a position on one
    /// channel and for something else on the other.
    fn message(&mut self, direction: Direction, rest: &mut [u8]) -> Result<(usize, Option<Vec<u8>>), Refused> {
        let numbers = &self.numbers;
        let position = PositionsView::parse(rest).map(|(view, _)| view.as_bytes().len());
        match (position, direction) {
            (Err(error), _) if error.kind() != ParseErrorKind::Malformed(Malformed::Code) => Err(error.into()),
            (Ok(len), _) => change(rest, len, direction, numbers, positions::renumber),
            (Err(_), Direction::ToClient) => {
                let known = self.known;
                let (view, _) = ToClientView::parse(rest, known)?;
                self.known = view.heard(known);
                let len = view.as_bytes().len();
                change(rest, len, direction, numbers, |message| to_client::renumber(message, known))
            }
            (Err(_), Direction::ToServer) => {
                let len = ToServerView::parse(rest)?.0.as_bytes().len();
                change(rest, len, direction, numbers, to_server::renumber)
            }
        }
    }
}

/// Lets `renumber` change the first message, of `len` bytes.
fn change(
    rest: &mut [u8],
    len: usize,
    direction: Direction,
    numbers: &Numbers,
    renumber: impl FnOnce(&mut Message<'_>) -> Result<(), Refused>,
) -> Result<(usize, Option<Vec<u8>>), Refused> {
    let (place, _) = rest.split_at_mut_checked(len).unwrap_or_default();
    let mut message = Message::new(place, direction, numbers);
    renumber(&mut message)?;
    Ok((len, message.into_anew()))
}

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at;
        match &self.why {
            Refused::Read(error) => {
                let at = at.saturating_add(error.offset());
                write!(f, "byte {at}: {}.{}: {}", error.message(), error.path(), error.kind())
            }
            Refused::Written(error) => write!(f, "byte {at}: {error}"),
        }
    }
}
