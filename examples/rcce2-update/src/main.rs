//! Plays one tick: two clients say where they are, and three kinds of receivers are told.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use std::error::Error;

use rcce2_update::rcce2::to_client::StandardUpdate;
use rcce2_update::rcce2::{WalkingBackward, to_server};
use rcce2_update::{Actor, Receiver, overhear};
use wireform::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let mut knight = Actor { runtime_id: 7, energy: Some(80), ..Actor::default() };
    let mut dragon = Actor { runtime_id: 9, flies: true, energy: Some(300), ..Actor::default() };

    // A client that runs where it should walk backward, and is sure of its place in one direction only.
    let mut said = [0; to_server::StandardUpdate::MAX_LEN];
    let walk =
        to_server::StandardUpdate { x: 99.0, z: -201.0, walking_backward: WalkingBackward::Yes, ..Default::default() };
    let len = walk.write(&mut said)?;
    let nan = f32::NAN.to_le_bytes();
    said[9..13].copy_from_slice(&nan); // y
    said[21] = 1; // is_running
    hear("the knight's client", &mut knight, &said[..len])?;

    let flight = to_server::StandardUpdate {
        dest_x: 500.5,
        x: 480.0,
        y: 64.25,
        z: 12.0,
        is_running: true,
        ..Default::default()
    };
    let len = flight.write(&mut said)?;
    hear("the dragon's client", &mut dragon, &said[..len])?;

    println!();
    tell("the knight itself", &knight, Receiver::Itself)?;
    tell("another one, of the knight", &knight, Receiver::Other)?;
    tell("another one, of the dragon", &dragon, Receiver::Other)?;
    tell("the dragon itself", &dragon, Receiver::Itself)?;

    // The rule that repairs when reading refuses when writing: nothing is changed silently.
    let lost = to_server::StandardUpdate { y: f32::INFINITY, ..walk };
    println!();
    if let Err(error) = lost.write(&mut said) {
        println!("Nobody says that: {error}");
    }
    if let Err(error) = knight.hear(&said[..20]) {
        println!("Half a packet is none: {error}");
    }
    Ok(())
}

fn hear(who: &str, actor: &mut Actor, packet: &[u8]) -> Result<(), Box<dyn Error>> {
    actor.hear(packet)?;
    let [x, y, z] = actor.at;
    let gait = if actor.is_running { "runs" } else { "does not run" };
    println!("From {who}, {} bytes: it is at {x} {y} {z} and {gait}.", packet.len());
    Ok(())
}

fn tell(who: &str, actor: &Actor, receiver: Receiver) -> Result<(), Box<dyn Error>> {
    let mut buffer = [0; StandardUpdate::MAX_LEN];
    let len = actor.tell(receiver, &mut buffer)?;
    let packet = &buffer[..len];

    let update = actor.told(receiver, packet)?;
    print!(
        "To {who}, {len} bytes: {} is at {} {}",
        update.movement().runtime_id(),
        update.movement().x(),
        update.movement().z()
    );
    if let Some(energy) = update.energy() {
        print!(", with {energy} of energy");
    }
    if let Some(y) = update.y() {
        print!(", {y} above the ground");
    }
    println!(". Who overhears it sees {:?}.", overhear(packet)?.to_value().tail);
    Ok(())
}
