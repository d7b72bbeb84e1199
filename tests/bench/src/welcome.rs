//! W4: the packet that lets somebody into a game of Sauerbraten, version 259: messages one after the other, integers of
//! variable width, text up to a zero, lists up to a negative number.

use crate::contender::Contender;
use crate::measure::SAME_PROMISES;
use crate::rng::Rng;
use crate::workload::Workload;

mod binrw;
mod by_hand;
mod by_hand_unsafe;
mod by_hand_write;
mod deku;
#[cfg(feature = "handlers")]
mod dispatch;
mod game;
#[cfg_attr(feature = "handlers", allow(dead_code, reason = "handlers tell values by its functions"))]
mod generated;
mod message;
mod prost;
mod same_promises;
mod winnow;

use game::Game;

/// The name of the workload.
pub const NAME: &str = "Welcome";

/// Everybody who takes part.
pub fn contenders(packets: usize) -> Vec<Contender> {
    let mut rng = Rng::new(0x5EED_0004);
    let workload = Workload::new(NAME, (0..packets).map(|index| Game::random(index, &mut rng)).collect());
    // A program has one of the two: a reader with two callers is inlined into neither.
    #[cfg(not(feature = "handlers"))]
    let workload = workload.ours::<generated::Generated>("generated");
    #[cfg(feature = "handlers")]
    let workload = workload.our_reader::<dispatch::Dispatched>("dispatch");
    workload
        .ours::<by_hand::ByHand>("by hand")
        .ours::<by_hand_unsafe::ByHandUnsafe>("by hand, unsafe")
        .ours::<same_promises::SamePromises>(SAME_PROMISES)
        .peer::<binrw::Binrw>("binrw")
        .peer::<deku::Deku>("deku")
        .reading_peer::<winnow::Winnow>("winnow")
        .own_format::<prost::Prost>("prost")
        .finish()
}
