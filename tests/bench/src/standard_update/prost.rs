//! prost: the same values as Protocol Buffers, which have a format of their own.

use prost::Message;

use super::update::{Tail, Update};
use crate::contender::{Library, Writer};

/// prost.
pub struct Prost;

/// What a `StandardUpdate` would be in a `.proto`.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct StandardUpdate {
    #[prost(uint32, tag = "1")]
    runtime_id: u32,
    #[prost(float, tag = "2")]
    x: f32,
    #[prost(float, tag = "3")]
    z: f32,
    #[prost(bool, tag = "4")]
    is_running: bool,
    #[prost(bool, tag = "5")]
    walking_backward: bool,
    #[prost(float, tag = "6")]
    dest_x: f32,
    #[prost(float, tag = "7")]
    dest_z: f32,
    #[prost(uint32, tag = "8")]
    mount: u32,
    #[prost(uint32, optional, tag = "9")]
    energy: Option<u32>,
    #[prost(float, optional, tag = "10")]
    y: Option<f32>,
}

impl Library for Prost {
    type Packet = Update;

    fn parse(packet: &[u8]) -> Option<Update> {
        let update = StandardUpdate::decode(packet).ok()?;
        let StandardUpdate { x, z, is_running, walking_backward, dest_x, dest_z, energy, y, .. } = update;
        let (runtime_id, mount) = (update.runtime_id as u16, update.mount as u16);
        let tail = Tail::from_options(energy.map(|energy| energy as u16), y);
        Some(Update { runtime_id, x, z, is_running, walking_backward, dest_x, dest_z, mount, tail })
    }
}

impl Writer<Update> for Prost {
    type Value = StandardUpdate;

    fn value(packet: &'static Update) -> StandardUpdate {
        let Update { x, z, is_running, walking_backward, dest_x, dest_z, .. } = *packet;
        let (runtime_id, mount) = (packet.runtime_id.into(), packet.mount.into());
        let (energy, y) = packet.tail.to_options();
        let energy = energy.map(u32::from);
        StandardUpdate { runtime_id, x, z, is_running, walking_backward, dest_x, dest_z, mount, energy, y }
    }

    fn write(value: &StandardUpdate, mut buffer: &mut [u8]) -> Option<usize> {
        let room = buffer.len();
        value.encode(&mut buffer).ok()?;
        Some(room - buffer.len())
    }
}
