//! Joins a server of Teeworlds 0.7, plays for some seconds, and prints what the bot sees.

mod bot;
mod connection;
mod huffman;
mod snapshot;

wireform::include_schema!(mod teeworlds);

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8303".to_owned());
    let seconds = std::env::args().nth(2).map_or(Ok(120), |seconds| seconds.parse())?;
    bot::Bot::default().play(&mut connection::Connection::new(&address)?, seconds)
}
