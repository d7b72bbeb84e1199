//! The characters of a text from which one sees where its lines end: brackets, commas, and the like.

use crate::emit::rust::tokens::{behind_quoted, behind_text, behind_word, is_character, is_in_word};

/// One of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) byte: u8,
    /// Where it stands.
    pub(super) at: usize,
    /// Of an opening bracket, which mark is the closing one.
    pub(super) close: usize,
}

/// All that are no part of a literal.
pub(super) fn marks(text: &str) -> Vec<Mark> {
    let bytes = text.as_bytes();
    // Code has a mark for about every eight bytes.
    let mut marks: Vec<Mark> = Vec::with_capacity(bytes.len() / 8);
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if !IS_LOOKED_AT[byte as usize] {
            at += 1;
            continue;
        }
        match byte {
            b'"' => {
                at = behind_text(bytes, at);
                continue;
            }
            b'\'' if is_character(bytes, at) => {
                at = behind_quoted(bytes, at + 1, byte);
                continue;
            }
            b'(' | b'[' | b'{' => open.push(marks.len()),
            b')' | b']' | b'}' => {
                if let Some(opened) = open.pop() {
                    marks[opened].close = marks.len();
                }
            }
            _ => {}
        }
        // A `#` behind a word belongs to it: `r#type`.
        if byte != b'\'' && !(byte == b'#' && at > 0 && is_in_word(bytes[at - 1])) {
            marks.push(Mark { byte, at, close: 0 });
        }
        at += 1;
    }
    marks
}

/// Whether a bar is that of a closure, and none between two operands.
pub(super) fn begins_closure(text: &str, bar: usize) -> bool {
    let front = text[..bar].trim_ascii_end();
    match front.as_bytes().last() {
        Some(b')' | b']' | b'}' | b'?' | b'"' | b'|') => false,
        Some(last) if is_in_word(*last) => front.ends_with("move"),
        _ => true,
    }
}

/// Whether what stands behind a closing brace belongs to the same statement.
pub(super) fn goes_on(behind: &str) -> bool {
    let behind = behind.trim_ascii_start();
    match &behind[..behind_word(behind.as_bytes(), 0)] {
        "" => behind.bytes().next().is_some_and(|first| !b"#&*-'\"([{".contains(&first)),
        word => matches!(word, "else" | "as"),
    }
}

/// Marks, and what begins a literal.
static IS_LOOKED_AT: [bool; 256] = {
    let mut table = [false; 256];
    let (all, mut at) = (b"()[]{}<>|,;#\n\"'", 0);
    while at < all.len() {
        table[all[at] as usize] = true;
        at += 1;
    }
    table
};
