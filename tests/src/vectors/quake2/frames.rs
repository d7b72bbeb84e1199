//! What a client knows behind each datagram of a recording, as the game's own client had it.

use wireform_tests::quake2::{PlayerKind, PlayerState};

use super::super::line::Line;
use super::super::tally::Tally;
use crate::beside::beside;
use crate::quake2::entity::{entity, player};
use crate::quake2::recording::blocks;

pub fn check(line: &Line, tally: &mut Tally) -> Result<(), String> {
    let path = beside(&format!("demos/{}", line.text("demo"))).ok_or("there is no recording")?;
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let index = line.json["block"].as_u64().and_then(|index| usize::try_from(index).ok()).ok_or("no block")?;
    let block = blocks(&bytes).into_iter().nth(index).ok_or("not as many blocks")?;
    let frame = block.frame.ok_or("no frame in this block")?;
    // To the game's own client nobody moves in a recording, whatever the recording says.
    let given = player(&line.json["playerstate"]);
    let stands = (given.kind, frame.player.kind) == (PlayerKind::Frozen, PlayerKind::Normal);
    let given = PlayerState { kind: frame.player.kind, ..given };
    if line.json["serverframe"] != frame.number || !stands || frame.player != given {
        return Err(format!("the player is {:?}", frame.player));
    }
    let given = line.json["entities"].as_array().ok_or("no entities")?;
    let given = given.iter().map(|one| (one["number"].as_i64(), entity(one)));
    let found = frame.entities.iter().map(|(number, one)| (Some(i64::from(*number)), *one));
    if !given.eq(found) {
        return Err(format!("the entities are {:?}", frame.entities));
    }
    tally.took(&block.bytes, &block.again, true)
}
