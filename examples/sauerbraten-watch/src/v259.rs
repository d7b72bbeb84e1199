//! Records of protocol 259.

use wireform::Error;
use wireform::prelude::*;

use crate::game::Game;
use crate::hear::hear;
use crate::plain::count;
use crate::sauerbraten::v259::{DemoRecordPacketView, DemoRecordView, SaidView, ToClientView};

/// Follows the first record of `bytes`: how long it is, and whether all of it was understood.
pub fn follow(bytes: &[u8], game: &mut Game) -> Result<(usize, Result<(), Error>), Error> {
    let (record, _) = DemoRecordView::parse(bytes)?;
    game.now = record.millis();
    let heard = match record.packet() {
        DemoRecordPacketView::Positions(mut positions) => positions.try_for_each(|moved| game.moved(moved?)),
        DemoRecordPacketView::Messages(mut messages) => messages.try_for_each(|message| hear(message?, game)),
        DemoRecordPacketView::File(_) | DemoRecordPacketView::Other { .. } => Ok(()),
    };
    Ok((record.as_bytes().len(), heard))
}

hear!();
