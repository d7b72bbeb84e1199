//! What was done with the lines of a file.

use std::fmt;

#[derive(Default)]
pub struct Tally {
    pub lines: usize,
    /// Read to the values that the line gives.
    pub read: usize,
    /// Written back to the same bytes.
    pub written: usize,
    /// Written back to other bytes, which are read to the same values.
    pub rewritten: usize,
    /// Owned, and written from that as from what was read.
    pub kept: usize,
    /// The same as JSON, which is the command's.
    pub json: usize,
    /// Refused where the line says so.
    pub refused: usize,
}

impl Tally {
    /// Counts a line whose bytes were read, and then written: of canonical bytes the same must come out.
    pub fn took(&mut self, bytes: &[u8], written: &[u8], is_canonical: bool) -> Result<(), String> {
        self.read += 1;
        if written == bytes {
            self.written += 1;
        } else if is_canonical {
            return Err(format!("written as {written:02x?}"));
        } else {
            self.rewritten += 1;
        }
        Ok(())
    }

    /// Lines, read, kept, written, rewritten, refused.
    pub fn counts(&self) -> [usize; 6] {
        assert_eq!(self.read + self.refused, self.lines, "every line is read or refused");
        assert_eq!(self.json, self.kept, "every owned value is JSON");
        [self.lines, self.read, self.kept, self.written, self.rewritten, self.refused]
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lines, read, kept, written, rewritten, refused] = self.counts();
        write!(
            f,
            "{lines} lines, read {read} and kept {kept}, also as JSON, written {written} and otherwise {rewritten}, refused {refused}"
        )
    }
}
