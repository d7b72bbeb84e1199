//! The client: a player who walks forward and listens.

use std::error::Error;
use std::io::Write;
use std::net::SocketAddr;

use wireform::prelude::*;

use crate::blank::v2015_11::payload::{Join, Message, PlayerUpdate, PlayerUpdateMovement};
use crate::blank::v2015_11::{Datagram, EntityState, Normal, Payload};
use crate::blank::{Actions, InChunk, MessageKind, payload};
use crate::endpoint::{Endpoint, Heard};
use crate::rotation::unpack;

/// A player.
#[derive(Debug)]
pub struct Client {
    end: Endpoint,
    id: u32,
    /// Where the player is, as far as the client knows.
    state: EntityState,
}

impl Client {
    /// A client of a server.
    ///
    /// # Errors
    /// Those of the system.
    pub fn new(server: SocketAddr) -> Result<Self, Box<dyn Error>> {
        let end = Endpoint::open()?;
        end.connect(server)?;
        Ok(Self { end, id: 0, state: EntityState::default() })
    }

    /// Where it can be reached.
    ///
    /// # Errors
    /// Those of the system.
    pub fn address(&self) -> Result<SocketAddr, Box<dyn Error>> {
        Ok(self.end.address()?)
    }

    /// Asks to join.
    ///
    /// # Errors
    /// As [`Endpoint::say`].
    pub fn log_in(&mut self, name: &str) -> Result<(), Box<dyn Error>> {
        self.end.say(Payload::Login(payload::Login { name })).map(drop)
    }

    /// Walks half a block forward.
    ///
    /// # Errors
    /// As [`Endpoint::say`].
    pub fn walk(&mut self) -> Result<(), Box<dyn Error>> {
        let mut z = self.state.motion.block.z.get() + 0.5;
        if z > 16.0 {
            z -= 16.0;
            self.state.chunk.z += 1;
        }
        self.state.motion.block.z = InChunk::new(z)?;
        let movement = PlayerUpdateMovement { z: Normal::new(1.0)?, ..PlayerUpdateMovement::default() };
        let actions = Actions::default().with_primary(true);
        self.end.say(Payload::PlayerUpdate(PlayerUpdate { state: self.state, movement, actions, slot: 0 })).map(drop)
    }

    /// Says something to everybody.
    ///
    /// # Errors
    /// As [`Endpoint::say`].
    pub fn chat(&mut self, text: &str) -> Result<(), Box<dyn Error>> {
        let message = Message { kind: MessageKind::Chat, referral: self.id, text };
        self.end.say(Payload::Message(message)).map(drop)
    }

    /// Leaves.
    ///
    /// # Errors
    /// As [`Endpoint::say`].
    pub fn leave(&mut self) -> Result<(), Box<dyn Error>> {
        self.end.say(Payload::Part(payload::Part {})).map(drop)
    }

    /// Misses what the server says.
    ///
    /// # Errors
    /// As [`Endpoint::miss`].
    pub fn miss(&mut self) -> Result<(), Box<dyn Error>> {
        Ok(self.end.miss()?)
    }

    /// Listens once, and tells what it heard.
    ///
    /// # Errors
    /// As [`Endpoint::hear`], and those of `out`.
    pub fn listen(&mut self, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
        let mut buffer = [0; Datagram::MAX_LEN];
        let Heard { sequence, payload, .. } = self.end.hear(&mut buffer)?;
        write!(out, "client hears {sequence}: ")?;
        match payload {
            Payload::Join(Join { id, state, world }) => {
                (self.id, self.state) = (id, state);
                writeln!(out, "I am {id}, in chunk {} of {world:?}", place(&state))?;
            }
            Payload::SpawnEntity(spawn) => {
                writeln!(out, "{:?} {} is in chunk {}", spawn.name, spawn.id, place(&spawn.state))?;
            }
            Payload::EntityUpdate(update) => {
                for entity in &update.entities {
                    let [x, y, z] = [
                        update.base.x.wrapping_add(entity.chunk.x.into()),
                        update.base.y.wrapping_add(entity.chunk.y.into()),
                        update.base.z.wrapping_add(entity.chunk.z.into()),
                    ];
                    let [_, turn, _, rest] = unpack(entity.motion.orientation);
                    let at = entity.motion.block.x;
                    writeln!(out, "{} is in chunk ({x} {y} {z}), at {at:.2}, turned {turn:.3} {rest:.3}", entity.id)?;
                }
            }
            Payload::Message(Message { referral, text, .. }) => writeln!(out, "{referral} says {text:?}")?,
            other => writeln!(out, "{other:?}")?,
        }
        Ok(())
    }
}

fn place(state: &EntityState) -> String {
    format!("({} {} {})", state.chunk.x, state.chunk.y, state.chunk.z)
}
