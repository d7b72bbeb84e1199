//! What of core can panic where we call it, and why it does not: all of it, and nothing else.

use std::fmt;

use super::assembly::Way;

/// A function of core's that leads to a panic, and who of ours may call it.
pub struct Pinned {
    /// The only function that may call it, if it is not safe whoever does.
    from: Option<&'static str>,
    core: &'static str,
    because: &'static str,
}

const fn by(from: &'static str, core: &'static str, because: &'static str) -> Pinned {
    Pinned { from: Some(from), core, because }
}

const fn anywhere(core: &'static str, because: &'static str) -> Pinned {
    Pinned { from: None, core, because }
}

const COPIED: &str = "what it is copied to was cut to as many bytes; the optimiser sees that, so it links";

const CHUNKS: &str =
    "core's chunks are of a constant size, which is not zero, and become arrays of that size; it links";
const LITERAL: &str = "generated code divides by a number that stands there, and is not zero";

const LENGTH: &str = "core asserts that both ends of its length are one number, and they are";

/// Each is met, or the test fails.
pub const ALL: &[Pinned] = &[
    by("<wireform::output::Output>::bytes", "<[u8]>::copy_from_slice", COPIED),
    by("<wireform::patch::Packet>::set_varint", "<[u8]>::copy_from_slice", COPIED),
    by("wireform::text::plain::copy", "<[u8]>::copy_from_slice", COPIED),
    by("<wireform::hook::Covered>::bytes", "<[u8]>::reverse", "core splits it at half its length"),
    by("<wireform::checksum::Checksum>::of", "<[u8]>::reverse", "core splits it at half its length"),
    by("wireform::number::to_high_first", "<[u8]>::reverse", "core splits it at half its length"),
    anywhere("<[u8]>::last_chunk", "core asks whether it is long enough before it splits it"),
    anywhere("<[u8]>::last_chunk_mut", "core asks whether it is long enough before it splits it"),
    anywhere("<[u8]>::is_ascii", CHUNKS),
    anywhere("<str>::is_ascii", CHUNKS),
    anywhere("<i128>::checked_rem_euclid", "core asks for zero, and for what overflows, before it divides"),
    anywhere("<i64>::wrapping_div_euclid", LITERAL),
    anywhere("<i64>::wrapping_rem_euclid", LITERAL),
    anywhere("<wireform::list::ListIter as core::iter::traits::exact_size::ExactSizeIterator>::len", LENGTH),
    anywhere("<char>::escape_debug", "core indexes a table of sixteen by four bits, and one of ten by at most nine"),
];

impl Pinned {
    pub fn is(&self, way: &Way) -> bool {
        self.core == way.core && self.from.is_none_or(|from| from == way.from)
    }
}

impl fmt::Display for Pinned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}: {}", self.core, self.from.unwrap_or("any function"), self.because)
    }
}

/// Functions of core's that were compiled before, of which we do not ask how they are made: none of them panics whatever
/// it is given.
const CALM: &[&str] = &[
    // Numbers, text and the helpers that derives call; what they write to refuses, it does not panic.
    "core::fmt::",
    "<core::fmt::",
    // What text is. These link without a way to a panic.
    "core::str::converts::from_utf8",
    "core::str::count::",
    "core::slice::memchr::",
    "core::unicode::",
];

/// Whether a function of core's needs no reason.
pub fn is_calm(name: &str) -> bool {
    let formats = name.starts_with('<') && name.contains(" as core::fmt::") && name.ends_with(">::fmt");
    // Core's tests of what its own unsafe code relies on, which stand where debug assertions are on. They are off.
    let is_of_unsafe_code = name.ends_with("::precondition_check");
    formats || is_of_unsafe_code || CALM.iter().any(|calm| name.starts_with(calm))
}
