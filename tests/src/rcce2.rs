//! rcce2's generated code, as the tests need it: all of it, and the packet that its vectors are about in both directions and
//! to each kind of receiver.

mod plain;

use std::sync::LazyLock;

use wireform_build::model::Protocol;
use wireform_tests::rcce2::{self, overheard, replies, to_client, to_server};

use crate::generated::{Generated, generated};
use crate::protocols::load;

/// The schema, for the interpreter.
pub static RCCE2: LazyLock<Protocol> = LazyLock::new(|| load("rcce2", None));

/// What a server is told.
pub fn to_server() -> Generated {
    generated!("to_server::StandardUpdate" => RCCE2: to_server::StandardUpdate, to_server::StandardUpdateView)
}

/// What somebody hears who knows nothing.
pub fn overheard() -> Generated {
    generated!("overheard::StandardUpdate" => RCCE2: overheard::StandardUpdate, overheard::StandardUpdateView)
}

/// What a client is told: whether it is about its own actor, whether there is energy, whether the actor flies.
pub fn to_client(known: [bool; 3]) -> Generated {
    macro_rules! told {
        ($is_self:literal $a:literal, $has_energy:literal $b:literal, $flies:literal $c:literal) => {
            Generated {
                params: &[$a, $b, $c],
                ..generated!(
                    "to_client::StandardUpdate" => RCCE2:
                    to_client::StandardUpdate, to_client::StandardUpdateView,
                    (to_client::StandardUpdateKnown { is_self: $is_self, has_energy: $has_energy, flies: $flies })
                )
            }
        };
    }
    match known {
        [false, false, false] => told!(false 0, false 0, false 0),
        [false, false, true] => told!(false 0, false 0, true 1),
        [false, true, false] => told!(false 0, true 1, false 0),
        [false, true, true] => told!(false 0, true 1, true 1),
        [true, false, false] => told!(true 1, false 0, false 0),
        [true, false, true] => told!(true 1, false 0, true 1),
        [true, true, false] => told!(true 1, true 1, false 0),
        [true, true, true] => told!(true 1, true 1, true 1),
    }
}

/// What is known to those who need it.
const KNOWN: rcce2::ToClientKnown = rcce2::ToClientKnown { is_self: false, has_energy: true, flies: true };

/// Adds what has a name, each with its view: of a family's module, or of none.
macro_rules! named {
    ($all:ident: $($name:ident $view:ident),* $(,)?) => {
        $all.extend([$(generated!(stringify!($name) => RCCE2: rcce2::$name, rcce2::$view)),*]);
    };
    ($all:ident $module:ident: $($name:ident $view:ident),* $(,)?) => {
        $all.extend([$(generated!(
            concat!(stringify!($module), "::", stringify!($name)) => RCCE2: $module::$name, $module::$view
        )),*]);
    };
}

/// All of them.
pub fn targets() -> Vec<Generated> {
    let flags = |number: usize| [number & 1 != 0, number & 2 != 0, number & 4 != 0];
    let mut all: Vec<Generated> =
        (0..8).map(|number| to_client(flags(number))).chain([to_server(), overheard()]).collect();
    named!(all: Movement MovementView, ToServer ToServerView, Replies RepliesView, Overheard OverheardView);
    all.push(Generated {
        params: &[0, 1, 1],
        ..generated!("ToClient" => RCCE2: rcce2::ToClient, rcce2::ToClientView, (KNOWN))
    });
    named!(all to_server:
        CreateAccount CreateAccountView, VerifyAccount VerifyAccountView, FetchActors FetchActorsView,
        StartGame StartGameView, InventoryUpdate InventoryUpdateView, ChatMessage ChatMessageView,
        UpdateTrading UpdateTradingView, Jump JumpView, Dismount DismountView,
    );
    named!(all replies:
        CreateAccount CreateAccountView, VerifyAccount VerifyAccountView, FetchCharacter FetchCharacterView,
        FetchActors FetchActorsView, ChangeArea ChangeAreaView, UpdateFiles UpdateFilesView, StartGame StartGameView,
        ActorGone ActorGoneView, InventoryUpdate InventoryUpdateView, ChatMessage ChatMessageView,
        StatUpdate StatUpdateView, NameChange NameChangeView, XpUpdate XpUpdateView, OpenTrading OpenTradingView,
        ActorEffect ActorEffectView, Projectile ProjectileView, PartyUpdate PartyUpdateView,
        AppearanceUpdate AppearanceUpdateView, CloseTrading CloseTradingView, UpdateTrading UpdateTradingView,
        SelectScenery SelectSceneryView, ItemHealth ItemHealthView, Jump JumpView, FloatingNumber FloatingNumberView,
        RepositionActor RepositionActorView, ProgressBar ProgressBarView,
        FetchCharacterPairs FetchCharacterPairsView, UpdateFilesFiles UpdateFilesFilesView,
    );
    all
}
