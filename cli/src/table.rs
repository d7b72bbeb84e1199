//! Lays out an explained packet: offset, bytes, field, raw number, meaning, in aligned columns.

use std::fmt::Write as _;
use std::io;

use anstyle::{AnsiColor, Style};

use crate::differs::{self, Mark};

/// The deepest level that is indented further: nested parts have hundreds of levels, and as many lines.
const DEEPEST: usize = 64;

/// Bytes in a line; of a longer field the others follow below.
const BYTES: usize = 8;
/// So many differences of a field are shown.
const MARKS: usize = 3;
/// A column is at most so wide; what is wider pushes only its own line.
const WIDEST: usize = 40;

const OFFSET: Style = AnsiColor::BrightBlack.on_default();
const DATA: Style = AnsiColor::Cyan.on_default();
const BITS: Style = AnsiColor::BrightBlack.on_default();
const NUMBER: Style = Style::new();
const MEANING: Style = AnsiColor::Green.on_default();
const DIFFERS: Style = AnsiColor::Yellow.on_default();
const DOC: Style = Style::new().italic();

/// One line about a packet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row<'p> {
    /// Where the bytes are.
    pub offset: usize,
    /// None for a part of bytes that stand in a line above.
    pub bytes: &'p [u8],
    /// Of a part: which bits of the bytes above it has.
    pub bits: String,
    /// How deep the field is nested.
    pub depth: usize,
    /// Its name.
    pub field: String,
    /// The number on the wire.
    pub raw: String,
    /// What that means.
    pub meaning: String,
    /// How it would be written otherwise.
    pub differs: Vec<Mark>,
    /// What the schema says about it.
    pub doc: String,
    /// How the name is set.
    pub weight: Weight,
}

/// How much a line has to say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Weight {
    /// A value.
    #[default]
    Value,
    /// What is only there so that values can be read.
    Frame,
    /// What should not be there.
    Odd,
}

impl Weight {
    fn style(self) -> Style {
        match self {
            Self::Value => Style::new().bold(),
            Self::Frame => Style::new(),
            Self::Odd => AnsiColor::Yellow.on_default().bold(),
        }
    }
}

/// All lines, aligned, with ANSI colours. The rows come twice: the widths of all columns stand before the first line.
#[derive(Default)]
pub struct Table {
    decimal: bool,
    offset: usize,
    bytes: usize,
    field: usize,
    raw: usize,
    meaning: usize,
    differs: usize,
}

impl Table {
    /// A table without rows.
    pub fn new(decimal: bool) -> Self {
        Self { decimal, ..Self::default() }
    }

    /// Makes each column as wide as the row needs.
    pub fn fit(&mut self, row: &Row<'_>) {
        let chars = |text: &str| text.chars().take(WIDEST).count();
        let first = dump(row.bytes.get(..BYTES).unwrap_or(row.bytes), self.decimal).len();
        self.offset = self.offset.max(row.offset.saturating_add(row.bytes.len()).to_string().len());
        self.bytes = self.bytes.max(first).max(row.bits.len());
        self.field = self.field.max(chars(&field(row)));
        self.raw = self.raw.max(chars(&row.raw));
        self.meaning = self.meaning.max(chars(&row.meaning));
        self.differs = self.differs.max(chars(&marks(&row.differs, self.decimal)));
    }

    /// The lines of a row.
    pub fn print(&self, row: &Row<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        let Self { decimal, offset, bytes, field, raw, meaning, differs } = *self;
        let mut lines = row.bytes.chunks(BYTES);
        let mut line = Line::default();
        let at = if row.bytes.is_empty() { String::new() } else { row.offset.to_string() };
        line.cell(OFFSET, &format!("{at:>offset$}"));
        if row.bits.is_empty() {
            line.cell(DATA, &format!("{:<bytes$}", dump(lines.next().unwrap_or_default(), decimal)));
        } else {
            line.cell(BITS, &format!("{:<bytes$}", row.bits));
        }
        line.cell(row.weight.style(), &format!("{:<field$}", self::field(row)));
        line.cell(NUMBER, &format!("{:>raw$}", row.raw));
        line.cell(MEANING, &format!("{:<meaning$}", row.meaning));
        // Nothing is shown of packets that come back as they are.
        if differs > 0 {
            line.cell(DIFFERS, &format!("{:<differs$}", marks(&row.differs, decimal)));
        }
        line.cell(DOC, &row.doc);
        line.end(out)?;
        let mut below = row.offset;
        for chunk in lines {
            below = below.saturating_add(BYTES);
            let mut line = Line::default();
            line.cell(OFFSET, &format!("{below:>offset$}"));
            line.cell(DATA, &dump(chunk, decimal));
            line.end(out)?;
        }
        Ok(())
    }
}

/// The line of bytes in which `offset` lies (it may be the end of the packet), and a caret under that byte.
pub fn caret(packet: &[u8], offset: usize, decimal: bool) -> String {
    let offset = offset.min(packet.len());
    let start = offset.saturating_sub(BYTES);
    let end = offset.saturating_add(BYTES).min(packet.len());
    let shown = packet.get(start..end).unwrap_or_default();
    let before = dump(packet.get(start..offset).unwrap_or_default(), decimal);
    let lead = if start > 0 { ".. " } else { "" };
    let tail = if end < packet.len() { " .." } else { "" };
    let indent = lead.len().saturating_add(if before.is_empty() { 0 } else { before.len().saturating_add(1) });
    let width = packet.get(offset).map_or(1, |byte| dump(&[*byte], decimal).trim_end().len());
    let red = AnsiColor::BrightRed.on_default().bold();
    let mut text = String::new();
    let _ = writeln!(text, "  {lead}{DATA}{}{DATA:#}{tail}", dump(shown, decimal).trim_end());
    let _ = writeln!(text, "  {:indent$}{red}{}{red:#} byte {offset}", "", "^".repeat(width));
    text
}

fn field(row: &Row<'_>) -> String {
    format!("{:1$}{2}", "", row.depth.min(DEEPEST).saturating_mul(2), row.field)
}

/// `form -> 05; end at 7 -> nothing`
fn marks(marks: &[Mark], decimal: bool) -> String {
    let one = |mark: &Mark| {
        let at = mark.at.map_or(String::new(), |at| format!(" at {at}"));
        let written = dump(mark.written.get(..BYTES).unwrap_or(&mark.written), decimal);
        let more = mark.written.len().saturating_sub(BYTES);
        let more = if more > 0 { format!(" .. ({more} more)") } else { String::new() };
        format!("{}{at} -> {}{more}", mark.kind, differs::shown(&written))
    };
    let mut told: Vec<String> = marks.iter().take(MARKS).map(one).collect();
    if let more @ 1.. = marks.len().saturating_sub(MARKS) {
        told.push(format!("{more} more"));
    }
    told.join("; ")
}

/// `04 01 11`, or in decimal `4 1 17`.
fn dump(bytes: &[u8], decimal: bool) -> String {
    let words: Vec<String> =
        bytes.iter().map(|byte| if decimal { byte.to_string() } else { format!("{byte:02x}") }).collect();
    words.join(" ")
}

/// One line in the making: blanks at its end are never printed.
#[derive(Default)]
struct Line {
    text: String,
    blanks: usize,
}

impl Line {
    fn cell(&mut self, style: Style, content: &str) {
        let word = content.trim_end();
        let lead = word.len().saturating_sub(word.trim_start().len());
        let blanks = self.blanks.saturating_add(lead);
        if !word.is_empty() {
            let _ = write!(self.text, "{:blanks$}{style}{}{style:#}", "", word.trim_start());
            self.blanks = 0;
        }
        let trailing = content.len().saturating_sub(word.len());
        self.blanks = self.blanks.saturating_add(trailing).saturating_add(2);
    }

    fn end(&self, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{}", self.text)
    }
}
