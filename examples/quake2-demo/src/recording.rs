//! A recording, one datagram after the other.

use std::fmt;

use wireform::prelude::*;
use wireform::{Error, ErrorKind, Malformed};

use crate::follow::Follower;
use crate::level::Level;
use crate::quake2::{DemoBlockView, DemoView, ToClientKnown};

/// No server sends a datagram of so many bytes. What begins with a larger number is no recording.
const LARGEST: u32 = 1 << 16;

/// What stands behind the last datagram: a length of −1.
const END: [u8; 4] = [0xFF; 4];

/// A recording that is being followed: an iterator over its datagrams.
#[derive(Debug)]
pub struct Recording<'a> {
    bytes: &'a [u8],
    /// Where the next datagram begins.
    at: usize,
    /// What `ServerData` said, for the layout of what follows.
    known: ToClientKnown,
    follower: Follower,
    /// How many there were.
    datagrams: usize,
}

/// What is wrong with a recording.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Refused {
    /// It does not begin as a recording does.
    Foreign,
    /// It ends too early, so many bytes at least.
    Truncated(usize),
    /// In the datagram that begins at this byte, which is left out from there on.
    Malformed(usize, Error),
}

impl<'a> Recording<'a> {
    /// Looks at the beginning of a recording.
    ///
    /// # Errors
    /// [`Refused::Foreign`], which includes an empty file.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Refused> {
        // A recording without datagrams is its end alone.
        let first = bytes.first_chunk().filter(|_| bytes.len() >= DemoView::MIN_LEN);
        let first = u32::from_le_bytes(*first.ok_or(Refused::Foreign)?);
        // The first datagram says which protocol it is, and the level.
        let level = bytes.get(4) == Some(&crate::quake2::ServerData::CODE) && first < LARGEST;
        if !level && !bytes.starts_with(&END) {
            return Err(Refused::Foreign);
        }
        let (known, follower) = (ToClientKnown::default(), Follower::default());
        Ok(Self { bytes, at: 0, known, follower, datagrams: 0 })
    }

    /// How many bytes were read.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// How many datagrams and messages were read.
    #[must_use]
    pub const fn counts(&self) -> [usize; 2] {
        [self.datagrams, self.follower.messages()]
    }

    /// The levels that were played, as far as it was read.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        self.follower.levels()
    }

    /// The messages of a datagram, as far as they are understood.
    fn hear(&mut self, block: &DemoBlockView<'_>) -> Result<(), Error> {
        self.datagrams += 1;
        let mut stream = block.messages();
        stream.dispatch(&mut self.follower)?;
        // The next datagram begins with what this one said.
        self.known = stream.known;
        Ok(())
    }
}

impl Iterator for Recording<'_> {
    type Item = Result<(), Refused>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.bytes.get(self.at..)?;
        if bytes.is_empty() || bytes.starts_with(&END) {
            // Without this end it was cut off, or the game that recorded it was.
            let missing = END.len().saturating_sub(bytes.len());
            self.at = self.bytes.len().saturating_add(1);
            return (missing > 0).then_some(Err(Refused::Truncated(missing)));
        }
        let begin = self.at;
        let malformed = |error: Error| Refused::Malformed(begin, error);
        match DemoBlockView::parse(bytes, self.known.into()) {
            Ok((block, rest)) => {
                self.at = self.bytes.len().saturating_sub(rest.len());
                Some(self.hear(&block).map_err(malformed))
            }
            // Nobody knows where the next one begins.
            Err(error) => {
                self.at = self.bytes.len().saturating_add(1);
                Some(Err(match error.kind() {
                    ErrorKind::Truncated { needed } | ErrorKind::Malformed(Malformed::Short { needed }) => {
                        Refused::Truncated(needed)
                    }
                    _ => malformed(error),
                }))
            }
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is no recording of Quake 2 (.dm2)"),
            Self::Truncated(1) => f.write_str("the recording was cut off: at least 1 byte is missing"),
            Self::Truncated(missing) => write!(f, "the recording was cut off: at least {missing} bytes are missing"),
            Self::Malformed(begin, error) => {
                let at = begin.saturating_add(error.offset().unwrap_or(0));
                write!(f, "byte {at}: {}.{}: {}", error.message(), error.path(), error.kind())
            }
        }
    }
}

impl std::error::Error for Refused {}
