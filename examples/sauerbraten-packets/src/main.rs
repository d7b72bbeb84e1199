//! Reads the packets that an article about Sauerbraten shows, changes two of them, and writes them.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

// The Rust that `build.rs` made of the schema. For each message there is a plain value (`Pos`) and a checked view of
// bytes (`PosView`).
wireform::include_schema!(pub mod sauerbraten);

use std::error::Error;

use sauerbraten::v259::positions::{Pos, PosFall, PosView};
use sauerbraten::v259::to_client::ServerInfoView;
use sauerbraten::v259::to_server::{Connect, ConnectView};
use sauerbraten::v259::{Cubes, ServerPacketView, Speed, ToClientView};
use wireform::prelude::*;

/// A player that falls while it moves forward.
const POSITION: &[u8] = &[4, 1, 17, 16, 11, 39, 102, 35, 207, 27, 134, 112, 90, 132, 151, 126, 35];

/// What a server says first.
const SERVER_INFO: &[u8] = &[
    1, 0, 128, 3, 1, 129, 184, 252, 162, 0, 0, 108, 111, 99, 97, 108, 32, 116, 101, 115, 116, 32, 115, 101, 114, 118,
    101, 114, 32, 50, 0, 0,
];

/// What a client answers.
const CONNECT: &[u8] = &[0, 124, 121, 101, 115, 86, 73, 58, 112, 105, 120, 0, 1, 0, 0, 0];

/// What the server then lets it in with: eight messages, one after the other.
const WELCOME: &[u8] = &[
    2, 22, 114, 101, 105, 115, 115, 101, 110, 0, 5, 0, 33, 87, 58, 1, 3, 1, 255, 61, 0, 103, 111, 111, 100, 0, 255, 17,
    0, 0, 100, 100, 100, 1, 2, 20, 20, 10, 10, 20, 0, 37, 1, 0, 12, 1, 0, 3, 100, 100, 100, 1, 2, 16, 4, 3, 8, 15, 0,
    255, 3, 1, 67, 111, 111, 107, 105, 101, 0, 101, 118, 105, 108, 0, 1,
];

/// A position in a form that the game would not choose: x has a third byte without need.
const ROUNDABOUT: &[u8] = &[4, 0, 4, 1, 16, 0, 0, 16, 0, 16, 0, 144, 126, 90, 0, 144, 126];

fn main() -> Result<(), Box<dyn Error>> {
    read_a_position()?;
    read_a_server_info()?;
    read_a_welcome()?;
    move_a_player()?;
    rename_a_player()?;
    refuse_half_a_packet();
    forward_a_packet()
}

/// `parse` checks all bytes once; after that no getter can fail.
fn read_a_position() -> Result<(), Box<dyn Error>> {
    let (pos, _rest) = PosView::parse(POSITION)?;

    println!("Player {} is {} and moves {}.", pos.cn(), pos.state().physics(), pos.state().r#move());
    println!("It is at x = {}, y = {}, z = {}.", pos.x(), pos.y(), pos.z());
    println!("It looks at {}.", pos.look());
    if let Some(fall) = pos.fall() {
        let direction = fall.direction().map_or("straight down".to_owned(), |direction| format!("at {direction}"));
        println!("It falls {direction} with {}.", fall.speed());
    }
    Ok(())
}

/// Text borrows from the packet: nothing is copied.
fn read_a_server_info() -> Result<(), Box<dyn Error>> {
    let info = ServerInfoView::parse_exact(SERVER_INFO)?;

    println!("\n\"{}\" speaks protocol {} and calls us client {}.", info.description(), info.protocol(), info.cn());
    println!("It wants {}.", if info.password_required() { "a password" } else { "no password" });
    Ok(())
}

/// A packet of several messages is a stream: each message is checked when its turn comes.
fn read_a_welcome() -> Result<(), Box<dyn Error>> {
    println!("\nThe welcome:");
    for message in ServerPacketView::parse_exact(WELCOME)?.messages() {
        match message? {
            ToClientView::Welcome(_) => println!("- we are in"),
            ToClientView::MapChange(change) => println!("- the map is {}, the mode {}", change.map(), change.mode()),
            ToClientView::TimeUp(time) => println!("- {} seconds are left", time.seconds_left()),
            ToClientView::CurrentMaster(current) => {
                for master in current.masters() {
                    println!("- client {} is {}", master.cn, master.privilege);
                }
            }
            ToClientView::SetTeam(set) => println!("- client {} is in team {}", set.cn(), set.team()),
            ToClientView::SpawnState(spawn) => {
                println!("- we spawn with a {} and {} health", spawn.state().gun(), spawn.state().health());
            }
            ToClientView::Resume(resume) => {
                for player in resume.players() {
                    println!("- client {} is {} with {} frags", player.cn, player.life, player.frags);
                }
            }
            ToClientView::InitClient(client) => println!("- client {} is called {}", client.cn(), client.name()),
            other => println!("- something else: {:?}", other.as_bytes()),
        }
    }
    Ok(())
}

/// A plain value holds what the user may set, and nothing else: that a fast fall takes two bytes, and the flag that
/// says so, are the writer's business.
fn move_a_player() -> Result<(), Box<dyn Error>> {
    let mut pos = PosView::parse_exact(POSITION)?.to_value();
    pos.x = Cubes::new(pos.x.get() + 0.5)?;
    pos.fall = Some(PosFall { speed: Speed::new(300), direction: None });

    let mut buffer = [0; Pos::MAX_LEN];
    let len = pos.write(&mut buffer)?;
    println!("\nHalf a cube further, and falling faster:\n  {POSITION:?}\n  {:?}", &buffer[..len]);
    Ok(())
}

/// Values are made as Rust makes them: with struct literals.
fn rename_a_player() -> Result<(), Box<dyn Error>> {
    let connect = Connect { name: "pix".into(), ..ConnectView::parse_exact(CONNECT)?.to_value() };
    println!("\nUnder another name:\n  {CONNECT:?}\n  {:?}", connect.to_vec()?);
    Ok(())
}

/// An error says which field of which message is wrong, and where; that bytes are missing is told apart from bytes that
/// cannot become right, so that a reader can wait for more.
fn refuse_half_a_packet() {
    let half = &POSITION[..9];
    if let Err(error) = PosView::parse(half) {
        println!("\nHalf a packet is refused:\n  {error}\n  {:?}", error.kind());
    }
}

/// Bytes that nobody would write like that are read all the same, and can be passed on as they are.
fn forward_a_packet() -> Result<(), Box<dyn Error>> {
    let pos = PosView::parse_exact(ROUNDABOUT)?;
    println!("\nPassed on and written anew:\n  {:?}\n  {:?}", pos.as_bytes(), pos.to_value().to_vec()?);
    Ok(())
}
