//! The Rust that the guide to generated code shows, as it is shown there, run.

use std::error::Error;

use wireform::ParseErrorKind;
use wireform_tests::quake2::to_client::{Sound, SoundView};
use wireform_tests::quake2::{ToClientKnown, ToClientView, Unit};
use wireform_tests::sauerbraten::positions::PosMut;
use wireform_tests::sauerbraten::v259::{ServerPacketView, ToClientView as Message};

/// A sound with all of its fields.
const SOUND: [u8; 14] = [0x09, 0x1f, 0x37, 0x7f, 0x80, 0x64, 0xff, 0x1f, 0x0a, 0, 0xec, 0xff, 0xff, 0x7f];

#[test]
fn a_message_is_read_and_written() -> Result<(), Box<dyn Error>> {
    let packet = &SOUND[..];
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
    Ok(())
}

#[test]
fn any_message_is_read() -> Result<(), Box<dyn Error>> {
    let packet = &SOUND[..];
    let known = ToClientKnown::default(); // what earlier messages of this conversation said
    let (message, _rest) = ToClientView::parse(packet, known)?;
    match message {
        ToClientView::Sound(sound) => println!("sound {}", sound.sound()),
        ToClientView::Print(print) => println!("{}", print.text()),
        other => println!("{other:?}"),
    }
    Ok(())
}

#[test]
fn messages_are_read_one_by_one() -> Result<(), Box<dyn Error>> {
    let packet = [2, 22, 114, 101, 105, 115, 115, 101, 110, 0, 5, 0, 33, 87];
    for message in ServerPacketView::parse_exact(&packet)?.messages() {
        match message? {
            Message::MapChange(change) => println!("the map is {}", change.map()),
            other => println!("{other:?}"),
        }
    }
    Ok(())
}

#[test]
fn incomplete_input_is_distinct() {
    let packet = &SOUND[..];
    let error = SoundView::parse(&packet[..3]).expect_err("the volume is missing");
    assert_eq!(error.to_string(), "Sound.volume at byte 3: 1 more byte needed");
    assert_eq!(error.kind(), ParseErrorKind::Truncated { needed: 1 }); // a TCP reader waits for more

    let error = SoundView::parse(&[9, 8, 1, 9, 0x20]).expect_err("there is no such entity");
    assert!(matches!(error.kind(), ParseErrorKind::Malformed(_))); // more bytes do not help
}

#[test]
fn a_packet_is_changed_in_place() -> Result<(), Box<dyn Error>> {
    let mut packet = [4, 1, 17, 16, 11, 39, 102, 35, 207, 27, 134, 112, 90, 132, 151, 126, 35];
    let (mut pos, _rest) = PosMut::parse(&mut packet)?;
    pos.set_cn(2)?;
    assert_eq!(packet[1], 2);
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
        for line in block.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("use ")) {
            assert!(lines.contains(&line), "no test runs this line of the guide: {line}");
            shown += 1;
        }
    }
    assert!(shown > 20, "{shown} lines");
}
