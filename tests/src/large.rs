//! Records of many fields, choices of many shapes, and arrays that are too large for a stack.

use wireform_tests::features;

#[test]
fn a_record_of_many_fields_is_read_checked_and_written() {
    use features::large::{Main, MainView};
    let mut bytes = vec![0b0000_0101, 2, b'h', b'i', 1, b'!'];
    bytes.extend((0..=u8::MAX).cycle().take(117));
    let view = MainView::parse_exact(&bytes).expect("any numbers");
    let value = view.to_value();
    assert_eq!((value.text1, value.text2, value.text3), (Some("hi"), None, Some("!")));
    assert_eq!((value.stats.stat0, value.stats.stat1, value.stats.stat35), (0x02_0100, 3, 0x7374));
    let mut out = [0; 320];
    assert_eq!(value.write(&mut out), Ok(bytes.len()));
    assert_eq!(out[..bytes.len()], bytes);

    let refused = |change: fn(&mut Main<'_>)| {
        let mut value = view.to_value();
        change(&mut value);
        value.write(&mut [0; 320]).map_err(|error| error.to_string())
    };
    assert_eq!(
        refused(|value| value.stats.stat32 = 1 << 23),
        Err("Main.stats.stat32: out of range for its place on the wire: expected -8388608 to 8388607, found 8388608"
            .to_owned())
    );
    assert_eq!(
        refused(|value| value.text3 = Some("\u{e9}")),
        Err("Main.text3: a character that the encoding does not have: expected ASCII".to_owned())
    );
}

#[test]
fn arrays_in_arrays_are_borrowed() {
    use features::ends::{Deep, DeepView};
    let bytes = [b"\x02hi".as_slice(), &[0; 158], b"\x02ho"].concat();
    let value = DeepView::parse_exact(&bytes).expect("any texts").to_value();
    let texts = |row: usize, at: usize| value.rows.get(row).map(|row| row[at]);
    assert_eq!([texts(0, 0), texts(4, 30), texts(4, 31), texts(5, 0)], [Some("hi"), Some(""), Some("ho"), None]);
    let mut out = [0; 200];
    assert_eq!(value.write(&mut out), Ok(bytes.len()));
    assert_eq!(out[..bytes.len()], bytes);
    assert!(size_of::<Deep<'_>>() <= 64);
}

#[test]
fn a_choice_of_many_shapes_is_read_checked_and_written() {
    use features::large::{Shapes, ShapesView};
    let mut out = [0; 16];
    for code in 0..28_u16 {
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
    let error = ShapesView::parse_exact(&[28, 0]).expect_err("no shape has this code");
    assert_eq!(
        error.to_string(),
        "Shapes.shape at byte 0: a number without a meaning here: expected 0 to 27, 515, 519, 523, 527, 531 or another, found 28"
    );
    let mut refused = ShapesView::parse_exact(&[25, 0, 1, 1]).expect("the last range").to_value();
    if let features::large::ShapesShape::Range25(range) = &mut refused.shape {
        range.to = 0;
    }
    assert_eq!(
        Shapes::write(&refused, &mut out).map_err(|error| error.to_string()),
        Err("Shapes.shape.to: breaks the rule `1..`: found 0".to_owned())
    );
}

#[test]
fn an_earlier_number_has_a_shape_for_each_value() {
    use features::large::EveryView;
    for tag in 0..32 {
        let size = 1 << (tag % 4);
        let bytes: Vec<u8> = std::iter::once(tag).chain((0..size).map(|byte| byte + tag / 2)).collect();
        let every = EveryView::parse_exact(&bytes).expect("every tag is known").to_value();
        assert!(format!("{:?}", every.every).starts_with(&format!("B{tag}(")), "{every:?}");
        let mut out = [0; 16];
        let len = every.write(&mut out).expect("what was read");
        assert_eq!(out[..len], bytes);
    }
}

#[test]
fn shapes_without_fields_have_codes_only() {
    use features::large::{BareView, MarksView, Others, OthersView};
    let mut out = [0; 16];
    for code in 0..=u8::MAX {
        let bytes = if code == 0 { vec![0, 1, 2, 3, 4] } else { vec![code] };
        match MarksView::parse_exact(&bytes) {
            Ok(marks) => assert_eq!(marks.to_value().write(&mut out), Ok(bytes.len())),
            Err(error) => {
                let why =
                    format!("Marks.mark at byte 0: a number without a meaning here: expected 0 to 19, found {code}");
                assert_eq!(error.to_string(), why);
                assert!(code > 19, "{code}");
            }
        }
        let others = OthersView::parse_exact(&bytes).expect("whatever the code is").to_value();
        assert_eq!(format!("{others:?}").contains("Other {"), code > 19, "{code}: {others:?}");
        assert_eq!(others.write(&mut out).map(|len| out[..len].to_vec()), Ok(bytes), "{code}");
        let bare = BareView::parse_exact(&[code]).expect("whatever the code is").to_value();
        assert_eq!((bare.write(&mut out), out[0]), (Ok(1), code));
    }
    let other = Others { mark: features::large::OthersMark::Other { code: 19 } };
    let error = other.write(&mut out).expect_err("another shape has this code");
    assert_eq!(error.to_string(), "Others.mark: out of range for its place on the wire: expected 20 to 255, found 19");
}

#[test]
fn a_shape_contradicts_another_number() {
    use features::large::{Chosen, ChosenKnown, ChosenShape, ChosenView, SometimesView};
    let mut out = [0; 16];
    for kind in 0..=u8::MAX {
        let bytes = [1, kind, 7];
        let sometimes = SometimesView::parse_exact(&bytes).expect("any kind").to_value();
        assert_eq!(sometimes.write(&mut out).map(|len| out[..len].to_vec()), Ok(bytes.to_vec()), "{kind}");

        let bytes = &[1, 2, 3, 4, 5, 6, 7, 8][..if kind < 24 { 1 << (kind % 4) } else { 1 }];
        let chosen = ChosenView::parse_exact(bytes, ChosenKnown { kind }).expect("any kind").to_value();
        assert_eq!(
            chosen.write(&mut out, ChosenKnown { kind }).map(|len| out[..len].to_vec()),
            Ok(bytes.to_vec()),
            "{kind}"
        );
        let error = chosen.write(&mut out, ChosenKnown { kind: kind ^ 16 }).map_err(|error| error.to_string());
        let same = kind.min(kind ^ 16) > 23;
        assert!(same == error.is_ok(), "{kind}: {error:?}");
    }
    let error = Chosen { shape: ChosenShape::B23(1) }
        .write(&mut out, ChosenKnown { kind: 22 })
        .expect_err("22 chooses another");
    assert_eq!(error.to_string(), "Chosen.shape: contradicts its condition or tag: expected 22, found the arm `B23`");
}

#[test]
fn checksums_in_many_shapes_are_verified() {
    use features::large::ComparedView;
    use wireform::Verify;
    let sum = |data: &[u8]| data.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte));
    for code in 0..=u8::MAX {
        let right = if code < 20 { vec![code, 2, 3, 4, 9] } else { vec![code] };
        let view = ComparedView::parse_exact(&right).expect("as many bytes as it has");
        assert_eq!(view.verify(&sum), Ok(()), "{code}");
        let mut out = [0; 16];
        let written = view.to_value_unverified().write(&mut out, &sum);
        assert_eq!(written.map(|len| out[..len].to_vec()), Ok(right), "{code}");
        if let Ok((wrong, _)) = ComparedView::parse(&[code, 1, 3, 9]) {
            let error = wrong.verify(&sum).map_err(|error| error.to_string());
            assert_eq!(error.is_err(), code < 20, "{code}: {error:?}");
        }
    }
}
