//! A recording, one record after the other, by the reader of its version.

use std::fmt;

use wireform::Error;
use wireform::prelude::*;

use crate::game::Game;
use crate::sauerbraten::v260::{DemoKnown, DemoView, ToClientKnown};
use crate::{sauerbraten, v259, v260};

/// An unpacked recording that is being followed.
///
/// It is an iterator over the records; what they say is told by [`Recording::lines`]. A record with a message that is
/// not understood is left at that message. Where a record ends is known all the same, so the next one is found.
#[derive(Debug)]
pub struct Recording<'a> {
    bytes: &'a [u8],
    /// Where the next record begins.
    at: usize,
    version: Version,
    game: Game,
}

/// The protocol of a recording, and what its messages said for later ones.
#[derive(Debug)]
enum Version {
    /// No message is laid out by what an earlier one said.
    V259,
    V260(ToClientKnown),
}

/// What is wrong with a recording, and where, counted in unpacked bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// Where the record begins in which it is wrong.
    record: usize,
    error: Error,
}

impl<'a> Recording<'a> {
    /// Reads the head of a recording.
    ///
    /// # Errors
    /// Bytes that are no recording, or one of a protocol that is neither 259 nor 260.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Refused> {
        // A recording without records is its head alone.
        let at = DemoView::MIN_LEN;
        let head = bytes.get(..at).unwrap_or(bytes);
        let version = match DemoView::parse(head, DemoKnown::default()) {
            Ok(_) => Version::V260(ToClientKnown::default()),
            Err(_) if sauerbraten::v259::DemoView::parse(head).is_ok() => Version::V259,
            Err(error) => return Err(Refused { record: 0, error: error.at_the_end() }),
        };
        let protocol = match version {
            Version::V259 => 259,
            Version::V260(_) => 260,
        };
        Ok(Self { bytes, at, version, game: Game::new(protocol) })
    }

    /// How many bytes were read.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// What happened since this was asked last.
    pub fn lines(&mut self) -> Vec<String> {
        self.game.lines()
    }

    /// What there is to say when it is over.
    #[must_use]
    pub fn finish(self) -> Vec<String> {
        self.game.finish()
    }
}

impl Iterator for Recording<'_> {
    type Item = Result<(), Refused>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = self.at;
        let bytes = self.bytes.get(record..).filter(|bytes| !bytes.is_empty())?;
        let followed = match &mut self.version {
            Version::V259 => v259::follow(bytes, &mut self.game),
            Version::V260(known) => v260::follow(bytes, known, &mut self.game),
        };
        let refused = |error| Refused { record, error };
        match followed {
            Ok((len, heard)) => {
                self.at = record.saturating_add(len);
                Some(heard.map_err(refused))
            }
            Err(error) => {
                self.at = self.bytes.len();
                Some(Err(refused(error.at_the_end())))
            }
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { record, error } = self;
        let at = record.saturating_add(error.offset().unwrap_or(0));
        write!(f, "byte {at} of what was unpacked: {}.{}: {}", error.message(), error.path(), error.kind())
    }
}

impl std::error::Error for Refused {}
