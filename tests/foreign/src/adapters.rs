//! One adapter for each protocol.

pub mod a2s;
pub mod dhcp;
pub mod enet;
pub mod modbus;
pub mod mqtt;
pub mod ntp;
pub mod stun;
