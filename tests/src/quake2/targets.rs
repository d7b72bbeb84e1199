//! What of Quake 2 can be read and written by itself.

use wireform_tests::quake2;

use super::QUAKE2;
use super::checksum::Game;
use crate::generated::{Generated, PROTOCOL, generated};

/// The number of the datagram in which a client's messages stand.
pub const SEQUENCE: u32 = 144_020;

/// What is known to those who need it.
const NUMBERED: quake2::ToServerKnown = quake2::ToServerKnown { sequence: SEQUENCE };

/// What is known to those who need the protocol.
const KNOWN: quake2::ToClientKnown = quake2::ToClientKnown { protocol: Some(PROTOCOL) };

/// Adds what has a name, each with its view: of a family's module, or of none.
macro_rules! named {
    ($all:ident: $($name:ident $view:ident $(($known:expr))?),* $(,)?) => {
        $all.extend([$(generated!(stringify!($name) => QUAKE2: quake2::$name, quake2::$view $(, ($known))?)),*]);
    };
    ($all:ident $module:ident: $($name:ident $view:ident $(($known:expr))?),* $(,)?) => {
        $all.extend([$(generated!(
            concat!(stringify!($module), "::", stringify!($name)) => QUAKE2:
            quake2::$module::$name, quake2::$module::$view $(, ($known))?
        )),*]);
    };
}

/// Everything that has a name.
pub fn all() -> Vec<Generated> {
    let mut all = Vec::new();
    named!(all:
        Point PointView, Small SmallView, Angles AnglesView, Blend BlendView, CommandDelta CommandDeltaView,
        EntityUpdate EntityUpdateView, PlayerStateDelta PlayerStateDeltaView,
        ServerData ServerDataView, ToClient ToClientView (KNOWN), FromServer FromServerView (quake2::FromServerKnown { protocol: Some(PROTOCOL) }),
        Demo DemoView (quake2::DemoKnown { protocol: Some(PROTOCOL) }),
        DemoBlock DemoBlockView (quake2::DemoBlockKnown { protocol: Some(PROTOCOL) }),
    );
    named!(all to_server:
        Nop NopView, UserInfo UserInfoView, StringCommand StringCommandView,
    );
    named!(all to_client:
        MuzzleFlash MuzzleFlashView, MonsterMuzzleFlash MonsterMuzzleFlashView, TempEntity TempEntityView,
        Layout LayoutView, Inventory InventoryView, Nop NopView, Disconnect DisconnectView, Reconnect ReconnectView,
        Sound SoundView, Print PrintView, StuffText StuffTextView, ConfigString ConfigStringView,
        SpawnBaseline SpawnBaselineView, CenterPrint CenterPrintView, Download DownloadView, PlayerInfo PlayerInfoView, PacketEntities PacketEntitiesView,
        Frame FrameView (quake2::to_client::FrameKnown { protocol: Some(PROTOCOL) }),
    );
    // What has the checksum of a move.
    all.extend([
        Generated {
            params: &[SEQUENCE as i128],
            ..generated!(
                "to_server::Move" => QUAKE2:
                quake2::to_server::Move, quake2::to_server::MoveView,
                (quake2::to_server::MoveKnown { sequence: SEQUENCE }); unverified Game
            )
        },
        Generated {
            params: &[SEQUENCE as i128],
            ..generated!("ToServer" => QUAKE2: quake2::ToServer, quake2::ToServerView, (NUMBERED); inside Game)
        },
        generated!("FromClient" => QUAKE2: quake2::FromClient, quake2::FromClientView; inside Game),
    ]);
    all
}

/// One of them, by its name.
pub fn named(name: &str) -> Generated {
    all().into_iter().find(|one| one.name == name).expect("something of the schema")
}
