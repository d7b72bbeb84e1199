//! Standard output and standard error. Somebody may stop to read it, as in `wireform .. | head`: that ends the printing and nothing else,
//! neither the work nor the exit code.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use crate::stop::{Outcome, Stop};

/// Prints a text.
pub fn print(text: &str) -> Outcome {
    let mut out = anstream::stdout();
    unless_unread(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Prints as it is made.
pub fn printed(make: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Outcome {
    let mut out = BufWriter::with_capacity(1 << 16, anstream::stdout());
    unless_unread(make(&mut out).and_then(|()| out.flush()))
}

/// Says a line on standard error, beside an answer. If not even standard error takes it, nobody wants to know.
pub fn tell(line: &dyn Display) {
    let _ = writeln!(anstream::stderr(), "{line}");
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
