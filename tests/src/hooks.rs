//! Checksums that are functions of the program: handed out unverified, compared and written with the functions at hand.

use wireform::prelude::*;
use wireform::{Check as _, Error, ErrorKind, HookedOutput, List, Malformed, NoHooks, Verify};
use wireform_build::interpret::{read_exact, write};
use wireform_build::model::Protocol;
use wireform_cli::target::target;
use wireform_tests::features::hooks::to_server::{Move, MoveKnown, MoveView, Secret};
use wireform_tests::features::hooks::{
    Datagram, DatagramView, Frame, FrameView, Key, Main, MainPair, MainShape, MainShapeDouble, MainShapeView, MainView,
    Mixed, Parts, PartsView, Recording, RecordingDatagrams, RecordingView, Salted, Sequence, Sum, ToServer,
    ToServerView,
};
use wireform_tests::features::versions::{v259, v260};

/// All functions of the protocol, as a program has them.
pub struct Table {
    salt: u16,
}

pub const TABLE: Table = Table { salt: 0 };

impl Sum for Table {
    fn sum(&self, data: &[u8]) -> u8 {
        data.iter().fold(0, |sum, byte| sum.wrapping_add(*byte))
    }
}

impl Salted for Table {
    fn salted(&self, data: &[u8], sequence: u32) -> u16 {
        data.iter().map(|byte| u16::from(*byte)).sum::<u16>() + (sequence % 1020) as u16 + self.salt
    }
}

impl Mixed for Table {
    fn mixed(&self, data: &[u8], key: Key, urgent: bool, seed: u8) -> u32 {
        // More than the three bytes that travel.
        0xFF00_0000
            | u32::from(self.sum(data)) << 16
            | u32::from(key.code()) << 8
            | u32::from(urgent) << 4
            | u32::from(seed)
    }
}

/// The function of the protocol that has versions.
pub fn round(data: &[u8], round: u8) -> u8 {
    data.iter().fold(round, |sum, byte| sum.wrapping_add(*byte))
}

fn told<T>(result: Result<T, Error>) -> (String, usize) {
    let error = result.map(|_| ()).expect_err("a checksum is another");
    assert_eq!(error.kind(), ErrorKind::Malformed(Malformed::Checksum));
    // The right number is that of the function above; one test says that it is told.
    let text = error.to_string();
    (text.split(": expected").next().unwrap_or_default().to_owned(), error.offset().expect("a reader says where"))
}

fn protocol() -> Protocol {
    let schema = format!("{}/schema/features/hooks.wire", env!("CARGO_MANIFEST_DIR"));
    wireform_build::load(schema).expect("it compiled when the tests were built").schema.first
}

/// The interpreter takes the bytes as they are, shows the numbers of the hooks, and writes them back.
fn is_taken(name: &str, bytes: &[u8], params: &[i128]) -> String {
    let protocol = protocol();
    let target = target(&protocol, name).expect("a type of the schema");
    let value = read_exact(&protocol, target, bytes, params).expect("a hook is not compared");
    assert_eq!(write(&protocol, target, &value, params).as_deref(), Ok(bytes));
    format!("{value:?}")
}

#[test]
fn a_closure_is_a_hook() {
    let sum = |data: &[u8]| TABLE.sum(data);
    let mut out = [0; 5];
    assert_eq!(Frame { data: &[1, 2, 3] }.write(&mut out, &sum), Ok(5));
    assert_eq!(out, [3, 1, 2, 3, 9]);
    // With its hooks at hand a value is one as any other.
    assert_eq!(Frame { data: &[1, 2, 3] }.with_hooks(&sum).to_vec().as_deref(), Ok(&out[..]));
    let frame = FrameView::parse_exact(&out).expect("right but for what only the program knows");
    assert_eq!(frame.verify(&sum).expect("its sum").data(), [1, 2, 3]);
    // A table behind a pointer is one too.
    let any: &dyn Sum = &TABLE;
    assert!(frame.verify(any).is_ok());
    out[2] ^= 1;
    let (frame, rest) = FrameView::parse(&out).expect("any bytes are a frame");
    assert!(rest.is_empty());
    let error = frame.verify(&sum).map(|frame| frame.data().len());
    let whole = error.as_ref().map(|_| ()).map_err(ToString::to_string);
    assert_eq!(
        whole,
        Err("Frame.check at byte 4: not the checksum of these bytes: expected 0xa, found 0x9".to_owned())
    );
    assert_eq!(told(error), ("Frame.check at byte 4: not the checksum of these bytes".to_owned(), 4));
    assert_eq!(frame.without_verifying().data(), [1, 3, 3]);
    assert!(is_taken("Frame", &out, &[]).contains("(\"check\", Unverified { raw: 9 })"));
}

#[test]
fn parameters_and_fields_are_given_to_it() {
    let moved = Move { x: -1, note: "hi".into() };
    let mut out = [0; 10];
    let salted = |data: &[u8], sequence: u32| TABLE.salted(data, sequence);
    let fifth = MoveKnown { sequence: 5 };
    assert_eq!((moved.encoded_len(fifth), moved.write(&mut out, fifth, &salted)), (10, Ok(10)));
    // As the schema's own example has it, the catalogue's check included.
    assert_eq!(out, *b"\x02\xc7\x01\xd6\x02\xff\xff\x02hi");
    let view = MoveView::parse_exact(&out, fifth).expect("right").verify(&salted).expect("right");
    assert_eq!((view.x(), view.to_value()), (-1, moved));
    // Another sequence is another number.
    let error = MoveView::parse_exact(&out, MoveKnown { sequence: 6 }).expect("nobody compared").verify(&salted);
    assert_eq!(told(error).0, "Move.checksum at byte 3: not the checksum of these bytes");
    assert_eq!(
        told(MoveView::parse_exact(&[2, 0, 0, 0, 0, 0, 0, 0], fifth)).0,
        "Move.whole at byte 1: not the checksum of these bytes"
    );
    assert!(is_taken("Move", &out, &[5]).contains("(\"checksum\", Unverified { raw: 726 })"));

    let secret = Secret { key: Key::New, urgent: true, frame: Some(Frame { data: &[7] }) };
    let mut out = [0; 16];
    let len = secret.write(&mut out, &TABLE).expect("fine");
    // Code, key, flags, the frame, and three bytes, the highest first.
    assert_eq!(out[..len], [3, 2, 3, 1, 7, 8, 24, 2, 0x19]);
}

#[test]
fn each_message_of_a_stream_is_compared_when_it_is_reached() {
    let secret = Secret { key: Key::Old, urgent: false, frame: Some(Frame { data: &[] }) };
    let messages = [
        ToServer::Move(Move { x: 2, note: "".into() }),
        ToServer::Nop(Default::default()),
        ToServer::Secret(secret),
        ToServer::Unknown { code: 9, body: &[1] },
    ];
    // The highest bit of the number belongs to something else.
    let sequence = Sequence::from_raw(0x8000_0007);
    let datagram = Datagram { sequence, messages: (&messages).into() };
    let mut out = [0; 64];
    let len = datagram.write(&mut out, &TABLE).expect("fine");
    assert_eq!(len, datagram.encoded_len());
    let bytes = &mut out[..len];
    assert!(is_taken("Datagram", bytes, &[]).contains("checksum"));
    let compare = |bytes: &[u8]| -> Result<Vec<&'static str>, Error> {
        let datagram = DatagramView::parse_exact(bytes).expect("a stream is read when it is reached");
        assert_eq!(datagram.verify(&TABLE).map_err(told_of), all(datagram, true).map(|_| ()).map_err(told_of));
        all(datagram, false).expect("nobody compares");
        all(datagram, true)
    };
    assert_eq!(compare(bytes), Ok(vec!["move", "nop", "secret", "unknown"]));
    let last = len - 3;
    bytes[last] ^= 0x10;
    let (error, offset) = told(compare(bytes));
    assert_eq!((error.as_str(), offset), ("Secret.check at byte 18: not the checksum of these bytes", 18));
}

fn told_of(error: Error) -> (usize, ErrorKind) {
    (error.offset().expect("a reader says where"), error.kind())
}

/// What the messages are; `compared` or as they are.
fn all(datagram: DatagramView<'_>, compared: bool) -> Result<Vec<&'static str>, Error> {
    let name = |message: Result<ToServerView<'_>, Error>| {
        Ok(match message? {
            ToServerView::Nop(_) => "nop",
            ToServerView::Move(moved) if compared => moved.verify(&TABLE).map(|_| "move")?,
            ToServerView::Move(moved) => {
                if moved.without_verifying().note().is_empty() {
                    "move"
                } else {
                    ""
                }
            }
            ToServerView::Secret(secret) if compared => secret.verify(&TABLE).map(|_| "secret")?,
            ToServerView::Secret(secret) => secret.without_verifying().frame().map_or("", |_| "secret"),
            ToServerView::Unknown { .. } => "unknown",
        })
    };
    datagram.messages().map(name).collect()
}

#[test]
fn packets_in_a_list_are_compared_as_one() {
    let messages = [ToServer::Move(Move { x: 2, note: "ab".into() }), ToServer::Nop(Default::default())];
    let datagrams = [
        RecordingDatagrams { number: 3, messages: (&messages[1..]).into() },
        RecordingDatagrams { number: 4, messages: (&messages).into() },
    ];
    let recording = Recording { datagrams: List::from(&datagrams) };
    let mut out = [0; 64];
    let len = recording.write(&mut out, &TABLE).expect("fine");
    let bytes = &mut out[..len];
    let view = RecordingView::parse_exact(bytes).expect("right");
    let packets = view.datagrams().verify(&TABLE).expect("right");
    assert_eq!((packets.len(), packets.get(1).map(|packet| packet.number)), (2, Some(4)));
    // The name says what is not known of the value.
    assert_eq!(view.to_value_unverified(), recording);
    // Its number is what the messages in it are given.
    bytes[4] = 5;
    let view = RecordingView::parse_exact(bytes).expect("right but for what only the program knows");
    let (error, offset) = told(view.datagrams().verify(&TABLE));
    assert_eq!(
        (error.as_str(), offset),
        ("Recording.datagrams[1].messages[0].checksum at byte 10: not the checksum of these bytes", 10)
    );
    assert_eq!(told(view.verify(&TABLE)).0, error);
    // What is read without its checksum is written with the right one.
    let mut again = [0; 64];
    assert_eq!(view.to_value_unverified().write(&mut again, &TABLE), Ok(len));
    assert!(RecordingView::parse_exact(&again[..len]).is_ok_and(|view| view.verify(&TABLE).is_ok()));
}

#[test]
fn wherever_a_record_stands_it_is_handed_out_unverified() {
    let frame = Frame { data: &[5] };
    let frames = [frame, frame];
    let main = Main {
        first: frame,
        last: Some(frame),
        pair: MainPair { one: frame, other: frame },
        shape: MainShape::Double(MainShapeDouble { code: 3, one: frame, other: frame }),
        frames: (&frames).into(),
        packet: ToServer::Move(Move { x: 1, note: "".into() }),
    };
    let mut out = [0; 64];
    let len = main.write(&mut out, &TABLE).expect("fine");
    let bytes = &mut out[..len];
    let view = MainView::parse_exact(bytes).expect("right").verify(&TABLE).expect("right");
    assert_eq!(view.to_value(), main);
    assert_eq!(view.last().map(|last| last.verify(&TABLE).map(|last| last.data())), Some(Ok(&[5][..])));
    // Each number by itself; those that cover it tell too, but later.
    let numbers = [
        (1, "own"),
        (4, "first.check"),
        (7, "last.check"),
        (10, "pair.one.check"),
        (13, "pair.other.check"),
        (17, "shape.one.check"),
        (20, "shape.other.check"),
        (24, "frames[0].check"),
        (27, "frames[1].check"),
        (31, "packet(Move).checksum"),
    ];
    for (at, path) in numbers {
        let mut other = bytes.to_vec();
        other[at] ^= 1;
        if path == "packet(Move).checksum" {
            // The catalogue's tells first, unless it is right.
            let whole = modbus(&other[31..]).to_le_bytes();
            other[29..31].copy_from_slice(&whole);
        }
        let view = MainView::parse_exact(&other).expect("right but for what only the program knows");
        assert_eq!(
            told(view.verify(&TABLE)),
            (format!("Main.{path} at byte {at}: not the checksum of these bytes"), at)
        );
        assert_eq!(view.without_verifying().to_value(), main);
        assert_eq!(view.without_verifying().as_bytes(), other);
    }
    let mut other = bytes.to_vec();
    other[17] ^= 1;
    let view = MainView::parse_exact(&other).expect("right but for what only the program knows").without_verifying();
    let MainShapeView::Double(double) = view.shape() else { panic!("{view:?}") };
    assert_eq!(told(double.one().verify(&TABLE)).0, "Main.shape.one.check at byte 17: not the checksum of these bytes");
    assert!(double.other().verify(&TABLE).is_ok());
}

fn modbus(bytes: &[u8]) -> u16 {
    let crc = wireform::Crc::new(16, 0x8005, 0xFFFF, [true, true], 0);
    u16::try_from(crc.of(bytes)).expect("sixteen bits")
}

#[test]
fn parts_of_layouts_are_given_to_it() {
    // As the schema's own example has it, but for the checksum.
    let bytes = [2, 0x75, 0x77, 2, 0x12, 9, 1, 8, 7];
    let view = PartsView::parse_exact(&bytes).expect("right").verify(&TABLE).expect("right");
    let head = view.head();
    assert_eq!((head.key(), head.urgent(), head.seed(), head.step()), (Key::New, true, 2, -1));
    let parts = view.to_value();
    assert_eq!(
        (parts.step.back, parts.steps.get(0).map(|one| (one.more, one.step.back))),
        (Some(9), Some((8, Some(7))))
    );
    let mut out = [0; 9];
    assert_eq!((parts.write(&mut out, &TABLE), out), (Ok(9), bytes));
    // A part that says another thing of what follows.
    let error = Parts { head: head.with_step(1).expect("fits"), ..parts }.write(&mut out, &TABLE);
    assert_eq!(
        error.expect_err("there is nothing behind").to_string(),
        "Parts.step.back: contradicts its condition or tag: expected present exactly if `step < 0`, found present"
    );
    assert!(is_taken("Parts", &bytes, &[]).contains("(\"check\", Unverified { raw: 7799314 })"));
}

#[test]
fn versions_have_hooks() {
    // The same in both.
    let vote: v259::Vote = v260::Vote { choice: 3 };
    // Its code differs, and is covered.
    let mut orders = [[0; 5]; 2];
    let (old, new) = (v259::Order { text: "hi".into() }, v260::Order { text: "hi".into() });
    assert_eq!(
        (
            old.write(&mut orders[0], v259::OrderKnown { round: 7 }, &round),
            new.write(&mut orders[1], v260::OrderKnown { round: 7 }, &round)
        ),
        (Ok(5), Ok(5))
    );
    assert_eq!(orders, [*b"\x3d\x02hi\x17", *b"\x40\x02hi\x1a"]);
    assert!(
        v260::OrderView::parse_exact(&orders[1], v260::OrderKnown { round: 7 })
            .is_ok_and(|order| order.verify(&round).is_ok())
    );
    let error = v259::OrderView::parse_exact(&orders[0], v259::OrderKnown { round: 8 })
        .expect("nobody compared")
        .verify(&round);
    assert_eq!(told(error).0, "Order.seal at byte 4: not the checksum of these bytes");

    let draw = v260::sealed::Draw { reserve: 9, ..Default::default() };
    let messages = [v260::Sealed::Vote(vote), v260::Sealed::Order(new), v260::Sealed::Draw(draw)];
    let mut out = [0; 32];
    let len = v260::Round { number: 7, messages: (&messages).into() }.write(&mut out, &round).expect("fits");
    assert_eq!(out[..len], *b"\x07\x3c\x03\x46\x40\x02hi\x1a\x46\x10\x00\x09");
    let view = v260::RoundView::parse_exact(&out[..len]).expect("just written");
    assert_eq!(Verify::verify(&view, &round), Ok(()));
    let read: Result<Vec<_>, _> =
        view.messages().map(|message| message.map(|message| message.to_value_unverified())).collect();
    assert_eq!(read.as_deref(), Ok(&messages[..]));
    out[0] = 8;
    let view = v260::RoundView::parse_exact(&out[..len]).expect("right but for what only the program knows");
    assert_eq!(
        told(Verify::verify(&view, &round)).0,
        "Round.messages[0](Vote).seal at byte 3: not the checksum of these bytes"
    );
}

#[test]
fn without_hooks_checksums_are_zero() {
    let frame = Frame { data: &[1, 2] };
    let mut out = [0xFF; 4];
    assert_eq!(frame.write(&mut out, &NoHooks), Ok(4));
    assert_eq!(out, [2, 1, 2, 0]);
    let error = frame.write(&mut out[..3], &TABLE).expect_err("a byte is missing");
    assert_eq!(error.to_string(), "Frame: a buffer of 4 bytes is needed");
    let mut out = [0; 4];
    let mut hooked = HookedOutput::new(&mut out, &TABLE);
    let put = List::<Frame<'_>>::from(&[frame]).put_hooked(&mut hooked, (), &"frames");
    assert_eq!(put, Ok(()));
    assert_eq!(hooked.len(), 4);
    assert_eq!(out, [2, 1, 2, 5]);
}
