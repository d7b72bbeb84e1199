//! One message of a packet, while its numbers change.

use wireform::{ParseError, WriteError};

use crate::numbers::{Direction, Numbers};

/// Why a message is not changed.
#[derive(Debug)]
pub enum Refused {
    /// It cannot be read.
    Read(ParseError),
    /// The changed message cannot be written.
    Written(WriteError),
}

/// A message where it lies in its packet, or written anew.
#[derive(Debug)]
pub struct Message<'p> {
    place: &'p mut [u8],
    anew: Option<Vec<u8>>,
    direction: Direction,
    numbers: &'p Numbers,
}

impl<'p> Message<'p> {
    /// The message that `place` is.
    pub const fn new(place: &'p mut [u8], direction: Direction, numbers: &'p Numbers) -> Self {
        Self { place, anew: None, direction, numbers }
    }

    /// Its bytes by now.
    pub fn bytes(&self) -> &[u8] {
        self.anew.as_deref().unwrap_or(self.place)
    }

    /// Its bytes by now, to be changed where they lie.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.anew.as_deref_mut().unwrap_or(self.place)
    }

    /// What a client number becomes.
    pub fn number(&self, cn: i32) -> i32 {
        self.numbers.toward(self.direction, cn)
    }

    /// Whether a client number becomes another one.
    pub fn moves(&self, cn: i32) -> bool {
        self.number(cn) != cn
    }

    /// The message is these bytes now, instead of those in its place.
    pub fn write_anew(&mut self, bytes: Vec<u8>) {
        self.anew = Some(bytes);
    }

    /// Its bytes, if they are no more those in its place.
    pub fn into_anew(self) -> Option<Vec<u8>> {
        self.anew
    }
}

impl From<ParseError> for Refused {
    fn from(error: ParseError) -> Self {
        Self::Read(error)
    }
}

impl From<WriteError> for Refused {
    fn from(error: WriteError) -> Self {
        Self::Written(error)
    }
}
