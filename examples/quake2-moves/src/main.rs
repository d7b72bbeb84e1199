//! Reads datagrams with moves of clients, compares their checksums, and writes one.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use std::error;

use quake2_moves::quake2::to_server::{Move, MoveKnown, MoveView, StringCommand};
use quake2_moves::quake2::{
    Angle16, Buttons, Command, FromClient, FromClientPacket, FromClientPacketConnected, FromClientPacketView,
    FromClientView, MoveChecksum, Sequence, ToServer, ToServerView,
};
use quake2_moves::{Form, Game};
use wireform::Error;
use wireform::prelude::*;

/// A datagram of version 3.19: its number, 144020, what it has heard, and a move.
const DATAGRAM: &[u8] = b"\x94\x32\x02\x00\x93\x32\x02\x00\x3f\xf0\
    \x02\xf5\x3b\x77\x01\x00\x01\x8e\xe4\x19\x41\x00\x2c\x88\x00\xc1\xd4";

/// A move of an older version, alone, and the number of its datagram.
const OLDER: &[u8] =
    b"\x02\xa4\x93\x12\x01\x00\x7b\x44\x2b\xef\x11\xc8\x00\x70\xfe\xc8\x00\x01\x0b\x96\x00\x21\x34\x40\x00\x0d\xa7";
const OLDER_NUMBER: u32 = 25010;

/// What the game's tables have for the datagrams that are read and written here. Whoever has the game has all of them.
fn salt(sequence: u32) -> [u8; 4] {
    match sequence {
        144_020 => [0x00, 0xC1, 0xCF, 0x67],
        OLDER_NUMBER => [0x82, 0x3F, 0x75, 0x79],
        _ => [0; 4],
    }
}

fn main() -> Result<(), Box<dyn error::Error>> {
    let (today, older) = (Game { form: Form::Crc, salt }, Game { form: Form::Md4, salt });

    println!("A datagram of {} bytes:", DATAGRAM.len());
    hear(DATAGRAM, &today)?;

    println!("\nThe same, of which somebody changed a byte on the way:");
    let mut changed = DATAGRAM.to_vec();
    if let Some(light) = changed.last_mut() {
        *light ^= 1;
    }
    hear(&changed, &today)?;

    println!("\nA move of an older client:");
    let known = MoveKnown { sequence: OLDER_NUMBER };
    show(&MoveView::parse_exact(OLDER, known)?.verify(&older)?);

    println!("\nThe same, to a server of today:");
    let unverified = MoveView::parse_exact(OLDER, known)?;
    if let Err(refused) = unverified.verify(&today) {
        println!("  refused: {refused}");
    }
    println!("and to somebody who only listens, and has no table:");
    show(&unverified.without_verifying());

    println!("\nA datagram of our own:");
    let messages = [ToServer::Move(walk()?), ToServer::StringCommand(StringCommand { text: "wave 1".into() })];
    let datagram = FromClient {
        packet: FromClientPacket::Connected(FromClientPacketConnected {
            sequence: Sequence::default().with_number(144_020)?,
            acknowledged: Sequence::default().with_number(144_019)?,
            qport: 61503,
            messages: (&messages).into(),
        }),
    };
    // Nobody can forget the checksum: without the functions that it needs nothing is written.
    let mut buffer = [0; 128];
    let len = datagram.write(&mut buffer, &today)?;
    println!("  {}", hex(&buffer[..len]));
    hear(&buffer[..len], &today)
}

/// Somebody runs, turns, and fires at last.
fn walk() -> Result<Move, Box<dyn error::Error>> {
    let runs = Command { yaw: Angle16::new(90.0)?, forward: 400, millis: 16, light_level: 128, ..Command::default() };
    let turns = Command { yaw: Angle16::new(92.5)?, ..runs };
    let fires = Command { buttons: Buttons::default().with_attack(true), ..turns };
    Ok(Move { last_frame: -1, oldest: runs, previous: turns, newest: fires })
}

/// Says what a client's datagram says.
fn hear(datagram: &[u8], game: &impl MoveChecksum) -> Result<(), Box<dyn error::Error>> {
    let FromClientPacketView::Connected(datagram) = FromClientView::parse_exact(datagram)?.packet() else {
        println!("  nobody is connected yet");
        return Ok(());
    };
    println!("  number {}: {}", datagram.sequence().number(), outcome(datagram.verify(game)));
    for message in datagram.messages() {
        match message? {
            ToServerView::Move(moved) => match moved.verify(game) {
                Ok(moved) => show(&moved),
                // The game leaves out the rest of the datagram too.
                Err(refused) => {
                    println!("  refused: {refused}");
                    break;
                }
            },
            ToServerView::StringCommand(command) => println!("  the command \"{}\"", command.text()),
            other => println!("  {other:?}"),
        }
    }
    Ok(())
}

/// All checksums of a datagram can be compared at once.
fn outcome(verified: Result<(), Error>) -> &'static str {
    if verified.is_ok() { "as it was sent" } else { "changed, or not for us" }
}

/// Says what is in a move.
fn show(moved: &MoveView<'_>) {
    println!("  last frame {}", moved.last_frame());
    for (name, command) in [("oldest", moved.oldest()), ("previous", moved.previous()), ("newest", moved.newest())] {
        let Command { pitch, yaw, forward, side, buttons, millis, .. } = command;
        let attack = if buttons.attack() { ", attacks" } else { "" };
        println!("  {name:8}  looks at {pitch}, {yaw}; asks for {forward} and {side} for {millis} ms{attack}");
    }
}

fn hex(bytes: &[u8]) -> String {
    let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    pairs.join(" ")
}
