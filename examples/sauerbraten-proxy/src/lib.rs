//! A proxy between a Sauerbraten client and a server that gives the players other client numbers.
//!
//! Each packet is rewritten message by message. Only messages in which a number changes are touched, and in most of these only
//! that number. What is not understood is forwarded as it came.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

// The Rust that `build.rs` made of the schema: what both versions have alike, and a module for each.
wireform::include_schema!(pub mod sauerbraten);

mod change;
mod fields;
mod numbers;
mod packet;
mod positions;
mod relay;
mod to_client;
mod to_server;

pub use numbers::{Direction, Numbers};
pub use packet::{Forwarded, NotUnderstood, Proxy};
pub use relay::Relay;
