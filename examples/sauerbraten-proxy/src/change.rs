//! One message of a packet, while its numbers change.

use wireform::{Message, Rewrite};

use crate::numbers::{Direction, Numbers};

/// A message on its way.
#[derive(Debug)]
pub struct Change<'c, 'r, 'p, M: Message> {
    /// The message and those that replace it.
    pub forwarded: &'c mut Rewrite<'r, 'p, M>,
    /// Where it goes.
    pub direction: Direction,
    /// Which numbers become which.
    pub numbers: &'c Numbers,
}

impl<M: Message> Change<'_, '_, '_, M> {
    /// The number that a client number becomes.
    pub fn number(&self, cn: i32) -> i32 {
        self.numbers.toward(self.direction, cn)
    }

    /// Whether a client number becomes another one.
    pub fn moves(&self, cn: i32) -> bool {
        self.number(cn) != cn
    }
}
