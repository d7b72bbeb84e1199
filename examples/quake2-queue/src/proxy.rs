//! The proxy: three threads, and a queue between two of them.

use std::io::{self, ErrorKind, Write};
use std::net::{SocketAddr, UdpSocket};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use wireform::Error;

use crate::entry::Entry;
use crate::quake2::ToClientKnown;

/// No datagram is longer.
const LONGEST: usize = 0xFFFF;

/// So many packets wait at most. Further ones are lost, as a network loses them.
const MOST_QUEUED: usize = 4096;

/// A proxy for one client, which delays the packets of the server.
#[derive(Debug)]
pub struct Proxy {
    /// The client sends to it.
    near: UdpSocket,
    /// It is connected with the server.
    far: UdpSocket,
    /// The address that sent last to `near`.
    client: Mutex<Option<SocketAddr>>,
    delay: Duration,
    start: Instant,
}

impl Proxy {
    /// Listens for a client at `listen`. Packets of `server` reach the client after `delay`.
    ///
    /// # Errors
    /// Those of the sockets.
    pub fn new(listen: SocketAddr, server: SocketAddr, delay: Duration) -> io::Result<Self> {
        let near = UdpSocket::bind(listen)?;
        let far = UdpSocket::bind((listen.ip(), 0))?;
        far.connect(server)?;
        Ok(Self { near, far, client: Mutex::new(None), delay, start: Instant::now() })
    }

    /// The address for the client.
    ///
    /// # Errors
    /// Those of the socket.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.near.local_addr()
    }

    /// Forwards packets until a socket or the log fails. `report` gets the error of a packet that cannot be read.
    ///
    /// # Errors
    /// Those of the sockets and of the log.
    pub fn run<L, R>(self, log: L, report: R) -> io::Result<()>
    where
        L: Write + Send + 'static,
        R: Fn(Error) + Send + 'static,
    {
        let (queue, queued) = mpsc::sync_channel(MOST_QUEUED);
        let (ended, first_end) = mpsc::channel();
        let proxy = Arc::new(self);
        spawn(&proxy, &ended, Self::forward);
        spawn(&proxy, &ended, move |proxy| proxy.receive(&queue, report));
        spawn(&proxy, &ended, move |proxy| proxy.deliver(&queued, log));
        first_end.recv().map_err(io::Error::other)?
    }

    /// Forwards the packets of the client as they are, at once.
    fn forward(&self) -> io::Result<()> {
        let mut buffer = vec![0; LONGEST];
        loop {
            let (len, from) = self.near.recv_from(&mut buffer)?;
            *self.client.lock().unwrap_or_else(PoisonError::into_inner) = Some(from);
            unless_absent(self.far.send(&buffer[..len]))?;
        }
    }

    /// Reads the packets of the server and puts them into the queue.
    fn receive(&self, queue: &SyncSender<Entry>, report: impl Fn(Error)) -> io::Result<()> {
        let mut buffer = vec![0; LONGEST];
        let mut session = ToClientKnown::default();
        loop {
            let Some(len) = unless_absent(self.far.recv(&mut buffer))? else { continue };
            let packet = &buffer[..len];
            match Entry::read(self.now(), packet, &mut session) {
                Ok(entry) => match queue.try_send(entry) {
                    Ok(()) | Err(TrySendError::Full(_)) => {}
                    Err(TrySendError::Disconnected(_)) => return Ok(()),
                },
                Err(error) => {
                    report(error);
                    self.send(packet)?;
                }
            }
        }
    }

    /// Takes the packets out of the queue when their time has come, logs them and sends them to the client.
    fn deliver(&self, queue: &Receiver<Entry>, mut log: impl Write) -> io::Result<()> {
        for entry in queue {
            let due = Duration::from_millis(entry.after) + self.delay;
            thread::sleep(due.saturating_sub(self.start.elapsed()));
            entry.log(&mut log)?;
            self.send(&entry.to_vec().map_err(io::Error::other)?)?;
        }
        Ok(())
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn send(&self, packet: &[u8]) -> io::Result<()> {
        let client = *self.client.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = client {
            unless_absent(self.near.send_to(packet, client))?;
        }
        Ok(())
    }
}

/// Runs a task of the proxy in a thread, which sends its outcome to `ended`.
fn spawn<F>(proxy: &Arc<Proxy>, ended: &Sender<io::Result<()>>, task: F)
where
    F: FnOnce(&Proxy) -> io::Result<()> + Send + 'static,
{
    let (proxy, ended) = (Arc::clone(proxy), ended.clone());
    thread::spawn(move || ended.send(task(&proxy)));
}

/// `None` if nobody listens at the other end; somebody may later.
fn unless_absent<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if matches!(error.kind(), ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset) => Ok(None),
        result => result.map(Some),
    }
}
