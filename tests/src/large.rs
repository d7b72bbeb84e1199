//! A record with more fields than one function checks, writes or sets, and choices of more shapes than one tells apart.

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

#[test]
fn a_choice_of_many_shapes_is_read_checked_and_written_in_parts() {
    use features::large::{Shapes, ShapesView};
    let mut out = [0; 16];
    for code in 0..100_u16 {
        let mut bytes = code.to_le_bytes().to_vec();
        bytes.extend::<&[u8]>(match code % 4 {
            0 => &[2, 0, 0, 0, 1, 2, 3, 4],
            1 => &[9, 7],
            2 => &[],
            _ => b"hi\0",
        });
        let shapes = ShapesView::parse_exact(&bytes).expect("a shape").to_value();
        assert!(format!("{:?}", shapes.shape).contains(&code.to_string()), "{code}: {shapes:?}");
        let len = shapes.write(&mut out).expect("what was read");
        assert_eq!(out[..len], bytes, "{code}");
        // Another code of the same shape stays what it was.
        if code % 4 == 3 {
            bytes[..2].copy_from_slice(&(code + 512).to_le_bytes());
            let len = ShapesView::parse_exact(&bytes).expect("a shape").to_value().write(&mut out);
            assert_eq!(out[..len.expect("what was read")], bytes, "{code}");
        }
    }
    let error = ShapesView::parse_exact(&[100, 0]).expect_err("no shape has this code");
    assert_eq!(error.to_string(), "Shapes.shape at byte 0: a number without a meaning here");
    let mut refused = ShapesView::parse_exact(&[97, 0, 1, 1]).expect("the last range").to_value();
    if let features::large::ShapesShape::Range97(range) = &mut refused.shape {
        range.to = 0;
    }
    assert_eq!(
        Shapes::write(&refused, &mut out).map_err(|error| error.to_string()),
        Err("Shapes.shape.to: breaks the rule `1..`".to_owned())
    );
}

#[test]
fn a_number_in_front_tells_very_many_shapes_apart() {
    use features::large::EveryView;
    for tag in 0..=u8::MAX {
        let size = 1 << (tag % 4);
        let bytes: Vec<u8> = std::iter::once(tag).chain((0..size).map(|byte| byte + tag / 2)).collect();
        let every = EveryView::parse_exact(&bytes).expect("every tag is known").to_value();
        assert!(format!("{:?}", every.every).starts_with(&format!("B{tag}(")), "{every:?}");
        let mut out = [0; 16];
        let len = every.write(&mut out).expect("what was read");
        assert_eq!(out[..len], bytes);
    }
}
