//! Messages of channel 0, the same in both directions.

use crate::fields::fields;
use crate::message::{Message, Refused};
use crate::sauerbraten::PositionsView;
use crate::sauerbraten::positions::{JumpPadMut, PosMut, TeleportMut};

/// Changes the numbers of one message.
pub fn renumber(message: &mut Message<'_>) -> Result<(), Refused> {
    match PositionsView::parse_exact(message.bytes())? {
        PositionsView::Pos(it) => fields!(message, it: PosMut { cn set_cn rewrite_cn }),
        PositionsView::Teleport(it) => fields!(message, it: TeleportMut { cn set_cn rewrite_cn }),
        PositionsView::JumpPad(it) => fields!(message, it: JumpPadMut { cn set_cn rewrite_cn }),
    }
    Ok(())
}
