//! `quake2-queue LISTEN SERVER SECONDS LOG` delays packets and logs them; `quake2-queue replay LISTEN LOG` sends a log.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::net::{SocketAddr, UdpSocket};
use std::process::ExitCode;
use std::time::Duration;

use quake2_queue::{Proxy, packets, replay};

const USAGE: &str = "usage: quake2-queue LISTEN SERVER SECONDS LOG
       quake2-queue replay LISTEN LOG
  such as: quake2-queue 127.0.0.1:27911 127.0.0.1:27910 2.5 packets.jsonl";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["replay", listen, log] => send(listen, log),
        [listen, server, seconds, log] => delay(listen, server, seconds, log),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quake2-queue: {error}");
            ExitCode::FAILURE
        }
    }
}

fn delay(listen: &str, server: &str, seconds: &str, log: &str) -> Result<(), Box<dyn Error>> {
    let seconds = seconds.parse().map_err(|error| format!("SECONDS: {error}"))?;
    let delay = Duration::try_from_secs_f32(seconds).map_err(|error| format!("SECONDS: {error}"))?;
    let proxy = Proxy::new(address(listen)?, address(server)?, delay)?;
    let log = File::create(log).map_err(|error| format!("{log}: {error}"))?;
    proxy.run(log, |error| eprintln!("forwarded as it is: {error}"))?;
    Ok(())
}

fn send(listen: &str, log: &str) -> Result<(), Box<dyn Error>> {
    let file = File::open(log).map_err(|error| format!("{log}: {error}"))?;
    let packets = packets(BufReader::new(file))?;
    replay(&UdpSocket::bind(address(listen)?)?, &packets)?;
    Ok(())
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| format!("{text} is no address such as 127.0.0.1:27910"))
}
