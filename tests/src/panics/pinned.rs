//! What of core can panic where we call it, and why it does not: all of it, and nothing else.

use std::fmt;

use super::assembly::Way;

/// A function of core's, or a default of its traits, that leads to a panic, and who of ours may call it.
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

const COPIED: &str = "what it is copied to was cut to as many bytes: the optimiser sees that, so it links there";
const MOVED: &str = "it is moved no farther than there is room after it: the optimiser sees that, so it links there";
const LITERAL: &str = "generated code divides by a number that stands there, and is not zero";

const ESCAPED: &str = "it indexes a table of sixteen by four bits, and one of ten by less than that";
const LINKS: &str = "whatever it is given, it links by itself";

/// Each is met, or the test fails.
pub const ALL: &[Pinned] = &[
    by("<wireform::output::Output>::bytes", "<[u8]>::copy_from_slice", COPIED),
    by("<wireform::patch::Packet>::set_varint", "<[u8]>::copy_from_slice", COPIED),
    by("wireform::text::plain::copy", "<[u8]>::copy_from_slice", COPIED),
    by("wireform::output::sized::shift", "<[u8]>::copy_within", MOVED),
    anywhere("<[u8]>::reverse", LINKS),
    anywhere("<[u8]>::last_chunk", LINKS),
    anywhere("<[u8]>::last_chunk_mut", LINKS),
    anywhere("<[u8]>::is_ascii", LINKS),
    anywhere("<str>::is_ascii", LINKS),
    anywhere("<i128>::checked_rem_euclid", LINKS),
    anywhere("<wireform::list::ListIter as core::iter::traits::exact_size::ExactSizeIterator>::len", LINKS),
    anywhere("<i64>::wrapping_div_euclid", LITERAL),
    anywhere("<i64>::wrapping_rem_euclid", LITERAL),
    anywhere("<char>::escape_debug", ESCAPED),
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

/// What of core needs no reason, by how its names begin.
const CALM: &[&str] = &[
    // These link by themselves.
    "core::str::converts::from_utf8",
    "core::str::count::",
    "core::slice::memchr::",
    // How core shows what it is given. That of floats and of text in quotes does not link, so this is taken on trust.
    "core::fmt::",
    "<core::fmt::",
    "core::unicode::",
];

/// Whether a function of core's needs no reason.
pub fn is_calm(name: &str) -> bool {
    let formats = name.starts_with('<') && name.contains(" as core::fmt::") && name.ends_with(">::fmt");
    // Core's tests of what its own unsafe code relies on, which stand where debug assertions are on. They are off.
    let is_of_unsafe_code = name.ends_with("::precondition_check");
    formats || is_of_unsafe_code || CALM.iter().any(|calm| name.starts_with(calm))
}
