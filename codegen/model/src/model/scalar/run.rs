//! Bits of a carrier that are side by side.

/// Bits of a carrier, side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The lowest bit.
    pub low: u8,
    /// The number of bits.
    pub width: u8,
}

impl Run {
    /// A one in each of these bits.
    pub fn mask(self) -> u64 {
        let ones = u64::MAX.checked_shr(64_u32.saturating_sub(self.width.into())).unwrap_or(0);
        ones.checked_shl(self.low.into()).unwrap_or(0)
    }
}

/// The runs of ones in a mask, the lowest first.
pub fn runs(mask: u64) -> impl Iterator<Item = Run> {
    let mut low: u8 = 0;
    std::iter::from_fn(move || {
        let rest = mask.checked_shr(low.into()).filter(|rest| *rest != 0)?;
        low = low.saturating_add(u8::try_from(rest.trailing_zeros()).unwrap_or(0));
        let ones = mask.checked_shr(low.into()).unwrap_or(0).trailing_ones();
        let run = Run { low, width: u8::try_from(ones).unwrap_or(0) };
        low = low.saturating_add(run.width);
        Some(run)
    })
}
