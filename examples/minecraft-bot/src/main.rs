//! Joins a server of Minecraft 1.21.4, and prints what the bot sees until the server ends the connection.

mod bot;
mod connection;
mod text;

use std::env::args;
use std::io;

use tokio::net::TcpStream;

wireform::include_schema!(mod minecraft);

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let address = args().nth(1).unwrap_or_else(|| "127.0.0.1:25565".to_owned());
    let (host, port) = address.rsplit_once(':').ok_or(io::ErrorKind::InvalidInput)?;
    let server = (host, port.parse().map_err(io::Error::other)?);
    let connection = connection::Connection::new(TcpStream::connect(&address).await?);
    let words = bot::Bot { connection, position: None, steps: 0 }.play(server, "Bot").await?;
    println!("the server ended it: {words}");
    Ok(())
}
