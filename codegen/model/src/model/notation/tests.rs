//! Each text of a notation denotes one number.

use super::*;

#[test]
fn every_text_is_the_text_of_one_number() {
    for raw in [0, 1, 0x12C, 0x5650_3830, 0xC0A8_0001, 0x225C_007F, 0xFFFF_FFFF] {
        for notation in Notation::ALL {
            assert_eq!(notation.of_text(&notation.text(raw)), Some(raw), "{}", notation.text(raw));
        }
    }
    assert_eq!(Notation::FourCc.text(0x2241_5C00), r"\x22A\x5c\x00");
}

#[test]
fn other_text_has_no_number() {
    for (notation, text) in [
        (Notation::Hex, "12c"),
        (Notation::Hex, "0x+1"),
        (Notation::Hex, "0x"),
        (Notation::Ipv4, "192.168.0"),
        (Notation::Ipv4, "192.168.0.256"),
        (Notation::Mac, "00:1a:2b:3c:4d"),
        (Notation::Mac, "00:1a:2b:3c:4d:5e:6f"),
        (Notation::Mac, "00:1a:2b:3c:4d:+e"),
        (Notation::Mac, "00:1a-2b:3c-4d:5e"),
        (Notation::FourCc, "VP8"),
        (Notation::FourCc, "VP800"),
        (Notation::FourCc, r"VP8\n"),
        (Notation::FourCc, r"VP8\x+1"),
        (Notation::FourCc, "VP8\u{20ac}"),
    ] {
        assert_eq!(notation.of_text(text), None, "{text}");
    }
}

#[test]
fn every_notation_fits_a_number() {
    assert!(Notation::ALL.into_iter().filter_map(Notation::bits).all(|bits| bits <= 64 && bits % 8 == 0));
}
