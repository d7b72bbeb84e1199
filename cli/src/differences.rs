//! The differences between accepted bytes and those that are written for their value, each with its kind.
//!
//! Both are read in pieces, and the pieces are paired by their paths. What is explained is compared once more with the
//! bytes and the values themselves, so that nothing lost is ever told as one of the kinds.

mod classify;
mod cover;
mod kind;
mod pairs;
mod pieces;
mod same;
#[cfg(test)]
mod tests;

use wireform_build::interpret::{Hooks, Read, ReadError, Target, WriteError, events, read_in, write_verified_in};
use wireform_build::model::{Code, Protocol, SessionValues};

use pairs::Both;
use pieces::Pieces;

pub use kind::Kind;

/// Bytes that are written otherwise than they were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The path of the field in the whole packet, with the index of each element: `players[0].state`.
    pub path: String,
    /// Where the given bytes begin.
    pub offset: usize,
    /// Why they differ. `None`: for no reason that the language has, so the compiler, or the schema, loses something.
    pub kind: Option<Kind>,
    /// The bytes that were read; empty where only the writer has some. Several parts of one number may differ: each has
    /// the bytes of the whole number.
    pub given: Vec<u8>,
    /// The bytes that are written: those that were read, for a number of an unknown function that covers other ones.
    pub written: Vec<u8>,
}

/// A packet that was read and written.
#[derive(Debug, Clone, PartialEq)]
pub struct Rewritten {
    /// How many bytes were read.
    pub consumed: usize,
    /// The bytes that are written for the value.
    pub bytes: Vec<u8>,
    /// Where these differ from those that were read, in their order; none where they are the same.
    pub differences: Vec<Difference>,
}

/// There is nothing to compare.
#[derive(Debug, Clone, PartialEq)]
pub enum Unwritten {
    /// The bytes are refused.
    Read(ReadError),
    /// The value is refused by the writer: some rule or condition asks for the bytes as they came.
    Write(WriteError),
}

/// Reads bytes and writes the value, and compares what is written with the bytes. `functions` are those of the program;
/// with [`Unknown`](wireform_build::interpret::Unknown) its numbers are written as they came.
///
/// # Errors
/// As [`read_in`], or as [`write_in`](wireform_build::interpret::write_in).
pub fn differences(
    protocol: &Protocol,
    target: Target,
    bytes: &[u8],
    params: &[Code],
    session: &SessionValues,
    functions: &dyn Hooks,
) -> Result<Rewritten, Unwritten> {
    let read = read_in(protocol, target, bytes, params, &mut session.clone()).map_err(Unwritten::Read)?;
    rewritten(protocol, target, bytes, &read, params, session, functions).map_err(Unwritten::Write)
}

/// Compares as [`differences`] does, where `read` is what was read of the bytes.
///
/// # Errors
/// As [`write_in`](wireform_build::interpret::write_in).
pub fn rewritten(
    protocol: &Protocol,
    target: Target,
    bytes: &[u8],
    read: &Read<'_>,
    params: &[Code],
    session: &SessionValues,
    functions: &dyn Hooks,
) -> Result<Rewritten, WriteError> {
    let consumed = bytes.len().saturating_sub(read.rest.len());
    let written = write_verified_in(protocol, target, &read.value, params, &mut session.clone(), functions)?;
    let given = bytes.get(..consumed).unwrap_or_default();
    let mut differences = Vec::new();
    if written != given {
        let events = |bytes| events(protocol, target, bytes, params, session, functions);
        differences = match (events(bytes), events(&written)) {
            (Ok((_, given_events)), Ok((again, written_events))) => {
                let [given_pieces, written_pieces] = [given_events, written_events].map(Pieces::new);
                let both = Both::new(protocol, (given, &given_pieces), (&written, &written_pieces));
                let found = same::without_lost(protocol, both.differences(), &read.value, &again.value);
                cover::checked(found, given, &written)
            }
            // The written bytes cannot be read.
            _ => vec![cover::whole(given, &written)],
        };
    }
    Ok(Rewritten { consumed, bytes: written, differences })
}

/// Two paths, one inside the other; either may be empty.
fn join(outer: &str, inner: &str) -> String {
    match (outer, inner) {
        ("", one) | (one, "") => one.to_owned(),
        _ => format!("{outer}.{inner}"),
    }
}
