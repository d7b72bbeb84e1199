//! Where values go that somebody has read.

/// Takes each value of a packet.
pub trait Sink {
    /// Any number that fits.
    fn bits(&mut self, value: u64);

    /// A text, in Latin-1.
    fn text(&mut self, bytes: &[u8]);

    /// A number.
    #[inline(always)]
    fn int(&mut self, value: impl Into<i64>) {
        self.bits(value.into() as u64);
    }

    /// Numbers.
    #[inline(always)]
    fn ints(&mut self, values: &[i32]) {
        for value in values {
            self.int(*value);
        }
    }

    /// A number with a fraction, of 32 bits.
    #[inline(always)]
    fn float(&mut self, value: f32) {
        self.bits(u64::from(value.to_bits()));
    }

    /// The same of 64 bits.
    #[inline(always)]
    fn double(&mut self, value: f64) {
        self.bits(value.to_bits());
    }
}

/// What the clock runs with: an addition for each value, so that none can be left unread.
#[derive(Debug, Default)]
pub struct Sum(pub u64);

impl Sink for Sum {
    #[inline(always)]
    fn bits(&mut self, value: u64) {
        self.0 = self.0.wrapping_add(value);
    }

    /// A text is touched at both ends.
    #[inline(always)]
    fn text(&mut self, bytes: &[u8]) {
        self.bits(bytes.len() as u64);
        if let (Some(first), Some(last)) = (bytes.first(), bytes.last()) {
            self.bits(u64::from(*first) * 3 + u64::from(*last));
        }
    }
}

/// Nothing is looked at.
#[derive(Debug, Default)]
pub struct Nothing;

impl Sink for Nothing {
    #[inline(always)]
    fn bits(&mut self, _value: u64) {}

    #[inline(always)]
    fn text(&mut self, _bytes: &[u8]) {}
}

/// All values in a row, to be compared.
#[derive(Debug, Default, PartialEq)]
pub struct Trace(pub Vec<u64>);

impl Sink for Trace {
    fn bits(&mut self, value: u64) {
        self.0.push(value);
    }

    fn text(&mut self, bytes: &[u8]) {
        self.bits(bytes.len() as u64);
        self.0.extend(bytes.iter().map(|byte| u64::from(*byte)));
    }
}
