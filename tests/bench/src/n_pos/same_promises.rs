//! Written by hand with what generated code promises: all of it is right before anything of it is given out, as a value that
//! may be kept and asked in any order; and who is refused is told which field is wrong, where, and why.

use super::by_hand::Head;
use super::position::{tell_cubes, tell_direction, tell_roll, tell_state};
use crate::contender::Reader;
use crate::reason::Reason;
use crate::sink::Sink;

/// Safe, by hand, and with all promises.
pub struct SamePromises;

/// A position that is right, as it stands on the wire.
#[derive(Clone, Copy)]
struct View {
    cn: i32,
    state: u8,
    in_clip: bool,
    place: [i32; 3],
    look: u16,
    roll: u8,
    speed: u16,
    heading: u16,
    fall: Option<Fall>,
}

#[derive(Clone, Copy)]
struct Fall {
    speed: u16,
    direction: Option<u16>,
}

/// What is left of a packet, and how long that is.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    bytes: &'a [u8],
    packet: usize,
}

impl<'a> Cursor<'a> {
    #[cold]
    fn truncated(self, field: &'static str) -> Reason {
        Reason::new(field, self.packet - self.bytes.len(), "truncated")
    }

    #[cold]
    fn left_over(self) -> Reason {
        Reason::new("rest", self.packet - self.bytes.len(), "nothing")
    }

    #[inline(always)]
    fn take<const N: usize>(&mut self, field: &'static str) -> Result<&'a [u8; N], Reason> {
        let (bytes, rest) = self.bytes.split_first_chunk().ok_or_else(|| self.truncated(field))?;
        self.bytes = rest;
        Ok(bytes)
    }

    #[inline(always)]
    fn coordinate(&mut self, wide: bool, field: &'static str) -> Result<i32, Reason> {
        if wide {
            let [low, middle, high] = *self.take(field)?;
            return Ok(i32::from_le_bytes([0, low, middle, high]) >> 8);
        }
        Ok(u16::from_le_bytes(*self.take(field)?).into())
    }

    #[inline(always)]
    fn speed(&mut self, wide: bool, field: &'static str) -> Result<u16, Reason> {
        Ok(if wide { u16::from_le_bytes(*self.take(field)?) } else { self.take::<1>(field)?[0].into() })
    }

    #[inline(always)]
    fn fall(&mut self, flags: u32) -> Result<Option<Fall>, Reason> {
        if flags & 16 == 0 {
            return Ok(None);
        }
        let speed = self.speed(flags & 32 != 0, "fall.speed")?;
        let direction = match flags & 64 {
            0 => None,
            _ => Some(u16::from_le_bytes(*self.take("fall.direction")?)),
        };
        Ok(Some(Fall { speed, direction }))
    }
}

impl View {
    #[inline(always)]
    fn parse(packet: &[u8]) -> Result<Self, Reason> {
        let packet_len = packet.len();
        let head = Head::parse(packet).ok_or_else(|| Reason::new("head", 0, "as the schema says"))?;
        let mut cursor = Cursor { bytes: head.body, packet: packet_len };
        if head.flags & 15 != 0 {
            return Self::uncommon(&head, cursor);
        }
        let fixed = cursor.take::<12>("x")?;
        let pair = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
        let fall = cursor.fall(head.flags)?;
        if !cursor.bytes.is_empty() {
            return Err(cursor.left_over());
        }
        Ok(Self {
            cn: head.cn,
            state: head.state,
            in_clip: head.flags & 0x80 != 0,
            place: [pair(0).into(), pair(2).into(), pair(4).into()],
            look: pair(6),
            roll: fixed[8],
            speed: fixed[9].into(),
            heading: pair(10),
            fall,
        })
    }

    /// With a wide number in it.
    #[cold]
    #[inline(never)]
    fn uncommon(head: &Head<'_>, mut cursor: Cursor<'_>) -> Result<Self, Reason> {
        let flags = head.flags;
        let place = [
            cursor.coordinate(flags & 1 != 0, "x")?,
            cursor.coordinate(flags & 2 != 0, "y")?,
            cursor.coordinate(flags & 4 != 0, "z")?,
        ];
        let look = u16::from_le_bytes(*cursor.take("look")?);
        let [roll] = *cursor.take("roll")?;
        let speed = cursor.speed(flags & 8 != 0, "speed")?;
        let heading = u16::from_le_bytes(*cursor.take("heading")?);
        let fall = cursor.fall(flags)?;
        if !cursor.bytes.is_empty() {
            return Err(cursor.left_over());
        }
        let in_clip = flags & 0x80 != 0;
        Ok(Self { cn: head.cn, state: head.state, in_clip, place, look, roll, speed, heading, fall })
    }
}

impl Reader for SamePromises {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(view) = View::parse(packet) else { return false };
        sink.int(view.cn);
        tell_state(sink, view.state);
        sink.int(view.in_clip);
        view.place.into_iter().for_each(|coordinate| tell_cubes(sink, coordinate));
        tell_direction(sink, view.look);
        tell_roll(sink, view.roll);
        sink.int(view.speed);
        tell_direction(sink, view.heading);
        sink.int(view.fall.is_some());
        if let Some(fall) = view.fall {
            sink.int(fall.speed);
            sink.int(fall.direction.is_some());
            if let Some(direction) = fall.direction {
                tell_direction(sink, direction);
            }
        }
        true
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        View::parse(packet).map(|view| tell_cubes(sink, view.place[2])).is_ok()
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        View::parse(packet).is_ok()
    }
}
