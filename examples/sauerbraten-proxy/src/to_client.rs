//! What a server says on channel 1.

use wireform::prelude::*;

use crate::fields::fields;
use crate::message::{Message, Refused};
use crate::sauerbraten::v260::to_client::{
    BaseRegenMut, Carried, ClientMut, ClipboardMut, CurrentMaster, DamageMut, DemoPlaybackMut, DepositTokensMut,
    DiedMut, DisconnectedMut, DropFlagMut, DropTokensMut, ExplodeEffectMut, Flag, ForceDeathMut, GameSpeedMut,
    HitPushMut, InitBotMut, InitClientMut, InitFlags, InitTokens, ItemTakenMut, Master, PauseGameMut, Player, RedoMut,
    RepAmmoMut, Resume, ReturnFlagMut, SayTeamMut, ScoreFlagMut, ServerInfoMut, SetTeamMut, ShotEffectMut,
    SpawnStateMut, StealTokensMut, TakeFlagMut, TakeTokenMut, UndoMut,
};
use crate::sauerbraten::v260::{SpectatorMut, ToClientKnown, ToClientView};

/// Changes the numbers of one message. One that lists clients is written anew, if a number changes; what clients said, in `Client`, names none beside that of `Client` itself.
pub fn renumber(message: &mut Message<'_>, known: ToClientKnown) -> Result<(), Refused> {
    match ToClientView::parse_exact(message.bytes(), known)? {
        ToClientView::Client(it) => fields!(message, it: ClientMut { cn set_cn rewrite_cn }),
        ToClientView::ServerInfo(it) => fields!(message, it: ServerInfoMut { cn set_cn rewrite_cn }),
        ToClientView::InitClient(it) => fields!(message, it: InitClientMut { cn set_cn rewrite_cn }),
        ToClientView::Disconnected(it) => fields!(message, it: DisconnectedMut { cn set_cn rewrite_cn }),
        ToClientView::ShotEffect(it) => fields!(message, it: ShotEffectMut { cn set_cn rewrite_cn }),
        ToClientView::ExplodeEffect(it) => fields!(message, it: ExplodeEffectMut { cn set_cn rewrite_cn }),
        ToClientView::SpawnState(it) => fields!(message, it: SpawnStateMut { cn set_cn rewrite_cn }),
        ToClientView::ForceDeath(it) => fields!(message, it: ForceDeathMut { cn set_cn rewrite_cn }),
        ToClientView::ItemTaken(it) => fields!(message, it: ItemTakenMut { cn set_cn rewrite_cn }),
        ToClientView::Undo(it) => fields!(message, it: UndoMut { cn set_cn rewrite_cn }),
        ToClientView::Redo(it) => fields!(message, it: RedoMut { cn set_cn rewrite_cn }),
        ToClientView::Clipboard(it) => fields!(message, it: ClipboardMut { cn set_cn rewrite_cn }),
        ToClientView::SetTeam(it) => fields!(message, it: SetTeamMut { cn set_cn rewrite_cn }),
        ToClientView::Spectator(it) => fields!(message, it: SpectatorMut { cn set_cn rewrite_cn }),
        ToClientView::RepAmmo(it) => fields!(message, it: RepAmmoMut { cn set_cn rewrite_cn }),
        ToClientView::BaseRegen(it) => fields!(message, it: BaseRegenMut { cn set_cn rewrite_cn }),
        ToClientView::DemoPlayback(it) => fields!(message, it: DemoPlaybackMut { cn set_cn rewrite_cn }),
        ToClientView::TakeFlag(it) => fields!(message, it: TakeFlagMut { cn set_cn rewrite_cn }),
        ToClientView::ReturnFlag(it) => fields!(message, it: ReturnFlagMut { cn set_cn rewrite_cn }),
        ToClientView::DropFlag(it) => fields!(message, it: DropFlagMut { cn set_cn rewrite_cn }),
        ToClientView::ScoreFlag(it) => fields!(message, it: ScoreFlagMut { cn set_cn rewrite_cn }),
        ToClientView::SayTeam(it) => fields!(message, it: SayTeamMut { cn set_cn rewrite_cn }),
        ToClientView::PauseGame(it) => fields!(message, it: PauseGameMut { cn set_cn rewrite_cn }),
        ToClientView::GameSpeed(it) => fields!(message, it: GameSpeedMut { cn set_cn rewrite_cn }),
        ToClientView::TakeToken(it) => fields!(message, it: TakeTokenMut { cn set_cn rewrite_cn }),
        ToClientView::DropTokens(it) => fields!(message, it: DropTokensMut { cn set_cn rewrite_cn }),
        ToClientView::DepositTokens(it) => fields!(message, it: DepositTokensMut { cn set_cn rewrite_cn }),
        ToClientView::StealTokens(it) => fields!(message, it: StealTokensMut { cn set_cn rewrite_cn }),
        ToClientView::HitPush(it) => {
            fields!(message, it: HitPushMut { target_cn set_target_cn rewrite_target_cn });
        }
        ToClientView::Died(it) => fields!(message, it: DiedMut {
            victim_cn set_victim_cn rewrite_victim_cn,
            actor_cn set_actor_cn rewrite_actor_cn
        }),
        ToClientView::Damage(it) => fields!(message, it: DamageMut {
            target_cn set_target_cn rewrite_target_cn,
            actor_cn set_actor_cn rewrite_actor_cn
        }),
        ToClientView::InitBot(it) => fields!(message, it: InitBotMut {
            cn set_cn rewrite_cn,
            owner_cn set_owner_cn rewrite_owner_cn
        }),
        ToClientView::Resume(it) if it.players().iter().any(|it| message.moves(it.cn)) => {
            let players = it.players().iter().map(|it| Player { cn: message.number(it.cn), ..it });
            let players: Vec<_> = players.collect();
            message.write_anew(Resume { players: players.as_slice().into() }.to_vec()?);
        }
        ToClientView::CurrentMaster(it) if it.masters().iter().any(|it| message.moves(it.cn)) => {
            let masters = it.masters().iter().map(|it| Master { cn: message.number(it.cn), ..it });
            let masters: Vec<_> = masters.collect();
            message.write_anew(CurrentMaster { masters: masters.as_slice().into(), ..it.to_value() }.to_vec()?);
        }
        ToClientView::InitTokens(it) if it.carried().iter().any(|it| message.moves(it.cn)) => {
            let carried = it.carried().iter().map(|it| Carried { cn: message.number(it.cn), ..it });
            let carried: Vec<_> = carried.collect();
            message.write_anew(InitTokens { carried: carried.as_slice().into(), ..it.to_value() }.to_vec()?);
        }
        ToClientView::InitFlags(it) if it.flags().iter().any(|it| message.moves(it.owner_cn)) => {
            let flags = it.flags().iter().map(|it| Flag { owner_cn: message.number(it.owner_cn), ..it });
            let flags: Vec<_> = flags.collect();
            let changed = InitFlags { flags: flags.as_slice().into(), ..it.to_value() };
            message.write_anew(changed.to_vec_known(known.into())?);
        }
        _ => {}
    }
    Ok(())
}
