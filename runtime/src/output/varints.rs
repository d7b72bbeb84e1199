//! Integers of variable width: those of one byte at once, all others out of line. The mirror of `input/varints`.

use core::hint::cold_path;

use super::Output;
use crate::varint::Varint;

impl Output<'_> {
    /// Writes an integer of variable width.
    #[inline]
    pub fn varint<V: Varint>(&mut self, _as: V, number: V::Number) {
        V::put(number, self);
    }

    /// Writes integers of variable width in a row. Where each takes one byte they are written at once.
    #[inline]
    pub fn varints<V: Varint, const N: usize>(&mut self, _as: V, numbers: [V::Number; N]) {
        // Not `all`, which would stop at the first: all of them are looked at at once.
        if numbers.iter().fold(true, |all, number| all & V::fits_single(*number)) {
            self.array(numbers.map(V::to_single));
        } else {
            cold_path();
            // A copy has a place in memory only here.
            let copy = numbers;
            self.at = one_by_one::<V>(self.buffer, self.at, &copy);
        }
    }
}

/// Writes numbers one after the other, and gives where they end.
#[inline(never)]
fn one_by_one<V: Varint>(buffer: &mut [u8], at: usize, numbers: &[V::Number]) -> usize {
    let mut out = Output { buffer, at, open: None, level: 0 };
    for number in numbers {
        if V::fits_single(*number) {
            out.array([V::to_single(*number)]);
        } else {
            out.apart(|out| V::put(*number, out));
        }
    }
    out.at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::varint::tests::Marked;

    #[test]
    fn numbers_in_a_row_are_those_one_by_one() {
        for numbers in [[1, 2, 3], [1, 200, 3], [250, 199, 254]] {
            let (mut together, mut apart) = ([0; 8], [0; 8]);
            let mut out = Output::new(&mut together);
            out.varints(Marked, numbers);
            let len = out.len();
            let mut out = Output::new(&mut apart);
            numbers.into_iter().for_each(|number| out.varint(Marked, number));
            assert_eq!((len, together), (out.len(), apart));
            let mut short = [0; 2];
            let mut out = Output::new(&mut short);
            out.varints(Marked, numbers);
            assert_eq!(out.len(), len);
        }
    }
}
