//! How many bytes something has, to a reader and to a writer.

/// How many bytes something has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    /// What a reader takes.
    pub accepted: LengthRange,
    /// What a writer makes.
    pub canonical: LengthRange,
}

/// Bytes, from `min` to `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LengthRange {
    /// At least so many.
    pub min: u64,
    /// At most so many; `None`: no bound.
    pub max: Option<u64>,
}
