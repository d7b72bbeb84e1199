//! Follows recordings of Sauerbraten games: players, chat, hits and positions.
//!
//! The header of a recording has the version of the protocol. [`Recording`] uses the generated reader of that version; the
//! meaning of messages is the same in both.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

// The Rust that `build.rs` made of the schema: what both versions have alike, and a module for each.
wireform::include_schema!(pub mod sauerbraten);

mod game;
mod hear;
mod plain;
mod player;
mod recording;
mod table;
mod track;
mod unpack;
mod v259;
mod v260;

pub use recording::{Recording, Refused};
pub use unpack::unpack;
