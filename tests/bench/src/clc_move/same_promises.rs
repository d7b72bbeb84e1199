//! Written by hand with what generated code promises: what is given out is a value that may be kept and asked in any order,
//! in which each move stands as the packet has it and as what it adds up to; and who is refused is told which field is
//! wrong, where, and why.

use super::by_hand::{command_len, head};
use super::moves::{Command, Move};
use crate::contender::{Packet, Reader};
use crate::reason::Reason;
use crate::sink::Sink;

/// Safe, by hand, and with all promises.
pub struct SamePromises;

/// What changed since another command: which fields, and their bytes, none of which is missing.
#[derive(Clone, Copy)]
struct Delta<'a> {
    mask: u8,
    fields: &'a [u8],
}

/// Moves that are right.
#[derive(Clone, Copy)]
struct View<'a> {
    head: &'a [u8; 6],
    deltas: [Delta<'a>; 3],
}

impl<'a> Delta<'a> {
    #[inline]
    fn parse(bytes: &'a [u8], field: &'static str, packet: usize) -> Result<(Self, &'a [u8]), Reason> {
        let truncated = || Reason::new(field, packet - bytes.len(), "truncated");
        let (&mask, rest) = bytes.split_first().ok_or_else(truncated)?;
        let (fields, rest) = rest.split_at_checked(command_len(mask)).ok_or_else(truncated)?;
        Ok((Self { mask, fields }, rest))
    }

    #[inline]
    fn end(self) -> [u8; 2] {
        self.fields.last_chunk().copied().unwrap_or_default()
    }

    #[inline]
    fn add_to(self, base: Command) -> Command {
        let (mut command, mut at) = (base, 0);
        for (bit, word) in command.words.iter_mut().enumerate() {
            if self.mask >> bit & 1 != 0 {
                *word = self.fields.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |pair| i16::from_le_bytes(*pair));
                at += 2;
            }
        }
        for (bit, byte) in [(6, &mut command.buttons), (7, &mut command.impulse)] {
            if self.mask >> bit & 1 != 0 {
                *byte = self.fields.get(at).copied().unwrap_or(0);
                at += 1;
            }
        }
        [command.msec, command.light_level] = self.end();
        command
    }
}

impl<'a> View<'a> {
    #[inline]
    fn parse(packet: &'a [u8]) -> Result<Self, Reason> {
        let (head, rest) = head(packet).ok_or_else(|| Reason::new("head", 0, "6 bytes, the first of them 2"))?;
        let (oldest, rest) = Delta::parse(rest, "oldest", packet.len())?;
        let (previous, rest) = Delta::parse(rest, "previous", packet.len())?;
        let (newest, rest) = Delta::parse(rest, "newest", packet.len())?;
        if !rest.is_empty() {
            return Err(Reason::new("rest", packet.len() - rest.len(), "nothing"));
        }
        Ok(Self { head, deltas: [oldest, previous, newest] })
    }

    /// All of it.
    #[inline]
    fn value(&self) -> Move {
        let [_, checksum, frame @ ..] = *self.head;
        let mut command = Command::default();
        let commands = self.deltas.map(|delta| {
            command = delta.add_to(command);
            command
        });
        Move { checksum, last_frame: i32::from_le_bytes(frame), commands }
    }
}

impl Reader for SamePromises {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        View::parse(packet).map(|view| view.value().read_all(sink)).is_ok()
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        View::parse(packet).map(|view| sink.int(view.deltas[2].end()[0])).is_ok()
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        View::parse(packet).is_ok()
    }
}
