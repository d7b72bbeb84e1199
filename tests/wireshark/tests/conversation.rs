//! A whole conversation with a Minecraft server that others wrote: its state and its framing change, and frames are
//! compressed.

use wireform_wireshark_tests::pcap::{Capture, Peer, Side};
use wireform_wireshark_tests::tshark::Tshark;
use wireform_wireshark_tests::{bytes_of, dissector};

use crate::folder;

/// The conversation of the bot, a line for each frame of the server and for what the bot has sent between them.
const RECORDING: &str = include_str!("../../../examples/minecraft-bot/tests/recorded.txt");

const OPTIONS: [&str; 22] = [
    "--tcp",
    "25565",
    "--to-server",
    "ToServer",
    "--to-client",
    "ToClient",
    "--with",
    "state=Handshaking",
    "--with",
    "threshold=-1",
    "--learn",
    "state=Handshake.next_state",
    "--learn",
    "state=Configuration:LoginAcknowledged",
    "--learn",
    "state=Play:AcknowledgeFinishConfiguration",
    "--learn",
    "threshold=SetCompression.threshold",
    "--inflate",
    "ToServer.content.Sized.content.Zlib.compressed=PacketToServer",
    "--inflate",
    "ToClient.content.Sized.content.Zlib.compressed=PacketToClient",
];

fn capture() -> Capture {
    let mut capture = Capture::new();
    let mut stream = capture.tcp(Peer::new(1, 50_000), Peer::new(2, 25_565));
    for (sign, hex) in RECORDING.lines().filter_map(|line| line.split_once(' ')) {
        let side = if sign == "<" { Side::Server } else { Side::Client };
        for segment in bytes_of(hex).chunks(1400) {
            stream.send(&mut capture, side, segment, segment.len());
        }
    }
    stream.close(&mut capture);
    capture
}

#[test]
fn each_packet_of_a_conversation_with_a_server_is_shown() {
    let script = dissector("schema/gallery/minecraft.wire", &OPTIONS);
    for twice in [false, true] {
        let Some(tshark) = Tshark::new(&folder("conversation"), &capture()) else { return };
        let tshark = if twice { tshark.two_passes() } else { tshark };
        let tshark = tshark.script("minecraft.lua", &script).filter("minecraft");
        let rows = tshark.fields(&["_ws.col.Info", "minecraft.error", "minecraft.undissected"]);
        let [shown, errors, rest] = [0, 1, 2].map(|column| {
            rows.iter()
                .filter_map(|row| row.get(column))
                .flatten()
                .flat_map(|text| text.split(" | "))
                .collect::<Vec<_>>()
        });
        assert_eq!((errors, rest), (Vec::new(), Vec::new()));
        let names: Vec<&str> = shown.iter().map(|text| text.split(':').next().unwrap_or_default()).collect();
        let count = |name: &str| names.iter().filter(|one| **one == name).count();
        // Registries, items, the chunk and the longest message are compressed.
        let counted =
            ["RegistryData", "SetContainerContent", "ChunkData", "ChatMessage", "DisguisedChatMessage"].map(count);
        assert_eq!(counted, [12, 1, 1, 4, 4], "{names:?}");
        assert_eq!(
            ["KeepAlive", "SetPlayerPosition", "UpdateTime", "Disconnect"].map(count),
            [70, 35, 35, 1],
            "{names:?}"
        );
        assert!(!names.iter().any(|name| name.contains("Unknown") || name.starts_with("To")), "{names:?}");
    }
}
