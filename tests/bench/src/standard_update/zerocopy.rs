//! zerocopy: the fixed fields are looked at as a struct, the end is cut by hand.

use zerocopy::little_endian::{F32, U16};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::update::{CODE, Tail, Update};
use crate::contender::{Packet, Reader, Writer};
use crate::sink::Sink;

/// zerocopy.
pub struct Zerocopy;

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
struct Fixed {
    code: u8,
    runtime_id: U16,
    x: F32,
    z: F32,
    is_running: u8,
    walking_backward: u8,
    dest_x: F32,
    dest_z: F32,
    mount: U16,
}

#[inline(always)]
fn parse(packet: &[u8]) -> Option<(&Fixed, Tail)> {
    let (fixed, end) = Fixed::ref_from_prefix(packet).ok()?;
    let tail = match end.len() {
        0 => Tail::Nothing,
        2 => Tail::Energy(U16::read_from_bytes(end).ok()?.get()),
        4 => Tail::Flying(F32::read_from_bytes(end).ok()?.get()),
        _ => return None,
    };
    (fixed.code == CODE).then_some((fixed, tail))
}

impl Reader for Zerocopy {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some((fixed, tail)) = parse(packet) else { return false };
        let update = Update {
            runtime_id: fixed.runtime_id.get(),
            x: fixed.x.get(),
            z: fixed.z.get(),
            is_running: fixed.is_running != 0,
            walking_backward: fixed.walking_backward != 0,
            dest_x: fixed.dest_x.get(),
            dest_z: fixed.dest_z.get(),
            mount: fixed.mount.get(),
            tail,
        };
        update.read_all(sink);
        true
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        parse(packet).inspect(|(fixed, _)| sink.float(fixed.dest_x.get())).is_some()
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        parse(packet).is_some()
    }
}

impl Writer<Update> for Zerocopy {
    type Value = Update;

    fn value(packet: &'static Update) -> Update {
        *packet
    }

    #[inline(always)]
    fn write(value: &Update, buffer: &mut [u8]) -> Option<usize> {
        let fixed = Fixed {
            code: CODE,
            runtime_id: value.runtime_id.into(),
            x: value.x.into(),
            z: value.z.into(),
            is_running: value.is_running.into(),
            walking_backward: value.walking_backward.into(),
            dest_x: value.dest_x.into(),
            dest_z: value.dest_z.into(),
            mount: value.mount.into(),
        };
        fixed.write_to_prefix(buffer).ok()?;
        let end = buffer.get_mut(size_of::<Fixed>()..)?;
        match value.tail {
            Tail::Nothing => {}
            Tail::Energy(energy) => U16::from(energy).write_to_prefix(end).ok()?,
            Tail::Flying(y) => F32::from(y).write_to_prefix(end).ok()?,
        }
        Some(size_of::<Fixed>() + value.tail.len())
    }
}
