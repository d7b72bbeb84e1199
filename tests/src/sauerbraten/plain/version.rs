//! The plain values that each version has for itself: where a code moved, or a field came.

use wireform_build::interpret::Value;
use wireform_tests::sauerbraten::{edit, v259, v260};

use crate::random::Random;
use crate::rng::Rng;
use crate::show::{Show, families, records, shapes};

/// What has the same fields in both, and another code.
macro_rules! moved {
    ($version:ident) => {
        records! {
            $version::SwitchName['a] { name }
            $version::SwitchModel { model }
            $version::MasterModeChange { mode }
            $version::Spectator { cn, on }
            $version::ServerCommand['a] { command }
            $version::edit::NewMap { size }
            $version::edit::EditVar['a] { name, value }
            $version::to_server::GetMap {}
            $version::to_server::Clipboard['a] { unpacked_size, packed }
            $version::to_server::Kick['a] { cn, reason }
            $version::to_server::ClearBans {}
            $version::to_server::SetMaster['a] { cn, on, password_hash }
            $version::to_server::SetTeam['a] { cn, team }
            $version::to_server::Bases['a] { bases }
            $version::to_server::RepAmmo {}
            $version::to_server::ListDemos {}
            $version::to_server::RecordDemo { on }
            $version::to_server::StopDemo {}
            $version::to_server::ClearDemos { demo }
            $version::to_server::TakeFlag { flag, version }
            $version::to_server::TryDropFlag {}
            $version::to_server::InitFlags['a] { flags }
            $version::to_server::SayTeam['a] { text }
            $version::to_server::AuthTry['a] { domain, name }
            $version::to_server::AuthKick['a] { domain, name, cn, reason }
            $version::to_server::AuthAnswer['a] { domain, id, answer }
            $version::to_server::PauseGame { on }
            $version::to_server::GameSpeed { percent }
            $version::to_server::AddBot { skill }
            $version::to_server::DeleteBot {}
            $version::to_server::FromBot { cn }
            $version::to_server::BotLimit { limit }
            $version::to_server::BotBalance { on }
            $version::to_server::MapCrc['a] { map, crc }
            $version::to_server::CheckMaps {}
            $version::to_server::SwitchTeam['a] { team }
            $version::to_server::InitTokens['a] { tokens }
            $version::to_server::TakeToken { id }
            $version::to_server::DepositTokens { base }
            $version::to_client::Resume['a] { players }
            $version::to_client::Clipboard['a] { cn, unpacked_size, packed }
            $version::to_client::CurrentMaster['a] { mode, masters }
            $version::to_client::SetTeam['a] { cn, team, reason }
            $version::to_client::Bases['a] { bases }
            $version::to_client::BaseInfo['a] { base, owner, enemy, converted, ammo }
            $version::to_client::BaseScore['a] { base, team, total }
            $version::to_client::RepAmmo { cn, ammo_type }
            $version::to_client::BaseRegen { cn, health, armour, ammo_type, ammo }
            $version::to_client::Announce { item }
            $version::to_client::DemoList['a] { demos }
            $version::to_client::DemoPlayback { on, cn }
            $version::to_client::FlagUnowned { dropped, position }
            $version::to_client::Client['a] { cn, messages }
            $version::to_client::TakeFlag { cn, flag, version }
            $version::to_client::ReturnFlag { cn, flag, version }
            $version::to_client::ResetFlag { flag, version, spawn_index, team, score }
            $version::to_client::InvisibleFlag { flag, invisible }
            $version::to_client::DropFlag { cn, flag, version, position }
            $version::to_client::ScoreFlag {
                cn, relay_flag, relay_version, goal_flag, goal_version, goal_spawn, team, score,
                cn_flags,
            }
            $version::to_client::InitFlags['a] { scores, flags }
            $version::to_client::SayTeam['a] { cn, text }
            $version::to_client::AuthChallenge['a] { domain, id, challenge }
            $version::to_client::RequestAuth['a] { domain }
            $version::to_client::PauseGame { on, cn }
            $version::to_client::GameSpeed { percent, cn }
            $version::to_client::InitBot['a] { cn, owner_cn, kind, skill, model, name, team }
            $version::to_client::InitTokens['a] { scores, tokens, carried }
            $version::to_client::TakeToken { cn, id, total }
            $version::to_client::ExpireTokens['a] { ids }
            $version::to_client::DropTokens['a] { cn, position, tokens }
            $version::to_client::DepositTokens { cn, base, deposited, team, score, cn_flags }
            $version::to_client::StealTokens['a] { cn, team, base, enemy_team, score, position, tokens }
            $version::to_client::DemoPacket {}
            $version::files::SendMap['a] { file }
            $version::ClientPacket['a] { messages }
            $version::ServerPacket['a] { messages }
            $version::DemoRecord['a] { millis, packet }
            $version::Demo['a] { records }
        }

        impl Show for $version::DemoRecordPacket<'_> {
            fn show(&self) -> Value {
                let (name, fields) = match self {
                    Self::Positions(messages) => ("Positions", vec![("value", messages.show())]),
                    Self::Messages(messages) => ("Messages", vec![("value", messages.show())]),
                    Self::File(message) => ("File", vec![("value", message.show())]),
                    Self::Other { channel, value } => {
                        ("Other", vec![("channel", channel.show()), ("value", value.show())])
                    }
                };
                let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
                Value::Arm { name: name.to_owned(), fields }
            }
        }

        impl Random for $version::DemoRecordPacket<'_> {
            fn random(rng: &mut Rng) -> Self {
                match rng.below(4) {
                    0 => Self::Positions(Random::random(rng)),
                    1 => Self::Messages(Random::random(rng)),
                    2 => Self::File(Random::random(rng)),
                    _ => Self::Other { channel: Random::random(rng), value: Random::random(rng) },
                }
            }
        }
    };
}

shapes! { edit::EditVarValue['a] { Number, Float, Text } }

moved!(v259);
moved!(v260);

records! {
    v259::edit::EditTexture { selection, texture, all_faces }
    v259::edit::Replace { selection, old, new, in_selection }
    v259::to_server::GetDemo { demo }
    v259::to_client::Flag { version, spawn_index, owner_cn, invisible, unowned }
    v259::to_client::Player { cn, life, frags, flags, quad_millis, state }
    v259::files::SendDemo['a] { file }
    v260::edit::EditTexture['a] { selection, texture, all_faces, extra }
    v260::edit::Replace['a] { selection, old, new, in_selection, extra }
    v260::edit::EditVSlot['a] { selection, delta, all_faces, extra }
    v260::to_server::Undo['a] { unpacked_size, packed }
    v260::to_server::Redo['a] { unpacked_size, packed }
    v260::to_server::GetDemo { demo, tag }
    v260::to_client::Flag { version, spawn_index, owner_cn, invisible, unowned, hold }
    v260::to_client::FlagHold { team, time }
    v260::to_client::Player { cn, life, frags, flags, deaths, quad_millis, state }
    v260::to_client::Undo['a] { cn, unpacked_size, packed }
    v260::to_client::Redo['a] { cn, unpacked_size, packed }
    v260::files::SendDemo['a] { tag, file }
}

families! {
    v259::Said['a] {
        Text, Sound, GunSelect, Taunt, ClientPing, EditMode, SwitchName, SwitchModel, EditEntity, EditFace,
        EditTexture, EditMaterial, Flip, Copy, Paste, Rotate, Replace, DeleteCube, Remip, NewMap, EditVar, Spawn,
    } | Unknown
    v260::Said['a] {
        Text, Sound, GunSelect, Taunt, ClientPing, EditMode, SwitchName, SwitchModel, EditEntity, EditFace,
        EditTexture, EditMaterial, Flip, Copy, Paste, Rotate, Replace, DeleteCube, Remip, EditVSlot, NewMap, EditVar,
        Spawn,
    } | Unknown
    v259::Edit['a] {
        EditEntity, EditFace, EditTexture, EditMaterial, Flip, Copy, Paste, Rotate, Replace, DeleteCube,
        Remip, NewMap, EditVar,
    }
    v259::ToServer['a] {
        Text, Sound, GunSelect, Taunt, ClientPing, EditMode, SwitchName, SwitchModel, EditEntity, EditFace,
        EditTexture, EditMaterial, Flip, Copy, Paste, Rotate, Replace, DeleteCube, Remip, NewMap, EditVar,
        ItemList, MasterModeChange, Spectator, ServerCommand, Connect, Shoot, Explode, Suicide, TrySpawn,
        Spawn, MapVote, ItemPickup, Ping, ForceIntermission, GetMap, Clipboard, Kick, ClearBans, SetMaster,
        SetTeam, Bases, RepAmmo, ListDemos, GetDemo, RecordDemo, StopDemo, ClearDemos, TakeFlag, TryDropFlag,
        InitFlags, SayTeam, AuthTry, AuthKick, AuthAnswer, PauseGame, GameSpeed, AddBot, DeleteBot, FromBot,
        BotLimit, BotBalance, MapCrc, CheckMaps, SwitchTeam, InitTokens, TakeToken, DepositTokens,
    }
    v259::ToClient['a] {
        MapChange, ItemList, MasterModeChange, Spectator, ServerCommand, ServerInfo, Welcome, InitClient, Disconnected,
        Died, Damage, HitPush, ShotEffect, ExplodeEffect, SpawnState, ForceDeath,  TeamInfo,
        ItemSpawn, ItemTaken, Pong, TimeUp, ServerMessage, Resume, Clipboard, CurrentMaster, SetTeam, Bases,
        BaseInfo, BaseScore, RepAmmo, BaseRegen, Announce, DemoList, DemoPlayback, TakeFlag, ReturnFlag,
        ResetFlag, InvisibleFlag, DropFlag, ScoreFlag, InitFlags, SayTeam, Client, AuthChallenge, RequestAuth,
        PauseGame, GameSpeed, InitBot, InitTokens, TakeToken, ExpireTokens, DropTokens, DepositTokens,
        StealTokens, DemoPacket,
    }
    v259::Files['a] { SendMap, SendDemo }
    v260::Edit['a] {
        EditEntity, EditFace, EditTexture, EditMaterial, Flip, Copy, Paste, Rotate, Replace, DeleteCube,
        Remip, EditVSlot, NewMap, EditVar,
    }
    v260::ToServer['a] {
        Text, Sound, GunSelect, Taunt, ClientPing, EditMode, SwitchName, SwitchModel, EditEntity, EditFace,
        EditTexture, EditMaterial, Flip, Copy, Paste, Rotate, Replace, DeleteCube, Remip, EditVSlot, NewMap,
        EditVar, ItemList, MasterModeChange, Spectator, ServerCommand, Connect, Shoot, Explode, Suicide,
        TrySpawn, Spawn, MapVote, ItemPickup, Ping, ForceIntermission, Undo, Redo, GetMap, Clipboard, Kick,
        ClearBans, SetMaster, SetTeam, Bases, RepAmmo, ListDemos, GetDemo, RecordDemo, StopDemo, ClearDemos,
        TakeFlag, TryDropFlag, InitFlags, SayTeam, AuthTry, AuthKick, AuthAnswer, PauseGame, GameSpeed,
        AddBot, DeleteBot, FromBot, BotLimit, BotBalance, MapCrc, CheckMaps, SwitchTeam, InitTokens,
        TakeToken, DepositTokens,
    }
    v260::ToClient['a] {
        MapChange, ItemList, MasterModeChange, Spectator, ServerCommand, ServerInfo, Welcome, InitClient, Disconnected,
        Died, Damage, HitPush, ShotEffect, ExplodeEffect, SpawnState, ForceDeath,  TeamInfo,
        ItemSpawn, ItemTaken, Pong, TimeUp, ServerMessage, Resume, Undo, Redo, Clipboard, CurrentMaster,
        SetTeam, Bases, BaseInfo, BaseScore, RepAmmo, BaseRegen, Announce, DemoList, DemoPlayback, TakeFlag,
        ReturnFlag, ResetFlag, InvisibleFlag, DropFlag, ScoreFlag, InitFlags, SayTeam, Client, AuthChallenge,
        RequestAuth, PauseGame, GameSpeed, InitBot, InitTokens, TakeToken, ExpireTokens, DropTokens,
        DepositTokens, StealTokens, DemoPacket,
    }
    v260::Files['a] { SendMap, SendDemo }
}
