//! The types of the gallery that are packets, or have examples of their own.

use wireform::Encode as _;
use wireform_build::model::Code;

use super::made_of::{Itself as _, MadeOf};
use super::{Compiled, Read, Refused, generated};

/// `compiled!("v5::Packet" => mqtt::v5::Packet, mqtt::v5::PacketView)`; with parameters, each with the macro that makes it of
/// a number, `compiled!("Datagram" => enet::Datagram, enet::DatagramView; enet::DatagramKnown { connect_id: number })`
macro_rules! compiled {
    ($name:expr => $($value:ident)::+, $($view:ident)::+ $(; $($known:ident)::+ { $($param:ident: $kind:ident),* })?) => {{
        fn read(bytes: &[u8], params: &[Code]) -> Result<Read, Refused> {
            let [$($($param),*)?] = parameters(params);
            let view = generated::$($view)::+::parse_exact(bytes $(, known!($($known)::+ { $($param: $kind),* }))?);
            let value: generated::$($value)::+ = view.map_err(Refused::AtOnce)?.to_value();
            let len = value.encoded_len_known(($(known!($($known)::+ { $($param: $kind),* }))?));
            let mut written = vec![0; len];
            let len = value.write(&mut written $(, known!($($known)::+ { $($param: $kind),* }))?);
            let len = len.map_err(|error| error.to_string());
            let written = len.map(|len| written[..len].to_vec());
            let owned = MadeOf(value.into_owned()).result().map_err(Refused::Late)?;
            Ok(Read { json: serde_json::to_value(&owned).expect("an owned value is JSON"), written })
        }
        Compiled { name: $name, read }
    }};
}

/// The parameters of a type.
macro_rules! known {
    ($($known:ident)::+ { $($param:ident: $kind:ident),* }) => {
        generated::$($known)::+ { $($param: $kind!($param)),* }
    };
}

/// A parameter that is a number.
macro_rules! number {
    ($param:ident) => {
        $param
    };
}

/// A parameter that is a number with a sign.
macro_rules! signed {
    ($param:ident) => {
        $param.cast_signed()
    };
}

/// A parameter that is a flag.
macro_rules! flag {
    ($param:ident) => {
        $param != 0
    };
}

/// A parameter that is a byte.
macro_rules! byte {
    ($param:ident) => {
        u8::try_from($param).expect("a byte")
    };
}

/// A parameter that is a state of Minecraft.
macro_rules! state {
    ($param:ident) => {
        u8::try_from($param).ok().and_then(generated::minecraft::State::from_code).expect("a state")
    };
}

/// The types of a version of Minecraft.
macro_rules! minecraft {
    ($version:ident: $($family:ident $view:ident),*) => {
        &[
            $(compiled!(
                concat!(stringify!($version), "::", stringify!($family)) =>
                    minecraft::$version::$family, minecraft::$version::$view
            ),)*
            compiled!(concat!(stringify!($version), "::PacketToServer") =>
                minecraft::$version::PacketToServer, minecraft::$version::PacketToServerView;
                minecraft::$version::PacketToServerKnown { state: state }),
            compiled!(concat!(stringify!($version), "::PacketToClient") =>
                minecraft::$version::PacketToClient, minecraft::$version::PacketToClientView;
                minecraft::$version::PacketToClientKnown { state: state }),
            compiled!(concat!(stringify!($version), "::ToServer") =>
                minecraft::$version::ToServer, minecraft::$version::ToServerView;
                minecraft::$version::ToServerKnown { state: state, threshold: signed }),
            compiled!(concat!(stringify!($version), "::ToClient") =>
                minecraft::$version::ToClient, minecraft::$version::ToClientView;
                minecraft::$version::ToClientKnown { state: state, threshold: signed }),
        ]
    };
    ($version:ident) => {
        minecraft!($version: Handshaking HandshakingView, StatusToServer StatusToServerView,
            StatusToClient StatusToClientView, LoginToServer LoginToServerView, LoginToClient LoginToClientView)
    };
}

/// A parameter that is a kind of tag.
macro_rules! kind {
    ($param:ident) => {
        u8::try_from($param)
            .ok()
            .and_then(|code| generated::minecraft::v769::TagKind::try_from(code).ok())
            .expect("a kind")
    };
}

/// Types of the version of Minecraft that has the game itself, without parameters.
macro_rules! game {
    ($($value:ident $view:ident),* $(,)?) => {
        &[
            $(compiled!(concat!("v769::", stringify!($value)) => minecraft::v769::$value, minecraft::v769::$view),)*
            compiled!("v769::TagPayload" => minecraft::v769::TagPayload, minecraft::v769::TagPayloadView;
                minecraft::v769::TagPayloadKnown { kind: kind }),
        ]
    };
}

const GAME: &[Compiled] = game!(
    ConfigurationToServer ConfigurationToServerView, ConfigurationToClient ConfigurationToClientView,
    PlayToServer PlayToServerView, PlayToClient PlayToClientView, Nbt NbtView, OptionalNbt OptionalNbtView,
    IdSet IdSetView, Sound SoundView, Slot SlotView, Particle ParticleView, ChunkSections ChunkSectionsView,
);

/// Parameters as numbers of 32 bits, with a sign or without; no other kind is there.
fn parameters<const N: usize>(params: &[Code]) -> [u32; N] {
    let of = |param: Code| u32::try_from(param).ok().or_else(|| i32::try_from(param).ok().map(i32::cast_unsigned));
    let all: Option<Vec<u32>> = params.iter().map(|param| of(*param)).collect();
    all.and_then(|all| all.try_into().ok()).expect("as many parameters of 32 bits")
}

/// `types!(a2s: Packet PacketView)`
macro_rules! types {
    ($protocol:ident: $($value:ident $view:ident),* $(,)?) => {
        (stringify!($protocol), &[&[$(compiled!(stringify!($value) => $protocol::$value, $protocol::$view)),*]])
    };
}

/// Each protocol with its types, in several lists if it has several versions.
pub const ALL: &[(&str, &[&[Compiled]])] = &[
    types!(a2s: Packet PacketView, Split SplitView, GoldSrcSplit GoldSrcSplitView, Message MessageView,
        Player PlayerView, Rule RuleView),
    types!(bgp: Message MessageView, Connection ConnectionView, Prefix PrefixView, AsSegment AsSegmentView,
        Attribute AttributeView, Capability CapabilityView, Parameter ParameterView),
    types!(coap: Message MessageView, TcpMessage TcpMessageView, CoapOption CoapOptionView, Content ContentView),
    types!(dhcp: Packet PacketView, OptionsArea OptionsAreaView, DhcpOption DhcpOptionView, RelayNote RelayNoteView,
        Route RouteView, OneAddress OneAddressView, Addresses AddressesView, Seconds SecondsView),
    types!(dns: Message MessageView, TcpMessage TcpMessageView, Label LabelView, Question QuestionView,
        EdnsOption EdnsOptionView, ResourceRecord ResourceRecordView),
    (
        "enet",
        &[&[
            compiled!("Datagram" => enet::Datagram, enet::DatagramView),
            compiled!("DatagramCrc32" => enet::DatagramCrc32, enet::DatagramCrc32View;
                enet::DatagramCrc32Known { connect_id: number }),
            compiled!("Command" => enet::Command, enet::CommandView),
        ]],
    ),
    types!(mavlink: Packet PacketView),
    types!(mbus: Telegram TelegramView, Long LongView, Short ShortView, Records RecordsView, Record RecordView),
    ("minecraft", &[minecraft!(v758), minecraft!(v765), minecraft!(v767), minecraft!(v769), GAME]),
    types!(msgpack: Value ValueView, Pair PairView, Extension ExtensionView, Rpc RpcView),
    types!(modbus: TcpRequest TcpRequestView, TcpResponse TcpResponseView, RtuRequest RtuRequestView,
        RtuResponse RtuResponseView, Request RequestView, Response ResponseView, Object ObjectView),
    (
        "mqtt",
        &[
            &[compiled!("v4::Packet" => mqtt::v4::Packet, mqtt::v4::PacketView)],
            &[compiled!("v5::Packet" => mqtt::v5::Packet, mqtt::v5::PacketView)],
        ],
    ),
    types!(mumble: ToServer ToServerView, ToClient ToClientView, TcpToServer TcpToServerView,
        TcpToClient TcpToClientView, InfoRequest InfoRequestView, InfoReply InfoReplyView),
    (
        "ntp",
        &[&[
            compiled!("Packet" => ntp::Packet, ntp::PacketView; ntp::PacketKnown { authenticated: flag }),
            compiled!("Extension" => ntp::Extension, ntp::ExtensionView),
            compiled!("Control" => ntp::Control, ntp::ControlView),
            compiled!("Private" => ntp::Private, ntp::PrivateView),
        ]],
    ),
    (
        "quic",
        &[&[
            compiled!("Datagram" => quic::Datagram, quic::DatagramView;
                quic::DatagramKnown { short_header_dcid_length: byte }),
            compiled!("LongHeader" => quic::LongHeader, quic::LongHeaderView),
            compiled!("ShortHeader" => quic::ShortHeader, quic::ShortHeaderView;
                quic::ShortHeaderKnown { short_header_dcid_length: byte }),
            compiled!("Payload" => quic::Payload, quic::PayloadView),
            compiled!("Frame" => quic::Frame, quic::FrameView),
            compiled!("TransportParameters" => quic::TransportParameters, quic::TransportParametersView),
        ]],
    ),
    types!(rtp: Packet PacketView, Compound CompoundView, ControlPacket ControlPacketView, Chunk ChunkView,
        OneByteElement OneByteElementView, TwoByteElement TwoByteElementView),
    types!(stun: Message MessageView, Attribute AttributeView),
    (
        "teeworlds",
        &[&[
            compiled!("Packet" => teeworlds::Packet, teeworlds::PacketView),
            compiled!("ConnectionlessPacket" => teeworlds::ConnectionlessPacket, teeworlds::ConnectionlessPacketView),
            compiled!("Chunks" => teeworlds::Chunks, teeworlds::ChunksView; teeworlds::ChunksKnown { chunk_count: byte }),
            compiled!("Chunk" => teeworlds::Chunk, teeworlds::ChunkView),
            compiled!("Message" => teeworlds::Message, teeworlds::MessageView),
            compiled!("Control" => teeworlds::Control, teeworlds::ControlView),
            compiled!("SnapshotDelta" => teeworlds::SnapshotDelta, teeworlds::SnapshotDeltaView),
            compiled!("Item" => teeworlds::Item, teeworlds::ItemView),
            compiled!("Numbers" => teeworlds::Numbers, teeworlds::NumbersView),
        ]],
    ),
];
