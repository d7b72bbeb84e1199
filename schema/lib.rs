//! The schemas of the protocols that ship with Wireform, as text. Each constant is the file of the same name.
//!
//! ```
//! assert!(wireform_schemas::QUAKE2.contains("\nprotocol quake2 {"));
//! ```
//!
//! `wireform_build::load_text("quake2.wire", wireform_schemas::QUAKE2)` compiles one: none of them imports another file.
//! The crate `wireform-protocols` has the Rust that is generated from them.
#![no_std]

/// `blank.wire`
pub const BLANK: &str = include_str!("blank.wire");

/// `quake2.wire`
pub const QUAKE2: &str = include_str!("quake2.wire");

/// `rcce2.wire`
pub const RCCE2: &str = include_str!("rcce2.wire");

/// `sauerbraten.wire`
pub const SAUERBRATEN: &str = include_str!("sauerbraten.wire");

/// `grammar.md`, the grammar of the language in which the schemas are written: for tools.
pub const GRAMMAR: &str = include_str!("grammar.md");

/// All schemas with the names of their protocols, in the order of these names.
pub const ALL: [(&str, &str); 4] =
    [("blank", BLANK), ("quake2", QUAKE2), ("rcce2", RCCE2), ("sauerbraten", SAUERBRATEN)];

/// The schemas of the gallery, protocols that many people know, with the names of these protocols, in the order of the names.
/// `wireform-protocols` has no Rust of them.
pub const GALLERY: [(&str, &str); 18] = [
    ("a2s", include_str!("gallery/a2s.wire")),
    ("bgp", include_str!("gallery/bgp.wire")),
    ("coap", include_str!("gallery/coap.wire")),
    ("dhcp", include_str!("gallery/dhcp.wire")),
    ("dns", include_str!("gallery/dns.wire")),
    ("enet", include_str!("gallery/enet.wire")),
    ("mavlink", include_str!("gallery/mavlink.wire")),
    ("mbus", include_str!("gallery/mbus.wire")),
    ("minecraft", include_str!("gallery/minecraft.wire")),
    ("modbus", include_str!("gallery/modbus.wire")),
    ("mqtt", include_str!("gallery/mqtt.wire")),
    ("msgpack", include_str!("gallery/msgpack.wire")),
    ("mumble", include_str!("gallery/mumble.wire")),
    ("ntp", include_str!("gallery/ntp.wire")),
    ("quic", include_str!("gallery/quic.wire")),
    ("rtp", include_str!("gallery/rtp.wire")),
    ("stun", include_str!("gallery/stun.wire")),
    ("teeworlds", include_str!("gallery/teeworlds.wire")),
];
