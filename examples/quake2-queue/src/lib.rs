//! A proxy that delays the packets of a Quake 2 server, logs them as JSON, and sends what an edited log says.
//!
//! No type of this program repeats a message of the game: packets wait, are logged and come back as the owned values that
//! `build.rs` generates.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

wireform::include_schema!(pub mod quake2);

mod entry;
mod proxy;
mod replay;

pub use entry::Entry;
pub use proxy::Proxy;
pub use replay::{Packet, packets, replay};
