//! The types of the gallery that are packets, or have examples of their own.

use wireform::Encode as _;
use wireform_build::model::Code;

use super::made_of::{Itself as _, MadeOf};
use super::{Compiled, Read, Refused, checked_in, with_owned};

/// `compiled!("v5::Packet" => mqtt::v5::Packet, mqtt::v5::PacketView)`; with parameters,
/// `compiled!("Datagram" => enet::Datagram, enet::DatagramView; enet::DatagramKnown { connect_id })`
macro_rules! compiled {
    ($name:expr => $($value:ident)::+, $($view:ident)::+ $(; $protocol:ident::$known:ident { $param:ident })?) => {{
        fn read(bytes: &[u8], params: &[Code]) -> Result<Read, Refused> {
            let mut params = params.iter().copied();
            $(let $param = parameter(params.next());)?
            assert_eq!(params.next(), None);
            let view = checked_in::$($view)::+::parse_exact(bytes $(, checked_in::$protocol::$known { $param })?);
            let again = with_owned::$($view)::+::parse_exact(bytes $(, with_owned::$protocol::$known { $param })?);
            let (view, again) = match (view, again) {
                (Err(error), other) => {
                    assert_eq!(other.err(), Some(error.clone()));
                    return Err(Refused::AtOnce(error));
                }
                (Ok(view), again) => (view, again.expect("the same code with more parts")),
            };
            let value: checked_in::$($value)::+ = view.to_value();
            let mut written = vec![0; value.encoded_len_known(($(checked_in::$protocol::$known { $param })?))];
            let len = value.write(&mut written $(, checked_in::$protocol::$known { $param })?);
            let len = len.map_err(|error| error.to_string());
            let written = len.map(|len| written[..len].to_vec());
            // So what the owned value has is in the value of the checked-in code, too.
            assert_eq!(format!("{view:?} {value:?}"), format!("{again:?} {:?}", again.to_value()));
            let owned = MadeOf(again.to_value().into_owned()).result().map_err(Refused::Late)?;
            Ok(Read { json: serde_json::to_value(&owned).expect("an owned value is JSON"), written })
        }
        Compiled { name: $name, read }
    }};
}

/// A parameter as its type in Rust.
fn parameter<T: Parameter>(param: Option<Code>) -> T {
    param.and_then(T::of).expect("a parameter of the type")
}

/// The type of a parameter.
trait Parameter: Copy {
    /// The number as this type.
    fn of(code: Code) -> Option<Self>;
}

impl Parameter for u32 {
    fn of(code: Code) -> Option<Self> {
        code.try_into().ok()
    }
}

impl Parameter for bool {
    fn of(code: Code) -> Option<Self> {
        matches!(code, 0 | 1).then_some(code == 1)
    }
}

/// `types!(a2s: Packet PacketView)`; of a version, `types!(mqtt v4: Packet PacketView)`.
macro_rules! types {
    ($protocol:ident: $($value:ident $view:ident),* $(,)?) => {
        (stringify!($protocol), &[$(compiled!(stringify!($value) => $protocol::$value, $protocol::$view)),*])
    };
}

/// Each protocol with its types.
pub const ALL: &[(&str, &[Compiled])] = &[
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
        &[
            compiled!("Datagram" => enet::Datagram, enet::DatagramView),
            compiled!("DatagramCrc32" => enet::DatagramCrc32, enet::DatagramCrc32View;
                enet::DatagramCrc32Known { connect_id }),
            compiled!("Command" => enet::Command, enet::CommandView),
        ],
    ),
    types!(mavlink: Packet PacketView),
    types!(mbus: Telegram TelegramView, Long LongView, Short ShortView, Records RecordsView, Record RecordView),
    types!(modbus: TcpRequest TcpRequestView, TcpResponse TcpResponseView, RtuRequest RtuRequestView,
        RtuResponse RtuResponseView, Request RequestView, Response ResponseView, Object ObjectView),
    (
        "mqtt",
        &[
            compiled!("v4::Packet" => mqtt::v4::Packet, mqtt::v4::PacketView),
            compiled!("v5::Packet" => mqtt::v5::Packet, mqtt::v5::PacketView),
        ],
    ),
    (
        "ntp",
        &[
            compiled!("Packet" => ntp::Packet, ntp::PacketView; ntp::PacketKnown { authenticated }),
            compiled!("Extension" => ntp::Extension, ntp::ExtensionView),
            compiled!("Control" => ntp::Control, ntp::ControlView),
            compiled!("Private" => ntp::Private, ntp::PrivateView),
        ],
    ),
    types!(rtp: Packet PacketView, Compound CompoundView, ControlPacket ControlPacketView, Chunk ChunkView,
        OneByteElement OneByteElementView, TwoByteElement TwoByteElementView),
    types!(stun: Message MessageView, Attribute AttributeView),
];
