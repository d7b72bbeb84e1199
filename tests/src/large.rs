//! A record with more fields than one function checks, writes or sets.

use wireform_tests::features;

#[test]
fn a_record_with_many_fields_is_checked_written_and_made_in_parts() {
    use features::large::{Main, MainView};
    let mut bytes = vec![0b0000_0101, 2, b'h', b'i', 1, b'!'];
    bytes.extend((0..=u8::MAX).cycle().take(299));
    let view = MainView::parse_exact(&bytes).expect("any numbers");
    let value = view.to_value();
    assert_eq!((value.text1, value.text2, value.text3), (Some("hi"), None, Some("!")));
    assert_eq!((value.stats.stat0, value.stats.stat1, value.stats.stat91), (0x02_0100, 3, 0x292A));
    let mut out = [0; 320];
    assert_eq!(value.write(&mut out), Ok(bytes.len()));
    assert_eq!(out[..bytes.len()], bytes);

    let refused = |change: fn(&mut Main<'_>)| {
        let mut value = view.to_value();
        change(&mut value);
        value.write(&mut [0; 320]).map_err(|error| error.to_string())
    };
    assert_eq!(
        refused(|value| value.stats.stat88 = 1 << 23),
        Err("Main.stats.stat88: out of range for its place on the wire".to_owned())
    );
    assert_eq!(
        refused(|value| value.text7 = Some("\u{e9}")),
        Err("Main.text7: a character that the encoding does not have".to_owned())
    );
}
