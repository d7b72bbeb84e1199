//! Sends what a log says.

use std::io::{self, BufRead};
use std::net::UdpSocket;
use std::thread;
use std::time::{Duration, Instant};

use crate::entry::Entry;

/// No datagram of the game is longer.
const LONGEST: usize = 1400;

/// The bytes of a packet of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packet {
    /// The time after the first packet.
    pub after: Duration,
    /// The packet.
    pub bytes: Vec<u8>,
}

/// The packets of a log. All are written before one is sent, so a mistake in the last line is found at once.
///
/// # Errors
/// A line that is no entry, or that has a value that no packet can have: the error names line and reason.
pub fn packets(log: impl BufRead) -> io::Result<Vec<Packet>> {
    let mut first = None;
    let lines = log.lines().zip(1..).filter(|(line, _)| !line.as_ref().is_ok_and(|line| line.trim().is_empty()));
    let packets = lines.map(|(line, number)| {
        let entry: Entry = serde_json::from_str(&line?).map_err(|error| unreadable(number, &error))?;
        let bytes = entry.to_vec().map_err(|error| io::Error::other(format!("line {number}: {error}")))?;
        let after = entry.after.saturating_sub(*first.get_or_insert(entry.after));
        Ok(Packet { after: Duration::from_millis(after), bytes })
    });
    packets.collect()
}

/// The error of a line. That of `serde_json` takes the line for a whole file.
fn unreadable(number: usize, error: &serde_json::Error) -> io::Error {
    let text = error.to_string();
    let reason = text.split(" at line 1 column ").next().unwrap_or_default();
    io::Error::other(format!("line {number}, column {}: {reason}", error.column()))
}

/// Waits for a packet of a client, and answers with these, at their times.
///
/// # Errors
/// Those of the socket.
pub fn replay(socket: &UdpSocket, packets: &[Packet]) -> io::Result<()> {
    let (_, client) = socket.recv_from(&mut [0; LONGEST])?;
    let start = Instant::now();
    for packet in packets {
        thread::sleep(packet.after.saturating_sub(start.elapsed()));
        socket.send_to(&packet.bytes, client)?;
    }
    Ok(())
}
