//! The monitor between real sockets.

use std::error::Error;
use std::net::UdpSocket;
use std::time::Duration;

use udp_monitor::Protocol::{Quake2, Telemetry};
use udp_monitor::quake2::to_client::{Print, Sound};
use udp_monitor::quake2::{FromServer, FromServerKnown, FromServerPacket, FromServerPacketConnected};
use udp_monitor::quake2::{PrintLevel, ServerData, ToClient, ToClientView};
use udp_monitor::telemetry::report::{Notice, Ping, Pong, Status, Vibration, Weather, WeatherWind};
use udp_monitor::telemetry::{Celsius, Datagram, Level, Power, Report};
use udp_monitor::{MONITOR, Monitor, Protocol};
use wireform::prelude::*;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// A monitor and its neighbours.
struct Net {
    monitor: Monitor<Vec<u8>>,
    peer: UdpSocket,
    archive: UdpSocket,
    next: UdpSocket,
}

impl Net {
    fn new() -> Outcome<Self> {
        let [socket, peer, archive, next] = [socket()?, socket()?, socket()?, socket()?];
        let monitor = Monitor::new(socket, archive.local_addr()?, next.local_addr()?, Vec::new());
        Ok(Self { monitor, peer, archive, next })
    }

    fn send(&mut self, protocol: Protocol, packet: &[u8]) -> Outcome {
        self.peer.send_to(packet, self.monitor.socket.local_addr()?)?;
        self.monitor.receive(protocol, &mut [0; 2048])
    }

    fn malformed(&self) -> Vec<(&str, usize)> {
        self.monitor.malformed.iter().map(|(error, count)| (error.as_str(), *count)).collect()
    }
}

fn socket() -> Outcome<UdpSocket> {
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    socket.set_read_timeout(Some(Duration::from_millis(200)))?;
    Ok(socket)
}

fn received(socket: &UdpSocket) -> Option<Vec<u8>> {
    let mut buffer = [0; 2048];
    let len = socket.recv(&mut buffer).ok()?;
    Some(buffer[..len].to_vec())
}

fn datagram(sequence: u16, report: Report<'_>) -> Outcome<Vec<u8>> {
    Ok(Datagram { sequence, sender: 7, hops: 0, report }.to_vec()?)
}

#[test]
fn a_ping_is_answered_and_goes_on() -> Outcome {
    let mut net = Net::new()?;
    let packet = datagram(1, Ping { token: 9 }.into())?;
    net.send(Telemetry, &packet)?;
    let answer = Datagram { sequence: 1, sender: MONITOR, hops: 0, report: Pong { token: 9 }.into() };
    assert_eq!(received(&net.peer), Some(answer.to_vec()?));
    assert_eq!(received(&net.archive), Some(packet));
    assert_eq!(received(&net.next), Some(vec![0, 1, 0, 7, 1, 1, 0, 0, 0, 9]));
    let log = String::from_utf8(net.monitor.log)?;
    assert!(log.ends_with(" Datagram { sequence: 1, sender: 7, hops: 0, report: Ping { token: 9 } }\n"), "{log}");
    Ok(())
}

#[test]
fn the_last_of_each_kind_is_kept() -> Outcome {
    let mut net = Net::new()?;
    let wind = Some(WeatherWind { speed: 42, from: 270 });
    let weather = Weather { temperature: Some(Celsius::new(-0.5)?), humidity: None, wind };
    let status = Status { power: Power::Battery, calibrated: true, door_open: false, uptime: 60 };
    net.send(Telemetry, &datagram(1, weather.into())?)?;
    net.send(Telemetry, &datagram(2, Notice { level: Level::Alarm, text: "hot" }.into())?)?;
    net.send(Telemetry, &datagram(3, Vibration { samples: (&[1, -2, 3]).into() }.into())?)?;
    net.send(Telemetry, &datagram(4, status.into())?)?;
    // The same state, with something in the reserved bits.
    net.send(Telemetry, &[0, 5, 0, 7, 0, 7, 0xF5, 0, 0, 0, 60])?;
    let sensor = &net.monitor.sensors[&7];
    assert_eq!((sensor.weather, sensor.status, sensor.repeated), (Some(weather), Some(status), 1));
    assert_eq!(sensor.notice().map(|notice| notice.text()), Some("hot"));
    assert_eq!(sensor.vibration().map(|vibration| vibration.samples()), Some((&[1, -2, 3]).into()));
    assert!(String::from_utf8(net.monitor.log)?.contains("temperature: Some(-0.5 celsius)"));
    Ok(())
}

#[test]
fn what_comes_by_two_ways_goes_on_once() -> Outcome {
    let mut net = Net::new()?;
    let mut packet = datagram(1, Notice { level: Level::Info, text: "up" }.into())?;
    for hops in [0, 3] {
        packet[4] = hops;
        net.send(Telemetry, &packet)?;
        assert_eq!(received(&net.archive).as_ref(), Some(&packet));
    }
    assert!(received(&net.next).is_some() && received(&net.next).is_none());
    assert_eq!(net.monitor.duplicates, 1);
    Ok(())
}

#[test]
fn malformed_datagrams_are_counted() -> Outcome {
    let mut net = Net::new()?;
    for packet in [&[0, 1, 0, 7, 0, 9][..], &[0, 1, 0, 7, 0, 3, 2, 101], &[0, 2, 0, 7, 0, 3, 2, 101], &[]] {
        net.send(Telemetry, packet)?;
    }
    assert_eq!(
        net.malformed(),
        [
            ("Datagram.report(Weather).humidity at byte 7: breaks the rule `0..=100`: found 101", 2),
            ("Datagram.report.code at byte 5: unexpected code: expected 1 to 7, found 9", 1),
            ("Datagram.sequence at byte 0: 2 more bytes needed, but the packet ends here", 1),
        ]
    );
    Ok(())
}

#[test]
fn a_server_is_followed() -> Outcome {
    let mut net = Net::new()?;
    let data = ServerData { protocol: 34, level: "The Edge".into(), ..ServerData::default() };
    let print = Print { level: PrintLevel::Chat, text: "hello\n".into() };
    let messages: [ToClient<'_>; 3] = [data.into(), print.into(), Sound::default().into()];
    let connected = FromServerPacketConnected { messages: (&messages).into(), ..Default::default() };
    let packet = FromServer { packet: FromServerPacket::Connected(connected) }.to_vec(FromServerKnown::default())?;
    for _ in 0..2 {
        net.send(Quake2, &packet)?;
        assert_eq!(received(&net.archive).as_ref(), Some(&packet));
    }
    assert_eq!(net.monitor.duplicates, 1);
    let Some(ToClientView::Print(kept)) = net.monitor.servers[&net.peer.local_addr()?].last("Print") else {
        return Err("no line was kept".into());
    };
    assert_eq!(kept.text(), "hello\n");
    net.send(Quake2, &packet[..packet.len() - 1])?;
    net.send(Quake2, &packet[..3])?;
    assert_eq!(
        net.malformed(),
        [
            ("FromServer.sequence at byte 0: 1 more byte needed, but the packet ends here", 1),
            ("Sound.sound at byte 41: 1 more byte needed, but the packet ends here", 1),
        ]
    );
    Ok(())
}
