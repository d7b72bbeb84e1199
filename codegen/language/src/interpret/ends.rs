//! The search for the end of bytes and text: the only one of the interpreter, for readers and for writers.

use crate::model::{Code, End, Interval, Kept};

/// The first match of an end: where it begins, and its length.
pub(super) fn first(end: &End, bytes: &[u8]) -> Option<(usize, usize)> {
    let (codes, texts) = end.sought();
    bytes.iter().enumerate().find_map(|(at, byte)| {
        let rest = bytes.get(at..).unwrap_or_default();
        let text = texts.iter().find(|text| rest.starts_with(text)).map(Vec::len);
        let len = if among(codes, Code::from(*byte)) { Some(1) } else { text };
        len.map(|len| (at, len))
    })
}

/// The smallest number of bytes that a value can have if no end of it has come after so many.
pub(super) fn least(end: &End, kept: Kept, come: usize) -> usize {
    let longest = end.sought().1.iter().map(Vec::len).max().unwrap_or(1);
    match kept {
        // The match may have begun.
        Kept::No | Kept::Left => come.saturating_sub(longest.saturating_sub(1)),
        Kept::Yes => come.saturating_add(1),
    }
}

/// Whether a reader ends a value of `len` bytes where the writer does, which writes these bytes: the value and, if it
/// has one, its terminator.
pub(super) fn closes(end: &End, kept: Kept, or_end: bool, written: &[u8], len: usize) -> bool {
    match (first(end, written), kept) {
        (Some((at, _)), Kept::No) => at == len,
        (Some((at, matched)), Kept::Yes) => at.saturating_add(matched) == len,
        (Some(_), Kept::Left) => false,
        // Without a terminator, or at the end of the region.
        (None, Kept::No | Kept::Left) => written.len() == len,
        (None, Kept::Yes) => or_end,
    }
}

/// Whether a number is a terminator.
pub(super) fn is_end(end: &End, number: Code) -> bool {
    match end {
        End::Value { read, .. } => among(read, number),
        End::Texts { .. } | End::Cell { .. } | End::Begins { .. } | End::EmptyText { .. } | End::Left(_) => false,
    }
}

pub(super) fn among(intervals: &[Interval], number: Code) -> bool {
    intervals.iter().any(|interval| interval.contains(number))
}
