//! Messages of channel 0, the same in both directions.

use wireform::Error;
use wireform::prelude::*;

use crate::change::Change;
use crate::fields::fields;
use crate::sauerbraten::positions::{JumpPadMut, PosMut, TeleportMut};
use crate::sauerbraten::{Positions, PositionsView};

/// Changes the numbers of one message.
pub fn renumber(message: PositionsView<'_>, change: &mut Change<'_, '_, '_, Positions>) -> Result<(), Error> {
    match message {
        PositionsView::Pos(it) => fields!(change, it: PosMut { cn set_cn rewrite_cn }),
        PositionsView::Teleport(it) => fields!(change, it: TeleportMut { cn set_cn rewrite_cn }),
        PositionsView::JumpPad(it) => fields!(change, it: JumpPadMut { cn set_cn rewrite_cn }),
    }
    Ok(())
}
