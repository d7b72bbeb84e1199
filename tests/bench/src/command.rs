//! What both programs make of their command lines.

use std::io;
use std::process::ExitCode;

/// The words behind the name of a program.
pub struct Arguments(Vec<String>);

impl Arguments {
    pub fn new() -> Self {
        Self(std::env::args().skip(1).collect())
    }

    /// One of them; nothing if there are fewer.
    pub fn text(&self, index: usize) -> &str {
        self.0.get(index).map_or("", String::as_str)
    }

    /// One of them as a number, or another if it is none.
    pub fn number(&self, index: usize, default: usize) -> usize {
        self.text(index).parse().unwrap_or(default)
    }
}

/// Says what went wrong.
pub fn ended(done: io::Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
