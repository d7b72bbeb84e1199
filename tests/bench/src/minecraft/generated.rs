//! The code of `schema/minecraft.wire`.

use crate::contender::{Reader, Writer};
use crate::made::Made;
use crate::sink::Sink;

wireform::include_schema!(
    /// The schema of this workload.
    mod minecraft
);

use minecraft::handshaking::HandshakeView;
use minecraft::login_to_client::{EncryptionRequestView, LoginSuccess, LoginSuccessView};
use minecraft::login_to_server::{EncryptionResponseView, LoginStartView};
use minecraft::{
    HandshakingPacket, HandshakingPacketView, HandshakingView, LoginClientPacket, LoginClientPacketView,
    LoginServerPacket, LoginServerPacketView, LoginToClient, LoginToClientView, LoginToServerView, Property,
};

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
    let (first, rest) = HandshakingPacketView::parse(packet).ok()?;
    let HandshakingView::Handshake(handshake) = first.packet();
    let (start, rest) = LoginServerPacketView::parse(rest).ok()?;
    let LoginToServerView::LoginStart(start) = start.packet() else { return None };
    let (request, rest) = LoginClientPacketView::parse(rest).ok()?;
    let LoginToClientView::EncryptionRequest(request) = request.packet() else { return None };
    let (response, rest) = LoginServerPacketView::parse(rest).ok()?;
    let LoginToServerView::EncryptionResponse(response) = response.packet() else { return None };
    let success = LoginClientPacketView::parse_exact(rest).ok()?;
    let LoginToClientView::LoginSuccess(success) = success.packet() else { return None };
    Some(Login { handshake, start, request, response, success })
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
    handshake: HandshakingPacket<'static>,
    start: LoginServerPacket<'static>,
    request: LoginClientPacket<'static>,
    response: LoginServerPacket<'static>,
    success: LoginClientPacket<'static>,
}

impl Writer<Made> for Generated {
    type Value = Frames;

    fn value(packet: &'static Made) -> Self::Value {
        let Login { handshake, start, request, response, success } = parse(&packet.bytes).expect("a right login");
        let properties: &'static [Property<'static>] = success.properties().iter().collect::<Vec<_>>().leak();
        let success = LoginSuccess { properties: properties.into(), ..success.to_value() };
        Frames {
            handshake: HandshakingPacket { packet: handshake.to_value().into() },
            start: LoginServerPacket { packet: start.to_value().into() },
            request: LoginClientPacket { packet: request.to_value().into() },
            response: LoginServerPacket { packet: response.to_value().into() },
            success: LoginClientPacket { packet: LoginToClient::LoginSuccess(success) },
        }
    }

    #[inline(always)]
    fn write(value: &Self::Value, buffer: &mut [u8]) -> Option<usize> {
        let mut len = value.handshake.write(buffer).ok()?;
        len += value.start.write(buffer.get_mut(len..)?).ok()?;
        len += value.request.write(buffer.get_mut(len..)?).ok()?;
        len += value.response.write(buffer.get_mut(len..)?).ok()?;
        Some(len + value.success.write(buffer.get_mut(len..)?).ok()?)
    }
}
