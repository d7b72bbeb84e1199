//! What `schema/rcce2.wire` becomes.

use wireform_protocols::rcce2::Movement;
use wireform_protocols::rcce2::overheard::{
    StandardUpdate, StandardUpdateTail, StandardUpdateTailEnergy, StandardUpdateTailFlying, StandardUpdateTailView,
    StandardUpdateView,
};

use super::update::{Tail, Update};
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

/// The generated view and value.
pub struct Generated;

impl Reader for Generated {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(update) = StandardUpdateView::parse_exact(packet) else { return false };
        let movement = update.movement();
        sink.int(movement.runtime_id());
        sink.float(movement.x());
        sink.float(movement.z());
        sink.int(movement.is_running());
        sink.int(movement.walking_backward());
        sink.float(movement.dest_x());
        sink.float(movement.dest_z());
        sink.int(movement.mount_runtime_id());
        match update.tail() {
            StandardUpdateTailView::Nothing => sink.int(0),
            StandardUpdateTailView::Energy(tail) => {
                sink.int(1);
                sink.int(tail.energy());
            }
            StandardUpdateTailView::Flying(tail) => {
                sink.int(2);
                sink.float(tail.y());
            }
        }
        true
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(update) = StandardUpdateView::parse_exact(packet) else { return false };
        sink.float(update.movement().dest_x());
        true
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        StandardUpdateView::parse_exact(packet).is_ok()
    }
}

impl Writer<Update> for Generated {
    type Value = StandardUpdate;

    fn value(packet: &'static Update) -> StandardUpdate {
        let movement = Movement {
            runtime_id: packet.runtime_id,
            x: packet.x,
            z: packet.z,
            is_running: packet.is_running,
            walking_backward: packet.walking_backward,
            dest_x: packet.dest_x,
            dest_z: packet.dest_z,
            mount_runtime_id: packet.mount,
        };
        let tail = match packet.tail {
            Tail::Nothing => StandardUpdateTail::Nothing,
            Tail::Energy(energy) => StandardUpdateTail::Energy(StandardUpdateTailEnergy { energy }),
            Tail::Flying(y) => StandardUpdateTail::Flying(StandardUpdateTailFlying { y }),
        };
        StandardUpdate { movement, tail }
    }

    #[inline(always)]
    fn write(value: &StandardUpdate, buffer: &mut [u8]) -> Option<usize> {
        value.write(buffer).ok()
    }
}
