//! Packets of Sauerbraten in those of ENet: each dissector gets the bytes of its channel.

use std::fmt::Write as _;

use wireform_wireshark_tests::captures::vectors;
use wireform_wireshark_tests::dissector;
use wireform_wireshark_tests::pcap::{Capture, Peer};
use wireform_wireshark_tests::tshark::Tshark;

use crate::folder;

const SERVER: Peer = Peer::new(2, 28_785);
const CLIENT: Peer = Peer::new(1, 50_000);

/// Channels of the game: positions, and all other messages.
const POSITIONS: u8 = 0;
const MESSAGES: u8 = 1;

/// A command of ENet that carries bytes: `SendReliable`, or `SendUnreliable` with its second number.
fn command(channel: u8, bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).expect("a short packet").to_be_bytes();
    let head: &[u8] = if channel == MESSAGES { &[0x86, channel, 0, 1] } else { &[0x07, channel, 0, 1, 0, 2] };
    [head, &length, bytes].concat()
}

/// A datagram of ENet without a time.
fn datagram(commands: &[Vec<u8>]) -> Vec<u8> {
    [&[0x00, 0x01][..], &commands.concat()].concat()
}

/// Packets of the game by the target that reads them.
fn packets(target: &str) -> Vec<Vec<u8>> {
    let all = vectors().into_iter().filter(|one| {
        let is_newest = one.version.as_deref().is_none_or(|version| version == "v260");
        one.schema == "schema/sauerbraten.wire" && one.target == target && is_newest && one.is_right == Some(true)
    });
    all.map(|one| one.bytes).filter(|bytes| !bytes.is_empty() && bytes.len() < 1400).take(40).collect()
}

#[test]
fn each_channel_has_its_dissector() {
    let enet = [
        "--udp",
        "28785",
        "--packet",
        "Datagram",
        "--hand",
        "Body.SendUnreliable.payload=positions:Command.channel_id=0",
        "--hand",
        "Body.SendReliable.payload=sauerbraten:Command.channel_id=1",
    ];
    let [positions, to_client] = ["PositionPacket", "ServerPacket"].map(packets);
    assert!(positions.len() == 40 && to_client.len() > 10, "{} {}", positions.len(), to_client.len());
    let mut capture = Capture::new();
    // A channel that no dissector has is left alone.
    let other = command(2, b"hello");
    for (index, position) in positions.iter().enumerate() {
        let message = &to_client[index % to_client.len()];
        let both = [command(POSITIONS, position), command(MESSAGES, message), other.clone()];
        capture.udp(SERVER, CLIENT, &datagram(&both));
        capture.udp(CLIENT, SERVER, &datagram(&[command(POSITIONS, position)]));
    }
    let Some(tshark) = Tshark::new(&folder("hand"), &capture) else { return };
    let schema = "schema/sauerbraten.wire";
    let rows = tshark
        .script("enet.lua", &dissector("schema/gallery/enet.wire", &enet))
        .script("sauerbraten.lua", &dissector(schema, &["--name", "sauerbraten"]))
        .script("positions.lua", &dissector(schema, &["--packet", "PositionPacket", "--name", "positions"]))
        .fields(&[
            "enet.datagram.commands.channel_id",
            "positions.position_packet",
            "sauerbraten.server_packet",
            "positions.undissected",
            "frame.protocols",
        ]);
    assert_eq!(rows.len(), 80);
    let mut wrong = String::new();
    for (index, row) in rows.iter().enumerate() {
        let is_from_server = index % 2 == 0;
        let found = (row[1].len(), row[2].len(), row[3].len());
        let protocols = row[4].concat();
        let order = if is_from_server { "enet:positions:sauerbraten" } else { "enet:positions" };
        if found != (1, usize::from(is_from_server), 0) || !protocols.ends_with(order) {
            let _ = writeln!(wrong, "frame {}: {found:?} {protocols}", index + 1);
        }
    }
    assert_eq!(wrong, "");
}
