//! One end of a conversation: a socket, and the books about it.

use std::error::Error;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::time::Duration;

use wireform::prelude::*;

use crate::blank::v2015_11::{Datagram, DatagramView, Payload};
use crate::link::{Link, News};

/// Sends and receives datagrams.
#[derive(Debug)]
pub struct Endpoint {
    socket: UdpSocket,
    link: Link,
}

/// A datagram that was heard.
#[derive(Debug)]
pub struct Heard<'b> {
    /// Its number.
    pub sequence: u16,
    /// What it carries.
    pub payload: Payload<'b>,
    /// What its header says of ours.
    pub news: News,
}

impl Endpoint {
    /// An end at a free port of this machine.
    ///
    /// # Errors
    /// Those of the system.
    pub fn open() -> io::Result<Self> {
        let socket = UdpSocket::bind("127.0.0.1:0")?;
        // Nobody waits for what does not come.
        socket.set_read_timeout(Some(Duration::from_secs(5)))?;
        Ok(Self { socket, link: Link::default() })
    }

    /// Where it can be reached.
    ///
    /// # Errors
    /// Those of the system.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Who is spoken to; nobody else is heard.
    ///
    /// # Errors
    /// Those of the system.
    pub fn connect(&self, other: SocketAddr) -> io::Result<()> {
        self.socket.connect(other)
    }

    /// Sends a payload; which number it got.
    ///
    /// # Errors
    /// A payload that breaks a rule of the protocol, and those of the system.
    pub fn say(&mut self, payload: Payload<'_>) -> Result<u16, Box<dyn Error>> {
        let (sequence, ack, history) = self.link.say();
        let mut buffer = [0; Datagram::MAX_LEN];
        let len = Datagram { sequence, ack, history, payload }.write(&mut buffer)?;
        self.socket.send(&buffer[..len])?;
        Ok(sequence)
    }

    /// Waits for a datagram.
    ///
    /// # Errors
    /// One that is no datagram of the protocol, and those of the system.
    pub fn hear<'b>(&mut self, buffer: &'b mut [u8; Datagram::MAX_LEN]) -> Result<Heard<'b>, Box<dyn Error>> {
        let len = self.socket.recv(buffer)?;
        let datagram = DatagramView::parse_exact(&buffer[..len])?;
        let news = self.link.hear(datagram.sequence(), datagram.ack(), datagram.history());
        Ok(Heard { sequence: datagram.sequence(), payload: datagram.payload().to_value(), news })
    }

    /// Drops a datagram unseen, as a bad network would.
    ///
    /// # Errors
    /// Those of the system.
    pub fn miss(&mut self) -> io::Result<()> {
        self.socket.recv(&mut [0; Datagram::MAX_LEN]).map(drop)
    }
}
