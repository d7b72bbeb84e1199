//! W3: `EntityUpdate` of blank, revision of 2015-10, in its datagram: one to seven records of 68 bytes each.

use crate::contender::Contender;
use crate::measure::SAME_PROMISES;
use crate::rng::Rng;
use crate::workload::Workload;

mod binrw;
mod by_hand;
mod by_hand_unsafe;
mod deku;
mod generated;
mod pdl;
mod prost;
mod same_promises;
mod update;
mod winnow;
mod zerocopy;

use update::Update;

/// The name of the workload.
pub const NAME: &str = "EntityUpdate";

/// Everybody who takes part.
pub fn contenders(packets: usize) -> Vec<Contender> {
    let mut rng = Rng::new(0x5EED_0003);
    Workload::new(NAME, (0..packets).map(|index| Update::random(index as u16, &mut rng)).collect())
        .ours::<generated::Generated>("generated")
        .ours::<by_hand::ByHand>("by hand")
        .ours::<by_hand_unsafe::ByHandUnsafe>("by hand, unsafe")
        .ours::<same_promises::SamePromises>(SAME_PROMISES)
        .peer::<binrw::Binrw>("binrw")
        .peer::<deku::Deku>("deku")
        .peer::<pdl::Pdl>("PDL")
        .reading_peer::<winnow::Winnow>("winnow")
        .peer::<zerocopy::Zerocopy>("zerocopy")
        .own_format::<prost::Prost>("prost")
        .finish()
}
