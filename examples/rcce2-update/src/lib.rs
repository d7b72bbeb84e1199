//! One tick of a `RealmCrafter` server: reads the movement of one client, and writes it for every client nearby, each in
//! the layout that it expects.
//!
//! The fields after the position depend on the receiver, and the packet does not say it: the player's own client gets its
//! energy, others get the height of actors that fly. These are parameters in the schema; here they come from [`Actor`].
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

// The Rust that `build.rs` made of the schema.
wireform::include_schema!(pub mod rcce2);

use rcce2::to_client::{StandardUpdate, StandardUpdateKnown, StandardUpdateView};
use rcce2::to_server;
use rcce2::{Movement, WalkingBackward, overheard};
use wireform::Error;

/// An actor as the server knows it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Actor {
    /// The number that all packets call it by.
    pub runtime_id: u16,
    /// Where it is.
    pub at: [f32; 3],
    /// Where it wants to be, on the ground.
    pub to: [f32; 2],
    /// Whether it runs.
    pub is_running: bool,
    /// Whether it walks backward.
    pub walking_backward: bool,
    /// Whether it flies, by the kind of actor that it is.
    pub flies: bool,
    /// What it rides; 0 is nothing.
    pub mount: u16,
    /// What is left of its energy, if the game has such an attribute.
    pub energy: Option<u16>,
}

/// Who is told of an actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Receiver {
    /// The client whose player it is.
    Itself,
    /// Any other client.
    Other,
}

impl Actor {
    /// Takes what its client says of it. What is no place in the world has become 0, and who walks backward does not
    /// run: the schema's rules repair both when they read.
    ///
    /// # Errors
    /// Bytes that are no such packet.
    pub fn hear(&mut self, packet: &[u8]) -> Result<(), Error> {
        let update = to_server::StandardUpdateView::parse_exact(packet)?;
        self.at = [update.x(), update.y(), update.z()];
        self.to = [update.dest_x(), update.dest_z()];
        self.is_running = update.is_running();
        self.walking_backward = update.walking_backward() == WalkingBackward::Yes;
        Ok(())
    }

    /// Writes what a receiver is told of it to the front of `buffer`, and gives the number of bytes.
    ///
    /// # Errors
    /// A buffer of less than [`StandardUpdate::MAX_LEN`](wireform::Bounded::MAX_LEN) bytes may be too small.
    pub fn tell(&self, receiver: Receiver, buffer: &mut [u8]) -> Result<usize, Error> {
        let known = self.known(receiver);
        let update = StandardUpdate {
            movement: self.movement(),
            energy: self.energy.filter(|_| known.is_self),
            y: (self.flies && !known.is_self).then_some(self.at[1]),
        };
        update.write(buffer, known)
    }

    /// Reads what a receiver was told of it. The receiver knows what kind of actor it is, and that makes the bytes
    /// unambiguous.
    ///
    /// # Errors
    /// Bytes that are no such packet for this receiver.
    pub fn told<'a>(&self, receiver: Receiver, packet: &'a [u8]) -> Result<StandardUpdateView<'a>, Error> {
        StandardUpdateView::parse_exact(packet, self.known(receiver))
    }

    /// What decides the layout, and is not in the packet.
    fn known(&self, receiver: Receiver) -> StandardUpdateKnown {
        StandardUpdateKnown {
            is_self: receiver == Receiver::Itself,
            has_energy: self.energy.is_some(),
            flies: self.flies,
        }
    }

    fn movement(&self) -> Movement {
        let ([x, _, z], [dest_x, dest_z]) = (self.at, self.to);
        Movement {
            runtime_id: self.runtime_id,
            x,
            z,
            is_running: self.is_running,
            walking_backward: self.walking_backward,
            dest_x,
            dest_z,
            mount_runtime_id: self.mount,
        }
    }
}

/// What somebody who only listens, and knows nothing of the actors, makes of a packet to a client: its length alone tells
/// what follows the movement.
///
/// # Errors
/// Bytes of no length that such a packet has.
pub fn overhear(packet: &[u8]) -> Result<overheard::StandardUpdateView<'_>, Error> {
    overheard::StandardUpdateView::parse_exact(packet)
}
