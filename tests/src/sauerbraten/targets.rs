//! What of Sauerbraten can be read and written by itself, in each version.

use wireform_tests::sauerbraten::{v259, v260};

use super::versions::{V259, V260, Version};
use crate::generated::{Generated, MODE, generated};

/// What is known to those who need a mode.
const KNOWN: v260::ToClientKnown = v260::ToClientKnown { mode: Some(MODE) };

/// Adds what has a name, each with its view: of a family's module, or of none.
macro_rules! named {
    ($all:ident, $version:ident in $protocol:ident: $($name:ident $view:ident),* $(,)?) => {
        $all.extend([$(generated!(stringify!($name) => $protocol: $version::$name, $version::$view)),*]);
    };
    ($all:ident, $version:ident in $protocol:ident $module:ident: $($name:ident $view:ident),* $(,)?) => {
        $all.extend([$(generated!(
            concat!(stringify!($module), "::", stringify!($name)) => $protocol:
            $version::$module::$name, $version::$module::$view
        )),*]);
    };
}

/// What both versions have.
macro_rules! both {
    ($version:ident in $protocol:ident) => {{
        let mut all = Vec::new();
        named!(all, $version in $protocol: Positions PositionsView, Edit EditView, Said SaidView);
        named!(all, $version in $protocol: ToServer ToServerView, Files FilesView);
        named!(all, $version in $protocol:
            Point PointView, Vector VectorView, State StateView, Hit HitView, Selection SelectionView,
            Text TextView, Sound SoundView, GunSelect GunSelectView, Taunt TauntView,
            ClientPing ClientPingView, EditMode EditModeView, SwitchName SwitchNameView,
            SwitchModel SwitchModelView, ItemList ItemListView, MapChange MapChangeView, MasterModeChange MasterModeChangeView,
            Spectator SpectatorView, ServerCommand ServerCommandView,
            Item ItemView, PositionPacket PositionPacketView, ClientPacket ClientPacketView,
        );
        named!(all, $version in $protocol positions: Pos PosView, Teleport TeleportView, JumpPad JumpPadView);
        named!(all, $version in $protocol edit:
            EditEntity EditEntityView, EditFace EditFaceView, EditTexture EditTextureView,
            EditMaterial EditMaterialView, Flip FlipView, Copy CopyView, Paste PasteView,
            Rotate RotateView, Replace ReplaceView, DeleteCube DeleteCubeView, Remip RemipView,
            NewMap NewMapView, EditVar EditVarView,
        );
        named!(all, $version in $protocol to_server:
            Connect ConnectView, Shoot ShootView, Explode ExplodeView, Suicide SuicideView,
            TrySpawn TrySpawnView, Spawn SpawnView, MapVote MapVoteView, ItemPickup ItemPickupView,
            Ping PingView, ForceIntermission ForceIntermissionView, GetMap GetMapView,
            Clipboard ClipboardView, Kick KickView, ClearBans ClearBansView, SetMaster SetMasterView,
            SetTeam SetTeamView, Bases BasesView, RepAmmo RepAmmoView, ListDemos ListDemosView,
            GetDemo GetDemoView, RecordDemo RecordDemoView, StopDemo StopDemoView,
            ClearDemos ClearDemosView, TakeFlag TakeFlagView, TryDropFlag TryDropFlagView,
            InitFlags InitFlagsView, SayTeam SayTeamView, AuthTry AuthTryView, AuthKick AuthKickView,
            AuthAnswer AuthAnswerView, PauseGame PauseGameView, GameSpeed GameSpeedView,
            AddBot AddBotView, DeleteBot DeleteBotView, FromBot FromBotView, BotLimit BotLimitView,
            BotBalance BotBalanceView, MapCrc MapCrcView, CheckMaps CheckMapsView,
            SwitchTeam SwitchTeamView, InitTokens InitTokensView, TakeToken TakeTokenView,
            DepositTokens DepositTokensView,
            BasePlace BasePlaceView, FlagPlace FlagPlaceView, TokenPlace TokenPlaceView,
        );
        named!(all, $version in $protocol said: Spawn SpawnView);
        named!(all, $version in $protocol to_client:
            Client ClientView,
            ServerInfo ServerInfoView, Welcome WelcomeView, InitClient InitClientView,
            Disconnected DisconnectedView, Died DiedView, Damage DamageView, HitPush HitPushView,
            ShotEffect ShotEffectView, ExplodeEffect ExplodeEffectView, SpawnState SpawnStateView,
            ForceDeath ForceDeathView,  TeamInfo TeamInfoView,
            ItemSpawn ItemSpawnView, ItemTaken ItemTakenView, Pong PongView, TimeUp TimeUpView,
            ServerMessage ServerMessageView, Resume ResumeView, Clipboard ClipboardView,
            CurrentMaster CurrentMasterView, SetTeam SetTeamView, Bases BasesView, BaseInfo BaseInfoView,
            BaseScore BaseScoreView, RepAmmo RepAmmoView, BaseRegen BaseRegenView, Announce AnnounceView,
            DemoList DemoListView, DemoPlayback DemoPlaybackView, TakeFlag TakeFlagView,
            ReturnFlag ReturnFlagView, ResetFlag ResetFlagView, InvisibleFlag InvisibleFlagView,
            DropFlag DropFlagView, ScoreFlag ScoreFlagView,  SayTeam SayTeamView,
            AuthChallenge AuthChallengeView, RequestAuth RequestAuthView, PauseGame PauseGameView,
            GameSpeed GameSpeedView, InitBot InitBotView, InitTokens InitTokensView,
            TakeToken TakeTokenView, ExpireTokens ExpireTokensView, DropTokens DropTokensView,
            DepositTokens DepositTokensView, StealTokens StealTokensView, DemoPacket DemoPacketView,
            Team TeamView, Player PlayerView, Master MasterView, Base BaseView,
            Token TokenView, Carried CarriedView, DroppedToken DroppedTokenView, StolenToken StolenTokenView,
        );
        named!(all, $version in $protocol files: SendMap SendMapView, SendDemo SendDemoView);
        all
    }};
}

/// What has to know the mode.
macro_rules! of_mode {
    ($name:ident $view:ident $known:ident) => {
        generated!(stringify!($name) => V260: v260::$name, v260::$view, (v260::$known { mode: Some(MODE) }))
    };
    ($module:ident: $name:ident $view:ident $known:ident) => {
        generated!(
            concat!(stringify!($module), "::", stringify!($name)) => V260:
            v260::$module::$name, v260::$module::$view, (v260::$module::$known { mode: Some(MODE) })
        )
    };
}

/// The packets of messages, and the family of each.
pub const PACKETS: [[&str; 2]; 3] =
    [["PositionPacket", "Positions"], ["ClientPacket", "ToServer"], ["ServerPacket", "ToClient"]];

/// Everything that has a name.
pub fn all(version: Version) -> Vec<Generated> {
    let mut all = match version {
        Version::V259 => both!(v259 in V259),
        Version::V260 => both!(v260 in V260),
    };
    match version {
        Version::V259 => {
            named!(all, v259 in V259:
                ToClient ToClientView, ServerPacket ServerPacketView, Demo DemoView, DemoRecord DemoRecordView,
            );
            named!(all, v259 in V259 to_client: InitFlags InitFlagsView, Flag FlagView);
        }
        Version::V260 => {
            all.extend([
                generated!("ToClient" => V260: v260::ToClient, v260::ToClientView, (KNOWN)),
                of_mode!(ServerPacket ServerPacketView ServerPacketKnown),
                of_mode!(Demo DemoView DemoKnown),
                of_mode!(DemoRecord DemoRecordView DemoRecordKnown),
                of_mode!(to_client: InitFlags InitFlagsView InitFlagsKnown),
                of_mode!(to_client: Flag FlagView FlagKnown),
            ]);
            named!(all, v260 in V260 edit: EditVSlot EditVSlotView);
            named!(all, v260 in V260 to_server: Undo UndoView, Redo RedoView);
            named!(all, v260 in V260 to_client: Undo UndoView, Redo RedoView);
        }
    }
    all
}

/// One of them, by its name.
pub fn named(version: Version, name: &str) -> Generated {
    all(version).into_iter().find(|one| one.name == name).expect("something of the schema")
}
