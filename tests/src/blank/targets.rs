//! What of blank can be read and written by itself, in each version.

use wireform_tests::blank::{v2015_10, v2015_11};

use super::versions::{NOVEMBER, OCTOBER, Version};
use crate::generated::{Generated, generated};

/// Adds what has a name, each with its view.
macro_rules! named {
    ($all:ident, $version:ident in $protocol:ident: $($name:ident $view:ident),* $(,)?) => {
        $all.extend([$(generated!(stringify!($name) => $protocol: $version::$name, $version::$view)),*]);
    };
    ($all:ident, $version:ident in $protocol:ident payload: $($name:ident $view:ident),* $(,)?) => {
        $all.extend([$(generated!(
            concat!("payload::", stringify!($name)) => $protocol:
            $version::payload::$name, $version::payload::$view
        )),*]);
    };
}

/// What both versions have.
macro_rules! both {
    ($version:ident in $protocol:ident) => {{
        let mut all = Vec::new();
        named!(all, $version in $protocol: Vec3 Vec3View, Chunk ChunkView, ChunkOffset ChunkOffsetView);
        named!(all, $version in $protocol: EntityState EntityStateView);
        named!(all, $version in $protocol: Datagram DatagramView);
        named!(all, $version in $protocol payload:
            Ping PingView, Login LoginView, Join JoinView, Part PartView, PlayerUpdate PlayerUpdateView,
            SpawnEntity SpawnEntityView, DespawnEntity DespawnEntityView, EntityUpdate EntityUpdateView,
            PlayerCorrection PlayerCorrectionView, ChunkBegin ChunkBeginView, ChunkData ChunkDataView,
            BlockUpdate BlockUpdateView, EntityUpdateEntities EntityUpdateEntitiesView,
            BlockUpdateBlocks BlockUpdateBlocksView,
        );
        all
    }};
}

/// Everything that has a name.
pub fn all(version: Version) -> Vec<Generated> {
    match version {
        Version::October => {
            let mut all = both!(v2015_10 in OCTOBER);
            named!(all, v2015_10 in OCTOBER: Quaternion QuaternionView);
            all
        }
        Version::November => {
            let mut all = both!(v2015_11 in NOVEMBER);
            named!(all, v2015_11 in NOVEMBER: Motion MotionView);
            named!(all, v2015_11 in NOVEMBER payload: Message MessageView);
            all
        }
    }
}

/// One of them, by its name.
pub fn named(version: Version, name: &str) -> Generated {
    all(version).into_iter().find(|one| one.name == name).expect("something of the schema")
}
