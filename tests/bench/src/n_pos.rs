//! W1: `N_POS` of Sauerbraten: where a player is. Flags in front say how wide numbers are, and what is there at all.

use crate::contender::Contender;
use crate::measure::SAME_PROMISES;
use crate::rng::Rng;
use crate::workload::Workload;

mod binrw;
mod by_hand;
mod by_hand_unsafe;
mod deku;
mod generated;
mod position;
mod prost;
mod same_promises;
mod winnow;

use position::Position;

/// The name of the workload.
pub const NAME: &str = "N_POS";

/// Everybody who takes part.
pub fn contenders(packets: usize) -> Vec<Contender> {
    let mut rng = Rng::new(0x5EED_0001);
    Workload::new(NAME, (0..packets).map(|_| Position::random(&mut rng)).collect())
        .ours::<generated::Generated>("generated")
        .ours::<by_hand::ByHand>("by hand")
        .ours::<by_hand_unsafe::ByHandUnsafe>("by hand, unsafe")
        .our_reader::<same_promises::SamePromises>(SAME_PROMISES)
        .peer::<binrw::Binrw>("binrw")
        .peer::<deku::Deku>("deku")
        .reading_peer::<winnow::Winnow>("winnow")
        .own_format::<prost::Prost>("prost")
        .finish()
}
