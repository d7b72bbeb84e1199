//! What a server says on channel 1.

use wireform::Error;
use wireform::prelude::*;

use crate::change::Change;
use crate::fields::fields;
use crate::sauerbraten::v260::to_client::{
    BaseRegenMut, Carried, ClientMut, ClipboardMut, CurrentMaster, DamageMut, DemoPlaybackMut, DepositTokensMut,
    DiedMut, DisconnectedMut, DropFlagMut, DropTokensMut, ExplodeEffectMut, Flag, ForceDeathMut, GameSpeedMut,
    HitPushMut, InitBotMut, InitClientMut, InitFlags, InitTokens, ItemTakenMut, Master, PauseGameMut, Player, RedoMut,
    RepAmmoMut, Resume, ReturnFlagMut, SayTeamMut, ScoreFlagMut, ServerInfoMut, SetTeamMut, ShotEffectMut,
    SpawnStateMut, StealTokensMut, TakeFlagMut, TakeTokenMut, UndoMut,
};
use crate::sauerbraten::v260::{SpectatorMut, ToClient, ToClientView};

/// Changes the numbers of one message. One that lists clients is written anew, if a number changes; what clients said, in `Client`, names none beside that of `Client` itself.
pub fn renumber(message: ToClientView<'_>, change: &mut Change<'_, '_, '_, ToClient<'static>>) -> Result<(), Error> {
    match message {
        ToClientView::Client(it) => fields!(change, it: ClientMut { cn set_cn rewrite_cn }),
        ToClientView::ServerInfo(it) => fields!(change, it: ServerInfoMut { cn set_cn rewrite_cn }),
        ToClientView::InitClient(it) => fields!(change, it: InitClientMut { cn set_cn rewrite_cn }),
        ToClientView::Disconnected(it) => fields!(change, it: DisconnectedMut { cn set_cn rewrite_cn }),
        ToClientView::ShotEffect(it) => fields!(change, it: ShotEffectMut { cn set_cn rewrite_cn }),
        ToClientView::ExplodeEffect(it) => fields!(change, it: ExplodeEffectMut { cn set_cn rewrite_cn }),
        ToClientView::SpawnState(it) => fields!(change, it: SpawnStateMut { cn set_cn rewrite_cn }),
        ToClientView::ForceDeath(it) => fields!(change, it: ForceDeathMut { cn set_cn rewrite_cn }),
        ToClientView::ItemTaken(it) => fields!(change, it: ItemTakenMut { cn set_cn rewrite_cn }),
        ToClientView::Undo(it) => fields!(change, it: UndoMut { cn set_cn rewrite_cn }),
        ToClientView::Redo(it) => fields!(change, it: RedoMut { cn set_cn rewrite_cn }),
        ToClientView::Clipboard(it) => fields!(change, it: ClipboardMut { cn set_cn rewrite_cn }),
        ToClientView::SetTeam(it) => fields!(change, it: SetTeamMut { cn set_cn rewrite_cn }),
        ToClientView::Spectator(it) => fields!(change, it: SpectatorMut { cn set_cn rewrite_cn }),
        ToClientView::RepAmmo(it) => fields!(change, it: RepAmmoMut { cn set_cn rewrite_cn }),
        ToClientView::BaseRegen(it) => fields!(change, it: BaseRegenMut { cn set_cn rewrite_cn }),
        ToClientView::DemoPlayback(it) => fields!(change, it: DemoPlaybackMut { cn set_cn rewrite_cn }),
        ToClientView::TakeFlag(it) => fields!(change, it: TakeFlagMut { cn set_cn rewrite_cn }),
        ToClientView::ReturnFlag(it) => fields!(change, it: ReturnFlagMut { cn set_cn rewrite_cn }),
        ToClientView::DropFlag(it) => fields!(change, it: DropFlagMut { cn set_cn rewrite_cn }),
        ToClientView::ScoreFlag(it) => fields!(change, it: ScoreFlagMut { cn set_cn rewrite_cn }),
        ToClientView::SayTeam(it) => fields!(change, it: SayTeamMut { cn set_cn rewrite_cn }),
        ToClientView::PauseGame(it) => fields!(change, it: PauseGameMut { cn set_cn rewrite_cn }),
        ToClientView::GameSpeed(it) => fields!(change, it: GameSpeedMut { cn set_cn rewrite_cn }),
        ToClientView::TakeToken(it) => fields!(change, it: TakeTokenMut { cn set_cn rewrite_cn }),
        ToClientView::DropTokens(it) => fields!(change, it: DropTokensMut { cn set_cn rewrite_cn }),
        ToClientView::DepositTokens(it) => fields!(change, it: DepositTokensMut { cn set_cn rewrite_cn }),
        ToClientView::StealTokens(it) => fields!(change, it: StealTokensMut { cn set_cn rewrite_cn }),
        ToClientView::HitPush(it) => {
            fields!(change, it: HitPushMut { target_cn set_target_cn rewrite_target_cn });
        }
        ToClientView::Died(it) => fields!(change, it: DiedMut {
            victim_cn set_victim_cn rewrite_victim_cn,
            actor_cn set_actor_cn rewrite_actor_cn
        }),
        ToClientView::Damage(it) => fields!(change, it: DamageMut {
            target_cn set_target_cn rewrite_target_cn,
            actor_cn set_actor_cn rewrite_actor_cn
        }),
        ToClientView::InitBot(it) => fields!(change, it: InitBotMut {
            cn set_cn rewrite_cn,
            owner_cn set_owner_cn rewrite_owner_cn
        }),
        ToClientView::Resume(it) if it.players().iter().any(|it| change.moves(it.cn)) => {
            let players = it.players().iter().map(|it| Player { cn: change.number(it.cn), ..it });
            let players: Vec<_> = players.collect();
            change.forwarded.replace(Resume { players: players.as_slice().into() })?;
        }
        ToClientView::CurrentMaster(it) if it.masters().iter().any(|it| change.moves(it.cn)) => {
            let masters = it.masters().iter().map(|it| Master { cn: change.number(it.cn), ..it });
            let masters: Vec<_> = masters.collect();
            change.forwarded.replace(CurrentMaster { masters: masters.as_slice().into(), ..it.to_value() })?;
        }
        ToClientView::InitTokens(it) if it.carried().iter().any(|it| change.moves(it.cn)) => {
            let carried = it.carried().iter().map(|it| Carried { cn: change.number(it.cn), ..it });
            let carried: Vec<_> = carried.collect();
            change.forwarded.replace(InitTokens { carried: carried.as_slice().into(), ..it.to_value() })?;
        }
        ToClientView::InitFlags(it) if it.flags().iter().any(|it| change.moves(it.owner_cn)) => {
            let flags = it.flags().iter().map(|it| Flag { owner_cn: change.number(it.owner_cn), ..it });
            let flags: Vec<_> = flags.collect();
            change.forwarded.replace(InitFlags { flags: flags.as_slice().into(), ..it.to_value() })?;
        }
        _ => {}
    }
    Ok(())
}
