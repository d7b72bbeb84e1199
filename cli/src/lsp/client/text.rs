//! The text of a document: positions of the protocol, which count lines and units of a client's encoding, and offsets of the
//! compiler, which count bytes.

use lsp_types::{Position, Range};
use wireform_build::source::Span;

/// The units in which a client counts the characters of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16: what every client understands.
    #[default]
    Utf16,
}

impl Encoding {
    /// The units of a text.
    fn count(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }

    /// The bytes of so many units, or of the whole text if it is shorter. In the middle of a character, those before it.
    fn bytes(self, text: &str, units: usize) -> usize {
        match self {
            Self::Utf8 => text.floor_char_boundary(units),
            Self::Utf16 => {
                let mut left = units;
                let fits = |c: &char| {
                    let rest = left.checked_sub(c.len_utf16());
                    left = rest.unwrap_or(0);
                    rest.is_some()
                };
                text.chars().take_while(fits).map(char::len_utf8).sum()
            }
        }
    }
}

/// The mark of the byte order at the start of a text: a client may send it, the compiler does not count it.
const MARK: char = '\u{feff}';

/// A text and its lines, which end in `\n`, `\r\n` or `\r`.
#[derive(Debug, Clone, Default)]
pub struct Text {
    whole: String,
    starts: Vec<usize>,
    /// Whether each line has only characters of one byte and one unit, so that long lines need not be counted.
    is_ascii: Vec<bool>,
}

impl Text {
    /// A text as a client or a file has it.
    pub fn new(whole: String) -> Self {
        let bytes = whole.as_bytes();
        let ends_line = |at: usize| match bytes.get(at) {
            Some(b'\n') => true,
            Some(b'\r') => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = (0..bytes.len()).filter(|at| ends_line(*at)).map(|at| at + 1);
        let starts: Vec<usize> = std::iter::once(0).chain(starts).collect();
        let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
        let is_ascii = starts.iter().zip(ends).map(|(start, end)| bytes.get(*start..end).is_some_and(<[u8]>::is_ascii));
        Self { is_ascii: is_ascii.collect(), whole, starts }
    }

    /// The text that the compiler sees: without the mark of the byte order.
    pub fn body(&self) -> &str {
        self.whole.strip_prefix(MARK).unwrap_or(&self.whole)
    }

    /// The position of an offset of the body. One beyond the end, or in a character, is the last before it.
    pub fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let offset = self.whole.floor_char_boundary(offset.saturating_add(self.marked()));
        let line = self.line_of(offset);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.whole.get(start..offset).unwrap_or_default().trim_end_matches(['\r', '\n']);
        let is_ascii = self.is_ascii.get(line) == Some(&true);
        let units = if is_ascii { before.len() } else { encoding.count(before) };
        Position { line: small(line), character: small(units) }
    }

    /// The line of an offset of the body.
    pub fn line(&self, offset: usize) -> u32 {
        small(self.line_of(offset.saturating_add(self.marked())))
    }

    /// The offset in the body of a position. Beyond the end of a line is at its end, beyond the last line at the end.
    pub fn offset(&self, position: Position, encoding: Encoding) -> usize {
        self.place(position, encoding).saturating_sub(self.marked())
    }

    /// The range of a span.
    pub fn range(&self, span: Span, encoding: Encoding) -> Range {
        let start = self.position(span.range().start, encoding);
        Range { start, end: self.position(span.range().end, encoding).max(start) }
    }

    /// The range of the whole text.
    pub fn all(&self, encoding: Encoding) -> Range {
        Range { start: Position::default(), end: self.position(self.whole.len(), encoding) }
    }

    /// Replaces a range, or everything.
    pub fn change(&mut self, range: Option<Range>, new: &str, encoding: Encoding) {
        let Some(range) = range else {
            *self = Self::new(new.to_owned());
            return;
        };
        let start = self.place(range.start, encoding);
        let end = self.place(range.end, encoding).max(start);
        let mut whole = std::mem::take(&mut self.whole);
        whole.replace_range(start..end, new);
        *self = Self::new(whole);
    }

    /// The line of an offset of the whole text.
    fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// The bytes of the mark of the byte order.
    fn marked(&self) -> usize {
        self.whole.len() - self.body().len()
    }

    /// The offset of a position in the whole text.
    fn place(&self, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else { return self.whole.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.whole.len());
        let content = self.whole.get(start..end).unwrap_or_default().trim_end_matches(['\r', '\n']);
        start + encoding.bytes(content, position.character as usize)
    }
}

/// A number of the protocol.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
