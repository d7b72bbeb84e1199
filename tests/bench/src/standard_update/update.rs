//! What a `StandardUpdate` says.

use crate::contender::Packet;
use crate::rng::Rng;
use crate::sink::Sink;

/// In front of it.
pub const CODE: u8 = 14;

/// Where an actor is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Update {
    pub runtime_id: u16,
    pub x: f32,
    pub z: f32,
    pub is_running: bool,
    pub walking_backward: bool,
    pub dest_x: f32,
    pub dest_z: f32,
    pub mount: u16,
    pub tail: Tail,
}

/// What stands at the end.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Tail {
    #[default]
    Nothing,
    Energy(u16),
    Flying(f32),
}

impl Tail {
    /// From two fields of which at most one is there.
    #[inline(always)]
    pub fn from_options(energy: Option<u16>, y: Option<f32>) -> Self {
        match (energy, y) {
            (Some(energy), _) => Self::Energy(energy),
            (None, Some(y)) => Self::Flying(y),
            (None, None) => Self::Nothing,
        }
    }

    /// The reverse.
    #[inline(always)]
    pub fn to_options(self) -> (Option<u16>, Option<f32>) {
        match self {
            Self::Nothing => (None, None),
            Self::Energy(energy) => (Some(energy), None),
            Self::Flying(y) => (None, Some(y)),
        }
    }

    /// How many bytes it takes.
    #[inline(always)]
    pub fn len(self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Energy(_) => 2,
            Self::Flying(_) => 4,
        }
    }
}

impl Update {
    /// Six in ten have nothing at the end, one has energy, three fly.
    pub fn random(rng: &mut Rng) -> Self {
        let is_running = rng.percent(50);
        let tail = match rng.below(10) {
            0..6 => Tail::Nothing,
            6 => Tail::Energy(rng.below(1000) as u16),
            _ => Tail::Flying(rng.float(1000.0)),
        };
        Self {
            runtime_id: rng.below(3000) as u16,
            x: rng.float(10_000.0),
            z: rng.float(10_000.0),
            is_running,
            walking_backward: !is_running && rng.percent(10),
            dest_x: rng.float(10_000.0),
            dest_z: rng.float(10_000.0),
            mount: if rng.percent(15) { rng.below(3000) as u16 } else { 0 },
            tail,
        }
    }

    /// Code and fixed fields.
    #[inline(always)]
    pub fn fixed(&self) -> [u8; 23] {
        let ([i0, i1], [m0, m1]) = (self.runtime_id.to_le_bytes(), self.mount.to_le_bytes());
        let ([x0, x1, x2, x3], [z0, z1, z2, z3]) = (self.x.to_le_bytes(), self.z.to_le_bytes());
        let ([p0, p1, p2, p3], [q0, q1, q2, q3]) = (self.dest_x.to_le_bytes(), self.dest_z.to_le_bytes());
        let (run, back) = (u8::from(self.is_running), u8::from(self.walking_backward));
        [CODE, i0, i1, x0, x1, x2, x3, z0, z1, z2, z3, run, back, p0, p1, p2, p3, q0, q1, q2, q3, m0, m1]
    }
}

impl Packet for Update {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.fixed().to_vec();
        match self.tail {
            Tail::Nothing => {}
            Tail::Energy(energy) => bytes.extend(energy.to_le_bytes()),
            Tail::Flying(y) => bytes.extend(y.to_le_bytes()),
        }
        bytes
    }

    #[inline(always)]
    fn read_all(&self, sink: &mut impl Sink) {
        sink.int(self.runtime_id);
        sink.float(self.x);
        sink.float(self.z);
        sink.int(self.is_running);
        sink.int(self.walking_backward);
        sink.float(self.dest_x);
        sink.float(self.dest_z);
        sink.int(self.mount);
        match self.tail {
            Tail::Nothing => sink.int(0),
            Tail::Energy(energy) => {
                sink.int(1);
                sink.int(energy);
            }
            Tail::Flying(y) => {
                sink.int(2);
                sink.float(y);
            }
        }
    }

    #[inline(always)]
    fn touch_one(&self, sink: &mut impl Sink) {
        sink.float(self.dest_x);
    }
}
