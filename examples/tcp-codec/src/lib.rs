//! A chat over TCP: two codecs of tokio-util, for a schema.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

// The Rust that `build.rs` made of the schema.
wireform::include_schema!(pub mod chat);

use chat::{MessageKnown, owned};
use wireform::Codec;

/// The messages of clients and server, each of at most 4,096 bytes. Nobody has said yet whether there are topics.
#[must_use]
pub fn messages() -> Codec<owned::Message> {
    Codec::with(MessageKnown::default()).max_len(4096)
}

/// The news for those who only watch.
#[must_use]
pub fn news() -> Codec<owned::Frame> {
    Codec::new()
}
