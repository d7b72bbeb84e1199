//! A chat over TCP, read and written by a codec of tokio-util.
//!
//! [`Codec`] knows nothing of the chat: it is generic over [`Keep`]. [`Event`] and [`Notice`] are the owned values of a
//! message and of a frame.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

// The Rust that `build.rs` made of the schema.
wireform::include_schema!(pub mod chat);

mod codec;
mod event;
mod notice;

pub use codec::{Codec, Keep};
pub use event::Event;
pub use notice::Notice;
