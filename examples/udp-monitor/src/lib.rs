//! A monitor of two protocols over UDP: those of sensors and of Quake 2 servers.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::error;
use std::hash::{BuildHasher, Hash, RandomState};
use std::io::Write;
use std::net::{SocketAddr, UdpSocket};

use quake2::{FromServerPacketView, FromServerView, ToClientKnown, ToClientView};
use telemetry::report::{NoticeView, Ping, Pong, Position, Status, VibrationView, Weather};
use telemetry::{Datagram, DatagramMut, DatagramView, ReportView};
use wireform::Error;
use wireform::prelude::*;

wireform::include_schema!(pub mod telemetry);
wireform::include_schema!(pub mod quake2);

/// The number of the monitor among the senders.
pub const MONITOR: u16 = 0;

/// The last report of each kind from one sensor.
#[derive(Default)]
pub struct Sensor {
    /// The last `Ping`, and so on.
    pub ping: Option<Ping>,
    /// As `ping`.
    pub pong: Option<Pong>,
    /// As `ping`.
    pub weather: Option<Weather>,
    /// As `ping`.
    pub position: Option<Position>,
    /// As `ping`.
    pub status: Option<Status>,
    /// How many reports said the same as the one before.
    pub repeated: usize,
    // A value with text or a list borrows its packet: it is kept as its bytes, and parsed when somebody asks.
    notice: Vec<u8>,
    vibration: Vec<u8>,
    last: Vec<u8>,
}

impl Sensor {
    /// The last line for the operator.
    #[must_use]
    pub fn notice(&self) -> Option<NoticeView<'_>> {
        NoticeView::parse_exact(&self.notice).ok()
    }

    /// The last samples.
    #[must_use]
    pub fn vibration(&self) -> Option<VibrationView<'_>> {
        VibrationView::parse_exact(&self.vibration).ok()
    }

    fn keep(&mut self, report: ReportView<'_>) {
        self.repeated += usize::from(ReportView::parse_exact(&self.last).is_ok_and(|last| last == report));
        self.last = report.as_bytes().to_vec();
        match report {
            ReportView::Ping(ping) => self.ping = Some(ping.to_value()),
            ReportView::Pong(pong) => self.pong = Some(pong.to_value()),
            ReportView::Weather(weather) => self.weather = Some(weather.to_value()),
            ReportView::Position(position) => self.position = Some(position.to_value()),
            ReportView::Status(status) => self.status = Some(status.to_value()),
            ReportView::Notice(notice) => self.notice = notice.as_bytes().to_vec(),
            ReportView::Vibration(vibration) => self.vibration = vibration.as_bytes().to_vec(),
        }
    }
}

/// The last message of each kind from one server: its bytes, and what was known before it.
#[derive(Default)]
pub struct Server {
    known: ToClientKnown,
    last: HashMap<&'static str, (ToClientKnown, Vec<u8>)>,
}

impl Server {
    /// The last message of this name.
    #[must_use]
    pub fn last(&self, name: &str) -> Option<ToClientView<'_>> {
        let (known, bytes) = self.last.get(name)?;
        ToClientView::parse_exact(bytes, *known).ok()
    }
}

/// The protocol of all datagrams that a monitor receives.
#[derive(Debug, Clone, Copy)]
pub enum Protocol {
    /// Reports of sensors.
    Telemetry,
    /// Packets of Quake 2 servers.
    Quake2,
}

/// So many datagrams are remembered, to find duplicates.
const REMEMBERED: usize = 1024;

/// Receives and handles one datagram after another.
pub struct Monitor<W> {
    /// Where datagrams come from, and where answers go to.
    pub socket: UdpSocket,
    /// Has every datagram that is not malformed, as it came.
    pub archive: SocketAddr,
    /// Has every report once, with one more hop.
    pub next: SocketAddr,
    /// Has a line for each datagram.
    pub log: W,
    /// The sensors, by their number as a sender.
    pub sensors: HashMap<u16, Sensor>,
    /// The servers, by their address.
    pub servers: HashMap<SocketAddr, Server>,
    /// How many datagrams were malformed, by the text of the error.
    pub malformed: BTreeMap<String, usize>,
    /// How many datagrams had been seen before.
    pub duplicates: usize,
    // Values borrow from their packet, so their hashes are kept, the newest first.
    seen: VecDeque<u64>,
    hasher: RandomState,
    reply: Vec<u8>,
}

impl<W: Write> Monitor<W> {
    /// A monitor that has received nothing yet.
    pub fn new(socket: UdpSocket, archive: SocketAddr, next: SocketAddr, log: W) -> Self {
        let (sensors, servers, malformed, duplicates, seen, hasher, reply) = Default::default();
        Self { socket, archive, next, log, sensors, servers, malformed, duplicates, seen, hasher, reply }
    }

    /// Handles the next datagram; `buffer` has room for any.
    ///
    /// # Errors
    /// If the socket fails, or the log. A malformed datagram is counted.
    pub fn receive(&mut self, protocol: Protocol, buffer: &mut [u8]) -> Result<(), Box<dyn error::Error>> {
        let (len, from) = self.socket.recv_from(buffer)?;
        let handled = match protocol {
            Protocol::Telemetry => self.report(&mut buffer[..len], from),
            Protocol::Quake2 => self.messages(&buffer[..len], from),
        };
        if let Err(error) = handled {
            let malformed = error.downcast::<Error>()?;
            *self.malformed.entry(malformed.to_string()).or_default() += 1;
        }
        Ok(())
    }

    fn report(&mut self, packet: &mut [u8], from: SocketAddr) -> Result<(), Box<dyn error::Error>> {
        let datagram = DatagramView::parse_exact(packet)?;
        writeln!(self.log, "{from} {datagram}")?;
        self.socket.send_to(datagram.as_bytes(), self.archive)?;
        // It may come by several ways, some of them longer.
        if self.is_duplicate(Datagram { hops: 0, ..datagram.to_value() }) {
            return Ok(());
        }
        self.sensors.entry(datagram.sender()).or_default().keep(datagram.report());
        if let ReportView::Ping(ping) = datagram.report() {
            let report = Pong { token: ping.token() }.into();
            self.reply.clear();
            Datagram { sender: MONITOR, hops: 0, report, ..datagram.to_value() }.append_to(&mut self.reply)?;
            self.socket.send_to(&self.reply, from)?;
        }
        if let Some(hops) = datagram.hops().checked_add(1) {
            let mut forwarded = DatagramMut::parse_exact(packet)?;
            forwarded.set_hops(hops);
            self.socket.send_to(forwarded.as_bytes(), self.next)?;
        }
        Ok(())
    }

    fn messages(&mut self, packet: &[u8], from: SocketAddr) -> Result<(), Box<dyn error::Error>> {
        let known = self.servers.entry(from).or_default().known;
        let datagram = FromServerView::parse_exact(packet, known.into())?;
        writeln!(self.log, "{from} {datagram}")?;
        self.socket.send_to(datagram.as_bytes(), self.archive)?;
        if self.is_duplicate(datagram.to_value()) {
            return Ok(());
        }
        let server = self.servers.entry(from).or_default();
        if let FromServerPacketView::Connected(connected) = datagram.packet() {
            let mut messages = connected.messages();
            while let Some(message) = messages.next() {
                let message = message.map_err(Error::at_the_end)?;
                server.last.insert(message.name(), (server.known, message.as_bytes().to_vec()));
                server.known = messages.known;
            }
        }
        Ok(())
    }

    fn is_duplicate(&mut self, value: impl Hash) -> bool {
        let hash = self.hasher.hash_one(value);
        let is_duplicate = self.seen.contains(&hash);
        if is_duplicate {
            self.duplicates += 1;
        } else {
            self.seen.truncate(REMEMBERED - 1);
            self.seen.push_front(hash);
        }
        is_duplicate
    }
}
