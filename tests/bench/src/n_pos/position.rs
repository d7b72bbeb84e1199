//! What an `N_POS` says, as numbers on the wire.

use crate::contender::Packet;
use crate::rng::Rng;
use crate::sink::Sink;

/// Where a player is, and how it moves.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Position {
    pub cn: i32,
    /// Physical state, life sequence, keys for forward and backward, and for left and right: 3, 1, 2 and 2 bits.
    pub state: u8,
    pub in_clip: bool,
    /// In sixteenths of a cube.
    pub place: [i32; 3],
    pub look: u16,
    /// 90 is upright.
    pub roll: u8,
    pub speed: u16,
    pub heading: u16,
    pub fall: Option<Fall>,
}

/// The velocity that falling adds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Fall {
    pub speed: u16,
    pub direction: Option<u16>,
}

impl Position {
    /// Seven in ten stand or walk, the others fall or are far out.
    pub fn random(rng: &mut Rng) -> Self {
        let kind = rng.below(100);
        let extreme = kind >= 95;
        let falls = if extreme { rng.percent(50) } else { kind >= 70 };
        let place = [coordinate(rng, extreme), coordinate(rng, extreme), coordinate(rng, extreme)];
        let (forward, left) = (rng.pick(&[0u8, 1, 1, 3]), rng.pick(&[0u8, 0, 1, 3]));
        let speed = match (extreme, forward | left) {
            (true, _) => rng.range(256, 3000),
            (false, 0) => 0,
            (false, _) => rng.range(60, 160),
        };
        let fall = falls.then(|| Fall {
            speed: if extreme { rng.range(256, 900) } else { rng.range(1, 250) } as u16,
            direction: (extreme || rng.percent(12)).then(|| direction(rng, 90)),
        });
        Self {
            cn: if rng.percent(5) { rng.range(128, 160) } else { rng.range(0, 20) },
            state: (if falls { 1 } else { 4 }) | (rng.below(2) as u8) << 3 | forward << 4 | left << 6,
            in_clip: rng.percent(1),
            place,
            look: direction(rng, 90),
            roll: if rng.percent(90) { 90 } else { rng.range(70, 111) as u8 },
            speed: speed as u16,
            heading: direction(rng, 45),
            fall,
        }
    }
}

fn coordinate(rng: &mut Rng, extreme: bool) -> i32 {
    match extreme && rng.percent(60) {
        false => rng.range(0, 0x8000),
        true if rng.percent(50) => rng.range(-0x80000, 0),
        true => rng.range(0x10000, 0x7F_FFFF),
    }
}

fn direction(rng: &mut Rng, most: i32) -> u16 {
    (rng.range(0, 360) + (rng.range(-most, most + 1) + 90) * 360) as u16
}

/// Yaw and pitch, in degrees, of a number on the wire.
#[inline(always)]
pub fn angles(direction: u16) -> (i32, i32) {
    (i32::from(direction % 360), i32::from((direction / 360).min(180)) - 90)
}

/// Tells yaw and pitch.
#[inline(always)]
pub fn tell_direction(sink: &mut impl Sink, direction: u16) {
    let (yaw, pitch) = angles(direction);
    sink.int(yaw);
    sink.int(pitch);
}

/// Tells a coordinate, in cubes.
#[inline(always)]
pub fn tell_cubes(sink: &mut impl Sink, sixteenths: i32) {
    sink.double(f64::from(sixteenths) / 16.0);
}

/// Tells the parts of the state. The game takes 2 for 3 in keys.
#[inline(always)]
pub fn tell_state(sink: &mut impl Sink, state: u8) {
    let key = |bits: u8| (bits & 3) | (bits & 3) >> 1;
    sink.int(state & 7);
    sink.int(state >> 3 & 1);
    sink.int(key(state >> 4));
    sink.int(key(state >> 6));
}

/// Tells how far the view is tilted.
#[inline(always)]
pub fn tell_roll(sink: &mut impl Sink, roll: u8) {
    sink.int(i32::from(roll.min(180)) - 90);
}

impl Packet for Position {
    fn bytes(&self) -> Vec<u8> {
        let mut flags = 0;
        let mut body = Vec::new();
        for (axis, coordinate) in self.place.into_iter().enumerate() {
            let wide = !(0..0x10000).contains(&coordinate);
            flags |= u32::from(wide) << axis;
            body.extend(&coordinate.to_le_bytes()[..if wide { 3 } else { 2 }]);
        }
        body.extend(self.look.to_le_bytes());
        body.push(self.roll);
        flags |= u32::from(self.speed > 255) << 3;
        body.extend(&self.speed.to_le_bytes()[..if self.speed > 255 { 2 } else { 1 }]);
        body.extend(self.heading.to_le_bytes());
        if let Some(fall) = self.fall {
            flags |= 1 << 4 | u32::from(fall.speed > 255) << 5 | u32::from(fall.direction.is_some()) << 6;
            body.extend(&fall.speed.to_le_bytes()[..if fall.speed > 255 { 2 } else { 1 }]);
            body.extend(fall.direction.into_iter().flat_map(u16::to_le_bytes));
        }
        flags |= u32::from(self.in_clip) << 7;
        let mut bytes = vec![4];
        bytes.extend(uint(self.cn as u32));
        bytes.push(self.state);
        bytes.extend(uint(flags));
        bytes.extend(body);
        bytes
    }

    fn read_all(&self, sink: &mut impl Sink) {
        sink.int(self.cn);
        tell_state(sink, self.state);
        sink.int(self.in_clip);
        for coordinate in self.place {
            tell_cubes(sink, coordinate);
        }
        tell_direction(sink, self.look);
        tell_roll(sink, self.roll);
        sink.int(self.speed);
        tell_direction(sink, self.heading);
        sink.int(self.fall.is_some());
        if let Some(fall) = self.fall {
            sink.int(fall.speed);
            sink.int(fall.direction.is_some());
            if let Some(direction) = fall.direction {
                tell_direction(sink, direction);
            }
        }
    }

    fn touch_one(&self, sink: &mut impl Sink) {
        tell_cubes(sink, self.place[2]);
    }
}

/// The game's `putuint`, for numbers below 2²¹.
fn uint(number: u32) -> Vec<u8> {
    match number {
        0..0x80 => vec![number as u8],
        0x80..0x4000 => vec![number as u8 | 0x80, (number >> 7) as u8],
        _ => vec![number as u8 | 0x80, (number >> 7) as u8 | 0x80, (number >> 14) as u8],
    }
}
