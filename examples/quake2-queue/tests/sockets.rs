//! A client and a server with the proxy between them, and then with its log in place of the server.

use std::error::Error;
use std::io::{self, Write};
use std::net::{SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use quake2_queue::quake2::to_client::{Frame, Print, Sound};
use quake2_queue::quake2::{FromServer, FromServerKnown, FromServerPacket, FromServerPacketConnected};
use quake2_queue::quake2::{PrintLevel, Sequence, ServerData, ToClient, Unit, owned};
use quake2_queue::{Entry, Packet, Proxy, packets, replay};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The values of the session after `ServerData`.
const KNOWN: FromServerKnown = FromServerKnown { protocol: Some(34) };

/// A log that the test reads while the proxy writes it.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no thread panicked").clone()).expect("JSON")
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no thread panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A client and a server that know the proxy between them.
struct Net {
    client: UdpSocket,
    server: UdpSocket,
    /// The server's address for the proxy.
    proxy: SocketAddr,
    log: Log,
    errors: mpsc::Receiver<String>,
}

impl Net {
    fn new(delay: Duration) -> Outcome<Self> {
        let (client, server, log) = (socket()?, socket()?, Log::default());
        let proxy = Proxy::new("127.0.0.1:0".parse()?, server.local_addr()?, delay)?;
        client.connect(proxy.address()?)?;
        let (told, errors) = mpsc::channel();
        let written = log.clone();
        thread::spawn(move || proxy.run(written, move |error| told.send(error.to_string()).unwrap_or_default()));
        // A packet of the client is forwarded as it is, whatever it says.
        client.send(b"any bytes")?;
        let mut buffer = [0; 16];
        let (len, proxy) = server.recv_from(&mut buffer)?;
        assert_eq!(&buffer[..len], b"any bytes");
        Ok(Self { client, server, proxy, log, errors })
    }

    fn send(&self, packet: &[u8]) -> Outcome {
        self.server.send_to(packet, self.proxy)?;
        Ok(())
    }
}

fn socket() -> Outcome<UdpSocket> {
    let socket = UdpSocket::bind("127.0.0.1:0")?;
    socket.set_read_timeout(Some(Duration::from_secs(20)))?;
    Ok(socket)
}

fn received(socket: &UdpSocket) -> Outcome<Vec<u8>> {
    let mut buffer = vec![0; 2048];
    let len = socket.recv(&mut buffer)?;
    buffer.truncate(len);
    Ok(buffer)
}

/// A packet of the server with these messages.
fn packet(number: u32, messages: &[ToClient<'_>], known: FromServerKnown) -> Outcome<Vec<u8>> {
    let sequence = Sequence::default().with_number(number)?;
    let connected = FromServerPacketConnected { sequence, messages: messages.into(), ..Default::default() };
    Ok(FromServer { packet: FromServerPacket::Connected(connected) }.to_vec(known)?)
}

/// The first packet of a game, the second, whose frame depends on it, and an answer outside of a connection.
fn game() -> Outcome<[Vec<u8>; 3]> {
    let data = ServerData { protocol: 34, level: "The Edge".into(), ..ServerData::default() };
    let print = Print { level: PrintLevel::Chat, text: "hello\n".into() };
    let sound = Sound { sound: 55, volume: Unit::new(0.5)?, ..Sound::default() };
    Ok([
        packet(1, &[data.into(), print.into()], FromServerKnown::default())?,
        packet(
            2,
            &[Frame { number: 2, suppressed: Some(0), areas: &[7], ..Frame::default() }.into(), sound.into()],
            KNOWN,
        )?,
        b"\xff\xff\xff\xffping".to_vec(),
    ])
}

/// The log of `game`, with times of a few milliseconds.
fn logged() -> Outcome<String> {
    let (mut log, mut session) = (Vec::new(), Default::default());
    for (after, bytes) in [100, 120, 140].into_iter().zip(game()?) {
        Entry::read(after, &bytes, &mut session)?.log(&mut log)?;
    }
    Ok(String::from_utf8(log)?)
}

#[test]
fn packets_arrive_late_and_unchanged() -> Outcome {
    let delay = Duration::from_millis(300);
    let (net, game) = (Net::new(delay)?, game()?);
    let start = Instant::now();
    game.iter().try_for_each(|packet| net.send(packet))?;
    for packet in &game {
        assert_eq!(&received(&net.client)?, packet);
        // Times of the log are whole milliseconds.
        assert!(start.elapsed() + Duration::from_millis(1) >= delay);
    }
    let entries: Vec<Entry> = net.log.text().lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let known: Vec<_> = entries.iter().map(|entry| entry.known.protocol).collect();
    assert_eq!(known, [None, Some(34), Some(34)]);
    let written: Vec<_> = entries.iter().map(Entry::to_vec).collect::<Result<_, _>>()?;
    assert_eq!(written, game);
    Ok(())
}

#[test]
fn unreadable_packets_are_forwarded_at_once() -> Outcome {
    // The delayed packet does not overtake them, even on a busy machine.
    let (net, [first, second, _]) = (Net::new(Duration::from_secs(2))?, game()?);
    net.send(&first)?;
    for unreadable in [&second[..second.len() - 1], &[9, 0, 0, 0, 1, 0, 0, 0, 0x55]] {
        net.send(unreadable)?;
        assert_eq!(received(&net.client)?, unreadable);
    }
    assert_eq!(received(&net.client)?, first);
    let errors: Vec<_> = net.errors.try_iter().collect();
    assert_eq!(
        errors,
        [
            "Sound.volume at byte 23: 1 more byte needed, but the packet ends here",
            "ToClient.code at byte 8: unexpected code: expected 1 to 18 or 20, found 85",
        ]
    );
    assert_eq!(net.log.text().lines().count(), 1);
    Ok(())
}

#[test]
fn an_edited_log_is_sent() -> Outcome {
    let edited =
        logged()?.replace("hello", "good evening").replace(r#"{"raw":127,"value":0.49803922}"#, r#"{"value":1}"#);
    let packets = packets(edited.as_bytes())?;
    let (server, client) = (socket()?, socket()?);
    client.send_to(b"any bytes", server.local_addr()?)?;
    replay(&server, &packets)?;
    let mut session = Default::default();
    let said: Vec<Entry> =
        (0..3).map(|_| Ok(Entry::read(0, &received(&client)?, &mut session)?)).collect::<Outcome<_>>()?;
    let owned::FromServerPacket::Connected(first) = &said[0].datagram.packet else { return Err("no messages".into()) };
    let print = owned::to_client::Print { level: PrintLevel::Chat, text: "good evening\n".to_owned() };
    assert_eq!(first.messages[1], print.into());
    let owned::FromServerPacket::Connected(second) = &said[1].datagram.packet else { return Err("no messages".into()) };
    let sound = Sound { sound: 55, volume: Unit::new(1.0)?, ..Sound::default() };
    assert_eq!(second.messages[1], sound.into());
    // Full volume needs no byte.
    assert_eq!(packets[1].bytes.len() + 1, game()?[1].len());
    assert_eq!(packets[2], Packet { after: Duration::from_millis(40), bytes: game()?[2].clone() });
    Ok(())
}

#[test]
fn a_mistake_of_an_edit_is_found_before_anything_is_sent() -> Outcome {
    let log = logged()?;
    let mistake = |from: &str, to: &str| {
        assert!(log.contains(from), "{log}");
        packets(log.replace(from, to).as_bytes()).expect_err("a mistake").to_string()
    };
    assert_eq!(
        mistake("hello", "good \u{20ac}vening"),
        "line 1: FromServer.packet.messages[1](Print).text: a character that the encoding does not have: expected Latin-1"
    );
    assert_eq!(
        mistake(r#""raw":127,"#, r#""raw":126,"#),
        "line 2, column 314: `value` is not what `raw` beside it means; leave out the one that is old"
    );
    assert_eq!(
        mistake(r#""sound":55"#, r#""sounds":55"#),
        "line 2, column 272: unknown field `sounds`, expected one of `sound`, `volume`, `attenuation`, `delay`, `source`, `position`"
    );
    Ok(())
}

#[test]
fn the_page_shows_a_line_of_the_log_and_lines_of_the_program() -> Outcome {
    let page = include_str!("../README.md");
    let log = logged()?;
    let line = log.lines().nth(1).expect("the second packet");
    assert!(page.lines().collect::<String>().contains(line), "{line}");
    let program = [include_str!("../src/entry.rs"), include_str!("../src/proxy.rs"), include_str!("../src/replay.rs")];
    let program = program.concat();
    let (_, shown) = page.split_once("```rust\n").expect("lines of the program");
    let (shown, _) = shown.split_once("```").expect("their end");
    for line in shown.lines() {
        let line = line.split(" // ").next().unwrap_or_default();
        assert!(program.contains(line), "{line}");
    }
    Ok(())
}
