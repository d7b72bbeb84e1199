//! Lengths in bytes, for readers and for writers.

/// The possible lengths in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    /// The lengths that a reader accepts.
    pub accepted: LengthRange,
    /// The lengths that a writer produces.
    pub canonical: LengthRange,
}

/// An interval of lengths in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LengthRange {
    /// The minimum.
    pub min: u64,
    /// The maximum; `None`: unbounded.
    pub max: Option<u64>,
}
