//! Forwards datagrams, each of which is a packet of the game.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, UdpSocket};
use std::sync::Mutex;
use std::thread;

use crate::numbers::{Direction, Numbers};
use crate::packet::{NotUnderstood, Proxy};

/// No datagram is longer.
const LONGEST: usize = 0xFFFF;

/// A proxy for one client.
#[derive(Debug)]
pub struct Relay {
    /// Where the client sends to.
    near: UdpSocket,
    /// From where the server is sent to.
    far: UdpSocket,
    /// Who sent last to `near`.
    client: Mutex<Option<SocketAddr>>,
    proxy: Proxy,
}

impl Relay {
    /// Listens for a client at `listen`, and forwards to `server`.
    ///
    /// # Errors
    /// An address that cannot be listened at.
    pub fn new(listen: SocketAddr, server: SocketAddr, numbers: Numbers) -> io::Result<Self> {
        let near = UdpSocket::bind(listen)?;
        let far = UdpSocket::bind((listen.ip(), 0))?;
        far.connect(server)?;
        Ok(Self { near, far, client: Mutex::new(None), proxy: Proxy::new(numbers) })
    }

    /// Where the client sends to.
    ///
    /// # Errors
    /// That of the system.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.near.local_addr()
    }

    /// Forwards packets until the network fails; `report` is told what was not understood.
    ///
    /// # Errors
    /// That of the network.
    pub fn run(&self, report: impl Fn(Direction, &NotUnderstood) + Sync) -> io::Result<()> {
        thread::scope(|scope| {
            let to_client = scope.spawn(|| self.forward(Direction::ToClient, &report));
            let to_server = self.forward(Direction::ToServer, &report);
            to_server.and(to_client.join().unwrap_or_else(|_| Err(io::Error::other("a thread ended"))))
        })
    }

    fn forward(&self, direction: Direction, report: &impl Fn(Direction, &NotUnderstood)) -> io::Result<()> {
        let mut proxy = self.proxy.clone();
        let mut buffer = vec![0; LONGEST];
        loop {
            let Some(len) = not_yet(self.receive(direction, &mut buffer))? else { continue };
            let packet = buffer.get(..len).unwrap_or_default();
            let forwarded = proxy.forward(direction, packet);
            if let Some(what) = &forwarded.not_understood {
                report(direction, what);
            }
            not_yet(self.send(direction, &forwarded.bytes))?;
        }
    }

    fn receive(&self, direction: Direction, buffer: &mut [u8]) -> io::Result<usize> {
        match direction {
            Direction::ToClient => self.far.recv(buffer),
            Direction::ToServer => {
                let (len, from) = self.near.recv_from(buffer)?;
                if let Ok(mut client) = self.client.lock() {
                    *client = Some(from);
                }
                Ok(len)
            }
        }
    }

    fn send(&self, direction: Direction, packet: &[u8]) -> io::Result<usize> {
        match direction {
            Direction::ToServer => self.far.send(packet),
            Direction::ToClient => match self.client.lock().ok().and_then(|client| *client) {
                Some(client) => self.near.send_to(packet, client),
                None => Ok(0),
            },
        }
    }
}

/// Nothing, if the one at the other end does not listen now: it may again.
fn not_yet<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if matches!(error.kind(), ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset) => Ok(None),
        Err(error) => Err(error),
    }
}
