//! One adapter for each protocol.

pub mod a2s;
pub mod dhcp;
pub mod dns;
pub mod enet;
pub mod mavlink;
pub mod minecraft;
pub mod modbus;
pub mod mqtt;
pub mod ntp;
pub mod quic;
pub mod rtp;
pub mod stun;
