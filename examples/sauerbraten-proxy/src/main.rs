//! `sauerbraten-proxy LISTEN SERVER CN=CN..` forwards packets under other client numbers.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use std::net::SocketAddr;
use std::process::ExitCode;

use sauerbraten_proxy::{Numbers, Relay};

const USAGE: &str = "usage: sauerbraten-proxy LISTEN SERVER CN=CN..
  such as: sauerbraten-proxy 127.0.0.1:28700 127.0.0.1:28785 0=1 1=0";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [listen, server, pairs @ ..] = arguments.as_slice() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(listen, server, pairs) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sauerbraten-proxy: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(listen: &str, server: &str, pairs: &[String]) -> Result<(), String> {
    let numbers = Numbers::parse(pairs.iter().map(String::as_str))?;
    let relay =
        Relay::new(address(listen)?, address(server)?, numbers).map_err(|error| format!("{listen}: {error}"))?;
    let told = relay.run(|direction, what| eprintln!("{direction}, forwarded as it is from {what}"));
    told.map_err(|error| error.to_string())
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| format!("{text} is no address such as 127.0.0.1:28785"))
}
