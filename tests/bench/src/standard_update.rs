//! W5: `StandardUpdate` of rcce2, from a server, as somebody reads it who does not know whom it is for: fixed fields,
//! and behind them nothing, two bytes or four.

use crate::contender::Contender;
use crate::rng::Rng;
use crate::workload::Workload;

mod binrw;
mod by_hand;
mod by_hand_unsafe;
mod deku;
mod generated;
mod pdl;
mod prost;
mod update;
mod winnow;
mod zerocopy;

use update::Update;

/// The name of the workload.
pub const NAME: &str = "StandardUpdate";

/// Everybody who takes part.
pub fn contenders(packets: usize) -> Vec<Contender> {
    let mut rng = Rng::new(0x5EED_0005);
    Workload::new(NAME, (0..packets).map(|_| Update::random(&mut rng)).collect())
        .ours::<generated::Generated>("generated")
        .ours::<by_hand::ByHand>("by hand")
        .ours::<by_hand_unsafe::ByHandUnsafe>("by hand, unsafe")
        .peer::<binrw::Binrw>("binrw")
        .peer::<deku::Deku>("deku")
        .peer::<pdl::Pdl>("PDL")
        .reading_peer::<winnow::Winnow>("winnow")
        .peer::<zerocopy::Zerocopy>("zerocopy")
        .own_format::<prost::Prost>("prost")
        .finish()
}
