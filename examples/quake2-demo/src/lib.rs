//! Follows a recording of Quake 2: levels, players, and the number of entities in sight.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

// The Rust that `build.rs` made of the schema.
wireform::include_schema!(pub mod quake2);

mod follow;
mod level;
mod plot;
mod recording;
mod report;
mod sample;

pub use follow::{Follower, Frame};
pub use level::{Level, Player};
pub use recording::{Recording, Refused};
pub use report::report;
pub use sample::sample;
