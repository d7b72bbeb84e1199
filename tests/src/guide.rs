//! The Rust that the guide to generated code shows, as it is shown there, run.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::error;
use std::hash::Hash;
use std::thread;

use wireform::Nested;
use wireform::prelude::*;
use wireform::{Error, ErrorKind, Lent, Owned};
use wireform_tests::features::bounds::Texts;
use wireform_tests::features::nested::{Payload, PayloadValue, PayloadValueList, Tag, TagView};
use wireform_tests::quake2::owned;
use wireform_tests::quake2::to_client::{PacketEntitiesView, Print, PrintView, Sound, SoundMut, SoundView};
#[rustfmt::skip]
use wireform_tests::quake2::{Angle16, Buttons, Effect, PrintLevel, ServerDataView, ToClient, ToClientHandler, ToClientKnown, ToClientView, Unit};
use wireform_tests::quake2::{FromServerPacket, FromServerPacketConnected, FromServerPacketView, FromServerView};

/// A sound with all of its fields, of the world's channel 7.
const SOUND: [u8; 14] = [0x09, 0x1f, 0x37, 0x7f, 0x80, 0x64, 0xff, 0x1f, 0x0a, 0, 0xec, 0xff, 0xff, 0x7f];

/// The header of a server's datagram, a sound, and a message without fields.
const DATAGRAM: [u8; 14] = [7, 0, 0, 0, 5, 0, 0, 0, 9, 8, 64, 18, 0, 6];

/// The changes of two entities.
const ENTITIES: [u8; 9] = [0x12, 0x01, 0xf0, 0x4e, 0x69, 0x40, 0xff, 0, 0];

#[test]
fn a_message_is_read_and_written() -> Result<(), Box<dyn error::Error>> {
    let packet: &[u8] = &SOUND;
    let (sound, rest) = SoundView::parse(packet)?; // a message at the front of `packet`
    let whole = SoundView::parse_exact(packet)?; // a message that is all of `packet`
    assert_eq!(sound.sound(), 55);
    assert_eq!(sound.volume().to_string(), "0.49803922"); // a quantity: `get()` is the value, `raw()` the number
    let x = sound.position().map(|position| position.x().get()); // an optional field
    assert_eq!((x, rest.len(), whole.as_bytes()), (Some(1.25), 0, packet));

    let quieter = Sound { volume: Unit::new(0.25)?, ..sound.to_value() };
    let mut buffer = [0; Sound::MAX_LEN];
    let len = quieter.write(&mut buffer)?;
    assert_eq!(len, 14);

    assert_eq!(Unit::new(7.0)?, Unit::new(1.0)?); // `clamp`
    assert_eq!(Angle16::new(450.0)?, Angle16::new(90.0)?); // `wrap`
    assert!(Unit::new(f32::NAN).is_err() && Angle16::new(f32::INFINITY).is_err());

    assert!(sound.to_string().starts_with("Sound { sound: 55, volume: 0.49803922, "));
    assert!(whole == sound && sound.as_bytes() == packet);

    let mut datagram = Vec::new();
    let len = quieter.append_to(&mut datagram)?; // feature `alloc`; `to_vec` makes a new vector
    let mut outgoing = bytes::BytesMut::new();
    quieter.put_to(&mut outgoing)?; // feature `bytes`
    assert_eq!((datagram.len(), outgoing.len()), (len, len));
    Ok(())
}

#[test]
fn nested_parts_are_read_level_by_level() -> Result<(), Error> {
    let packet: &[u8] = &[9, 0, 1, b'a', 1, 0, 0, 0, 2, 5, 6];
    let tag = TagView::parse_exact(packet)?;
    let payload = tag.payload().get().expect("a level");
    let PayloadValue::List(list) = payload.value else { panic!("no list") };
    let numbers: Vec<_> = list.items.iter().filter_map(|item| item.get()).map(|item| item.value).collect();
    assert_eq!(numbers, [PayloadValue::Byte(5), PayloadValue::Byte(6)]);

    let [five, six] = [5, 6].map(|number| Payload { value: PayloadValue::Byte(number) });
    let items = [Nested::from(&five), Nested::from(&six)];
    let list = Payload { value: PayloadValueList { inner: 1, items: (&items).into() }.into() };
    let ours = Tag { kind: 9, name: "a", payload: Nested::from(&list) };
    assert_eq!((ours == tag.to_value(), ours.to_vec()?.as_slice()), (true, packet));
    Ok(())
}

#[test]
fn values_are_made_of_values() -> Result<(), Box<dyn error::Error>> {
    let quieter = Sound { volume: Unit::new(0.25)?, ..Sound::default() };

    let held = Buttons::default().with_attack(true).with_other(7)?; // `other` has 5 bits
    assert_eq!((held.attack(), held.other(), held.raw()), (true, 7, 0b0001_1101));
    assert!(held.with_other(32).is_err());

    let text = String::from("Kilia entered the game\n");
    let print = Print { level: PrintLevel::High, text: text.as_str().into() };
    let said: Vec<ToClient> = vec![quieter.into(), print.into()];
    let connected = FromServerPacketConnected { messages: said.as_slice().into(), ..Default::default() };
    assert_eq!(connected.messages.iter().count(), 2);

    assert_eq!(said[1].name(), "Print");
    let sound: Sound = said[0].try_into().expect("a sound");
    let packet: FromServerPacket = connected.into();
    assert_eq!((sound, packet), (quieter, FromServerPacket::Connected(connected)));

    assert_eq!((PrintLevel::from(2), u8::from(PrintLevel::Chat)), ("High".parse()?, 3));
    assert_eq!(f32::from(Unit::try_from(1.0)?), 1.0);
    let effect = Effect::try_from(56).expect_err("a code without a name");
    assert_eq!(effect.to_string(), "Effect: no name has this code: expected 0 to 30 or 33 to 55, found 56");
    assert_eq!(Effect::ALL.len(), 54);

    assert_eq!(serde_json::to_string(&print)?, r#"{"level":"High","text":"Kilia entered the game\n"}"#);
    let json = serde_json::to_string(&quieter)?;
    assert!(json.starts_with(r#"{"sound":0,"volume":{"raw":63,"value":0.24705882},"#), "{json}");
    assert_eq!(serde_json::from_str::<Sound>(&json)?, quieter);

    let louder: Sound = serde_json::from_str(r#"{"sound":3,"volume":{"value":0.5}}"#)?;
    assert_eq!((louder.sound, louder.volume, louder.position), (3, Unit::new(0.5)?, None));
    let refused = serde_json::from_str::<Sound>("{}").unwrap_err().to_string();
    assert!(refused.starts_with("missing field `sound`"), "{refused}");
    let refused = serde_json::from_str::<Sound>(r#"{"volume":2}"#).unwrap_err().to_string();
    assert!(refused.contains(r#"this is a bare number: expected {"raw":2} or {"value":2}"#), "{refused}");
    Ok(())
}

#[test]
fn elements_are_values() -> Result<(), Box<dyn error::Error>> {
    let packet: &[u8] = &ENTITIES;
    let changes = PacketEntitiesView::parse_exact(packet)?;
    for entity in changes.entities() {
        println!("{}", entity.number); // a field of a value: no parentheses
    }
    assert_eq!(changes.entities().len(), 2);

    let all: Vec<&str> = "cold wet".split(' ').collect();
    let value = Texts { texts: (&["cold", "wet"]).into() };
    assert_eq!(value, Texts { texts: (&all).into() });
    assert_eq!((value.texts.first(), value.texts.last()), (Some("cold"), Some("wet")));
    assert!(value.texts.contains(&"wet") && value.texts.iter().rev().eq(["wet", "cold"]));
    assert!(value.texts == ["cold", "wet"] && value.texts == all);
    assert_eq!(value.texts.to_string(), r#"["cold", "wet"]"#);
    Ok(())
}

#[test]
fn any_message_is_read() -> Result<(), Box<dyn error::Error>> {
    let packet: &[u8] = &SOUND;
    let known = ToClientKnown::default();
    let (message, _rest) = ToClientView::parse(packet, known)?;
    match message {
        ToClientView::Sound(sound) => println!("sound {}", sound.sound()),
        ToClientView::Print(print) => println!("{}", print.text()),
        other => println!("{other:?}"),
    }
    Ok(())
}

#[test]
fn messages_are_read_one_by_one() -> Result<(), Box<dyn error::Error>> {
    let datagram: &[u8] = &DATAGRAM;
    let mut known = ToClientKnown::default();
    let mut seen = 0;
    let from_server = FromServerView::parse_exact(datagram, known.into())?;
    println!("datagram {}", from_server.sequence().number());
    assert_eq!(from_server.sequence().number(), 7);
    if let FromServerPacketView::Connected(connected) = from_server.packet() {
        let mut messages = connected.messages();
        for message in &mut messages {
            println!("{:?}", message?);
            seen += 1;
        }
        known = messages.known; // for the next datagram
    }
    assert_eq!((seen, known.protocol), (2, None));
    Ok(())
}

#[derive(Default)]
struct Ears {
    level: String,
    heard: Vec<u8>,
    ignored: Vec<&'static str>,
}

impl<'a> ToClientHandler<'a> for Ears {
    type Error = Box<dyn error::Error>; // or `wireform::Error`, or your own with `From` of it

    fn server_data(&mut self, data: ServerDataView<'a>) -> Result<(), Self::Error> {
        self.level = data.level().to_string();
        Ok(())
    }

    fn sound(&mut self, sound: SoundView<'a>) -> Result<(), Self::Error> {
        self.heard.push(sound.sound());
        Ok(())
    }

    fn other(&mut self, message: ToClientView<'a>) -> Result<(), Self::Error> {
        self.ignored.push(message.name());
        Ok(())
    }
}

#[test]
fn messages_are_handed_to_a_handler() -> Result<(), Box<dyn error::Error>> {
    let (datagram, message): (&[u8], &[u8]) = (&DATAGRAM, &SOUND);
    let mut known = ToClientKnown { protocol: Some(34) };
    let mut ears = Ears::default();
    let from_server = FromServerView::parse_exact(datagram, known.into())?;
    if let FromServerPacketView::Connected(connected) = from_server.packet() {
        let mut messages = connected.messages();
        messages.dispatch(&mut ears)?;
        known = messages.known; // for the next datagram
    }
    let rest = ToClientView::dispatch(message, &mut known, &mut ears)?; // a message at the front of `message`
    assert_eq!((rest.len(), known.protocol, ears.level.as_str()), (0, Some(34), ""));
    assert_eq!((ears.heard, ears.ignored), (vec![64, 55], vec!["Nop"]));

    let error =
        ToClientView::dispatch(&SOUND[..3], &mut known, &mut Ears::default()).expect_err("the volume is missing");
    assert_eq!(error.to_string(), "Sound.volume at byte 3: 1 more byte needed");
    Ok(())
}

fn advice(error: Error) -> &'static str {
    match error.kind() {
        ErrorKind::Truncated { .. } => "wait for more bytes",
        ErrorKind::Malformed(_) => "drop the packet",
        ErrorKind::Session(_) => "an earlier message must come first",
        _ => "it is about a value, not about bytes",
    }
}

#[test]
fn the_kinds_of_errors_are_distinct() {
    let packet: &[u8] = &SOUND;
    let error = SoundView::parse(&packet[..3]).expect_err("the volume is missing");
    assert_eq!(error.to_string(), "Sound.volume at byte 3: 1 more byte needed");
    assert_eq!(advice(error), "wait for more bytes");
    assert_eq!(advice(SoundView::parse_exact(&packet[..3]).expect_err("nothing follows")), "drop the packet");
    assert_eq!(advice(SoundView::parse(&[9, 8, 1, 9, 0x20]).expect_err("no such entity")), "drop the packet");
    let frame = [20, 90, 2, 0, 0, 89, 2, 0, 0, 0, 1, 2];
    let error = ToClientView::parse(&frame, ToClientKnown::default()).expect_err("the protocol is unknown");
    assert_eq!(advice(error), "an earlier message must come first");
    assert!(ToClientView::parse(&frame, ToClientKnown { protocol: Some(34) }).is_ok());
}

#[test]
fn a_packet_is_changed_in_place() -> Result<(), Box<dyn error::Error>> {
    let mut packet = SOUND;
    let (mut sound, _rest) = SoundMut::parse(&mut packet)?;
    sound.set_sound(56);
    sound.set_volume(Unit::from_raw(128))?;
    assert_eq!(packet[2..4], [56, 128]);
    Ok(())
}

#[test]
fn messages_of_a_packet_are_changed_in_place() -> Result<(), Box<dyn error::Error>> {
    let mut datagram = DATAGRAM;
    let known = ToClientKnown::default();
    let mut sounds = Vec::new();
    let from_server = FromServerView::parse_exact(&datagram, known.into())?;
    if let FromServerPacketView::Connected(connected) = from_server.packet() {
        for placed in connected.messages().placed() {
            let placed = placed?;
            if let ToClientView::Sound(_) = placed.message {
                sounds.push(placed.offset);
            }
        }
    }
    for start in sounds {
        let (mut sound, _rest) = SoundMut::parse(&mut datagram[start..])?;
        sound.set_sound(56);
    }
    assert_eq!(datagram, [7, 0, 0, 0, 5, 0, 0, 0, 9, 8, 56, 18, 0, 6]);
    Ok(())
}

#[test]
fn messages_of_a_packet_are_rewritten() -> Result<(), Box<dyn error::Error>> {
    let (datagram, mut known): (&[u8], _) = (&DATAGRAM, ToClientKnown::default());
    let mut receiver = known;
    let from_server = FromServerView::parse_exact(datagram, known.into())?;
    if let FromServerPacketView::Connected(connected) = from_server.packet() {
        let mut messages = connected.messages();
        let mut packet = datagram[..messages.offset()].to_vec(); // what stands in front of them
        known = ToClient::rewrite(&mut messages, &mut receiver, &mut packet, |message, forwarded| {
            if let ToClientView::Sound(sound) = message {
                let volume = Unit::new(sound.volume().get() / 2.0)?;
                forwarded.replace(Sound { volume, ..sound.to_value() })?;
            }
            Ok::<_, Error>(())
        })?;
        assert_eq!(packet, [7, 0, 0, 0, 5, 0, 0, 0, 9, 9, 64, 127, 18, 0, 6]);
        assert_eq!((known, messages.rest()), (receiver, &[][..]));
    }
    Ok(())
}

#[test]
fn packets_are_kept() -> Result<(), Box<dyn error::Error>> {
    let (datagram, known): (&[u8], _) = (&DATAGRAM, ToClientKnown { protocol: Some(34) });
    let mut queue: VecDeque<owned::FromServer> = VecDeque::new();
    let from_server = FromServerView::parse_exact(datagram, known.into())?;
    queue.push_back(from_server.into_owned()?); // outlives `datagram`

    let logging = thread::spawn(move || serde_json::to_string(&queue)); // with `serde(true)`
    let log = logging.join().expect("the thread did not panic")?;
    let edited = log.replace(r#""sound":64"#, r#""sound":65"#);

    let mut queue: VecDeque<owned::FromServer> = serde_json::from_str(&edited)?;
    let mut sent = Vec::new();
    while let Some(from_server) = queue.pop_front() {
        let datagram = from_server.to_vec(known.into())?;
        println!("{} bytes: {from_server}", datagram.len());
        sent.push(datagram);
    }
    assert_eq!(sent, [[7, 0, 0, 0, 5, 0, 0, 0, 9, 8, 65, 18, 0, 6]]);

    let packet: &[u8] = b"\x0a\x03hello\0";
    let (view, _rest) = PrintView::parse(packet)?;
    let mut print: owned::to_client::Print = view.into_owned();
    print.text.push_str("!\n");
    let kept: owned::ToClient = print.into(); // and back with `try_into()`
    match &kept {
        owned::ToClient::Print(print) => println!("{}", print.text),
        other => println!("{}", other.name()),
    }
    assert_eq!(ToClientView::parse_exact(&kept.to_vec(known)?, known)?.to_value(), kept.as_value());
    assert_eq!(kept.to_vec(known)?, b"\x0a\x03hello!\n\0");
    Ok(())
}

#[test]
fn a_set_is_asked_with_what_borrows() -> Result<(), Box<dyn error::Error>> {
    let known = ToClientKnown::default();
    let print = |text: &str| Print { level: PrintLevel::High, text: text.into() }.to_vec();
    let packets = [print("a")?, SOUND.to_vec(), print("b")?, print("a")?, SOUND.to_vec()];
    let mut new = Vec::new();
    let mut seen = HashSet::<owned::ToClient>::new();
    for packet in &packets {
        let message = ToClientView::parse_exact(packet, known)?.to_value();
        if !seen.contains(&message as &dyn Lent<_>) {
            seen.insert(message.into_owned());
            new.push(message);
        }
    }
    assert_eq!(new.len(), 3);
    // Borrowed and owned values have one order.
    let sorted: BTreeSet<owned::ToClient> = seen.into_iter().collect();
    new.sort();
    assert!(sorted.iter().map(owned::ToClient::as_value).eq(new.iter().copied()));
    assert!(new.iter().all(|message| sorted.contains(message as &dyn Lent<_>)));
    Ok(())
}

/// Reads a packet, writes it, and reads that.
fn round_trip<M: Owned>(packet: &[u8], known: M::Known) -> Result<M, Error> {
    let message = M::parse_owned(packet, known)?;
    let written = message.as_value().to_vec_known(known)?;
    assert_eq!(M::parse_owned(&written, known)?, message);
    Ok(message)
}

/// Messages that are sent later, each once.
struct Queue<M: Owned> {
    waiting: VecDeque<(M, M::Known)>,
}

impl<M: Owned> Queue<M> {
    fn push(&mut self, view: M::View<'_>, known: M::Known) -> Result<(), Error> {
        let message = M::own(M::value(view))?;
        if self.waiting.iter().all(|(other, _)| *other != message) {
            self.waiting.push_back((message, known));
        }
        Ok(())
    }

    fn pop(&mut self) -> Option<Result<Vec<u8>, Error>> {
        let (message, known) = self.waiting.pop_front()?;
        Some(message.as_value().to_vec_known(known))
    }
}

#[test]
fn quantities_are_no_floats() {
    fn is_hashed_and_ordered<T: Eq + Hash + Ord>(_: T) {}
    is_hashed_and_ordered(Sound { volume: Unit::new(0.5).expect("a volume"), ..Sound::default() });
}

#[test]
fn generic_code_reads_keeps_and_writes_any_message() -> Result<(), Box<dyn error::Error>> {
    let known = ToClientKnown { protocol: Some(34) };
    assert_eq!(round_trip::<owned::ToClient>(&SOUND, known)?.name(), "Sound");
    assert_eq!(round_trip::<Sound>(&SOUND, ())?.sound, 55);
    assert!(round_trip::<owned::FromServer>(&DATAGRAM, known.into()).is_ok());
    assert!(round_trip::<owned::FromServer>(&DATAGRAM[..12], known.into()).is_err());

    let mut queue = Queue::<owned::FromServer> { waiting: VecDeque::new() };
    for _ in 0..2 {
        queue.push(FromServerView::parse_exact(&DATAGRAM, known.into())?, known.into())?;
    }
    assert_eq!(queue.pop().ok_or("a datagram")??, DATAGRAM);
    assert!(queue.pop().is_none());
    Ok(())
}

#[test]
fn the_guide_shows_these_lines() {
    let lines: Vec<&str> = include_str!("guide.rs").lines().map(str::trim).collect();
    let guide = include_str!("../../codegen/guide.md");
    let (_, chapter) = guide.split_once("## Read, change, write").expect("the chapter");
    let (chapter, _) = chapter.split_once("\n## ").expect("the next one");
    let mut shown = 0;
    for block in chapter.split("```rust").skip(1).filter_map(|rest| rest.split("```").next()) {
        for line in block.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let line = line.replace("use quake2", "use wireform_tests::quake2");
            assert!(lines.contains(&line.as_str()), "no test runs this line of the guide: {line}");
            shown += 1;
        }
    }
    assert!(shown > 30, "{shown} lines");
}
