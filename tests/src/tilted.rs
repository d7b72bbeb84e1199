//! Bits in a signed number that is smaller than any integer of Rust: what is read can be written.

use wireform_tests::features::values::{Slant, Slope, SlopeView, Tilt, TiltView, Tilted};

#[test]
fn the_highest_bit_of_three_bytes_is_a_sign() {
    for bytes in [[1, 2, 0x73], [1, 2, 0x83], [0xFF, 0xFF, 0xFF], [0, 0, 0x80]] {
        let value = TiltView::parse_exact(&bytes).expect("all bytes mean something").to_value();
        let mut written = [0; 3];
        assert_eq!(value.write(&mut written), Ok(3), "{bytes:02x?}");
        assert_eq!(written, bytes);
    }
}

#[test]
fn it_is_the_same_bits_without_a_sign_in_front() {
    let mut written = [0; 3];
    assert_eq!(Tilt { tilt: Tilted::from_raw(0x83_0201) }.write(&mut written), Ok(3));
    assert_eq!(written, [1, 2, 0x83]);
}

#[test]
fn so_it_is_in_a_number_of_variable_width() {
    for bytes in [&[5, 0][..], &[0xFE, 0x3F, 1, 0xFF, 0x3F], &[0, 2, 1, 2]] {
        let value = SlopeView::parse_exact(bytes).expect("numbers of 13 bits");
        let mut written = [0; 8];
        assert_eq!(value.to_value().write(&mut written), Ok(bytes.len()), "{bytes:02x?}");
        assert_eq!(&written[..bytes.len()], bytes);
    }
    let slope = Slope { slant: Slant::from_raw(0x1FFF), more: [][..].into() };
    let mut written = [0; 2];
    assert_eq!(slope.write(&mut written), Ok(2));
    assert_eq!(written, [1, 0]);
}
