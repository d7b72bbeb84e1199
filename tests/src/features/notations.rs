//! How values print numbers in a notation, and the types that hold them.

use core::net::Ipv4Addr;

use wireform::{FourCc, Ipv4, Mac};
use wireform_tests::features::notations::{
    Flags, Frame, FrameView, Optional, OptionalView, Plain, PlainView, Shapes, ShapesBody, ShapesOne, ShortLists,
};

#[test]
fn numbers_are_printed_in_their_notation() {
    let plain = Plain {
        codec: FourCc::new(*b"VP80"),
        sum: 0x12C,
        source: Ipv4Addr::LOCALHOST.into(),
        flags: Flags::default().with_to(Ipv4Addr::new(10, 0, 0, 1).into()).with_kind(0xAB),
        ..Plain::default()
    };
    let text = "Plain { codec: \"VP80\", sum: 0x12c, id: 0x0, wide: 0x0, odd: 0x0, source: 127.0.0.1, \
                flags: Flags { mask: 0x0, to: 10.0.0.1, kind: 0xab } }";
    assert_eq!(format!("{plain:?}"), text);
    assert_eq!((plain.source, Plain::default().source), (Ipv4::from([127, 0, 0, 1]), Ipv4::from_raw(0)));
    assert!(plain.source.is_loopback());

    let optional = Optional { via: Some(Ipv4::from_raw(1)), sum: Some(7), ..Optional::default() };
    let text = "Optional { mask: 0x0, sum: Some(0x7), to: 127.0.0.1, via: Some(0.0.0.1), codec: None, wide: 0x0 }";
    assert_eq!(format!("{optional:?}"), text);
    let mut out = [0; 64];
    let len = optional.write(&mut out).expect("fine");
    assert_eq!(OptionalView::parse_exact(&out[..len]).map(|view| view.to_string()), Ok(text.to_owned()));

    let lists = ShortLists {
        sums: Some((&[1, 0xFF]).into()),
        sparse: [None, Some(2), None, None, None, None, None, None],
        ..ShortLists::default()
    };
    let text = format!("{lists:?}");
    assert!(text.contains("sums: Some([0x1, 0xff])"), "{text}");
    assert!(text.contains("sparse: [None, Some(0x2), None, None, None, None, None, None]"), "{text}");

    let shapes = Shapes {
        body: ShapesBody::Few { codec: FourCc::from_raw(8), value: 0xFF },
        one: ShapesOne::Sums((&[16]).into()),
    };
    let text = "Shapes { body: Few { codec: \"\\x00\\x00\\x00\\x08\", value: 0xff }, one: Sums([0x10]) }";
    assert_eq!(format!("{shapes:?}"), text);
}

#[test]
fn bytes_are_numbers_in_a_notation() {
    let from: Mac = "00:1a:2b:3c:4d:5e".parse().expect("an address");
    let frame = Frame { to: Mac::BROADCAST, from, relay: from, ..Frame::default() };
    let text = "Frame { to: ff:ff:ff:ff:ff:ff, from: 00:1a:2b:3c:4d:5e, little: 00:00:00:00:00:00, \
                inside: 00:00:00:00:00:00, via: None, relay: 00:1a:2b:3c:4d:5e, stations: [] }";
    assert_eq!(format!("{frame:?}"), text);
    let mut out = [0; 64];
    let len = frame.write(&mut out).expect("fine");
    assert_eq!(out[6..18], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x1A, 0x2B, 0x3C, 0x4D, 0x5E]);
    assert_eq!(FrameView::parse_exact(&out[..len]).map(|view| view.from().octets()), Ok(from.octets()));
    let error = Frame::default().write(&mut out).expect_err("from nobody");
    let told = "Frame.from: breaks the rule `it != \"00:00:00:00:00:00\"`: found 00:00:00:00:00:00";
    assert_eq!(error.to_string(), told);
}

#[test]
fn errors_tell_numbers_in_their_notation() {
    let mut out = [0; 64];
    let plain = Plain { sum: 1, ..Plain::default() };
    let len = plain.write(&mut out).expect("fine");
    out[..4].copy_from_slice(b"RIFX");
    let error = PlainView::parse_exact(&out[..len]).expect_err("another magic");
    let told = "Plain.magic at byte 0: not the constant that belongs here: expected \"RIFF\", found \"RIFX\"";
    assert_eq!(error.to_string(), told);
    let error = Plain { sum: 0, ..plain }.write(&mut out).expect_err("no sum");
    assert_eq!(error.to_string(), "Plain.sum: breaks the rule `1..`: found 0x0");
}
