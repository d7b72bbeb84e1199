//! Plain values are as handy as views: they print, have names and an order, and convert into each other. One error holds
//! all others, and says which code it means.

use wireform::{Error, ErrorKind, Fact, prelude::*};
use wireform_tests::features::patches::{Varied, VariedMut};
use wireform_tests::shop::to_shop::{Bye, Note, NoteView, Order, OrderView};
use wireform_tests::shop::{
    Event, EventView, EventWhat, EventWhatBattery, EventWhatDoor, Frame, FrameView, Level, Place, Price, Side, Tag,
    ToShop, ToShopView, Zone,
};
use wireform_tests::{quake2, sauerbraten};

const ORDER: &[u8] = b"\x01\x02\x02\x07\x00\x08\x00\x00\x03\x05";

fn note() -> Note<'static> {
    const TAGS: &[Tag<'static>] = &[Tag { name: "x" }];
    Note { title: "a".into(), tags: TAGS.into(), body: b"\x00\xff\x10", key: [0, 1, 2, 3], more: Some(b"\x0a") }
}

/// Writes a value, and reads its view in all that it wrote.
fn written(value: &impl Encode<Known = ()>) -> Vec<u8> {
    let mut buffer = [0; 64];
    let len = value.write_known(&mut buffer, ()).expect("a valid value");
    buffer[..len].to_vec()
}

#[test]
fn values_print_as_their_views_do() {
    let note = note();
    let bytes = written(&note);
    let text = "Note { title: \"a\", tags: [Tag { name: \"x\" }], body: hex \"00ff10\", key: hex \"00010203\", \
                more: Some(hex \"0a\") }";
    assert_eq!(note.to_string(), text);
    assert_eq!(NoteView::parse_exact(&bytes).expect("a note").to_string(), text);
    let family = ToShop::from(note);
    assert_eq!(family.to_string(), text);
    let frame = Frame { number: 7, message: family };
    assert_eq!(frame.to_string(), format!("Frame {{ number: 7, message: {text} }}"));
    assert_eq!(FrameView::parse_exact(&written(&frame)).expect("a frame").to_string(), frame.to_string());
    let unknown = ToShop::Unknown { code: 9, body: &[1, 0xAB] };
    assert_eq!(unknown.to_string(), "Unknown { code: 9, body: hex \"01ab\" }");

    let what = EventWhat::Raw(&[0xFE]);
    assert_eq!(what.to_string(), "Raw(hex \"fe\")");
    assert_eq!(EventWhatDoor { open: true }.to_string(), "EventWhatDoor { open: true }");
    let event = Event { at: 1, what };
    assert_eq!(event.to_string(), "Event { at: 1, what: Raw(hex \"fe\") }");
    assert_eq!(EventView::parse_exact(&written(&event)).expect("an event").to_string(), event.to_string());
    // A state, which has no bytes.
    assert!(quake2::Command::default().to_string().starts_with("Command { pitch: "));
}

#[test]
fn a_family_has_the_name_of_its_message() {
    let names = [Order::default().into(), note().into(), Bye {}.into(), ToShop::Unknown { code: 9, body: &[] }];
    assert_eq!(names.map(|message: ToShop<'_>| message.name()), ["Order", "Note", "Bye", "Unknown"]);
    let bytes = written(&note());
    assert_eq!(ToShopView::parse_exact(&bytes).expect("a note").name(), "Note");
    // With functions of the program for its checksums.
    assert_eq!(quake2::ToServer::from(quake2::to_server::Move::default()).name(), "Move");
}

#[test]
fn a_family_becomes_its_message_or_comes_back() {
    let family = ToShop::from(note());
    assert_eq!(Note::try_from(family), Ok(note()));
    assert_eq!(Order::try_from(family), Err(family));
    let unknown = ToShop::Unknown { code: 9, body: &[] };
    assert_eq!(Bye::try_from(unknown), Err(unknown));
}

#[test]
fn the_struct_of_an_arm_becomes_the_choice() {
    let battery = EventWhatBattery { percent: 7, note: "low".into() };
    assert_eq!(EventWhat::from(battery), EventWhat::Battery(battery));
    let event = Event { at: 0, what: EventWhatDoor { open: true }.into() };
    assert_eq!(event.what, EventWhat::Door(EventWhatDoor { open: true }));
    // A struct that has the code, too.
    let connected = quake2::FromServerPacketConnected::default();
    assert!(matches!(connected.into(), quake2::FromServerPacket::Connected(_)));
}

#[test]
fn enums_list_their_names_and_take_codes() {
    assert_eq!(Side::ALL, [Side::Left, Side::Right]);
    assert_eq!(Zone::ALL, [Zone::Front, Zone::Storage]);
    assert!(Side::ALL.iter().all(|side| Side::try_from(side.code()) == Ok(*side)));
    let error = Side::try_from(2).expect_err("no name");
    assert_eq!(error.to_string(), "Side: no name has this code: expected Left (1) or Right (3), found 2");
    assert_eq!((error.message(), error.kind()), ("Side", ErrorKind::UnknownCode));
    assert_eq!(
        [error.expected(), error.found()],
        [Some(Fact::from(&"Left (1) or Right (3)")), Some(Fact::Unsigned(2))]
    );
    assert!(quake2::Effect::ALL.iter().all(|effect| quake2::Effect::try_from(effect.code()) == Ok(*effect)));
    assert_eq!(sauerbraten::GameMode::ALL.len(), 23);
}

#[test]
fn a_code_with_a_name_is_reported_with_the_name() {
    let mut buffer = [0; 16];
    let wrong = |order: Order<'_>| order.write(&mut [0; 16]).expect_err("a wrong code").to_string();
    let order = Order { side: Side::Left, ..Order::default() };
    let range = "out of range for its place on the wire: expected";
    assert_eq!(
        wrong(Order { zone: Zone::Other(2), ..order }),
        format!("Order.zone: {range} the name `Storage`, found 2")
    );
    assert_eq!(
        wrong(Order { level: Level::Other(7), ..order }),
        format!("Order.level: {range} the name `Dim`, found 7")
    );
    assert_eq!(wrong(Order { level: Level::Dim(100), ..order }), format!("Order.level: {range} 1 to 99, found 100"));
    let right = Order { zone: Zone::Other(1), level: Level::Dim(99), ..order };
    right.write(&mut buffer).expect("codes of their names");
    let error = Place::default().with_level(Level::Dim(100)).expect_err("a code of another name");
    assert_eq!(error.to_string(), "Place.level: out of range: expected 1 to 99");
}

#[test]
fn an_error_in_a_frame_names_the_message() {
    let error = FrameView::parse_exact(b"\x05\x00\x01\x02\x02\x07").expect_err("too short");
    assert_eq!(
        error.to_string(),
        "Frame.message(Order).ids[0] at byte 5: 1 more byte needed, but the packet ends here"
    );
    assert_eq!((error.message(), error.path().steps().collect::<Vec<_>>()), ("Frame", vec!["message", "ids"]));
    // By itself, it has its own name.
    let error = OrderView::parse_exact(b"\x01\x02\x02\x07").expect_err("too short");
    let of_family = ToShopView::parse_exact(b"\x01\x02\x02\x07").expect_err("too short");
    assert_eq!(of_family.to_string(), error.to_string());
    assert!(error.to_string().starts_with("Order.ids[0] at byte 3"), "{error}");
    let order = Order { amount: 51, side: Side::Left, ..Order::default() };
    let frame = Frame { number: 5, message: order.into() };
    let error = frame.write(&mut [0; 64]).expect_err("too many").to_string();
    assert!(error.starts_with("Frame.message(Order).amount: "), "{error}");
    let error = ToShop::from(order).write(&mut [0; 64]).expect_err("too many").to_string();
    assert!(error.starts_with("Order.amount: "), "{error}");
}

#[test]
fn one_error_is_returned_by_all_that_fails() {
    /// The error of a program, as `#[from]` of thiserror would make it.
    #[derive(Debug, PartialEq)]
    struct Mine(Error);

    impl From<Error> for Mine {
        fn from(error: Error) -> Self {
            Self(error)
        }
    }

    fn all(bytes: &[u8], price: f64, code: u8, mode: &str, buffer: &mut [u8]) -> Result<usize, Mine> {
        let order = OrderView::parse_exact(bytes)?;
        let side = Side::try_from(code)?;
        let _price = Price::new(price)?;
        let _mode: sauerbraten::GameMode = mode.parse()?;
        let len = Order { side, ..order.to_value() }.write(buffer)?;
        Ok(len)
    }
    fn set(cn: i32) -> Result<(), Mine> {
        let mut packet = Varied::default().to_vec()?;
        VariedMut::parse_exact(&mut packet)?.set_cn(cn)?;
        Ok(())
    }
    let mut buffer = [0; 16];
    assert_eq!((set(7), all(ORDER, 1.5, 1, "Ffa", &mut buffer)), (Ok(()), Ok(10)));
    let errors = [
        all(&ORDER[..3], 1.5, 1, "Ffa", &mut buffer),
        all(ORDER, 1.5, 2, "Ffa", &mut buffer),
        all(ORDER, 1e9, 1, "Ffa", &mut buffer),
        all(ORDER, 1.5, 1, "ffa", &mut buffer),
        all(ORDER, 1.5, 1, "Ffa", &mut []),
        set(1 << 20).map(|()| 0),
    ];
    let starts = [
        "Order.ids",
        "Side: no name has this code",
        "Price: out of range",
        "GameMode: no such name",
        "Order: a buffer of",
        "Varied.cn: takes",
    ];
    for (error, start) in errors.into_iter().zip(starts) {
        let Mine(error) = error.expect_err(start);
        assert!(format!("{error:?}").starts_with(start), "{error:?}");
        assert_eq!(error.offset().is_some(), start == "Order.ids");
        let boxed: Box<dyn std::error::Error> = error.into();
        assert!(boxed.source().is_none(), "a report of all causes would print it twice");
        assert_eq!(boxed.downcast_ref(), Some(&error));
    }
}

#[test]
fn enums_and_quantities_convert_as_numbers_do() {
    use wireform_tests::quake2::{Effect, PrintLevel, Unit};
    use wireform_tests::sauerbraten::Roll;

    assert_eq!(
        (PrintLevel::from(2), PrintLevel::from(9), u8::from(PrintLevel::High)),
        (PrintLevel::High, PrintLevel::Other(9), 2)
    );
    assert!(Effect::try_from(31).is_err() && u8::from(Effect::Gunshot) == 0);
    for name in PrintLevel::ALL {
        assert_eq!(name.to_string().parse(), Ok(*name));
    }
    let error = "high".parse::<PrintLevel>().expect_err("another case");
    assert_eq!(error.to_string(), "PrintLevel: no such name: expected one of Low, Medium, High, Chat");
    assert_eq!(Unit::try_from(0.5).map(f32::from), Ok(f32::from(Unit::from_raw(127))));
    assert!(Unit::try_from(f32::NAN).is_err());
    // Each whole number has a roll: others are clamped.
    assert_eq!(i32::from(Roll::from(1000)), 90);
}

#[test]
fn values_have_an_order() {
    let order = |ids: &'static [u16]| Order { ids: ids.into(), ..Order::default() };
    assert!(order(&[1, 2]) < order(&[1, 3]) && order(&[]) < order(&[0]));
    let named = |title: &'static str| ToShop::from(Note { title: title.into(), ..note() });
    assert!(named("a") < named("b") && ToShop::from(order(&[9])) < named(""));
    let read = FrameView::parse_exact(b"\x05\x00\x01\x02\x02\x07\x00\x08\x00\x00\x03\x05").expect("a frame").to_value();
    let made = Frame {
        number: 5,
        message: Order { amount: 2, side: Side::Right, level: Level::Dim(5), ..order(&[7, 8]) }.into(),
    };
    assert_eq!(read.cmp(&made), std::cmp::Ordering::Equal);
    let mut all = [named("b"), Bye {}.into(), named("a")];
    all.sort();
    assert_eq!(all, [named("a"), named("b"), Bye {}.into()]);
}

#[test]
fn attributes_and_examples_of_the_builder() {
    assert_eq!(align_of::<Tag<'static>>(), 16);
    assert_eq!(Order::EXAMPLES, [("two", ORDER)]);
    for (title, bytes) in Order::EXAMPLES {
        let order = OrderView::parse_exact(bytes).expect(title).to_value();
        assert_eq!(written(&order), *bytes, "{title}");
    }
}
