//! The functions that change packets in place, of each version of each protocol.

use wireform_build::interpret::ReadError;
use wireform_tests::{blank, quake2, rcce2, sauerbraten};

use super::{Change, Changed};
use crate::blank::versions::{NOVEMBER, OCTOBER};
use crate::generated::PROTOCOL;
use crate::quake2::QUAKE2;
use crate::rcce2::RCCE2;
use crate::rng::Rng;
use crate::sauerbraten::versions::{V259, V260};
use blank::{v2015_10, v2015_11};
use sauerbraten::{v259, v260};

/// `changes!(all, V260 (v260::positions): Pos PosMut { set_cn rewrite_cn, set_state })`, with what has to be known besides
/// in brackets.
macro_rules! changes {
    ($all:ident, $protocol:ident $module:tt:
        $($name:ident $mutable:ident $(($known:expr))? { $($set:ident $($rewrite:ident)?),* $(,)? })*
    ) => {
        $(changes!(@fields $all, $protocol $module $name $mutable [$($known)?] $($set $($rewrite)?),*);)*
    };
    (@fields $all:ident, $protocol:ident $module:tt $name:ident $mutable:ident $known:tt
        $($set:ident $($rewrite:ident)?),*
    ) => {
        $(changes!(@field $all, $protocol $module $name $mutable $known $set $($rewrite)?);)*
    };
    (@field $all:ident, $protocol:ident ($($module:ident)::+) $name:ident $mutable:ident [$($known:expr)?]
        $set:ident $($rewrite:ident)?
    ) => {
        $all.push({
            fn change(bytes: &[u8], rng: &mut Rng) -> Result<Changed, ReadError> {
                use crate::allocations::none;
                use crate::show::Show as _;
                let mut packet = bytes.to_vec();
                let all = packet.as_mut_slice();
                let read = none(move || $($module)::+::$mutable::parse(all $(, $known)?));
                let (mut packet, rest) = read.map_err(crate::generated::refusal)?;
                assert_eq!(*rest, bytes[packet.as_bytes().len()..], "what follows is not touched");
                let new = crate::random::Random::random(rng);
                let rewritten = [$(super::anew(bytes.len(), |buffer| packet.$rewrite(new, buffer)))?];
                let set = super::Told::told(none(|| packet.$set(new)));
                let bytes = packet.as_bytes().to_vec();
                Ok(Changed { value: new.show(), set, bytes, rewritten: rewritten.into_iter().next() })
            }

            Change {
                module: stringify!($($module)::+),
                name: stringify!($name),
                protocol: &$protocol,
                functions: &[stringify!($set) $(, stringify!($rewrite))?],
                change,
            }
        });
    };
}

/// What both versions of Sauerbraten have.
macro_rules! both {
    ($all:ident, $version:ident in $protocol:ident) => {
        changes!($all, $protocol ($version):
            Sound SoundMut { set_sound rewrite_sound }
            GunSelect GunSelectMut { set_gun rewrite_gun }
            ClientPing ClientPingMut { set_ping rewrite_ping }
            EditMode EditModeMut { set_on rewrite_on }
            SwitchModel SwitchModelMut { set_model rewrite_model }
            MasterModeChange MasterModeChangeMut { set_mode rewrite_mode }
            Spectator SpectatorMut { set_cn rewrite_cn, set_on rewrite_on }
        );
        changes!($all, $protocol ($version::positions):
            Pos PosMut { set_cn rewrite_cn, set_in_clip rewrite_in_clip, set_state, set_look, set_roll, set_heading }
            Teleport TeleportMut {
                set_cn rewrite_cn, set_teleport rewrite_teleport, set_destination rewrite_destination,
            }
            JumpPad JumpPadMut { set_cn rewrite_cn, set_jump_pad rewrite_jump_pad }
        );
        changes!($all, $protocol ($version::edit):
            EditEntity EditEntityMut { set_index rewrite_index }
            NewMap NewMapMut { set_size rewrite_size }
        );
        changes!($all, $protocol ($version::to_server):
            Shoot ShootMut { set_id rewrite_id, set_gun rewrite_gun }
            Explode ExplodeMut { set_millis rewrite_millis, set_gun rewrite_gun, set_id rewrite_id }
            Spawn SpawnMut { set_life_sequence rewrite_life_sequence, set_gun rewrite_gun }
            ItemPickup ItemPickupMut { set_index rewrite_index }
            Ping PingMut { set_millis rewrite_millis }
            Clipboard ClipboardMut { set_unpacked_size rewrite_unpacked_size }
            Kick KickMut { set_cn rewrite_cn }
            SetMaster SetMasterMut { set_cn rewrite_cn, set_on rewrite_on }
            SetTeam SetTeamMut { set_cn rewrite_cn }
            RecordDemo RecordDemoMut { set_on rewrite_on }
            ClearDemos ClearDemosMut { set_demo rewrite_demo }
            TakeFlag TakeFlagMut { set_flag rewrite_flag, set_version rewrite_version }
            PauseGame PauseGameMut { set_on rewrite_on }
            GameSpeed GameSpeedMut { set_percent rewrite_percent }
            AddBot AddBotMut { set_skill rewrite_skill }
            FromBot FromBotMut { set_cn rewrite_cn }
            BotLimit BotLimitMut { set_limit rewrite_limit }
            BotBalance BotBalanceMut { set_on rewrite_on }
            TakeToken TakeTokenMut { set_id rewrite_id }
            DepositTokens DepositTokensMut { set_base rewrite_base }
        );
        changes!($all, $protocol ($version::to_client):
            ServerInfo ServerInfoMut {
                set_cn rewrite_cn, set_protocol rewrite_protocol, set_session_id rewrite_session_id,
                set_password_required rewrite_password_required,
            }
            InitClient InitClientMut { set_cn rewrite_cn }
            Disconnected DisconnectedMut { set_cn rewrite_cn }
            Died DiedMut {
                set_victim_cn rewrite_victim_cn, set_actor_cn rewrite_actor_cn, set_actor_frags rewrite_actor_frags,
                set_team_frags rewrite_team_frags,
            }
            Damage DamageMut {
                set_target_cn rewrite_target_cn, set_actor_cn rewrite_actor_cn, set_damage rewrite_damage,
                set_armour rewrite_armour, set_health rewrite_health,
            }
            HitPush HitPushMut { set_target_cn rewrite_target_cn, set_gun rewrite_gun, set_damage rewrite_damage }
            ShotEffect ShotEffectMut { set_cn rewrite_cn, set_gun rewrite_gun, set_id rewrite_id }
            ExplodeEffect ExplodeEffectMut { set_cn rewrite_cn, set_gun rewrite_gun, set_id rewrite_id }
            SpawnState SpawnStateMut { set_cn rewrite_cn }
            ForceDeath ForceDeathMut { set_cn rewrite_cn }
            ItemSpawn ItemSpawnMut { set_index rewrite_index }
            ItemTaken ItemTakenMut { set_index rewrite_index, set_cn rewrite_cn }
            Pong PongMut { set_millis rewrite_millis }
            TimeUp TimeUpMut { set_seconds_left rewrite_seconds_left }
            Clipboard ClipboardMut { set_cn rewrite_cn, set_unpacked_size rewrite_unpacked_size }
            CurrentMaster CurrentMasterMut { set_mode rewrite_mode }
            SetTeam SetTeamMut { set_cn rewrite_cn }
            BaseInfo BaseInfoMut { set_base rewrite_base }
            BaseScore BaseScoreMut { set_base rewrite_base }
            RepAmmo RepAmmoMut { set_cn rewrite_cn, set_ammo_type rewrite_ammo_type }
            BaseRegen BaseRegenMut {
                set_cn rewrite_cn, set_health rewrite_health, set_armour rewrite_armour,
                set_ammo_type rewrite_ammo_type, set_ammo rewrite_ammo,
            }
            Announce AnnounceMut { set_item rewrite_item }
            DemoPlayback DemoPlaybackMut { set_on rewrite_on, set_cn rewrite_cn }
            TakeFlag TakeFlagMut { set_cn rewrite_cn, set_flag rewrite_flag, set_version rewrite_version }
            ReturnFlag ReturnFlagMut { set_cn rewrite_cn, set_flag rewrite_flag, set_version rewrite_version }
            ResetFlag ResetFlagMut {
                set_flag rewrite_flag, set_version rewrite_version, set_spawn_index rewrite_spawn_index,
                set_team rewrite_team, set_score rewrite_score,
            }
            InvisibleFlag InvisibleFlagMut { set_flag rewrite_flag, set_invisible rewrite_invisible }
            DropFlag DropFlagMut { set_cn rewrite_cn, set_flag rewrite_flag, set_version rewrite_version }
            ScoreFlag ScoreFlagMut {
                set_cn rewrite_cn, set_relay_flag rewrite_relay_flag, set_relay_version rewrite_relay_version,
                set_goal_flag rewrite_goal_flag, set_goal_version rewrite_goal_version,
                set_goal_spawn rewrite_goal_spawn, set_team rewrite_team, set_score rewrite_score,
                set_cn_flags rewrite_cn_flags,
            }
            SayTeam SayTeamMut { set_cn rewrite_cn }
            PauseGame PauseGameMut { set_on rewrite_on, set_cn rewrite_cn }
            GameSpeed GameSpeedMut { set_percent rewrite_percent, set_cn rewrite_cn }
            InitBot InitBotMut {
                set_cn rewrite_cn, set_owner_cn rewrite_owner_cn, set_kind rewrite_kind, set_skill rewrite_skill,
                set_model rewrite_model,
            }
            TakeToken TakeTokenMut { set_cn rewrite_cn, set_id rewrite_id, set_total rewrite_total }
            DropTokens DropTokensMut { set_cn rewrite_cn }
            DepositTokens DepositTokensMut {
                set_cn rewrite_cn, set_base rewrite_base, set_deposited rewrite_deposited, set_team rewrite_team,
                set_score rewrite_score, set_cn_flags rewrite_cn_flags,
            }
            StealTokens StealTokensMut {
                set_cn rewrite_cn, set_team rewrite_team, set_base rewrite_base, set_enemy_team rewrite_enemy_team,
                set_score rewrite_score,
            }
        );
    };
}

/// All of them.
pub fn all() -> Vec<Change> {
    let mut all = Vec::new();
    blank(&mut all);
    quake2(&mut all);
    rcce2(&mut all);
    sauerbraten(&mut all);
    all
}

fn blank(all: &mut Vec<Change>) {
    macro_rules! both {
        ($version:ident in $protocol:ident) => {
            changes!(all, $protocol ($version):
                ChunkOffset ChunkOffsetMut { set_x, set_y, set_z }
            );
            changes!(all, $protocol ($version::payload):
                DespawnEntity DespawnEntityMut { set_id }
                ChunkBegin ChunkBeginMut { set_transmission, set_flags, set_size }
                ChunkData ChunkDataMut { set_transmission, set_offset }
            );
        };
    }
    both!(v2015_10 in OCTOBER);
    both!(v2015_11 in NOVEMBER);
    changes!(all, OCTOBER (v2015_10):
        Datagram DatagramMut { set_sequence, set_ack, set_history }
    );
    changes!(all, OCTOBER (v2015_10::payload):
        Join JoinMut { set_id }
        PlayerUpdate PlayerUpdateMut { set_pitch, set_yaw, set_actions, set_slot }
        SpawnEntity SpawnEntityMut { set_id, set_skeleton, set_flags }
        PlayerCorrection PlayerCorrectionMut { set_sequence }
    );
    changes!(all, NOVEMBER (v2015_11):
        Datagram DatagramMut { set_sequence, set_ack, set_history }
    );
    changes!(all, NOVEMBER (v2015_11::payload):
        Join JoinMut { set_id }
        PlayerUpdate PlayerUpdateMut { set_actions, set_slot }
        SpawnEntity SpawnEntityMut { set_id, set_model, set_flags }
        PlayerCorrection PlayerCorrectionMut { set_sequence }
        Message MessageMut { set_kind, set_referral }
    );
}

fn quake2(all: &mut Vec<Change>) {
    changes!(all, QUAKE2 (quake2):
        ServerData ServerDataMut { set_protocol, set_server_count, set_attract_loop, set_player }
    );
    changes!(all, QUAKE2 (quake2::to_client):
        MuzzleFlash MuzzleFlashMut { set_entity, set_weapon }
        MonsterMuzzleFlash MonsterMuzzleFlashMut { set_entity, set_flash }
        Sound SoundMut { set_sound }
        Print PrintMut { set_level }
        Download DownloadMut { set_percent }
        Frame FrameMut (quake2::to_client::FrameKnown { protocol: Some(PROTOCOL) }) { set_number, set_delta_number }
    );
}

fn rcce2(all: &mut Vec<Change>) {
    changes!(all, RCCE2 (rcce2::to_server):
        StartGame StartGameMut { set_character }
        ChatMessage ChatMessageMut { set_marker }
        UpdateTrading UpdateTradingMut { set_slot }
    );
    changes!(all, RCCE2 (rcce2::replies):
        ChangeArea ChangeAreaMut { set_x, set_y, set_z, set_yaw, set_weather, set_gravity, set_area, set_flags }
        ChatMessage ChatMessageMut { set_marker }
        NameChange NameChangeMut { set_runtime_id }
        Projectile ProjectileMut { set_homing, set_speed }
        AppearanceUpdate AppearanceUpdateMut { set_what, set_runtime_id, set_value }
        UpdateTrading UpdateTradingMut { set_slot }
        ItemHealth ItemHealthMut { set_slot, set_health }
        FloatingNumber FloatingNumberMut { set_runtime_id, set_number, set_red, set_green, set_blue }
    );
}

fn sauerbraten(all: &mut Vec<Change>) {
    both!(all, v259 in V259);
    both!(all, v260 in V260);
    changes!(all, V259 (v259::to_server):
        GetDemo GetDemoMut { set_demo rewrite_demo }
    );
    changes!(all, V259 (v259::to_client):
        Client ClientMut { set_cn rewrite_cn }
    );
    changes!(all, V260 (v260::to_server):
        Undo UndoMut { set_unpacked_size rewrite_unpacked_size }
        Redo RedoMut { set_unpacked_size rewrite_unpacked_size }
        GetDemo GetDemoMut { set_demo rewrite_demo, set_tag rewrite_tag }
    );
    changes!(all, V260 (v260::to_client):
        Undo UndoMut { set_cn rewrite_cn, set_unpacked_size rewrite_unpacked_size }
        Redo RedoMut { set_cn rewrite_cn, set_unpacked_size rewrite_unpacked_size }
        Client ClientMut { set_cn rewrite_cn }
    );
    changes!(all, V260 (v260::files):
        SendDemo SendDemoMut { set_tag rewrite_tag }
    );
}
