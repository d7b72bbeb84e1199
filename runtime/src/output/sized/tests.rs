//! Nested regions are the bytes that two walks would make: in a buffer that is just large enough, a larger one, and none
//! that is too small.

extern crate std;

use std::vec::Vec;

use super::*;
use crate::error::{Error, Fault};
use crate::input::Input;
use crate::number::Be;
use crate::text::Byte;

macro_rules! varint {
    ($name:ident: $number:ty, $ascends:literal, |$of:ident, $out:ident| $put:expr, $single:pat) => {
        #[derive(Clone, Copy)]
        struct $name;

        impl Varint for $name {
            type Number = $number;
            const ASCENDS: bool = $ascends;

            fn take(input: &mut Input<'_>) -> Result<Self::Number, Fault> {
                input.byte().map(Self::single)
            }

            fn put($of: Self::Number, $out: &mut Output<'_>) {
                $put
            }

            fn is_single(_byte: u8) -> bool {
                false
            }

            fn single(byte: u8) -> Self::Number {
                byte.into()
            }

            fn fits_single(number: Self::Number) -> bool {
                matches!(number, $single)
            }

            fn to_single(number: Self::Number) -> u8 {
                number as u8
            }
        }
    };
}

varint!(Leb: u64, true, |number, out| {
    let mut left = number;
    while left > 0x7F {
        out.array([left as u8 | 0x80]);
        left >>= 7;
    }
    out.array([left as u8]);
}, 0..=0x7F);
varint!(Marked: u32, true, |number, out| match number {
    ..=20 => out.array([number as u8]),
    21..=100 => out.array([0xFE, number as u8]),
    _ => {
        out.array([0xFF]);
        out.array(number.to_be_bytes());
    }
}, 0..=20);
varint!(Backwards: u16, false, |number, out| match number {
    30.. => out.array([number as u8]),
    _ => out.array([0xFF, number as u8, 0]),
}, 30..);

/// Some bytes, or a region behind a size of some kind; of a record its length counts, too.
enum Part {
    Bytes(usize),
    Region(usize, Vec<Self>),
    /// Between the size and the region are others.
    Later(Vec<Self>, Vec<Self>),
    Record(Vec<Self>),
}

/// Random numbers that are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn part(&mut self, depth: usize) -> Part {
        let parts = |numbers: &mut Self| (0..numbers.below(4)).map(|_| numbers.part(depth - 1)).collect();
        match if depth == 0 { 0 } else { self.below(7) } {
            0 | 1 => Part::Bytes(self.below(60)),
            2 => Part::Record(parts(self)),
            3 => Part::Later(parts(self), parts(self)),
            _ => Part::Region(self.below(5), parts(self)),
        }
    }
}

fn put(part: &Part, out: &mut Output<'_>) {
    let all = |parts: &[Part], out: &mut Output<'_>| parts.iter().for_each(|part| put(part, out));
    match part {
        Part::Bytes(count) => out.repeat(*count as u8, *count),
        Part::Record(parts) => {
            let start = out.len();
            out.array([0xA0]);
            all(parts, out);
            let len = out.len() - start;
            if let Some(bytes) = out.since(start) {
                assert_eq!((bytes.len(), bytes[0]), (len, 0xA0));
                bytes[0] = bytes.iter().fold(0, |sum, byte| sum ^ byte);
            }
        }
        Part::Later(between, parts) => out.sized_later(Leb, |out| {
            all(between, out);
            out.count_from_here();
            all(parts, out);
        }),
        Part::Region(0, parts) => out.sized(Leb, |out| all(parts, out)),
        Part::Region(1, parts) => out.sized(Marked, |out| all(parts, out)),
        Part::Region(2, parts) => out.sized(Be::<3>, |out| all(parts, out)),
        Part::Region(3, parts) => out.sized(Backwards, |out| {
            out.lent(|mut out| {
                all(parts, &mut out);
                (out.stand(), ())
            })
        }),
        Part::Region(_, parts) => {
            let at = out.len();
            out.array([0; 2]);
            let start = out.len();
            all(parts, out);
            let size = out.len() - start;
            out.back(at, |out| out.array((size as u16).to_be_bytes()));
        }
    }
}

/// The same, from the inside to the outside.
fn written(part: &Part) -> Vec<u8> {
    let all = |parts: &[Part]| parts.iter().flat_map(written).collect::<Vec<u8>>();
    let sized = |size: &dyn Fn(usize, &mut Output<'_>), content: Vec<u8>| {
        let mut bytes = [0; 10];
        let mut out = Output::new(&mut bytes);
        size(content.len(), &mut out);
        let width = out.len();
        [&bytes[..width], &content].concat()
    };
    match part {
        Part::Bytes(count) => std::vec![*count as u8; *count],
        Part::Record(parts) => {
            let mut bytes = [&[0xA0][..], &all(parts)].concat();
            bytes[0] = bytes.iter().fold(0, |sum, byte| sum ^ byte);
            bytes
        }
        Part::Later(between, parts) => {
            let (between, content) = (all(between), all(parts));
            let size = sized(&|size, out| Leb::put(size as u64, out), content.clone());
            let width = size.len() - content.len();
            [&size[..width], &between, &content].concat()
        }
        Part::Region(0, parts) => sized(&|size, out| Leb::put(size as u64, out), all(parts)),
        Part::Region(1, parts) => sized(&|size, out| Marked::put(size as u32, out), all(parts)),
        Part::Region(2, parts) => sized(&|size, out| Be::<3>::put(size as u64, out), all(parts)),
        Part::Region(3, parts) => sized(&|size, out| Backwards::put(size as u16, out), all(parts)),
        Part::Region(_, parts) => sized(&|size, out| out.array((size as u16).to_be_bytes()), all(parts)),
    }
}

#[test]
fn nested_regions_are_written_as_by_two_walks() {
    let (mut numbers, mut wide) = (Numbers(1), 0);
    for _ in 0..2_000 {
        let part = numbers.part(7);
        let expected = written(&part);
        wide += usize::from(expected.len() > 300);
        assert_eq!(Output::measure(|out| put(&part, out)), expected.len());
        for more in [0, 1, 100] {
            let mut buffer = std::vec![0x55; expected.len() + more];
            let mut out = Output::new(&mut buffer);
            put(&part, &mut out);
            assert_eq!(out.finish(&"M"), Ok(expected.len()));
            assert_eq!(buffer[..expected.len()], expected);
            assert!(buffer[expected.len()..].iter().all(|byte| *byte == 0x55), "{more} more");
        }
        for less in [1, 2, 3, 7].into_iter().chain([expected.len().max(1)]) {
            let mut buffer = std::vec![0; expected.len().saturating_sub(less)];
            let mut out = Output::new(&mut buffer);
            put(&part, &mut out);
            let need = expected.len();
            let missed = if need == 0 { Ok(0) } else { Err(Error::room(need, &"M")) };
            assert_eq!(out.finish(&"M"), missed, "{less} of {need} less");
        }
    }
    assert!(wide > 200, "{wide}");
}

/// The bytes that are moved while regions nest, each written between two bytes of its own.
fn nest(depth: usize, out: &mut Output<'_>, content: &[u8]) {
    match depth {
        0 => out.bytes(content),
        _ => {
            out.array([1]);
            out.sized(Leb, |out| nest(depth - 1, out, content));
            out.array([2]);
        }
    }
}

#[test]
fn deep_regions_are_right() {
    let content = std::vec![7; 0x1_0000];
    let mut buffer = std::vec![0; 0x1_0000 + 5 * 200];
    let mut out = Output::new(&mut buffer);
    nest(200, &mut out, &content);
    assert_eq!(out.finish(&"M"), Ok(0x1_0000 + 5 * 200));
    assert_eq!(buffer[4 * 199..][..5], [1, 0x80, 0x80, 4, 7]);
    let mut out = Output::new(&mut buffer);
    out.sized(Byte, |out| out.bytes(b"abc"));
    assert_eq!((out.len(), &buffer[..4]), (4, &b"\x03abc"[..]));
}
