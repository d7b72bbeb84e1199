//! Sentences of the pages.

use crate::load::load_text;
use crate::markdown;

#[test]
fn a_checksum_has_a_first_and_a_last_byte() {
    let schema = "protocol p { byte_order: big }
            struct A { a: u8, b: u16, sum: u16 = crc_16_modbus(before(sum)) }
            struct B { sum: u16 = crc_16_modbus(span(a..=b), 50), a: u8, b: bytes[u8], z: u8 }
            struct C { a: bytes[u8], sum: u16 = crc_16_modbus(all) }";
    let schema = load_text("p.wire", schema.to_owned()).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let pages: String = markdown(&schema.schema).into_iter().map(|page| page.text).collect();
    let sentences: Vec<&str> =
        pages.split("`CRC_16_MODBUS` over all bytes ").skip(1).filter_map(|text| text.split('|').next()).collect();
    let expected = [
        "from the start to byte 2. ",
        "from byte 2 to 1 byte before the end, and then over the constant byte 50, which is not sent. ",
        "from the start to the end; its own bytes are zero meanwhile. ",
    ];
    assert_eq!(sentences, expected);
}
