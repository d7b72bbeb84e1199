//! A client and a server with the proxy between them; the packets are those that the game itself wrote.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::thread;
use std::time::Duration;

use sauerbraten_proxy::{Direction, Numbers, Proxy, Relay};
use serde_json::Value;

/// A socket at a free port of this machine.
fn socket() -> UdpSocket {
    let socket = UdpSocket::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).expect("a free port");
    socket.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
    socket
}

fn receive(socket: &UdpSocket) -> Vec<u8> {
    let mut buffer = vec![0; 0xFFFF];
    let len = socket.recv(&mut buffer).expect("a packet");
    buffer.truncate(len);
    buffer
}

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|digit| digit.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn numbers(pairs: &[&str]) -> Numbers {
    Numbers::parse(pairs.iter().copied()).expect("numbers")
}

#[test]
fn both_directions() {
    let server = socket();
    let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let server_address = server.local_addr().expect("an address");
    let relay = Relay::new(listen, server_address, numbers(&["1=130", "130=1", "0=2", "2=0"])).expect("a relay");
    let client = socket();
    client.connect(relay.address().expect("an address")).expect("a proxy");
    thread::spawn(move || relay.run(|_, _| {}));

    let to_server = [
        ("1d 4e 07", "1d 4e 07"), // a jump pad of nobody known
        ("04 8201 00 00 1000 1000 1000 907e 5a 00 907e", "04 01 00 00 1000 1000 1000 907e 5a 00 907e"),
        ("63 808200 15 63 ff 15 1e 36", "63 01 15 63 ff 15 1e 36"), // as the bot, as oneself, a ping
        ("3b 02 00", "3b 00 00"),                                   // a kick
        ("08 03 04 10 00 10 20 00 10 01 02 05 10 01 00 00 64", "08 03 04 10 00 10 20 00 10 01 00 05 10 01 00 00 64"),
        ("", ""),
    ];
    for (from_client, at_server) in to_server {
        client.send(&hex(from_client)).expect("sent");
        assert_eq!(receive(&server), hex(at_server), "{from_client}");
    }
    let mut buffer = [0; 1];
    client.send(&[0xFF]).expect("sent");
    let (_, proxy) = server.recv_from(&mut buffer).expect("a packet");
    let to_client = [
        ("040158008f308c3e460220185a2fae7f", "04820158008f308c3e460220185a2fae7f"),
        ("0c 01 00 23 09 2e", "0c 808200 02 23 09 2e"),
        ("0b 01 00 01 00", "0b 808200 02 01 00"),
        ("58 01 01 15 58 00 02 06 06", "58 808200 01 15 58 02 02 06 06"),
        ("3d 00 00 01 ff", "3d 00 02 01 ff"),
        ("5f 64 ff", "5f 64 ff"),
        ("0b 00 02 01 00 7f 01 02 03", "0b 02 00 01 00 7f 01 02 03"), // nobody knows 7f
        ("0c 01 8000", "0c 01 8000"),                                 // cut
        ("37 1f 8b 08", "37 1f 8b 08"),                               // a file
    ];
    for (from_server, at_client) in to_client {
        server.send_to(&hex(from_server), proxy).expect("sent");
        assert_eq!(receive(&client), hex(at_client), "{from_server}");
    }
}

/// The packets of a direction that the game itself wrote, all of them in protocol 260.
fn packets() -> Vec<(Direction, Vec<u8>, bool)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packets/sauerbraten");
    let mut packets = Vec::new();
    for file in
        ["capture_real_server", "channel0_packets", "misc_messages", "welcome", "n_pos", "noncanonical_messages"]
    {
        let text = std::fs::read_to_string(format!("{folder}/{file}.jsonl")).expect("a file of the project");
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let direction = if line["direction"] == "c2s" { Direction::ToServer } else { Direction::ToClient };
            let bytes = hex(line["hex"].as_str().expect("bytes"));
            packets.push((direction, bytes, line["canonical"] != Value::Bool(false)));
        }
    }
    packets
}

#[test]
fn without_other_numbers_nothing_changes() {
    for (direction, bytes, _) in packets() {
        assert_eq!(Proxy::new(Numbers::default()).forward(direction, &bytes).bytes, bytes);
    }
}

#[test]
fn the_way_back_gives_the_bytes_that_were() {
    let one_byte: Vec<String> = (0..=127).map(|cn| format!("{cn}={}", 127 - cn)).collect();
    let wider: Vec<String> = (0..=255).map(|cn| format!("{cn}={}", 255 - cn)).collect();
    for (pairs, canonical_only, expected) in [(&one_byte, false, [108, 6, 0]), (&wider, true, [2, 92, 0])] {
        let numbers = numbers(&pairs.iter().map(String::as_str).collect::<Vec<_>>());
        let mut outcomes = [0; 3]; // as long, of another length, not understood
        for (direction, bytes, canonical) in packets() {
            if canonical_only && !canonical {
                continue;
            }
            // Each map is its own way back.
            let there = Proxy::new(numbers.clone()).forward(direction, &bytes);
            outcomes[2] += usize::from(there.not_understood.is_some());
            outcomes[usize::from(there.bytes.len() != bytes.len())] += usize::from(there.bytes != bytes);
            if canonical {
                let back = Proxy::new(numbers.clone()).forward(direction, &there.bytes);
                assert_eq!(back.bytes, bytes, "{direction}");
            }
        }
        assert_eq!(outcomes, expected);
    }
}

#[test]
fn only_the_number_changes() {
    let numbers = numbers(&["1=5", "5=1"]);
    let mut changed = BTreeSet::new();
    for (direction, bytes, _) in packets() {
        let packet = Proxy::new(numbers.clone()).forward(direction, &bytes).bytes;
        if packet.len() != bytes.len() {
            continue;
        }
        for (old, new) in bytes.iter().zip(&packet).filter(|(old, new)| old != new) {
            assert!(matches!((old, new), (1, 5) | (5, 1)), "{bytes:02x?} becomes {packet:02x?}");
            changed.insert(bytes[0]);
        }
    }
    assert!(changed.len() > 8, "messages of many kinds are changed: {changed:?}");
}

#[test]
fn what_is_not_understood_is_told_with_its_place() {
    let packet = hex("0b 00 02 01 00 7f 01 02 03");
    let forwarded = Proxy::new(Numbers::default()).forward(Direction::ToClient, &packet);
    let what = forwarded.not_understood.expect("a message that nobody knows").to_string();
    assert_eq!(what, "byte 5: ToClient.code: unexpected code");
    assert!(include_str!("../README.md").contains(&what), "the page shows it");
}

#[test]
fn a_layout_by_what_was_said_in_an_earlier_packet() {
    let mut proxy = Proxy::new(numbers(&["1=2", "2=1"]));
    assert!(proxy.forward(Direction::ToClient, &hex("16 6f7400 0f 00")).not_understood.is_none());
    let forwarded = proxy.forward(Direction::ToClient, &hex("56 0000 01 0000 01 00 01 05 0b 01 02 00 00"));
    assert!(forwarded.not_understood.is_none());
    assert_eq!(forwarded.bytes, hex("56 0000 01 0000 02 00 01 05 0b 02 01 00 00"));
}
