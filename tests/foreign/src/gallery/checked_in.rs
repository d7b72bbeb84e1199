//! The Rust of the gallery as it is checked in.

macro_rules! checked_in {
    ($($path:literal $name:ident;)*) => {$(
        #[rustfmt::skip]
        #[path = $path]
        pub mod $name;
    )*};
}

checked_in! {
    "../../../../generated/gallery/a2s/mod.rs" a2s;
    "../../../../generated/gallery/bgp/mod.rs" bgp;
    "../../../../generated/gallery/coap/mod.rs" coap;
    "../../../../generated/gallery/dhcp/mod.rs" dhcp;
    "../../../../generated/gallery/dns/mod.rs" dns;
    "../../../../generated/gallery/enet/mod.rs" enet;
    "../../../../generated/gallery/mavlink/mod.rs" mavlink;
    "../../../../generated/gallery/mbus/mod.rs" mbus;
    "../../../../generated/gallery/minecraft/mod.rs" minecraft;
    "../../../../generated/gallery/modbus/mod.rs" modbus;
    "../../../../generated/gallery/mqtt/mod.rs" mqtt;
    "../../../../generated/gallery/ntp/mod.rs" ntp;
    "../../../../generated/gallery/quic/mod.rs" quic;
    "../../../../generated/gallery/rtp/mod.rs" rtp;
    "../../../../generated/gallery/stun/mod.rs" stun;
}
