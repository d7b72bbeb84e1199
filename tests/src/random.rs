//! Random plain values: mostly what could be, often what lies at an end, and now and then what cannot be written.
//!
//! Plain values borrow; what they borrow is leaked, which is what a test may do.

use wireform::{Array, List, Messages, Text};

use crate::rng::Rng;

/// Something of which there are random ones.
pub trait Random: Sized {
    fn random(rng: &mut Rng) -> Self;
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
        impl Random for $number {
            fn random(rng: &mut Rng) -> Self {
                // As many low bits as chance will have, and their complement: ends of forms come up often.
                let bits = rng.next() >> rng.below(64);
                let near_a_power = (1_u64 << rng.below(64)).wrapping_sub(rng.below(3) as u64);
                let number = *rng.pick(&[bits, !bits, near_a_power, !near_a_power]);
                number as $number
            }
        }
    )*};
}

whole_numbers!(u8 u16 u32 u64 i8 i16 i32 i64);

impl Random for bool {
    fn random(rng: &mut Rng) -> Self {
        rng.one_in(2)
    }
}

impl Random for f32 {
    fn random(rng: &mut Rng) -> Self {
        Self::from_bits(u32::random(rng))
    }
}

impl Random for &[u8] {
    fn random(rng: &mut Rng) -> Self {
        let bytes: Vec<u8> = (0..rng.below(6)).map(|_| rng.byte()).collect();
        bytes.leak()
    }
}

impl Random for &str {
    fn random(rng: &mut Rng) -> Self {
        let text: String = (0..rng.below(12)).map(|_| character(rng)).collect();
        text.leak()
    }
}

impl<T: Random> Random for Option<T> {
    fn random(rng: &mut Rng) -> Self {
        if rng.one_in(2) { None } else { Some(T::random(rng)) }
    }
}

impl<T: Random, const N: usize> Random for [T; N] {
    fn random(rng: &mut Rng) -> Self {
        std::array::from_fn(|_| T::random(rng))
    }
}

impl<T: Random, P: Copy> Random for List<'_, T, P> {
    fn random(rng: &mut Rng) -> Self {
        let list: Vec<T> = (0..rng.below(4)).map(|_| T::random(rng)).collect();
        List::from(&*list.leak())
    }
}

impl<T: Random, const N: usize, P: Copy> Random for Array<'_, T, N, P> {
    fn random(rng: &mut Rng) -> Self {
        if rng.one_in(4) {
            return Array::default();
        }
        let array: Box<[T; N]> = Box::new(Random::random(rng));
        Array::from(&*Box::leak(array))
    }
}

impl<const N: usize> Random for &[u8; N] {
    fn random(rng: &mut Rng) -> Self {
        Box::leak(Box::new(Random::random(rng)))
    }
}

impl<T: Random, P: Copy> Random for Messages<'_, T, P> {
    fn random(rng: &mut Rng) -> Self {
        let messages: Vec<T> = (0..rng.below(3)).map(|_| T::random(rng)).collect();
        Messages::from(&*messages.leak())
    }
}

impl<U> Random for Text<'_, U> {
    fn random(rng: &mut Rng) -> Self {
        let len = if rng.one_in(50) { 255 + rng.below(8) } else { rng.below(12) };
        let text: String = (0..len).map(|_| character(rng)).collect();
        Text::from(&*text.leak())
    }
}

fn character(rng: &mut Rng) -> char {
    match rng.below(400) {
        0 => '\0',
        1 => '\u{100}',
        2..100 => char::from(rng.byte().max(1)),
        _ => char::from(b' ' + rng.byte() % 95),
    }
}

/// A code of an enum: mostly a small number.
pub fn code<T: Random + TryFrom<i8>>(rng: &mut Rng) -> T {
    if rng.one_in(8) {
        return T::random(rng);
    }
    let small = i8::try_from(rng.below(30)).unwrap_or(0) - 2;
    T::try_from(small).unwrap_or_else(|_| T::random(rng))
}
