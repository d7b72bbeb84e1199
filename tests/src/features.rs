//! One schema for each kind of construct: its examples go through its Rust.

mod checked;
mod elements;
mod glob;
mod lasting;
mod notations;
mod table;

use std::collections::BTreeSet;

use table::READERS;
use wireform::prelude::*;
use wireform_build::interpret::read_exact_in;
use wireform_build::model::{Code, Example, ExampleKind, Protocol, SessionId};
use wireform_cli::target::target;
use wireform_tests::features;

use crate::generated::without_indices;
use crate::protocols;

#[test]
fn every_example_of_a_feature_goes_through_generated_code() {
    let (mut counts, mut used) = ([0; 3], BTreeSet::new());
    for protocol in protocols::features() {
        for record in &protocol.records {
            for example in &record.examples {
                let reader = reader(&protocol, &record.name, example);
                used.insert(reader);
                counts[check(&protocol, &record.name, example, (READERS[reader].again)(&example.bytes))] += 1;
            }
        }
    }
    assert_eq!(counts, [469, 70, 330], "examples, what is accepted, and what is refused");
    assert_eq!(used.len(), READERS.len(), "what reads no example is of no use here");
}

/// Generated code that knows what the receiver of an example does.
fn reader(protocol: &Protocol, record: &str, example: &Example) -> usize {
    let said = (0..protocol.sessions.len()).filter_map(|id| example.session.get(SessionId(id)));
    let known: Vec<Code> = example.params.iter().copied().chain(said).collect();
    let version = protocol.version.as_ref().map_or("", |version| version.name.as_str());
    let found = READERS.iter().position(|one| {
        (one.feature, one.version, one.record) == (protocol.name.as_str(), version, record) && one.known == known
    });
    let Some(found) = found else {
        panic!("nothing reads `{}` of {} {version} {record}, knowing {known:?}", example.title, protocol.name)
    };
    found
}

/// Compares what became of an example with what was to become of it. Gives the number of its kind.
fn check(protocol: &Protocol, record: &str, example: &Example, written: Result<Vec<u8>, String>) -> usize {
    let title = format!("{} {record}: {}", protocol.name, example.title);
    match &example.kind {
        ExampleKind::Example => {
            assert_eq!(written.as_ref(), Ok(&example.bytes), "{title}");
            0
        }
        ExampleKind::Accepts => {
            assert!(written.is_ok_and(|written| written != example.bytes), "{title}");
            1
        }
        ExampleKind::Refuses { .. } => {
            let target = target(protocol, record).expect("a struct or a message");
            let (params, mut session) = (&example.params, example.session.clone());
            let refused = read_exact_in(protocol, target, &example.bytes, params, &mut session).expect_err(&title);
            assert_eq!(written, Err(refused.to_string()), "{title}");
            2
        }
    }
}

#[test]
fn what_is_left_tells_what_was_written() {
    use features::left::{Files, FilesView, Grown, GrownMore, GrownMoreY, Kind, TailView, WideView, Worth, WorthView};
    let packet = [1, 0, 0, 0, 1, b'a', 2, 0, 0, 0, 0, 5, 0];
    let last = FilesView::parse_exact(&packet).expect("the last part has a total");
    assert_eq!((last.files().len(), last.total()), (2, Some(5)));
    let part = FilesView::parse_exact(&packet[..11]).expect("another part has none");
    assert_eq!((part.files().len(), part.total()), (2, None));
    let mut out = [0; Files::MAX_LEN];
    let written = last.to_value().write(&mut out).map(|len| out[..len].to_vec());
    assert_eq!(written.as_deref(), Ok(&packet[..]));
    let error = FilesView::parse_exact(&packet[..10]).expect_err("half a file");
    assert_eq!(error.to_string(), "Files.files[1].name at byte 10: 1 more byte needed, but the packet ends here");

    let tail = TailView::parse_exact(&[1, 9, 9, 9, 5, 0, 1]).expect("whatever stands between");
    assert_eq!((tail.slot(), tail.health(), tail.kind()), (1, 5, Kind::Small));
    let mut out = [0; 8];
    assert_eq!(tail.to_value().write(&mut out), Ok(4));
    assert_eq!(out[..4], [1, 5, 0, 1]);
    let error = TailView::parse(&[1, 5]).expect_err("fewer bytes than stand at the end");
    assert_eq!(error.to_string(), "Tail.reserved at byte 1: 2 more bytes needed");

    let wide = WideView::parse_exact(&[4, 5, 0, 0, 0, 9]).expect("four bytes");
    assert_eq!(wide.id(), 5);
    assert_eq!(wide.to_value().write(&mut out), Ok(4));
    assert_eq!(out[..4], [2, 5, 0, 9]);
    let error = |bytes: &[u8]| WideView::parse_exact(bytes).map(|wide| wide.id()).map_err(|error| error.to_string());
    assert_eq!(error(&[1, 5, 9]), Err("Wide.id at byte 1: 1 more byte needed, but the region ends here".to_owned()));
    assert_eq!(
        error(&[5, 5, 0, 0, 0, 0, 9]),
        Err("Wide.id at byte 1: a number without a meaning here: found 5".to_owned())
    );

    let y = |z| Some(GrownMoreY { kind: Kind::Large, z });
    for (more, bytes) in [
        (None, &[1][..]),
        (Some(GrownMore { x: 2, y: None }), &[1, 2, 0]),
        (Some(GrownMore { x: 2, y: y(None) }), &[1, 2, 0, 2]),
        (Some(GrownMore { x: 2, y: y(Some(3)) }), &[1, 2, 0, 2, 3]),
    ] {
        let grown = Grown { id: 1, more };
        let len = grown.write(&mut out).expect("fine");
        assert_eq!(&out[..len], bytes);
        assert_eq!(features::left::GrownView::parse_exact(bytes).map(|view| view.to_value()), Ok(grown));
    }
    assert_eq!(Worth { id: 1, x: 5 }.write(&mut out), Ok(1));
    assert_eq!(WorthView::parse_exact(&[1]).map(|worth| worth.x()), Ok(5));
    assert_eq!(WorthView::parse_exact(&[1, 6, 0]).map(|worth| worth.x()), Ok(6));
}

#[test]
fn a_stream_hands_what_is_known_to_its_messages() {
    use features::families::{MainKnown, MainView, ToClient, to_client};
    let bytes = [1, 2, 2, b'h', b'i', 3, 1, 0, 9, 0, 7, 8];
    let view =
        MainView::parse_exact(&bytes, MainKnown { is_self: true }).expect("a stream is checked when it is reached");
    let messages: Vec<_> = view.messages().map(|message| message.expect("fine").to_value()).collect();
    assert_eq!(messages[2], ToClient::Update(to_client::Update { id: 1, energy: Some(9) }));
    assert_eq!(messages[3], ToClient::Unknown { code: 7, body: &[8] });
    let mut out = [0; 12];
    assert_eq!(view.to_value().write(&mut out, MainKnown { is_self: true }), Ok(12));
    assert_eq!(out, bytes);
    let error =
        view.to_value().write(&mut out, MainKnown::default()).expect_err("the energy contradicts what is known");
    assert_eq!(
        error.to_string(),
        "Main.messages[2](Update).energy: contradicts its condition or tag: expected present exactly if `is_self`, found present"
    );
}

#[test]
fn a_state_is_written_as_what_differs_bit_for_bit() {
    use features::deltas::messages::{Steps, StepsView};
    use features::deltas::{Gun, Point, Step, StepArm, StepArmOffset, StepSize};
    let nan = f32::from_bits(0x7FC0_0001);
    let first = Step { gun: Gun::Rifle, place: Point { x: -0.0, y: nan, flags: 0 }, scale: 1.5, ..Step::default() };
    let arm = StepArm { offset: StepArmOffset { x: -0.0, y: nan }, ..first.arm };
    assert!(first.delta_from(&first).arm.is_none() && Step { arm, ..first }.delta_from(&first).arm.is_some());
    assert!(Step { arm, ..first }.delta_from(&Step { arm, ..first }).arm.is_none());
    // Where he was is where he is in the base, so that an old place of zero has to be said.
    let change = first.delta_from(&Step { place: first.place, ..Step::default() });
    assert!(change.place.is_none() && change.old_place.is_some());
    let second = Step {
        frame: 300,
        old_place: first.place,
        event: 7,
        size: StepSize { firing: true },
        text: "hm".into(),
        ..first
    };
    let mut out = [0; 100];
    let written = Steps { first, second }.write(&mut out).expect("it can be written");
    let view = StepsView::parse_exact(&out[..written]).expect("it was written");
    let bits = |point: Point| [point.x.to_bits(), point.y.to_bits(), u32::from(point.flags)];
    let read = view.to_value();
    assert_eq!(bits(read.first.place), bits(first.place));
    assert_eq!(bits(read.second.old_place), bits(first.place));
    let change = view.second_delta();
    assert_eq!((change.gun(), change.place().is_none(), change.old_place().is_none()), (None, true, true));
    assert_eq!((change.frame(), change.scale(), change.event(), change.size().firing()), (Some(300), None, 7, true));
    let mut again = [0; 100];
    assert_eq!(read.write(&mut again), Ok(written));
    assert_eq!(out, again);
}

#[test]
fn parts_of_a_state_travel_by_themselves() {
    use features::deltas::{Place, Thing, ThingMotion, ThingMotionTurn, Update, UpdateView};
    let place = Place { y: 0.5, z: 9, ..Place::default() };
    let motion = ThingMotion { speed: 3, turn: ThingMotionTurn { spin: -0.0, left: true } };
    let base = Thing { place, motion, ..Thing::default() };
    let now = Thing { place: Place { y: f32::NAN, ..place }, old_place: place, turned: -0.0, ..base };
    let change = now.delta_from(&base);
    assert_eq!((change.place.x, change.place.z, change.motion.speed), (None, 9, None));
    assert!(change.place.y.is_some_and(f32::is_nan) && change.old_place.is_none() && change.turned.is_none());
    let mut out = [0; 40];
    let len = Update { number: 7, state: Some(change) }.write(&mut out).expect("it can be written");
    let update = UpdateView::parse_exact(&out[..len]).expect("it was written");
    let read = update.to_value().state.expect("it is there").resolve(&base);
    assert!(read.place.y.is_nan());
    assert_eq!(Thing { place, ..read }, Thing { place, ..now });
    let positive = Thing { motion: ThingMotion { turn: ThingMotionTurn { spin: 0.0, left: true }, ..motion }, ..base };
    assert!(positive.delta_from(&base).motion.turn.spin.is_some());
}

#[test]
fn a_stream_keeps_what_its_messages_say() {
    use features::sessions::{MainKnown, MainView, MapChange, Mode, ToClient, to_client};
    use wireform_build::interpret::{read_in, write_in};
    use wireform_build::model::{SessionId, SessionValues};
    let schema = format!("{}/schema/features/sessions.wire", env!("CARGO_MANIFEST_DIR"));
    let protocol = wireform_build::load(schema).expect("it compiled when the tests were built").schema.first;
    let main = target(&protocol, "Main").expect("there is one");
    // What is known before, the packet, and what is known after it or where it is refused.
    let held = "01 16 00 0f 00 53 01 ff 01 00 08 09";
    let cases = [
        ((None, None), held, Ok((Some(15), Some(0)))),
        ((Some(0), Some(1)), held, Ok((Some(15), Some(0)))),
        ((Some(15), Some(0)), "01 53 00 08 09", Ok((Some(15), Some(0)))),
        ((Some(0), Some(1)), "01 53 00 0800 0500 efbe", Ok((Some(0), Some(1)))),
        ((None, None), "01 53 00 08 09", Err("ToClient.score at byte 3")),
        ((None, None), "01 53 01 ff 00", Err("ToClient.flags.hold at byte 4")),
        ((Some(15), None), "01 53 00 08 09", Err("ToClient.constant at byte 5")),
        // Two map changes: the later one counts.
        ((None, None), "01 16 00 0f 00 16 00 00 01 53 00 0800 0500 efbe", Ok((Some(0), Some(1)))),
    ];
    let hex = |text: &str| -> Vec<u8> {
        let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_hexdigit).collect();
        let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16).expect("a byte");
        digits.chunks(2).map(pair).collect()
    };
    for ((mode, teams), packet, outcome) in cases {
        let bytes = hex(packet);
        let mut session = SessionValues::default();
        session.set(SessionId(0), mode);
        session.set(SessionId(1), teams);
        let before = session.clone();
        let read = read_in(&protocol, main, &bytes, &[], &mut session);
        let (mode, teams) = (mode.map(|code| Mode::from_code(code as u8)), teams.map(|code| code == 1));
        let known = MainKnown { mode, teams };
        let view = MainView::parse_exact(&bytes, known).expect("a stream is checked when it is reached");
        let mut stream = view.messages();
        let messages: Result<Vec<ToClient>, _> =
            stream.by_ref().map(|message| message.map(|message| message.to_value())).collect();
        let written = view.to_value().encoded_len_known(known);
        let mut out = vec![0; written];
        let again = view.to_value().write(&mut out, known);
        match (outcome, messages) {
            (Ok((mode, teams)), Ok(_)) => {
                let read = read.unwrap_or_else(|error| panic!("{packet}: {error}"));
                assert_eq!((session.get(SessionId(0)), session.get(SessionId(1))), (mode, teams), "{packet}");
                assert_eq!(stream.known.mode.map(|mode| i128::from(mode.code())), mode, "{packet}");
                assert_eq!(stream.known.teams.map(i128::from), teams, "{packet}");
                assert_eq!((again, &out), (Ok(bytes.len()), &bytes), "{packet}");
                let mut session = before;
                assert_eq!(write_in(&protocol, main, &read.value, &[], &mut session), Ok(bytes.clone()), "{packet}");
                assert_eq!((session.get(SessionId(0)), session.get(SessionId(1))), (mode, teams), "{packet}");
            }
            (Err(place), Err(error)) => {
                let told = read.expect_err(packet).to_string();
                let path = place.trim_start_matches("ToClient.");
                let told = without_indices(&told);
                assert_eq!(told, format!("Main.messages.{path}: {}", error.kind()), "{packet}");
                assert!(
                    matches!(error.kind(), wireform::ErrorKind::Session(name) if ["mode", "teams"].contains(&&*name)),
                    "{packet}"
                );
                assert!(without_indices(&error.to_string()).contains(path), "{packet}: {error}");
                assert!(
                    matches!(
                        again.expect_err(packet).kind(),
                        wireform::ErrorKind::Unwritable(wireform::Unwritable::Raw)
                    ),
                    "{packet}"
                );
            }
            (_, messages) => panic!("{packet}: {messages:?}"),
        }
    }
    // The writer of messages that it is given keeps what they say, too.
    let shape = to_client::InitFlagsShape::Held(to_client::InitFlagsShapeHeld { x: 9 });
    let messages = [
        ToClient::MapChange(MapChange { mode: Mode::Hold, ..MapChange::default() }),
        ToClient::InitFlags(to_client::InitFlags { flags: (&[]).into(), score: Some(8), shape }),
    ];
    let value = features::sessions::Main { frames: 1, messages: (&messages).into() };
    let mut out = [0; 9];
    let unknown = MainKnown::default();
    assert_eq!(value.write(&mut out, unknown), Ok(9));
    assert_eq!(out.to_vec(), hex("01 16 00 0f 00 53 00 08 09"));
    let error = features::sessions::Main { frames: 1, messages: (&messages[1..]).into() }.write(&mut out, unknown);
    assert_eq!(
        error.expect_err("nobody said the mode").to_string(),
        "Main.messages[0](InitFlags).score: no message of the session has said `mode` yet"
    );
}

#[test]
fn what_one_packet_says_is_known_in_the_next() {
    use features::sessions::{Mode, RecordingKnown, RecordingView};
    use wireform_build::interpret::{read_in, write_in};
    use wireform_build::model::{SessionId, SessionValues};
    let schema = format!("{}/schema/features/sessions.wire", env!("CARGO_MANIFEST_DIR"));
    let protocol = wireform_build::load(schema).expect("it compiled when the tests were built").schema.first;
    let recording = target(&protocol, "Recording").expect("there is one");
    let game = [1, 4, 0x16, 0, 15, 0];
    let held = [1, 4, 0x53, 0, 8, 9];
    let later = [2, 5, 77, 0x16, 0, 0, 0];
    let free = [2, 5, 78, 0x53, 0, 5, 0];
    let silent = [0, 1, 1];
    let unreadable = [1, 2, 0x16, 9];
    /// Packets, and where they are refused.
    type Case<'a> = (&'a [&'a [u8]], Result<(), &'a str>);
    let cases: [Case<'_>; 6] = [
        (&[&game, &silent, &held, &later, &free, &free, &game, &held], Ok(())),
        (&[], Ok(())),
        (&[&silent], Ok(())),
        (&[&held], Err("records.packet.value.score")),
        (&[&game, &held, &free], Err("records.packet.messages.code")),
        (&[&game, &unreadable], Err("records.packet.value.map")),
    ];
    for (packets, outcome) in cases {
        let bytes = packets.concat();
        let mut session = SessionValues::default();
        let read = read_in(&protocol, recording, &bytes, &[], &mut session);
        let unknown = RecordingKnown::default();
        let view = RecordingView::parse_exact(&bytes, unknown).expect("streams are checked when they are reached");
        let value = view.to_value();
        let mut out = vec![0; bytes.len()];
        let written = value.write(&mut out, unknown);
        match outcome {
            Ok(()) => {
                let read = read.expect("the same");
                assert_eq!((written, &out), (Ok(bytes.len()), &bytes));
                let mut before = SessionValues::default();
                assert_eq!(write_in(&protocol, recording, &read.value, &[], &mut before), Ok(bytes.clone()));
                assert_eq!(before, session);
                // The same from values of our own: what is written last is known last.
                let records: Vec<_> = value.records.iter().collect();
                let again = features::sessions::Recording { records: records.as_slice().into() };
                assert_eq!(again.write(&mut out, unknown), Ok(bytes.len()));
                assert_eq!(out, bytes);
                let known = value.records.heard(Default::default());
                assert_eq!(known.mode.map(|mode| i128::from(mode.code())), session.get(SessionId(0)));
            }
            Err(place) => {
                assert_eq!(read.expect_err("a packet that is not readable").path, place);
                let error = written.expect_err("what cannot be read is not left out");
                assert_eq!(error.kind(), wireform::ErrorKind::Unwritable(wireform::Unwritable::Raw));
            }
        }
        if packets.len() == 1 && outcome.is_err() {
            // The caller may know it.
            let known = RecordingKnown { mode: Some(Mode::Hold), teams: Some(false) };
            assert_eq!(
                value.write(&mut out, known).map_err(|error| error.kind()),
                Err(wireform::ErrorKind::Unwritable(wireform::Unwritable::Raw))
            );
            let view = RecordingView::parse_exact(&bytes, known).expect("a packet");
            assert_eq!(view.to_value().write(&mut out, known), Ok(bytes.len()));
        }
    }
}

#[test]
fn versions_share_what_is_the_same() {
    use features::versions::{Ping, v259, v260};
    // The same type, by each of its names.
    let ping: v259::Ping = v260::Ping { millis: 5 };
    assert_eq!(ping, Ping { millis: 5 });
    let scores = [v259::Score { team: v260::Team::Evil, points: -2 }];
    let welcome: v259::game::Welcome = v260::game::Welcome { scores: (&scores).into(), ..Default::default() };
    // Each version's own: other codes, other fields.
    let (old, new) = (v259::Kick { cn: 1, reason: "hi".into() }, v260::Kick { cn: 1, reason: "hi".into() });
    let (mut old_bytes, mut new_bytes) = ([0; 5], [0; 5]);
    assert_eq!((old.write(&mut old_bytes), new.write(&mut new_bytes)), (Ok(5), Ok(5)));
    assert_eq!((old_bytes[0], new_bytes[0], &old_bytes[1..]), (56, 59, &new_bytes[1..]));
    let messages = [
        v259::Game::Ping(ping),
        v259::Game::Kick(old),
        v259::Game::Welcome(welcome),
        v259::Game::Resume(v259::game::Resume { has_flags: true, frags: 1, quad: 300, ..Default::default() }),
    ];
    let mut out = [0; 64];
    let len = v259::Main { low: 1, messages: (&messages).into(), ..Default::default() }.write(&mut out).expect("fits");
    assert_eq!(out[..2], 259_u16.to_le_bytes());
    let view = v259::MainView::parse_exact(&out[..len]).expect("just written");
    let read: Vec<_> = view.messages().map(|message| message.expect("just written").to_value()).collect();
    assert_eq!(read, messages);
    let error = v260::MainView::parse_exact(&out[..len]).expect_err("the other version's number stands in front");
    assert_eq!(
        error.to_string(),
        "Main.version at byte 0: not the constant that belongs here: expected 260, found 259"
    );
}

#[test]
fn a_region_is_as_long_as_what_is_in_it() {
    use features::regions::{Sizes, SizesKnown, SizesMap, SizesView};
    let title = "a title that makes it longer.";
    let sizes = Sizes { kind: 1, seed: 0x1_0000, title: title.into(), left: &[9], high: 2, ..Sizes::default() };
    let mut out = [0; 64];
    let len = sizes.write(&mut out, SizesKnown { rest: 1 }).expect("fits");
    // The carrier, a size of four bytes, the seed, no points, and the title, in words, the first of which is not told.
    assert_eq!(out[..2], [8, 0]);
    assert_eq!(len, 2 + 1 + 36 + 1 + 4);
    let view = SizesView::parse_exact(&out[..len], SizesKnown { rest: 1 }).expect("just written");
    assert_eq!((view.to_value(), view.title().to_string().as_str()), (sizes, title));
    let refused =
        |sizes: Sizes, rest: u8| sizes.write(&mut [0; 1024], SizesKnown { rest }).expect_err("refused").to_string();
    let odd = Sizes { title: "odd".into(), ..sizes };
    assert_eq!(
        refused(odd, 1),
        "Sizes.within: a length that is no multiple of its unit: expected a multiple of 4, found 10"
    );
    assert_eq!(refused(sizes, 2), "Sizes.within: not the length that its count has or can have: expected 2, found 1");
    let long = "x".repeat(401);
    assert_eq!(
        refused(Sizes { title: long.as_str().into(), ..sizes }, 1),
        "Sizes.size: breaks the rule `..=100`: found 101"
    );
    let named = Sizes { map: Some(SizesMap { name: "abc" }), ..sizes };
    assert!(refused(named, 1).starts_with("Sizes.within"));
}

#[test]
fn what_runs_out_in_a_region_is_malformed() {
    use features::regions::{MainView, SizesKnown, SizesView, ToClientStream, ToClientView};
    use wireform::{ErrorKind, Malformed};
    // In the example all of it is there; in every prefix something is missing, and may still come.
    let bytes = [3, 0, 7, 3, 8, 0x78, 0x56, 0x34, 0x12, 2, b'a', b'b', 0, 1, 5, 0, b'h', b'i', b'!', 1, 2, 3, 4, 0];
    for len in 0..bytes.len() {
        let error = SizesView::parse(&bytes[..len], SizesKnown { rest: 1 }).expect_err("cut off");
        assert!(matches!(error.kind(), ErrorKind::Truncated { .. }), "{len}: {error}");
    }
    let mut inner = bytes;
    inner[4] = 3;
    let error = SizesView::parse(&inner, SizesKnown { rest: 1 }).expect_err("the seed is cut off");
    assert_eq!(error.to_string(), "Sizes.seed at byte 5: 1 more byte needed, but the region ends here");
    inner[4] = 40;
    let error = SizesView::parse(&inner, SizesKnown { rest: 1 }).expect_err("larger than what is around it");
    assert_eq!(error.kind(), ErrorKind::Malformed(Malformed::RegionEnd { needed: 26 }));
    // A stream is read when it is reached, and knows its end then.
    let client = [85, 3, 2, 32, 0x80];
    let [Ok(ToClientView::Client(client))] = ToClientStream::new(&client, ()).collect::<Vec<_>>()[..] else {
        panic!("one message");
    };
    let error = client.messages().next().expect("a message").expect_err("cut off");
    assert_eq!(error.to_string(), "Ping.millis at byte 4: 2 more bytes needed, but the region ends here");
    let mut recording = *b"SAUERBRATEN_DEMO\x01\0\0\0\x04\x01\0\0\x05\0\0\0\x02\0\0\0\0\0\0\0";
    let error = MainView::parse(&recording).expect_err("a file without its code");
    assert_eq!(
        error.to_string(),
        "Main.records[0].packet.value.code at byte 36: 1 more byte needed, but the region ends here"
    );
    recording[28] = 0;
    let view = MainView::parse_exact(&recording).expect("no positions at all");
    assert_eq!(view.records().len(), 1);
}

#[test]
fn a_size_that_is_none_ends_a_list() {
    use features::regions::{Blocks, BlocksView};
    let bytes = [2, 0, 0, 0, 32, 5, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF];
    let view = BlocksView::parse_exact(&bytes).expect("two blocks");
    let mut out = [0; 14];
    assert_eq!((view.blocks().len(), view.to_value().write(&mut out)), (2, Ok(14)));
    assert_eq!(out, bytes);
    assert_eq!(Blocks::default().write(&mut out), Ok(4));
}

#[test]
fn what_is_beyond_a_turn_is_cut_before_it_is_turned() {
    use features::values::{Angle, Signed, SignedNext, SignedNextNear, SignedView, Source};
    // As a program does that cuts the fraction and keeps the low bits: a bit below zero is zero, not the last number.
    assert_eq!(Angle::new(359.99).map(Angle::raw), Ok(-2));
    for degrees in [359.99_f32, -0.01, -0.005, 180.0, -180.0, -541.0, 3.6e6, 3.7e9, -1.0e12] {
        let game = (degrees * 65_536.0 / 360.0) as i64 as i16;
        assert_eq!(Angle::new(degrees).map(Angle::raw), Ok(game), "{degrees}");
    }
    for none in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(Angle::new(none).is_err());
    }
    // The bits of a signed number, of which the writer makes one below zero.
    let source = Source::default().with_channel(5).and_then(|source| source.with_entity(-3)).expect("they fit");
    let near = SignedNextNear { code: Source::from_raw(7), x: 1 };
    let many = [source];
    let signed = Signed { source: Some(source), many: (&many).into(), next: SignedNext::Near(near) };
    let mut out = [0; 16];
    let len = signed.write(&mut out).expect("it keeps the rule");
    assert_eq!(out[..len], [1, 0xED, 0xFF, 0xED, 0xFF, 0xFF, 0xFF, 7, 0, 1]);
    assert_eq!(SignedView::parse_exact(&out[..len]).map(|view| view.to_value()), Ok(signed));
    let last = [Source::from_raw(0xFFFF)];
    let error = Signed { many: (&last).into(), ..signed }.write(&mut out).expect_err("it ends the list");
    assert_eq!(error.to_string(), "Signed.many[0]: a reader would end it elsewhere");
}
