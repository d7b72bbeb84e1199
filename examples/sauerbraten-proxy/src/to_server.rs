//! What a client says on channel 1.

use wireform::prelude::*;

use crate::fields::fields;
use crate::message::{Message, Refused};
use crate::sauerbraten::Hit;
use crate::sauerbraten::v260::to_server::{AuthKick, Explode, FromBotMut, KickMut, SetMasterMut, SetTeamMut, Shoot};
use crate::sauerbraten::v260::{SpectatorMut, ToServerView};

/// Changes the numbers of one message.
pub fn renumber(message: &mut Message<'_>) -> Result<(), Refused> {
    match ToServerView::parse_exact(message.bytes())? {
        ToServerView::Kick(it) => fields!(message, it: KickMut { cn set_cn rewrite_cn }),
        ToServerView::SetMaster(it) => fields!(message, it: SetMasterMut { cn set_cn rewrite_cn }),
        ToServerView::SetTeam(it) => fields!(message, it: SetTeamMut { cn set_cn rewrite_cn }),
        ToServerView::Spectator(it) => fields!(message, it: SpectatorMut { cn set_cn rewrite_cn }),
        ToServerView::FromBot(it) => fields!(message, it: FromBotMut { cn set_cn rewrite_cn }),
        ToServerView::AuthKick(it) if message.moves(it.cn()) => {
            let changed = AuthKick { cn: message.number(it.cn()), ..it.to_value() };
            message.write_anew(changed.to_vec()?);
        }
        ToServerView::Shoot(it) if it.hits().iter().any(|it| message.moves(it.target_cn)) => {
            let hits: Vec<_> = it.hits().iter().map(|it| hit(message, it)).collect();
            message.write_anew(Shoot { hits: hits.as_slice().into(), ..it.to_value() }.to_vec()?);
        }
        ToServerView::Explode(it) if it.hits().iter().any(|it| message.moves(it.target_cn)) => {
            let hits: Vec<_> = it.hits().iter().map(|it| hit(message, it)).collect();
            message.write_anew(Explode { hits: hits.as_slice().into(), ..it.to_value() }.to_vec()?);
        }
        _ => {}
    }
    Ok(())
}

fn hit(message: &Message<'_>, hit: Hit) -> Hit {
    Hit { target_cn: message.number(hit.target_cn), ..hit }
}
