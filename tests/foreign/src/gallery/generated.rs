//! The Rust of the gallery, by the build script.

wireform::include_schema!(pub mod a2s);
wireform::include_schema!(pub mod bgp);
wireform::include_schema!(pub mod coap);
wireform::include_schema!(pub mod dhcp);
wireform::include_schema!(pub mod dns);
wireform::include_schema!(pub mod enet);
wireform::include_schema!(pub mod mavlink);
wireform::include_schema!(pub mod mbus);
wireform::include_schema!(pub mod minecraft);
wireform::include_schema!(pub mod modbus);
wireform::include_schema!(pub mod mqtt);
wireform::include_schema!(pub mod msgpack);
wireform::include_schema!(pub mod mumble);
wireform::include_schema!(pub mod ntp);
wireform::include_schema!(pub mod quic);
wireform::include_schema!(pub mod rtp);
wireform::include_schema!(pub mod stun);
wireform::include_schema!(pub mod teeworlds);
