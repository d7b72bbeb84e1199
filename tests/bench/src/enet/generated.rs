//! The code of the gallery's `enet.wire`.

use crate::contender::{Reader, Writer};
use crate::made::Made;
use crate::sink::Sink;

wireform::include_schema!(
    /// The schema of the gallery.
    mod enet
);

use enet::{Body, Command, Connection, Datagram, DatagramView, Fragment};

/// The generated view and value.
pub struct Generated;

#[inline(always)]
fn tell_connection(sink: &mut impl Sink, connection: &Connection) {
    sink.int(connection.outgoing_peer_id);
    sink.int(connection.incoming_session_id);
    sink.int(connection.outgoing_session_id);
    for number in [
        connection.mtu,
        connection.window_size,
        connection.channel_count,
        connection.incoming_bandwidth,
        connection.outgoing_bandwidth,
    ] {
        sink.int(number);
    }
    sink.int(connection.packet_throttle_interval);
    sink.int(connection.packet_throttle_acceleration);
    sink.int(connection.packet_throttle_deceleration);
    sink.int(connection.connect_id);
}

#[inline(always)]
fn tell_fragment(sink: &mut impl Sink, fragment: &Fragment<'_>) {
    sink.int(fragment.start_sequence_number);
    for number in [fragment.fragment_count, fragment.fragment_number, fragment.total_length, fragment.fragment_offset] {
        sink.int(number);
    }
    sink.text(fragment.payload);
}

#[inline(always)]
fn tell(sink: &mut impl Sink, command: &Command<'_>) {
    sink.int(command.body.code());
    sink.int(command.acknowledge);
    sink.int(command.channel_id);
    sink.int(command.reliable_sequence_number);
    match &command.body {
        Body::Acknowledge(body) => {
            sink.int(body.received_reliable_sequence_number);
            sink.int(body.received_sent_time);
        }
        Body::Connect(body) => {
            tell_connection(sink, &body.connection);
            sink.int(body.data);
        }
        Body::VerifyConnect(body) => tell_connection(sink, &body.connection),
        Body::Disconnect(body) => sink.int(body.data),
        Body::Ping(_) => {}
        Body::SendReliable(body) => sink.text(body.payload),
        Body::SendUnreliable(body) => {
            sink.int(body.unreliable_sequence_number);
            sink.text(body.payload);
        }
        Body::SendFragment(body) => tell_fragment(sink, &body.fragment),
        Body::SendUnsequenced(body) => {
            sink.int(body.unsequenced_group);
            sink.text(body.payload);
        }
        Body::BandwidthLimit(body) => {
            sink.int(body.incoming_bandwidth);
            sink.int(body.outgoing_bandwidth);
        }
        Body::ThrottleConfigure(body) => {
            sink.int(body.packet_throttle_interval);
            sink.int(body.packet_throttle_acceleration);
            sink.int(body.packet_throttle_deceleration);
        }
        Body::SendUnreliableFragment(body) => tell_fragment(sink, &body.fragment),
    }
}

impl Reader for Generated {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(datagram) = DatagramView::parse_exact(packet) else { return false };
        sink.int(datagram.peer_id());
        sink.int(datagram.session_id());
        if let Some(time) = datagram.sent_time() {
            sink.int(time);
        }
        datagram.commands().iter().for_each(|command| tell(sink, &command));
        true
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(datagram) = DatagramView::parse_exact(packet) else { return false };
        datagram.commands().iter().for_each(|command| sink.int(command.reliable_sequence_number));
        true
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        DatagramView::parse_exact(packet).is_ok()
    }
}

impl Writer<Made> for Generated {
    type Value = Datagram<'static>;

    fn value(packet: &'static Made) -> Self::Value {
        let datagram = DatagramView::parse_exact(&packet.bytes).expect("a right datagram").to_value();
        let commands: &'static [Command<'static>] = datagram.commands.iter().collect::<Vec<_>>().leak();
        Datagram { commands: commands.into(), ..datagram }
    }

    #[inline(always)]
    fn write(value: &Self::Value, buffer: &mut [u8]) -> Option<usize> {
        value.write(buffer).ok()
    }
}
