//! What of Sauerbraten can be read and written by itself.

use wireform_tests::sauerbraten::{
    ClientPacketView, ItemList, ItemListView, Point, PointView, PositionPacketView, Positions, PositionsView,
    ServerCommand, ServerCommandView, ServerPacketView, Spectator, SpectatorView, State, StateView, ToClient,
    ToClientView, ToServer, ToServerView, positions, to_client, to_server,
};

use crate::generated::{Generated, Packet, generated, packet};

/// The messages of channel 0.
pub const POSITIONS: Generated = generated!("Positions": Positions, PositionsView);

/// What a client says on channel 1.
pub const TO_SERVER: Generated = generated!("ToServer": ToServer, ToServerView);

/// What a server says on channel 1.
pub const TO_CLIENT: Generated = generated!("ToClient": ToClient, ToClientView);

/// Everything that has a name.
pub fn all() -> Vec<Generated> {
    vec![
        POSITIONS,
        TO_SERVER,
        TO_CLIENT,
        generated!("Point": Point, PointView),
        generated!("State": State, StateView),
        generated!("Pos": positions::Pos, positions::PosView),
        generated!("Teleport": positions::Teleport, positions::TeleportView),
        generated!("JumpPad": positions::JumpPad, positions::JumpPadView),
        generated!("ItemList": ItemList, ItemListView),
        generated!("Spectator": Spectator, SpectatorView),
        generated!("ServerCommand": ServerCommand, ServerCommandView),
        generated!("Connect": to_server::Connect, to_server::ConnectView),
        generated!("ServerInfo": to_client::ServerInfo, to_client::ServerInfoView),
        generated!("Welcome": to_client::Welcome, to_client::WelcomeView),
        generated!("InitClient": to_client::InitClient, to_client::InitClientView),
        generated!("Disconnected": to_client::Disconnected, to_client::DisconnectedView),
        generated!("SpawnState": to_client::SpawnState, to_client::SpawnStateView),
        generated!("ForceDeath": to_client::ForceDeath, to_client::ForceDeathView),
        generated!("MapChange": to_client::MapChange, to_client::MapChangeView),
        generated!("TeamInfo": to_client::TeamInfo, to_client::TeamInfoView),
        generated!("TimeUp": to_client::TimeUp, to_client::TimeUpView),
        generated!("ServerMessage": to_client::ServerMessage, to_client::ServerMessageView),
        generated!("Resume": to_client::Resume, to_client::ResumeView),
        generated!("CurrentMaster": to_client::CurrentMaster, to_client::CurrentMasterView),
        generated!("SetTeam": to_client::SetTeam, to_client::SetTeamView),
        generated!("Bases": to_client::Bases, to_client::BasesView),
        generated!("BaseScore": to_client::BaseScore, to_client::BaseScoreView),
        generated!("InitFlags": to_client::InitFlags, to_client::InitFlagsView),
        generated!("PauseGame": to_client::PauseGame, to_client::PauseGameView),
        generated!("GameSpeed": to_client::GameSpeed, to_client::GameSpeedView),
        generated!("InitBot": to_client::InitBot, to_client::InitBotView),
        generated!("InitTokens": to_client::InitTokens, to_client::InitTokensView),
    ]
}

/// The packets, each of messages of one family.
pub fn packets() -> [Packet; 3] {
    [
        packet!("PositionPacket" of "Positions": PositionPacketView),
        packet!("ClientPacket" of "ToServer": ClientPacketView),
        packet!("ServerPacket" of "ToClient": ServerPacketView),
    ]
}
