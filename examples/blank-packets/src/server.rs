//! The server: a world with one spider, for one player.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::Write;
use std::net::SocketAddr;

use wireform::prelude::*;

use crate::blank::v2015_11::payload::{EntityUpdate, EntityUpdateEntities, Join, SpawnEntity, SpawnEntityBounds};
use crate::blank::v2015_11::{Datagram, EntityState, Motion, MotionBlock, Payload};
use crate::blank::{Chunk, ChunkOffset, EntityFlags, InChunk, Vec3};
use crate::endpoint::{Endpoint, Heard};
use crate::rotation::pack;

/// The player's entity, and the spider.
const PLAYER: u32 = 7;
const SPIDER: u32 = 258;

/// A world.
#[derive(Debug)]
pub struct Server {
    end: Endpoint,
    player: EntityState,
    spider: EntityState,
    /// How often the spider moved.
    steps: u8,
    /// The numbers of updates of which it is not known whether they arrived.
    said: BTreeSet<u16>,
}

impl Server {
    /// A server at a free port.
    ///
    /// # Errors
    /// Those of the system.
    pub fn new() -> Result<Self, Box<dyn Error>> {
        let block = MotionBlock { x: InChunk::new(8.0)?, y: InChunk::new(0.0)?, z: InChunk::new(15.0)? };
        let upright = pack([0.0, 0.0, 0.0, 1.0]).ok_or("no rotation")?;
        let motion = Motion { block, orientation: upright, ..Motion::default() };
        let player = EntityState { chunk: Chunk { x: -1, y: 0, z: 2 }, motion };
        let spider = EntityState { chunk: Chunk { x: -1, y: 0, z: 4 }, motion };
        Ok(Self { end: Endpoint::open()?, player, spider, steps: 0, said: BTreeSet::new() })
    }

    /// Where it can be reached.
    ///
    /// # Errors
    /// Those of the system.
    pub fn address(&self) -> Result<SocketAddr, Box<dyn Error>> {
        Ok(self.end.address()?)
    }

    /// Speaks with this client only.
    ///
    /// # Errors
    /// Those of the system.
    pub fn meet(&self, client: SocketAddr) -> Result<(), Box<dyn Error>> {
        Ok(self.end.connect(client)?)
    }

    /// Listens once, and tells what it heard; whether the client is still there. One that missed an
    /// update is told again where the spider is.
    ///
    /// # Errors
    /// As [`Endpoint::hear`] and [`Endpoint::say`], and those of `out`.
    pub fn listen(&mut self, out: &mut impl Write) -> Result<bool, Box<dyn Error>> {
        let mut buffer = [0; Datagram::MAX_LEN];
        let Heard { sequence, payload, news } = self.end.hear(&mut buffer)?;
        write!(out, "server hears {sequence}: ")?;
        for number in &news.arrived {
            self.said.remove(number);
        }
        match payload {
            Payload::Login(login) => {
                writeln!(out, "{:?} logs in", login.name)?;
                let world = "meadow";
                self.end.say(Payload::Join(Join { id: PLAYER, state: self.player, world }))?;
                self.spawn()?;
            }
            Payload::PlayerUpdate(update) => {
                self.player = update.state;
                let (chunk, at) = (update.state.chunk, update.state.motion.block.z);
                writeln!(out, "the player is in chunk ({} {} {}), at {at:.2}", chunk.x, chunk.y, chunk.z)?;
            }
            Payload::Message(message) => {
                writeln!(out, "{} says {:?}", message.referral, message.text)?;
                self.end.say(Payload::Message(message))?;
            }
            Payload::Part(_) => {
                writeln!(out, "good-bye")?;
                return Ok(false);
            }
            other => writeln!(out, "{other:?}")?,
        }
        for number in &news.lost {
            if self.said.remove(number) {
                let again = self.tell()?;
                writeln!(out, "server: {number} was lost, so {again} tells where the spider is")?;
            }
        }
        Ok(true)
    }

    fn spawn(&mut self) -> Result<(), Box<dyn Error>> {
        let corner = |at: f32| Vec3 { x: at, y: at, z: at };
        let spawn = SpawnEntity {
            id: SPIDER,
            model: 2,
            state: self.spider,
            bounds: SpawnEntityBounds { min: corner(-0.5), max: corner(0.5) },
            flags: EntityFlags::default().with_world_collision(true),
            name: "spider",
        };
        self.end.say(Payload::SpawnEntity(spawn)).map(drop)
    }

    /// The spider makes a step and turns; the client hears of it.
    ///
    /// # Errors
    /// As [`Endpoint::say`].
    pub fn step(&mut self) -> Result<(), Box<dyn Error>> {
        self.steps += 1;
        let motion = &mut self.spider.motion;
        motion.block.x = InChunk::new(motion.block.x.get() + 0.25)?;
        let (turn, rest) = (f32::from(self.steps) * 0.2, 1.0);
        let length = (turn * turn + rest * rest).sqrt();
        motion.orientation = pack([0.0, turn / length, 0.0, rest / length]).ok_or("no rotation")?;
        self.tell().map(drop)
    }

    /// Tells the client of the spider, its chunk counted from the player's.
    fn tell(&mut self) -> Result<u16, Box<dyn Error>> {
        let (base, spider) = (self.player.chunk, self.spider);
        let chunk = ChunkOffset {
            x: i8::try_from(spider.chunk.x - base.x)?,
            y: i8::try_from(spider.chunk.y - base.y)?,
            z: i8::try_from(spider.chunk.z - base.z)?,
        };
        let entities = [EntityUpdateEntities { id: SPIDER, chunk, motion: spider.motion }];
        let number = self.end.say(Payload::EntityUpdate(EntityUpdate { base, entities: (&entities).into() }))?;
        self.said.insert(number);
        Ok(number)
    }
}
