//! Captures: files in the format pcap, of Ethernet frames with IPv4 and UDP or TCP.
//!
//! Lengths, sequence numbers and checksums are right, and nothing depends on the time: frame N was captured N milliseconds
//! after the first.

/// An end of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer {
    /// Its IPv4 address.
    pub address: [u8; 4],
    /// Its port.
    pub port: u16,
}

impl Peer {
    /// `10.0.0.HOST`
    #[must_use]
    pub const fn new(host: u8, port: u16) -> Self {
        Self { address: [10, 0, 0, host], port }
    }

    /// A hardware address that belongs to the other one.
    fn hardware(self) -> [u8; 6] {
        let [a, b, c, d] = self.address;
        // Locally administered.
        [2, 0, a, b, c, d]
    }
}

/// The largest payload of a datagram or of a segment.
pub const LARGEST: usize = 65_507 - 12;

/// A file, frame by frame.
#[derive(Debug, Clone)]
pub struct Capture {
    bytes: Vec<u8>,
    frames: u32,
}

impl Default for Capture {
    fn default() -> Self {
        Self::new()
    }
}

/// Numbers of IP.
const UDP: u8 = 17;
const TCP: u8 = 6;

impl Capture {
    /// One without frames.
    #[must_use]
    pub fn new() -> Self {
        let mut bytes = Vec::new();
        bytes.extend(0xA1B2_C3D4_u32.to_le_bytes());
        // Version 2.4; local time is UTC; the largest frame; Ethernet.
        bytes.extend([2_u16, 4].map(u16::to_le_bytes).concat());
        bytes.extend([0_u32, 0, 262_144, 1].map(u32::to_le_bytes).concat());
        Self { bytes, frames: 0 }
    }

    /// The file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of frames so far, which is the number of the last one.
    #[must_use]
    pub const fn frames(&self) -> u32 {
        self.frames
    }

    /// Adds a datagram, and gives the number of its frame. A payload that is larger than [`LARGEST`] ends there.
    pub fn udp(&mut self, from: Peer, to: Peer, payload: &[u8]) -> u32 {
        let payload = payload.get(..LARGEST).unwrap_or(payload);
        let length = length(payload, 8);
        let mut datagram = [from.port, to.port, length, 0].map(u16::to_be_bytes).concat();
        datagram.extend(payload);
        let sum = match checksum(&pseudo(from, to, UDP, length), &datagram) {
            // Zero stands for no checksum.
            0 => u16::MAX,
            sum => sum,
        };
        put(&mut datagram, 6, sum);
        self.ip(from, to, UDP, &datagram)
    }

    /// Opens a connection: three frames.
    pub fn tcp(&mut self, client: Peer, server: Peer) -> Stream {
        let mut stream = Stream { peers: [client, server], next: [1000, 2_000_000_000] };
        stream.segment(self, Side::Client, SYN, &[]);
        stream.segment(self, Side::Server, SYN | ACK, &[]);
        stream.segment(self, Side::Client, ACK, &[]);
        stream
    }

    fn ip(&mut self, from: Peer, to: Peer, protocol: u8, payload: &[u8]) -> u32 {
        let mut header = vec![0x45, 0];
        let id = u16::try_from(self.frames & 0xFFFF).unwrap_or(0);
        // Do not fragment.
        header.extend([length(payload, 20), id, 0x4000].map(u16::to_be_bytes).concat());
        header.extend([64, protocol, 0, 0]);
        header.extend([from.address, to.address].concat());
        let sum = checksum(&[], &header);
        put(&mut header, 10, sum);

        let frame = [&to.hardware()[..], &from.hardware(), &[8, 0], &header, payload].concat();
        let (seconds, millis) = (self.frames / 1000, self.frames % 1000);
        let size = u32::try_from(frame.len()).unwrap_or(u32::MAX);
        let (seconds, micros) = (1_700_000_000_u32.saturating_add(seconds), millis.saturating_mul(1000));
        self.bytes.extend([seconds, micros, size, size].map(u32::to_le_bytes).concat());
        self.bytes.extend(frame);
        self.frames = self.frames.saturating_add(1);
        self.frames
    }
}

/// The side of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// It has opened the connection.
    Client,
    /// It has the port that people know.
    Server,
}

const FIN: u8 = 1;
const SYN: u8 = 2;
const PSH: u8 = 8;
const ACK: u8 = 16;

/// A connection of TCP.
#[derive(Debug, Clone)]
pub struct Stream {
    peers: [Peer; 2],
    /// The next sequence number of each side.
    next: [u32; 2],
}

impl Stream {
    /// Sends bytes in segments of this many, at least one and at most [`LARGEST`], and gives the number of the last frame.
    /// Each is acknowledged by the next segment of the other side.
    pub fn send(&mut self, capture: &mut Capture, side: Side, bytes: &[u8], segment: usize) -> u32 {
        let mut last = capture.frames();
        for payload in bytes.chunks(segment.clamp(1, LARGEST)) {
            last = self.segment(capture, side, PSH | ACK, payload);
        }
        last
    }

    /// Closes the connection from both sides: three frames.
    pub fn close(mut self, capture: &mut Capture) {
        self.segment(capture, Side::Client, FIN | ACK, &[]);
        self.segment(capture, Side::Server, FIN | ACK, &[]);
        self.segment(capture, Side::Client, ACK, &[]);
    }

    fn segment(&mut self, capture: &mut Capture, side: Side, flags: u8, payload: &[u8]) -> u32 {
        let ([client, server], [of_client, of_server]) = (self.peers, self.next);
        let ((from, to), (own, other)) = match side {
            Side::Client => ((client, server), (of_client, of_server)),
            Side::Server => ((server, client), (of_server, of_client)),
        };
        let mut segment = [from.port, to.port].map(u16::to_be_bytes).concat();
        let acknowledged = if flags & ACK == 0 { 0 } else { other };
        segment.extend([own, acknowledged].map(u32::to_be_bytes).concat());
        // A header of five words; the window; checksum and urgent pointer.
        segment.extend([0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]);
        segment.extend(payload);
        let sum = checksum(&pseudo(from, to, TCP, length(&segment, 0)), &segment);
        put(&mut segment, 16, sum);
        // These two flags take a number.
        let taken = payload.len().saturating_add(usize::from(flags & (SYN | FIN) != 0));
        let next = own.wrapping_add(u32::try_from(taken).unwrap_or(u32::MAX));
        self.next = match side {
            Side::Client => [next, of_server],
            Side::Server => [of_client, next],
        };
        capture.ip(from, to, TCP, &segment)
    }
}

/// The number of bytes of a payload and the header before it. No payload is so large that it does not fit.
fn length(payload: &[u8], header: usize) -> u16 {
    u16::try_from(payload.len().saturating_add(header)).unwrap_or(u16::MAX)
}

/// Puts a checksum into its place.
fn put(header: &mut [u8], at: usize, sum: u16) {
    for (place, byte) in header.iter_mut().skip(at).zip(sum.to_be_bytes()) {
        *place = byte;
    }
}

/// The header that the checksums of UDP and TCP cover besides the bytes.
fn pseudo(from: Peer, to: Peer, protocol: u8, length: u16) -> Vec<u8> {
    let [high, low] = length.to_be_bytes();
    [&from.address[..], &to.address, &[0, protocol, high, low]].concat()
}

/// The checksum of the Internet of an even header and of what follows.
fn checksum(header: &[u8], bytes: &[u8]) -> u16 {
    let word = |pair: &[u8]| {
        let byte = |at: usize| u64::from(pair.get(at).copied().unwrap_or(0));
        byte(0) << 8 | byte(1)
    };
    // A datagram has at most 2^15 words.
    let sum = header.chunks(2).chain(bytes.chunks(2)).map(word).fold(0, u64::saturating_add);
    let folded = (0..4).fold(sum, |sum, _| (sum & 0xFFFF).saturating_add(sum >> 16));
    !u16::try_from(folded & 0xFFFF).unwrap_or(0)
}
