//! Widths and ranges of numbers.

use super::*;
use crate::model::{ByteOrder, Groups, VarintShape, WholeBytes};

fn varint(bits: u8, signed: bool, shape: VarintShape) -> Varint {
    let interval = Interval::of_bits(u32::from(bits), signed);
    Varint {
        name: String::new(),
        docs: crate::model::Docs::default(),
        bits,
        signed,
        interval,
        wrap: false,
        canonical: false,
        shape,
    }
}

fn range(min: u64, max: u64) -> LengthRange {
    LengthRange { min, max: Some(max) }
}

#[test]
fn forms_that_an_interval_needs() {
    let form =
        |values, marker, bytes| WholeBytes { marker, bytes, signed: true, order: ByteOrder::Little }.pieces(values);
    let forms = vec![
        form(Interval::new(-126, 127), None, 1),
        form(Interval::new(-0x8000, 0x7FFF), Some(0x80), 2),
        form(Interval::of_bits(32, true), Some(0x81), 4),
    ];
    let int = varint(32, true, VarintShape::Forms(forms));
    let of = |min, max| lengths(&int, Interval::new(min, max));
    assert_eq!(of(0, 100), Lengths { canonical: range(1, 1), accepted: range(1, 5) });
    assert_eq!(of(-128, -127), Lengths { canonical: range(3, 3), accepted: range(1, 5) });
    assert_eq!(of(128, 70000), Lengths { canonical: range(3, 5), accepted: range(3, 5) });
    assert_eq!(of(70000, 70001).constant(), Some(5));
}

#[test]
fn groups_that_an_interval_needs() {
    let uint =
        varint(29, true, VarintShape::Groups(Groups { widths: vec![7, 7, 7, 8], high_first: false, sign: false }));
    let of = |min, max| lengths(&uint, Interval::new(min, max));
    assert_eq!(of(0, 255), Lengths { canonical: range(1, 2), accepted: range(1, 4) });
    assert_eq!(of(-1, 0), Lengths { canonical: range(1, 4), accepted: range(1, 4) });
    assert_eq!(of(1 << 27, 1 << 27).canonical, range(4, 4));
}

#[test]
fn leb128_and_quic() {
    let unsigned = varint(32, false, VarintShape::Leb128 { zigzag: false });
    let signed = varint(32, true, VarintShape::Leb128 { zigzag: false });
    let zigzag = varint(64, true, VarintShape::Leb128 { zigzag: true });
    let quic = varint(62, false, VarintShape::Quic);
    let canonical = |varint, number| lengths(varint, Interval::only(number)).canonical;
    assert_eq!(canonical(&unsigned, 127), range(1, 1));
    assert_eq!(canonical(&unsigned, 0xFFFF_FFFF), range(5, 5));
    assert_eq!(canonical(&signed, 64), range(2, 2));
    assert_eq!(canonical(&signed, -64), range(1, 1));
    assert_eq!(canonical(&zigzag, -64), range(1, 1));
    assert_eq!(canonical(&zigzag, i128::from(i64::MIN)), range(10, 10));
    assert_eq!(lengths(&quic, Interval::new(63, 16384)).canonical, range(1, 4));
}
