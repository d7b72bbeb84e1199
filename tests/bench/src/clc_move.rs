//! W2: `clc_move` of Quake 2: three commands, each the difference from the one before. Which fields there are is near to
//! random, so branches are guessed wrong.

use crate::contender::Contender;
use crate::measure::SAME_PROMISES;
use crate::rng::Rng;
use crate::workload::Workload;

mod binrw;
mod by_hand;
mod by_hand_unsafe;
mod deku;
mod delta;
mod generated;
mod moves;
mod pdl;
mod prost;
mod same_promises;
mod winnow;

use moves::Move;

/// The name of the workload.
pub const NAME: &str = "clc_move";

/// Everybody who takes part.
pub fn contenders(packets: usize) -> Vec<Contender> {
    let mut rng = Rng::new(0x5EED_0002);
    Workload::new(NAME, (0..packets).map(|index| Move::random(index as i32, &mut rng)).collect())
        .ours::<generated::Generated>("generated")
        .ours::<by_hand::ByHand>("by hand")
        .ours::<by_hand_unsafe::ByHandUnsafe>("by hand, unsafe")
        .our_reader::<same_promises::SamePromises>(SAME_PROMISES)
        .peer::<binrw::Binrw>("binrw")
        .peer::<deku::Deku>("deku")
        .peer::<pdl::Pdl>("PDL")
        .reading_peer::<winnow::Winnow>("winnow")
        .own_format::<prost::Prost>("prost")
        .finish()
}
