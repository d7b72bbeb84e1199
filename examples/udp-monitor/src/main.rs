//! `udp-monitor telemetry|quake2 LISTEN ARCHIVE NEXT`: prints a line for each datagram.

use std::error::Error;
use std::net::UdpSocket;
use std::{env, io};

use udp_monitor::{Monitor, Protocol};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [protocol, listen, archive, next] = &arguments[..] else {
        return Err("usage: udp-monitor telemetry|quake2 LISTEN ARCHIVE NEXT".into());
    };
    let mut monitor = Monitor::new(UdpSocket::bind(listen)?, archive.parse()?, next.parse()?, io::stdout());
    let protocol = if protocol == "quake2" { Protocol::Quake2 } else { Protocol::Telemetry };
    let mut buffer = vec![0; 0xFFFF];
    loop {
        monitor.receive(protocol, &mut buffer)?;
    }
}
