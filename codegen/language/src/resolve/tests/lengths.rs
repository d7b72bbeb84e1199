//! Lengths of records: the interval of accepted ones is as narrow as it can be.

use super::right;

/// The least and the greatest length of the last record.
fn lengths(schema: &str) -> (u64, Option<u64>) {
    let protocol = right(schema);
    let accepted = protocol.records.last().expect("a record").lengths.accepted;
    (accepted.min, accepted.max)
}

#[test]
fn lengths_follow_from_counts() {
    assert_eq!(lengths("struct S { n: u8, xs: [u8; n * 2 + 3] }"), (4, Some(514)));
    assert_eq!(lengths("struct S { n: u8 where 2..=4, xs: [u16; n - 1] }"), (3, Some(7)));
    assert_eq!(lengths("struct S { xs: [u16; u8] }"), (1, Some(511)));
}

#[test]
fn written_lengths_follow_from_the_numbers_of_a_varint() {
    let written = |range: &str| {
        let protocol = right(&format!("varint Z: i32 = zigzag(leb128);\nstruct S {{ z: Z where {range} }}"));
        let written = protocol.records[0].lengths.canonical;
        (written.min, written.max)
    };
    assert_eq!(written("-64..=63"), (1, Some(1)));
    assert_eq!(written("-64..=64"), (1, Some(2)));
    assert_eq!(written("64..=8191"), (2, Some(2)));
    assert_eq!(written("-8193..=-65"), (2, Some(3)));
}

#[test]
fn conditions_on_one_number_exclude_each_other() {
    assert_eq!(lengths("struct S { k: u8, x: u16 if k == 3, y: u32 if k != 3 }"), (3, Some(5)));
    // The numbers of a wide one are not tried one by one.
    assert_eq!(lengths("struct S { k: u32, x: u16 if k == 300, y: u32 if k != 300 }"), (6, Some(8)));
    assert_eq!(lengths("struct S { k: u8, x: u16 if k in 3..=7, y: u32 if k in 4..=9 }"), (1, Some(7)));
    assert_eq!(lengths("struct S { k: u8, s: match k { 1 => A { a: u16 }, 2..=3 => B { b: u32 } } }"), (3, Some(5)));
}
