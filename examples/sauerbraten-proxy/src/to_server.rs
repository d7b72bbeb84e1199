//! What a client says on channel 1.

use wireform::Error;
use wireform::prelude::*;

use crate::change::Change;
use crate::fields::fields;
use crate::sauerbraten::Hit;
use crate::sauerbraten::v260::to_server::{AuthKick, Explode, FromBotMut, KickMut, SetMasterMut, SetTeamMut, Shoot};
use crate::sauerbraten::v260::{SpectatorMut, ToServer, ToServerView};

/// Changes the numbers of one message.
pub fn renumber(message: ToServerView<'_>, change: &mut Change<'_, '_, '_, ToServer<'static>>) -> Result<(), Error> {
    match message {
        ToServerView::Kick(it) => fields!(change, it: KickMut { cn set_cn rewrite_cn }),
        ToServerView::SetMaster(it) => fields!(change, it: SetMasterMut { cn set_cn rewrite_cn }),
        ToServerView::SetTeam(it) => fields!(change, it: SetTeamMut { cn set_cn rewrite_cn }),
        ToServerView::Spectator(it) => fields!(change, it: SpectatorMut { cn set_cn rewrite_cn }),
        ToServerView::FromBot(it) => fields!(change, it: FromBotMut { cn set_cn rewrite_cn }),
        ToServerView::AuthKick(it) if change.moves(it.cn()) => {
            let changed = AuthKick { cn: change.number(it.cn()), ..it.to_value() };
            change.forwarded.replace(changed)?;
        }
        ToServerView::Shoot(it) if it.hits().iter().any(|it| change.moves(it.target_cn)) => {
            let hits: Vec<_> = it.hits().iter().map(|it| hit(change, it)).collect();
            change.forwarded.replace(Shoot { hits: hits.as_slice().into(), ..it.to_value() })?;
        }
        ToServerView::Explode(it) if it.hits().iter().any(|it| change.moves(it.target_cn)) => {
            let hits: Vec<_> = it.hits().iter().map(|it| hit(change, it)).collect();
            change.forwarded.replace(Explode { hits: hits.as_slice().into(), ..it.to_value() })?;
        }
        _ => {}
    }
    Ok(())
}

fn hit(change: &Change<'_, '_, '_, ToServer<'static>>, hit: Hit) -> Hit {
    Hit { target_cn: change.number(hit.target_cn), ..hit }
}
