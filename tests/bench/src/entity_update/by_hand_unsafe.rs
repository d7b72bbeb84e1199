//! The fastest that we know of with `unsafe`: entities lie in memory as on the wire, on little-endian machines.
#![allow(unsafe_code)]

use super::by_hand::{View, fits, head};
use super::update::{Entity, Update};
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

/// Unsafe and by hand.
pub struct ByHandUnsafe;

const _: () = assert!(cfg!(target_endian = "little") && size_of::<Entity>() == 68);

/// Does something with each entity, as long as their ids ascend. Tells whether they all do.
#[inline(always)]
fn each(view: View<'_>, mut visit: impl FnMut(*const u8)) -> bool {
    let mut before = -1;
    for index in 0..view.entities.len() / 68 {
        // SAFETY: there are that many entities, of 68 bytes each, and the id is the first four.
        let (entity, id) = unsafe {
            let entity = view.entities.as_ptr().add(68 * index);
            (entity, i64::from(entity.cast::<u32>().read_unaligned()))
        };
        if id <= before {
            return false;
        }
        before = id;
        visit(entity);
    }
    true
}

impl Reader for ByHandUnsafe {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(view) = View::parse(packet) else { return false };
        view.tell_head(sink);
        each(view, |entity| {
            for index in 0..17 {
                // SAFETY: `each` gives 68 bytes.
                sink.int(unsafe { entity.cast::<u32>().add(index).read_unaligned() });
            }
        })
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        // SAFETY: `each` gives 68 bytes.
        let y = |entity: *const u8| unsafe { entity.add(20).cast::<f32>().read_unaligned() };
        View::parse(packet).is_some_and(|view| each(view, |entity| sink.float(y(entity))))
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        View::parse(packet).is_some_and(|view| each(view, |_| {}))
    }
}

impl Writer<Update> for ByHandUnsafe {
    type Value = &'static Update;

    fn value(packet: &'static Update) -> &'static Update {
        packet
    }

    #[inline(always)]
    fn write(value: &&'static Update, buffer: &mut [u8]) -> Option<usize> {
        let entities = value.entities.as_slice();
        let len = 20 + 68 * entities.len();
        if !fits(entities) || buffer.len() < len {
            return None;
        }
        let start = buffer.as_mut_ptr();
        // SAFETY: there is room for `len` bytes, and an entity is 68 bytes without padding.
        unsafe {
            start.cast::<[u8; 20]>().write_unaligned(head(value));
            start.add(20).copy_from_nonoverlapping(entities.as_ptr().cast(), 68 * entities.len());
        }
        Some(len)
    }
}
