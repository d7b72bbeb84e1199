//! Written by hand with what generated code promises: a datagram may carry any payload of the game; all of it is right
//! before anything of it is given out; and who is refused is told which field is wrong, where, and why.

use super::by_hand::{fits, word};
use super::update::{Entity, TAG, Update, tell_head};
use crate::contender::{Reader, Writer};
use crate::reason::Reason;
use crate::sink::Sink;

/// Safe, by hand, and with all promises.
pub struct SamePromises;

/// A datagram that is right.
#[derive(Clone, Copy)]
struct Datagram<'a> {
    head: &'a [u8; 16],
    payload: Payload<'a, Entities<'a>>,
}

/// What a datagram carries: fields of fixed places, and what follows them.
#[derive(Clone, Copy)]
enum Payload<'a, E> {
    Ping,
    Login { name: &'a str },
    Join { fixed: &'a [u8; 68], name: &'a str },
    Part,
    PlayerUpdate { fixed: &'a [u8; 76] },
    SpawnEntity { fixed: &'a [u8; 100], name: &'a str },
    DespawnEntity { fixed: &'a [u8; 4] },
    EntityUpdate { entities: E },
    PlayerCorrection { fixed: &'a [u8; 66] },
    ChunkBegin { fixed: &'a [u8; 24] },
    ChunkData { fixed: &'a [u8; 12], data: &'a [u8] },
    BlockUpdate { fixed: &'a [u8; 16], blocks: &'a [u8] },
}

/// Entities of a packet, whose ids ascend.
#[derive(Clone, Copy)]
struct Entities<'a>(&'a [u8]);

impl<'a> Entities<'a> {
    #[inline]
    fn iter(self) -> impl Iterator<Item = &'a [u8; 68]> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let (entity, behind) = rest.split_first_chunk()?;
            rest = behind;
            Some(entity)
        })
    }
}

/// The bytes in front, which are fields of fixed places, and those behind.
#[inline]
fn split<'a, const N: usize>(bytes: &'a [u8], field: &'static str) -> Result<(&'a [u8; N], &'a [u8]), Reason> {
    bytes.split_first_chunk().ok_or_else(|| Reason::new(field, 16, "truncated"))
}

/// Bytes that nothing follows.
#[inline]
fn all<'a, const N: usize>(bytes: &'a [u8], field: &'static str) -> Result<&'a [u8; N], Reason> {
    bytes.try_into().map_err(|_| Reason::new(field, 16, "as many bytes"))
}

/// Up to 32 bytes of text, up to a zero.
#[inline]
fn name(bytes: &[u8], at: usize) -> Result<&str, Reason> {
    if bytes.len() > 32 {
        return Err(Reason::new("name", at, "at most 32 bytes"));
    }
    let len = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    std::str::from_utf8(&bytes[..len]).map_err(|_| Reason::new("name", at, "text"))
}

impl<'a> Datagram<'a> {
    /// A whole datagram.
    #[inline]
    fn parse(packet: &'a [u8]) -> Result<Self, Reason> {
        let (head, bytes) = split::<16>(packet, "header")?;
        if word(head, 0) != TAG {
            return Err(Reason::new("tag", 0, "0xFB1AB1AF"));
        }
        let payload = match head[12] {
            0 => all::<0>(bytes, "payload").map(|_| Payload::Ping)?,
            1 => Payload::Login { name: name(bytes, 16)? },
            2 => {
                let (fixed, rest) = split(bytes, "state")?;
                Payload::Join { fixed, name: name(rest, 84)? }
            }
            3 => all::<0>(bytes, "payload").map(|_| Payload::Part)?,
            4 => Payload::PlayerUpdate { fixed: all(bytes, "state")? },
            5 => {
                let (fixed, rest) = split(bytes, "state")?;
                Payload::SpawnEntity { fixed, name: name(rest, 116)? }
            }
            6 => Payload::DespawnEntity { fixed: all(bytes, "id")? },
            7 => Payload::EntityUpdate { entities: entities(bytes)? },
            8 => Payload::PlayerCorrection { fixed: all(bytes, "state")? },
            9 => Payload::ChunkBegin { fixed: all(bytes, "chunk")? },
            10 => {
                let (fixed, data) = split(bytes, "size")?;
                let size = word(fixed, 8);
                if size > 472 {
                    return Err(Reason::new("size", 24, "..=472"));
                }
                if data.len() != size as usize {
                    return Err(Reason::new("data", 28, "as many bytes"));
                }
                Payload::ChunkData { fixed, data }
            }
            11 => {
                let (fixed, blocks) = split(bytes, "chunk")?;
                let count = word(fixed, 12);
                if !(1..=78).contains(&count) {
                    return Err(Reason::new("count", 28, "1..=78"));
                }
                if blocks.len() != 6 * count as usize {
                    return Err(Reason::new("blocks", 32, "as many bytes"));
                }
                Payload::BlockUpdate { fixed, blocks }
            }
            _ => return Err(Reason::new("kind", 12, "a payload")),
        };
        Ok(Self { head, payload })
    }
}

#[inline]
fn entities(bytes: &[u8]) -> Result<Entities<'_>, Reason> {
    let (count, bytes) = split::<4>(bytes, "count")?;
    let count = u32::from_le_bytes(*count);
    if !(1..=7).contains(&count) {
        return Err(Reason::new("count", 16, "1..=7"));
    }
    if bytes.len() != 68 * count as usize {
        return Err(Reason::new("entities", 20, "as many bytes"));
    }
    let entities = Entities(bytes);
    // One below the least id that may come.
    let mut before = -1;
    for entity in entities.iter() {
        let id = i64::from(word(entity, 0));
        if id <= before {
            return Err(Reason::new("entities", 20, "ascending"));
        }
        before = id;
    }
    Ok(entities)
}

#[inline(always)]
fn parse(packet: &[u8]) -> Option<(Datagram<'_>, Entities<'_>)> {
    let datagram = Datagram::parse(packet).ok()?;
    match datagram.payload {
        Payload::EntityUpdate { entities } => Some((datagram, entities)),
        _ => None,
    }
}

impl Reader for SamePromises {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some((Datagram { head, .. }, entities)) = parse(packet) else { return false };
        let pair = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        tell_head(sink, pair(4), pair(6), word(head, 8));
        for entity in entities.iter() {
            for at in 0..17 {
                sink.int(word(entity, 4 * at));
            }
        }
        true
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some((_, entities)) = parse(packet) else { return false };
        entities.iter().for_each(|entity| sink.float(f32::from_bits(word(entity, 20))));
        true
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        parse(packet).is_some()
    }
}

/// A datagram to be written. Of fields that are not measured there are the bytes.
pub struct Sent {
    sequence: u16,
    ack: u16,
    history: u32,
    payload: Payload<'static, List>,
}

/// Entities of the user's own, or such as were read.
enum List {
    Own(&'static [Entity]),
    #[expect(dead_code, reason = "nobody hands on what was read here")]
    Read(Entities<'static>),
}

/// The bytes go to the front of the buffer; what is behind them is left.
#[inline]
fn put<'b, const N: usize>(buffer: &'b mut [u8], bytes: &[u8; N]) -> Result<&'b mut [u8], Reason> {
    let (place, rest) = buffer.split_first_chunk_mut().ok_or_else(no_room)?;
    *place = *bytes;
    Ok(rest)
}

#[inline]
fn put_all<'b>(buffer: &'b mut [u8], bytes: &[u8]) -> Result<&'b mut [u8], Reason> {
    let (place, rest) = buffer.split_at_mut_checked(bytes.len()).ok_or_else(no_room)?;
    place.copy_from_slice(bytes);
    Ok(rest)
}

#[inline]
fn put_name<'b>(buffer: &'b mut [u8], name: &str) -> Result<&'b mut [u8], Reason> {
    let (place, rest) = buffer.split_first_chunk_mut::<32>().ok_or_else(no_room)?;
    let (text, zeros) = place.split_at_mut_checked(name.len()).ok_or_else(|| Reason::new("name", 0, "32 bytes"))?;
    text.copy_from_slice(name.as_bytes());
    zeros.fill(0);
    Ok(rest)
}

fn no_room() -> Reason {
    Reason::new("buffer", 0, "room")
}

impl List {
    #[inline]
    fn put<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], Reason> {
        let entities = match self {
            Self::Own(entities) => *entities,
            Self::Read(Entities(bytes)) => {
                let count = (bytes.len() / 68) as u32;
                return put_all(put(buffer, &count.to_le_bytes())?, bytes);
            }
        };
        if !fits(entities) {
            return Err(Reason::new("entities", 20, "1..=7, ascending"));
        }
        let mut rest = put(buffer, &(entities.len() as u32).to_le_bytes())?;
        for entity in entities {
            let (place, behind) = rest.split_first_chunk_mut::<68>().ok_or_else(no_room)?;
            for (place, word) in place.as_chunks_mut::<4>().0.iter_mut().zip(entity.words()) {
                *place = word;
            }
            rest = behind;
        }
        Ok(rest)
    }
}

impl Sent {
    /// Checks what it writes while it does.
    #[inline]
    fn write(&self, buffer: &mut [u8]) -> Result<usize, Reason> {
        let room = buffer.len();
        let kind = match self.payload {
            Payload::Ping => 0,
            Payload::Login { .. } => 1,
            Payload::Join { .. } => 2,
            Payload::Part => 3,
            Payload::PlayerUpdate { .. } => 4,
            Payload::SpawnEntity { .. } => 5,
            Payload::DespawnEntity { .. } => 6,
            Payload::EntityUpdate { .. } => 7,
            Payload::PlayerCorrection { .. } => 8,
            Payload::ChunkBegin { .. } => 9,
            Payload::ChunkData { .. } => 10,
            Payload::BlockUpdate { .. } => 11,
        };
        let [t0, t1, t2, t3] = TAG.to_le_bytes();
        let ([s0, s1], [a0, a1]) = (self.sequence.to_le_bytes(), self.ack.to_le_bytes());
        let [h0, h1, h2, h3] = self.history.to_le_bytes();
        let rest = put(buffer, &[t0, t1, t2, t3, s0, s1, a0, a1, h0, h1, h2, h3, kind, 0, 0, 0])?;
        let rest = match &self.payload {
            Payload::Ping | Payload::Part => rest,
            Payload::Login { name } => put_name(rest, name)?,
            Payload::Join { fixed, name } => put_name(put(rest, fixed)?, name)?,
            Payload::PlayerUpdate { fixed } => put(rest, fixed)?,
            Payload::SpawnEntity { fixed, name } => put_name(put(rest, fixed)?, name)?,
            Payload::DespawnEntity { fixed } => put(rest, fixed)?,
            Payload::EntityUpdate { entities } => entities.put(rest)?,
            Payload::PlayerCorrection { fixed } => put(rest, fixed)?,
            Payload::ChunkBegin { fixed } => put(rest, fixed)?,
            Payload::ChunkData { fixed, data } => put_all(put(rest, fixed)?, data)?,
            Payload::BlockUpdate { fixed, blocks } => put_all(put(rest, fixed)?, blocks)?,
        };
        Ok(room - rest.len())
    }
}

impl Writer<Update> for SamePromises {
    type Value = Sent;

    fn value(packet: &'static Update) -> Sent {
        let payload = Payload::EntityUpdate { entities: List::Own(&packet.entities) };
        Sent { sequence: packet.sequence, ack: packet.ack, history: packet.history, payload }
    }

    #[inline(always)]
    fn write(value: &Sent, buffer: &mut [u8]) -> Option<usize> {
        value.write(buffer).ok()
    }
}
