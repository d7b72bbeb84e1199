//! Records of protocol 260. One of its messages is laid out by the mode, which an earlier record said.

use wireform::Error;
use wireform::prelude::*;

use crate::game::Game;
use crate::hear::hear;
use crate::plain::count;
use crate::sauerbraten::v260::{DemoRecordPacketView, DemoRecordView, SaidView, ToClientKnown, ToClientView};

/// Follows the first record of `bytes`: how long it is, and whether all of it was understood.
pub fn follow(bytes: &[u8], known: &mut ToClientKnown, game: &mut Game) -> Result<(usize, Result<(), Error>), Error> {
    let (record, _) = DemoRecordView::parse(bytes, (*known).into())?;
    game.now = record.millis();
    let heard = match record.packet() {
        DemoRecordPacketView::Positions(mut positions) => positions.try_for_each(|moved| game.moved(moved?)),
        DemoRecordPacketView::Messages(mut messages) => {
            messages.known = *known;
            let heard = messages.by_ref().try_for_each(|message| hear(message?, game));
            *known = messages.known;
            heard
        }
        DemoRecordPacketView::File(_) | DemoRecordPacketView::Other { .. } => Ok(()),
    };
    Ok((record.as_bytes().len(), heard))
}

hear!();
