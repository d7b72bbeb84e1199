//! The text of JSON, without blanks. All control characters are escaped: JSON asks for those of ASCII only, and terminals
//! obey those of Latin-1 too.

use std::io::{self, Write};

use serde_json::Value as Json;

/// The text of a piece of JSON.
#[must_use]
pub fn text(json: &Json) -> String {
    let mut text = Vec::new();
    let written = write(json, &mut text);
    written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default()
}

/// Writes a piece of JSON.
pub(super) fn write(json: &Json, out: &mut dyn Write) -> io::Result<()> {
    Ok(serde_json::to_writer(Escaped(out), json)?)
}

/// Writes a text as a piece of JSON.
pub(super) fn write_text(text: &str, out: &mut dyn Write) -> io::Result<()> {
    Ok(serde_json::to_writer(Escaped(out), text)?)
}

/// Takes whole characters, as the writer of JSON has them.
struct Escaped<'o>(&'o mut dyn Write);

impl Write for Escaped<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match str::from_utf8(bytes) {
            Ok(text) if text.contains(char::is_control) => {
                for part in text.split_inclusive(char::is_control) {
                    let last = part.chars().next_back().filter(|last| last.is_control());
                    let plain = last.map_or(part, |last| part.trim_end_matches(last));
                    self.0.write_all(plain.as_bytes())?;
                    last.map_or(Ok(()), |last| write!(self.0, "\\u{:04x}", u32::from(last)))?;
                }
            }
            _ => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
