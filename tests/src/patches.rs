//! Packets are changed where they lie: what was not asked for stays as it is, byte for byte.

use wireform::prelude::*;
use wireform::{ErrorKind, Unwritable};
use wireform_tests::features::patches::{
    Cubes, Fixed, FixedMut, FixedView, Gun, Kind, Shared, SharedMut, SharedView, State, Varied, VariedMut, VariedView,
};

/// The examples of a message, followed by two bytes that are not theirs.
fn examples(message: &str) -> Vec<Vec<u8>> {
    let path = format!("{}/schema/features/patches.wire", env!("CARGO_MANIFEST_DIR"));
    let schema = wireform_build::load(path).expect("it compiled when the tests were built").schema;
    let records = schema.first.records.iter().filter(|record| record.name == message);
    records.flat_map(|record| &record.examples).map(|example| [&example.bytes, &[0xAB, 0xCD][..]].concat()).collect()
}

#[test]
fn fields_of_fixed_size_are_overwritten() {
    for bytes in examples("Fixed") {
        let mut packet = bytes.clone();
        let (mut fixed, rest) = FixedMut::parse(&mut packet).expect("an example");
        assert_eq!(rest, [0xAB, 0xCD]);
        fixed.set_id(0x304);
        fixed.set_height(Cubes::new(-1.5).expect("fits"));
        fixed.set_speed(2.0);
        fixed.set_state(State::from_raw(0xFF));
        fixed.set_tag(*b"xyz");
        assert_eq!(fixed.set_narrow(5), Ok(()));
        let error = fixed.set_narrow(1 << 24).expect_err("three bytes");
        assert_eq!(
            error.to_string(),
            "Fixed.narrow: out of range for its place on the wire: expected 0 to 16777215, found 16777216"
        );
        let changed = FixedView::parse_exact(fixed.as_bytes()).expect("still a packet").to_value();
        let expected = Fixed {
            id: 0x304,
            height: Cubes::new(-1.5).expect("fits"),
            speed: 2.0,
            state: State::from_raw(0xFF),
            tag: *b"xyz",
            narrow: 5,
        };
        assert_eq!(changed, expected);
        assert_eq!(packet[packet.len() - 2..], [0xAB, 0xCD], "what follows is not touched");
    }
}

#[test]
fn a_number_of_variable_width_keeps_its_width_or_the_packet_is_written_anew() {
    let mut outcomes = [0; 2];
    for bytes in examples("Varied") {
        for (cn, last) in [(2, 3), (300, -2000), (-5, i32::MAX), (1, 5)] {
            let mut packet = bytes.clone();
            let before = VariedView::parse(&bytes).expect("an example").0.to_value();
            let (mut varied, _) = VariedMut::parse(&mut packet).expect("an example");
            // Written anew: every other byte is as it was, overlong numbers too.
            let mut buffer = [0; 64];
            let len = varied.rewrite_cn(cn, &mut buffer).expect("there is room");
            let rewritten = VariedView::parse_exact(&buffer[..len]).expect("still a packet");
            assert_eq!(rewritten.to_value(), Varied { cn, ..before });
            let tail = VariedView::parse(&bytes).expect("an example").0.as_bytes();
            let same = tail.iter().rev().zip(buffer[..len].iter().rev()).take_while(|(a, b)| a == b).count();
            assert!(same >= tail.len() - 4, "{bytes:?} {cn}");
            let len = varied.rewrite_last(last, &mut buffer).expect("there is room");
            assert_eq!(
                VariedView::parse_exact(&buffer[..len]).map(|view| view.to_value()),
                Ok(Varied { last, ..before })
            );
            // In place, if it fits exactly; else nothing happens.
            let as_it_was = varied.as_bytes().to_vec();
            let expected = match varied.set_cn(cn) {
                Ok(()) => {
                    outcomes[0] += 1;
                    Varied { cn, ..before }
                }
                Err(error) => {
                    outcomes[1] += 1;
                    assert!(
                        matches!(error.kind(), ErrorKind::Unwritable(Unwritable::Resized { have, need }) if have != need),
                        "{error}"
                    );
                    assert_eq!(varied.as_bytes(), as_it_was);
                    before
                }
            };
            varied.set_angle(7);
            let changed = VariedView::parse_exact(varied.as_bytes()).expect("still a packet").to_value();
            assert_eq!(changed, Varied { angle: 7, ..expected });
        }
    }
    assert_eq!(outcomes, [3, 9]);
}

#[test]
fn fields_that_may_be_absent_or_vary_are_overwritten_by_as_many_bytes() {
    let resized = |have, need| Err(ErrorKind::Unwritable(Unwritable::Resized { have, need }));
    let value = Varied { owner: -1, text: "hi".into(), drop: Some(7), name: "né", ..Varied::default() };
    let mut packet = value.to_vec().expect("a valid value");
    let mut varied = VariedMut::parse_exact(&mut packet).expect("it was written");
    varied.set_drop(9).expect("it is there");
    varied.set_text("öü".into()).expect("two bytes of Latin-1");
    varied.set_name("abc").expect("three bytes");
    let changed = varied.as_bytes().to_vec();
    assert_eq!(varied.set_text("ö".into()).map_err(|error| error.kind()), resized(2, 1));
    assert_eq!(varied.set_name("éé").map_err(|error| error.kind()), resized(3, 4));
    let error = varied.set_text("xЖ".into()).expect_err("not of Latin-1");
    assert_eq!(error.to_string(), "Varied.text: a character that the encoding does not have: expected Latin-1");
    assert_eq!(varied.as_bytes(), changed, "nothing is changed then");
    let expected = Varied { text: "öü".into(), drop: Some(9), name: "abc", ..value };
    assert_eq!(VariedView::parse_exact(&changed).map(VariedView::to_value), Ok(expected));

    let mut packet = Varied::default().to_vec().expect("a valid value");
    let before = packet.clone();
    let mut varied = VariedMut::parse_exact(&mut packet).expect("it was written");
    let error = varied.set_drop(1).expect_err("it is absent");
    assert_eq!(error.to_string(), "Varied.drop: contradicts its condition or tag: expected absent, found present");
    assert_eq!([varied.set_text("".into()), varied.set_name("")], [Ok(()); 2]);
    assert_eq!(varied.as_bytes(), before);
}

#[test]
fn bits_that_share_a_byte_with_flags_are_changed_alone() {
    let bytes = &examples("Shared")[0];
    let mut packet = bytes.clone();
    assert!(SharedMut::parse_exact(&mut packet).is_err(), "two bytes follow");
    let end = packet.len() - 2;
    let mut shared = SharedMut::parse_exact(&mut packet[..end]).expect("an example");
    shared.set_alive(false);
    assert_eq!((shared.set_level(30), shared.set_tag(5), shared.set_turn(2)), (Ok(()), Ok(()), Ok(())));
    shared.set_gun(Kind::D);
    let level = shared.set_level(32).expect_err("five bits");
    assert_eq!(level.kind(), ErrorKind::Unwritable(Unwritable::Range));
    let wide = shared.set_more(1).expect_err("the carrier would take two bytes");
    assert_eq!(wide.kind(), ErrorKind::Unwritable(Unwritable::Resized { have: 1, need: 2 }));
    let changed = SharedView::parse_exact(&packet[..end]).expect("still a packet").to_value();
    let before = SharedView::parse(bytes).expect("an example").0.to_value();
    assert_eq!(changed, Shared { alive: false, level: 30, gun: Kind::D, tag: 5, turn: 2, ..before });
}

#[test]
fn what_has_no_form_is_refused() {
    let bytes = &examples("Varied")[0];
    let mut packet = bytes.clone();
    let (mut varied, _) = VariedMut::parse(&mut packet).expect("an example");
    let error = varied.set_cn(1 << 28).expect_err("29 bits, signed");
    assert_eq!(
        error.to_string(),
        "Varied.cn: out of range for its place on the wire: expected -268435456 to 268435455, found 268435456"
    );
    let error = varied.set_gun(Gun::Other(4)).expect_err("that is a rifle");
    assert_eq!(
        error.to_string(),
        "Varied.gun: out of range for its place on the wire: expected the name `Rifle`, found 4"
    );
    let error = varied.rewrite_cn(128, &mut [0; 3]).expect_err("no room");
    assert_eq!(error.kind(), ErrorKind::Unwritable(Unwritable::Room { need: bytes.len() - 1 }));
    assert_eq!(varied.set_gun(Gun::Fist), Ok(()));
    assert_eq!(&packet[2..], [&[0], &bytes[3..]].concat());
    // Cut anywhere, it is refused as for reading.
    for len in 0..bytes.len() - 2 {
        let (mut cut, same) = (bytes[..len].to_vec(), bytes[..len].to_vec());
        assert_eq!(VariedMut::parse(&mut cut).map(drop), VariedView::parse(&same).map(drop));
    }
}
