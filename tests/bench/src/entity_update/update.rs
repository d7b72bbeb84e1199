//! What an `EntityUpdate` says.

use crate::contender::Packet;
use crate::rng::Rng;
use crate::sink::Sink;

/// In front of each datagram.
pub const TAG: u32 = 0xFB1A_B1AF;

/// The kind of an `EntityUpdate`.
pub const KIND: u8 = 7;

/// What became of some entities.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Update {
    pub sequence: u16,
    pub ack: u16,
    pub history: u32,
    /// One to seven, their ids ascend.
    pub entities: Vec<Entity>,
}

/// What became of one of them. Laid out as on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[repr(C)]
pub struct Entity {
    pub id: u32,
    pub chunk: [i32; 3],
    pub block: [f32; 3],
    pub velocity: [f32; 3],
    pub orientation: [f32; 4],
    pub angular_velocity: [f32; 3],
}

/// Tells what stands in front.
#[inline(always)]
pub fn tell_head(sink: &mut impl Sink, sequence: u16, ack: u16, history: u32) {
    sink.int(sequence);
    sink.int(ack);
    sink.int(history);
}

impl Entity {
    /// Tells all of it.
    #[inline(always)]
    pub fn tell(&self, sink: &mut impl Sink) {
        sink.int(self.id);
        for number in self.chunk {
            sink.int(number as u32);
        }
        for vector in [self.block, self.velocity] {
            for number in vector {
                sink.float(number);
            }
        }
        for number in self.orientation {
            sink.float(number);
        }
        for number in self.angular_velocity {
            sink.float(number);
        }
    }

    fn random(id: u32, rng: &mut Rng) -> Self {
        Self {
            id,
            chunk: [rng.range(-20, 20), rng.range(-4, 4), rng.range(-20, 20)],
            block: [(); 3].map(|()| rng.float(16.0).abs()),
            velocity: [(); 3].map(|()| rng.float(8.0)),
            orientation: [(); 4].map(|()| rng.float(1.0)),
            angular_velocity: [(); 3].map(|()| rng.float(3.0)),
        }
    }

    /// Every number as its four bytes.
    #[inline(always)]
    pub fn words(&self) -> [[u8; 4]; 17] {
        let [cx, cy, cz] = self.chunk.map(i32::to_le_bytes);
        let [bx, by, bz] = self.block.map(f32::to_le_bytes);
        let [vx, vy, vz] = self.velocity.map(f32::to_le_bytes);
        let [ox, oy, oz, ow] = self.orientation.map(f32::to_le_bytes);
        let [ax, ay, az] = self.angular_velocity.map(f32::to_le_bytes);
        [self.id.to_le_bytes(), cx, cy, cz, bx, by, bz, vx, vy, vz, ox, oy, oz, ow, ax, ay, az]
    }
}

impl Update {
    /// One to seven entities.
    pub fn random(sequence: u16, rng: &mut Rng) -> Self {
        let mut id = rng.below(50);
        let mut entity = |rng: &mut Rng| {
            id += 1 + rng.below(9);
            Entity::random(id, rng)
        };
        let entities = (0..1 + rng.below(7)).map(|_| entity(rng)).collect();
        Self { sequence, ack: sequence.wrapping_sub(3), history: rng.bits() | 0xFFFF, entities }
    }
}

impl Packet for Update {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = TAG.to_le_bytes().to_vec();
        bytes.extend(self.sequence.to_le_bytes());
        bytes.extend(self.ack.to_le_bytes());
        bytes.extend(self.history.to_le_bytes());
        bytes.extend([KIND, 0, 0, 0]);
        bytes.extend((self.entities.len() as u32).to_le_bytes());
        bytes.extend(self.entities.iter().flat_map(Entity::words).flatten());
        bytes
    }

    fn read_all(&self, sink: &mut impl Sink) {
        tell_head(sink, self.sequence, self.ack, self.history);
        for entity in &self.entities {
            entity.tell(sink);
        }
    }

    fn touch_one(&self, sink: &mut impl Sink) {
        for entity in &self.entities {
            sink.float(entity.block[1]);
        }
    }
}
