//! The plain values of rcce2: what fields each type has.

use wireform_build::interpret::Value;
use wireform_tests::rcce2::overheard::StandardUpdateTail;
use wireform_tests::rcce2::{
    Gravity, Movement, Overheard, PerFifty, Replies, ToClient, ToServer, WalkingBackward, overheard, replies,
    to_client, to_server,
};

use crate::random::Random;
use crate::rng::Rng;
use crate::show::{Show, enums, families, quantities, records};

enums!(WalkingBackward);

quantities!(PerFifty: F32(f32) in None, Gravity: Int(i64) in None);

records! {
    Movement { runtime_id, x, z, is_running, walking_backward, dest_x, dest_z, mount_runtime_id }
    to_server::CreateAccount['a] { name, password, email }
    to_server::VerifyAccount['a] { name, password }
    to_server::FetchActors {}
    to_server::StartGame['a] { name, password, character }
    to_server::StandardUpdate { dest_x, dest_z, y, x, z, is_running, walking_backward }
    to_server::InventoryUpdate['a] { change }
    to_server::ChatMessage['a] { marker, text }
    to_server::UpdateTrading['a] { slot, amount, item }
    to_server::Jump { runtime_id }
    to_server::Dismount {}
    replies::CreateAccount { made }
    replies::VerifyAccount['a] { reply }
    replies::FetchCharacter['a] { pairs }
    replies::FetchCharacterPairs { first, second }
    replies::FetchActors['a] { part }
    replies::FetchActorsPartItems['a] { part }
    replies::FetchActorsPartItemsPartLast['a] { entries, total }
    replies::FetchActorsPartLast['a] { entries, total }
    replies::ChangeArea['a] { x, y, z, yaw, weather, gravity, area, flags, name }
    replies::UpdateFiles['a] { files, total }
    replies::UpdateFilesFiles['a] { checksum, name }
    replies::StartGame['a] { reply }
    replies::StartGameReplyRefused {}
    replies::StartGameReplyAccepted['a] { index, first, second, third }
    replies::ActorGone { runtime_id }
    replies::InventoryUpdate['a] { change }
    replies::InventoryUpdateChangeG['a] { answer }
    replies::ChatMessage['a] { marker, text }
    replies::StatUpdate { change }
    replies::StatUpdateChangeAttribute { runtime_id, index, value }
    replies::StatUpdateChangeMaximum { runtime_id, index, value }
    replies::StatUpdateChangeReputation { runtime_id, value }
    replies::NameChange['a] { runtime_id, name, tag }
    replies::XpUpdate['a] { change }
    replies::XpUpdateChangeBar { level }
    replies::OpenTrading['a] { digits }
    replies::ActorEffect['a] { change }
    replies::ActorEffectChangeAdd['a] { effect, icon, name }
    replies::ActorEffectChangeEnergy { index, value }
    replies::ActorEffectChangeRemove['a] { effect, values }
    replies::Projectile['a] { ids, homing, speed, texture, mesh }
    replies::PartyUpdate['a] { names }
    replies::AppearanceUpdate { what, runtime_id, value }
    replies::CloseTrading {}
    replies::UpdateTrading['a] { slot, amount, item }
    replies::SelectScenery { id }
    replies::ItemHealth { slot, health }
    replies::Jump { runtime_id }
    replies::FloatingNumber { runtime_id, number, red, green, blue }
    replies::RepositionActor { change }
    replies::RepositionActorChangeRotate { runtime_id, yaw }
    replies::RepositionActorChangeUnmarked { runtime_id, x, y, z, flag }
    replies::RepositionActorChangeMove { runtime_id, x, y, z, flag }
    replies::ProgressBar['a] { change }
    to_client::StandardUpdate { movement, energy, y }
    overheard::StandardUpdate { movement, tail }
    overheard::StandardUpdateTailEnergy { energy }
    overheard::StandardUpdateTailFlying { y }
}

/// A family with all replies, and what it has besides.
macro_rules! with_replies {
    ($($family:ident { $($member:ident),* } $(| $unknown:ident)?)*) => {
        families! {$(
            $family['a] {
                CreateAccount, VerifyAccount, FetchCharacter, FetchActors, ChangeArea, UpdateFiles, StartGame, ActorGone,
                InventoryUpdate, ChatMessage, StatUpdate, NameChange, XpUpdate, OpenTrading, ActorEffect, Projectile,
                PartyUpdate, AppearanceUpdate, CloseTrading, UpdateTrading, SelectScenery, ItemHealth, Jump,
                FloatingNumber, RepositionActor, ProgressBar, $($member),*
            } $(| $unknown)?
        )*}
    };
}

with_replies! {
    Replies {}
    ToClient { StandardUpdate } | Unknown
    Overheard { StandardUpdate } | Unknown
}

families! {
    ToServer['a] {
        CreateAccount, VerifyAccount, FetchActors, StartGame, StandardUpdate, InventoryUpdate, ChatMessage, UpdateTrading,
        Jump, Dismount,
    } | Unknown
}

/// `choices!(Change['a] { nothing: A; bytes: B; fields: C; kept: Other })`: shapes with nothing in them, with bytes, with
/// fields of their own, and the one that keeps its code.
macro_rules! choices {
    ($($($choice:ident)::+ $([$life:lifetime])? {
        nothing: $($nothing:ident)*; bytes: $($bytes:ident)*; fields: $($fields:ident)* $(; kept: $kept:ident)?
    })*) => {$(
        impl $(<$life>)? Show for $($choice)::+ $(<$life>)? {
            fn show(&self) -> Value {
                let (name, fields) = match self {
                    $(Self::$nothing => (stringify!($nothing), Vec::new()),)*
                    $(Self::$bytes(bytes) => (stringify!($bytes), vec![value(&bytes[..])]),)*
                    $(Self::$fields(one) => match one.show() {
                        Value::Record(fields) => (stringify!($fields), fields),
                        other => panic!("a shape has fields: {other:?}"),
                    },)*
                    $(Self::$kept { code, value: bytes } => {
                        (stringify!($kept), vec![("code".to_owned(), code.show()), value(bytes)])
                    })?
                };
                // A name that Rust keeps for itself has a line behind it.
                Value::Arm { name: name.trim_end_matches('_').to_owned(), fields }
            }
        }

        impl $(<$life>)? Random for $($choice)::+ $(<$life>)? {
            fn random(rng: &mut Rng) -> Self {
                let makers: &[fn(&mut Rng) -> Self] = &[
                    $(|_| Self::$nothing,)*
                    $(|rng| Self::$bytes(Random::random(rng)),)*
                    $(|rng| Self::$fields(Random::random(rng)),)*
                    $(|rng| Self::$kept { code: Random::random(rng), value: Random::random(rng) },)?
                ];
                rng.pick(makers)(rng)
            }
        }
    )*};
}

choices! {
    StandardUpdateTail { nothing: Nothing; bytes: ; fields: Energy Flying }
    to_server::InventoryUpdateChange['a] { nothing: ; bytes: P D G S A; fields: ; kept: Other }
    replies::CreateAccountMade { nothing: Yes No; bytes: ; fields: }
    replies::VerifyAccountReply['a] { nothing: WrongPassword Banned NoAccount LoggedIn; bytes: Characters; fields: }
    replies::FetchActorsPart['a] { nothing: ; bytes: A D E F More; fields: Items Last }
    replies::FetchActorsPartItemsPart['a] { nothing: ; bytes: More; fields: Last }
    replies::StartGameReply['a] { nothing: ; bytes: Two; fields: Refused Accepted }
    replies::InventoryUpdateChange['a] { nothing: ; bytes: H T R P D O; fields: G; kept: Other }
    replies::InventoryUpdateChangeGAnswer['a] { nothing: ; bytes: Yes No; fields: ; kept: Other }
    replies::StatUpdateChange { nothing: ; bytes: ; fields: Attribute Maximum Reputation }
    replies::XpUpdateChange['a] { nothing: ; bytes: ; fields: Bar; kept: Other }
    replies::ActorEffectChange['a] { nothing: ; bytes: ; fields: Add Energy Remove }
    replies::RepositionActorChange { nothing: ; bytes: ; fields: Rotate Unmarked Move }
    replies::ProgressBarChange['a] { nothing: ; bytes: Create Update Delete; fields: }
}

/// What a shape that is bytes has for a field.
fn value(bytes: &[u8]) -> (String, Value) {
    ("value".to_owned(), Value::Bytes(bytes.to_vec()))
}

impl Show for replies::PartyUpdateNames<'_> {
    fn show(&self) -> Value {
        self.value.show()
    }
}

impl Random for replies::PartyUpdateNames<'_> {
    fn random(rng: &mut Rng) -> Self {
        Self { value: Random::random(rng) }
    }
}
