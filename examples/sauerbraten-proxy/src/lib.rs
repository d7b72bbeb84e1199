//! A proxy between a Sauerbraten client and a server that gives the players other client numbers.
//!
//! A packet is changed where it lies if each new number takes as many bytes as the old one, else it is written anew; in
//! both cases all its other bytes stay as they are. What is not understood is forwarded as it came.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

// The Rust that `build.rs` made of the schema: what both versions have alike, and a module for each.
wireform::include_schema!(pub mod sauerbraten);

mod fields;
mod message;
mod numbers;
mod packet;
mod positions;
mod relay;
mod to_client;
mod to_server;

pub use numbers::{Direction, Numbers};
pub use packet::{Forwarded, NotUnderstood, Proxy};
pub use relay::Relay;
