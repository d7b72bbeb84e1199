//! A client and a server that speak the protocol of the game "blank" over UDP, as it was in November 2015.
//!
//! The game sends nothing twice by itself: the header of each datagram says which ones of the other side arrived, and
//! whoever learns that one was lost decides what to say again. [`Link`] keeps these books, [`Endpoint`] puts them into
//! headers, and [`Client`] and [`Server`] say what there is to say.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

// The Rust that `build.rs` made of the schema: what both versions have alike, and a module for each.
wireform::include_schema!(pub mod blank);

mod client;
mod endpoint;
mod link;
mod rotation;
mod server;

pub use client::Client;
pub use endpoint::{Endpoint, Heard};
pub use link::{Link, News};
pub use rotation::{pack, unpack};
pub use server::Server;
