//! A packet as it waits in the queue, and as a line of the log.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use wireform::Error;

use crate::quake2::{FromServerKnown, FromServerPacketView, FromServerView, ToClientKnown, owned};

/// A packet of the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The time of its arrival, in milliseconds after the start of the program.
    pub after: u64,
    /// Values of the session that earlier packets set.
    pub known: FromServerKnown,
    /// The packet's value.
    pub datagram: owned::FromServer,
}

impl Entry {
    /// Reads a packet, and updates the values of the session.
    ///
    /// # Errors
    /// If the packet cannot be read.
    pub fn read(after: u64, bytes: &[u8], session: &mut ToClientKnown) -> Result<Self, Error> {
        let known = (*session).into();
        let view = FromServerView::parse_exact(bytes, known)?;
        // Messages are checked here, when they are copied.
        let datagram = view.into_owned().map_err(Error::at_the_end)?;
        if let FromServerPacketView::Connected(connected) = view.packet() {
            let mut messages = connected.messages();
            (&mut messages).for_each(drop);
            *session = messages.known;
        }
        Ok(Self { after, known, datagram })
    }

    /// The packet's bytes.
    ///
    /// # Errors
    /// If the packet has a value that no packet can have: somebody edited the log.
    pub fn to_vec(&self) -> Result<Vec<u8>, Error> {
        self.datagram.to_vec(self.known)
    }

    /// Writes the packet as a line of JSON.
    ///
    /// # Errors
    /// Those of `log`.
    pub fn log(&self, mut log: impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut log, self)?;
        writeln!(log)?;
        log.flush()
    }
}
