//! The code of the gallery's `minecraft.wire`, of the version before the game itself is in it.

use crate::contender::{Reader, Writer};
use crate::made::Made;
use crate::sink::Sink;

wireform::include_schema!(
    /// The schema of the gallery.
    mod minecraft
);

use minecraft::State;
use minecraft::v767::handshaking::HandshakeView;
use minecraft::v767::login_to_client::{EncryptionRequestView, LoginSuccess, LoginSuccessView};
use minecraft::v767::login_to_server::{EncryptionResponseView, LoginStartView};
use minecraft::v767::{
    HandshakingView, LoginToClient, LoginToClientView, LoginToServerView, PacketToClient, PacketToClientPacket,
    PacketToClientPacketView, PacketToServer, PacketToServerPacket, PacketToServerPacketView, Property, ToClient,
    ToClientContent, ToClientContentView, ToClientKnown, ToClientView, ToServer, ToServerContent, ToServerContentView,
    ToServerKnown, ToServerView,
};

/// The first frame.
const HANDSHAKING: ToServerKnown = ToServerKnown { state: State::Handshaking, threshold: -1 };
/// The later frames to the server.
const LOGIN: ToServerKnown = ToServerKnown { state: State::Login, threshold: -1 };
/// All frames to the client.
const ANSWER: ToClientKnown = ToClientKnown { state: State::Login, threshold: -1 };

/// The generated views and values.
pub struct Generated;

/// The messages of a login.
struct Login<'a> {
    handshake: HandshakeView<'a>,
    start: LoginStartView<'a>,
    request: EncryptionRequestView<'a>,
    response: EncryptionResponseView<'a>,
    success: LoginSuccessView<'a>,
}

#[inline(always)]
fn parse(packet: &[u8]) -> Option<Login<'_>> {
    let (first, rest) = ToServerView::parse(packet, HANDSHAKING).ok()?;
    let ToServerContentView::Plain(first) = first.content() else { return None };
    let PacketToServerPacketView::Handshaking(HandshakingView::Handshake(handshake)) = first.packet() else {
        return None;
    };
    let (start, rest) = to_server(rest)?;
    let LoginToServerView::LoginStart(start) = start else { return None };
    let (request, rest) = to_client(rest)?;
    let LoginToClientView::EncryptionRequest(request) = request else { return None };
    let (response, rest) = to_server(rest)?;
    let LoginToServerView::EncryptionResponse(response) = response else { return None };
    let (success, rest) = to_client(rest)?;
    let LoginToClientView::LoginSuccess(success) = success else { return None };
    rest.is_empty().then_some(Login { handshake, start, request, response, success })
}

#[inline(always)]
fn to_server(bytes: &[u8]) -> Option<(LoginToServerView<'_>, &[u8])> {
    let (frame, rest) = ToServerView::parse(bytes, LOGIN).ok()?;
    let ToServerContentView::Plain(packet) = frame.content() else { return None };
    let PacketToServerPacketView::LoginToServer(packet) = packet.packet() else { return None };
    Some((packet, rest))
}

#[inline(always)]
fn to_client(bytes: &[u8]) -> Option<(LoginToClientView<'_>, &[u8])> {
    let (frame, rest) = ToClientView::parse(bytes, ANSWER).ok()?;
    let ToClientContentView::Plain(packet) = frame.content() else { return None };
    let PacketToClientPacketView::LoginToClient(packet) = packet.packet() else { return None };
    Some((packet, rest))
}

#[inline(always)]
fn tell_property(sink: &mut impl Sink, property: &Property<'_>) {
    sink.text(property.name.as_bytes());
    sink.text(property.value.as_bytes());
    sink.int(property.is_signed);
    if let Some(signature) = property.signature {
        sink.text(signature.as_bytes());
    }
}

impl Reader for Generated {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(Login { handshake, start, request, response, success }) = parse(packet) else { return false };
        sink.int(0);
        sink.int(handshake.protocol_version());
        sink.text(handshake.server_address().as_bytes());
        sink.int(handshake.server_port());
        sink.int(handshake.next_state().code());
        sink.int(0);
        sink.text(start.name().as_bytes());
        sink.text(start.player_uuid());
        sink.int(1);
        sink.text(request.server_id().as_bytes());
        sink.text(request.public_key());
        sink.text(request.verify_token());
        sink.int(request.should_authenticate());
        sink.int(1);
        sink.text(response.shared_secret());
        sink.text(response.verify_token());
        sink.int(2);
        sink.text(success.uuid());
        sink.text(success.username().as_bytes());
        success.properties().iter().for_each(|property| tell_property(sink, &property));
        sink.int(success.strict_error_handling());
        true
    }

    /// The last character of the player's name.
    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(login) = parse(packet) else { return false };
        sink.int(login.success.username().as_bytes().last().copied().unwrap_or_default());
        true
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        parse(packet).is_some()
    }
}

/// The frames of a login, in their order.
pub struct Frames {
    handshake: ToServer<'static>,
    start: ToServer<'static>,
    request: ToClient<'static>,
    response: ToServer<'static>,
    success: ToClient<'static>,
}

impl Writer<Made> for Generated {
    type Value = Frames;

    fn value(packet: &'static Made) -> Self::Value {
        let Login { handshake, start, request, response, success } = parse(&packet.bytes).expect("a right login");
        let properties: &'static [Property<'static>] = success.properties().iter().collect::<Vec<_>>().leak();
        let success = LoginSuccess { properties: properties.into(), ..success.to_value() };
        let to_server = |packet| ToServer { content: ToServerContent::Plain(PacketToServer { packet }) };
        let to_client = |packet| ToClient { content: ToClientContent::Plain(PacketToClient { packet }) };
        Frames {
            handshake: to_server(PacketToServerPacket::Handshaking(handshake.to_value().into())),
            start: to_server(PacketToServerPacket::LoginToServer(start.to_value().into())),
            request: to_client(PacketToClientPacket::LoginToClient(request.to_value().into())),
            response: to_server(PacketToServerPacket::LoginToServer(response.to_value().into())),
            success: to_client(PacketToClientPacket::LoginToClient(LoginToClient::LoginSuccess(success))),
        }
    }

    #[inline(always)]
    fn write(value: &Self::Value, buffer: &mut [u8]) -> Option<usize> {
        let mut len = value.handshake.write(buffer, HANDSHAKING).ok()?;
        len += value.start.write(buffer.get_mut(len..)?, LOGIN).ok()?;
        len += value.request.write(buffer.get_mut(len..)?, ANSWER).ok()?;
        len += value.response.write(buffer.get_mut(len..)?, LOGIN).ok()?;
        Some(len + value.success.write(buffer.get_mut(len..)?, ANSWER).ok()?)
    }
}
