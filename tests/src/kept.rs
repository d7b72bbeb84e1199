//! A code that a shape keeps is refused where its wire cannot hold it, though the integer of Rust can.

use wireform_tests::features::choices::{Kept, KeptFixed, KeptPart, KeptVarint, KeptVarintOther};

fn kept(tag: u8, fixed: u32, varint: u16) -> Result<Vec<u8>, String> {
    let value = Kept {
        flag: true,
        part: KeptPart::Other { tag },
        fixed: KeptFixed::Other { code: fixed, value: 7 },
        varint: KeptVarint::Other(KeptVarintOther { code: varint, number: 9 }),
    };
    let mut buffer = [0; 16];
    let len = value.write(&mut buffer).map_err(|error| error.to_string())?;
    Ok(buffer[..len].to_vec())
}

#[test]
fn the_largest_codes_are_written() {
    let bytes = [0b0011_1111, 0xFF, 0xFF, 0xFF, 7, 0xFF, 0x3F, 9];
    assert_eq!(kept(31, 0xFF_FFFF, 0x1FFF), Ok(bytes.to_vec()));
}

#[test]
fn larger_ones_are_refused() {
    let refused =
        |field: &str, facts: &str| Err(format!("Kept.{field}: out of range for its place on the wire: {facts}"));
    assert_eq!(kept(32, 1, 1), refused("part", "expected 1 to 31, found 32"));
    assert_eq!(kept(1, 1 << 24, 1), refused("fixed", "expected 1 to 16777215, found 16777216"));
    assert_eq!(kept(1, 1, 1 << 13), refused("varint", "expected 1 to 8191, found 8192"));
}
