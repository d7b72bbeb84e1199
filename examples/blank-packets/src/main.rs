//! A client and a server talk over UDP until the client leaves; one datagram gets lost on the way.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use std::error::Error;
use std::io::{Write, stdout};

use blank_packets::{Client, Server};

fn main() -> Result<(), Box<dyn Error>> {
    let out = &mut stdout();
    let mut server = Server::new()?;
    let mut client = Client::new(server.address()?)?;
    server.meet(client.address()?)?;

    client.log_in("Ada")?;
    server.listen(out)?;
    // Joined, and a spider.
    client.listen(out)?;
    client.listen(out)?;

    for round in 0..6 {
        client.walk()?;
        server.listen(out)?;
        // By now the server knows what the client missed.
        if round == 4 {
            client.listen(out)?;
        }
        server.step()?;
        if round == 1 {
            client.miss()?;
            writeln!(out, "(lost)")?;
        } else {
            client.listen(out)?;
        }
    }

    client.chat("What a nice spider!")?;
    server.listen(out)?;
    client.listen(out)?;
    client.leave()?;
    while server.listen(out)? {}
    Ok(())
}
