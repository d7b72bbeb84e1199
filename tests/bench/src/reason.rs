//! Why a packet is refused, as far as it is told by hand.

/// Which field is wrong, where it begins, and what would be right.
#[derive(Debug, Clone, Copy)]
#[expect(dead_code, reason = "nobody looks at it here")]
pub struct Reason {
    field: &'static str,
    at: usize,
    rule: &'static str,
}

impl Reason {
    /// This is rare.
    #[cold]
    pub fn new(field: &'static str, at: usize, rule: &'static str) -> Self {
        Self { field, at, rule }
    }
}
