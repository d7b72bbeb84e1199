//! Interpreter: reads and writes packets from the model, without generated code.
//!
//! It is the oracle in tests of generated code, executes the examples of a schema when that compiles, and explains and
//! makes packets for the command. Reading and writing are mirrors: [`read()`] goes from bytes through the cells of a
//! record to its value, [`write()`] goes back, with the same functions in the same order. Neither panics, and neither
//! allocates more than a multiple of its input.
//!
//! They call themselves for each level of [nested parts](crate::model::Wire::Nested): a level takes some KiB of
//! stack, and up to 64 KiB without optimisation. A schema states how many levels there may be, 512 at most.

mod checksum;
mod codec;
mod delta;
mod ends;
mod env;
mod error;
mod event;
pub(crate) mod examples;
mod fields;
mod hooks;
mod meaning;
mod read;
mod session_state;
mod target;
#[cfg(test)]
mod tests;
mod trace;
mod unread;
mod value;
pub mod words;
mod write;
mod zero;

pub use codec::encoded;
pub use error::{Facts, Malformed, ReadError, ReadErrorKind, WriteError, WriteErrorKind};
pub use event::{Event, Found, Of, Run};
pub use fields::{Entry, entries, shows};
pub use hooks::{Hooks, Unknown};
pub use meaning::{default_raw, meaning, without_reserved};
pub use read::{Read, events, read, read_exact, read_exact_in, read_in, read_lean, read_verified_in, trace};
pub use target::Target;
pub use trace::{Step, StepKind, Told};
pub use unread::Unread;
pub use value::{Digit, Float, Value};
pub use write::{write, write_in, write_verified_in};
