//! Standard output. Somebody may stop to read it, as in `wireform .. | head`: that ends the printing and nothing else,
//! neither the work nor the exit code.

use std::io::{self, Write as _};

use crate::stop::{Outcome, Stop};

/// Prints a text.
pub fn print(text: &str) -> Outcome {
    let mut out = anstream::stdout();
    unless_unread(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// The outcome of printing: that nobody reads it is no mistake.
pub fn unless_unread(printed: io::Result<()>) -> Outcome {
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Stop::Wrong(format!("cannot write to standard output: {error}")))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}
