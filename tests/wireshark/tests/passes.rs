//! The values that a conversation gives later packets are the same in every pass, and stays in the conversation.

use std::collections::BTreeMap;

use wireform_wireshark_tests::captures::{Sample, examples, schemas, vectors};
use wireform_wireshark_tests::dissector;
use wireform_wireshark_tests::pcap::{Capture, Peer};
use wireform_wireshark_tests::reading::Reading;
use wireform_wireshark_tests::shown::Shown;
use wireform_wireshark_tests::steps::around;
use wireform_wireshark_tests::tree::Node;
use wireform_wireshark_tests::tshark::Tshark;

use crate::folder;

const SERVER: Peer = Peer::new(250, 30_000);

/// A packet of a conversation: whether it is from the server, and its bytes.
type Packet = (bool, Vec<u8>);

/// Sends the packets of conversations in turns.
fn interleaved(conversations: &[&[Packet]]) -> Capture {
    let mut capture = Capture::new();
    let longest = conversations.iter().map(|one| one.len()).max().unwrap_or(0);
    for index in 0..longest {
        for (client, packets) in (1_u8..).zip(conversations) {
            let client = Peer::new(client, 50_000);
            match packets.get(index) {
                Some((true, bytes)) => drop(capture.udp(SERVER, client, bytes)),
                Some((false, bytes)) => drop(capture.udp(client, SERVER, bytes)),
                None => {}
            }
        }
    }
    capture
}

/// The layers of the protocol `wire` in one pass or two. `None`: there is no tshark.
fn layers(test: &str, script: &str, conversations: &[&[Packet]], twice: bool) -> Option<Vec<Node>> {
    let tshark = Tshark::new(&folder(test), &interleaved(conversations))?.script("dissector.lua", script);
    let tshark = if twice { tshark.two_passes() } else { tshark };
    let packets = tshark.with(&["-J", "wire"]).packets();
    Some(packets.iter().map(|layers| layers.get("wire").expect("its layer").clone()).collect())
}

/// The items that are shown, without the offsets of the protocol in a frame.
fn shown(layers: &[Node]) -> Vec<Shown> {
    layers.iter().map(|layer| Shown::of(layer, "wire", 14 + 20 + 8)).collect()
}

/// Checks that both passes, and conversations by themselves, show the same; gives what is shown of each conversation.
fn check(test: &str, script: &str, conversations: [&[Packet]; 2]) -> Option<[Vec<Shown>; 2]> {
    let both = layers(test, script, &conversations, false)?;
    assert_eq!(both, layers(test, script, &conversations, true)?, "both passes are alike");
    let alone = conversations.map(|one| layers(test, script, &[one], false).expect("tshark is there"));
    let [first, second] = alone.each_ref();
    let longest = first.len().max(second.len());
    let turns: Vec<&Node> = (0..longest).flat_map(|index| [first.get(index), second.get(index)]).flatten().collect();
    assert_eq!(both.iter().collect::<Vec<_>>(), turns, "a conversation does not know the other");
    Some(alone.map(|layers| shown(&layers)))
}

/// How many packets have an item of this kind.
fn told(shown: &[Shown], kind: &str) -> usize {
    shown.iter().filter(|one| one.told.iter().any(|told| told.kind == kind)).count()
}

/// Messages whose layout depends on the mode of the map, each with an announcement of the mode in front.
fn modes() -> Vec<Vec<Packet>> {
    let all = schemas();
    let loaded = all.iter().find(|one| one.path == "schema/sauerbraten.wire").expect("its schema");
    let samples: Vec<Sample> =
        examples(loaded).into_iter().filter(|one| one.version.as_deref() == Some("v260")).collect();
    let is_of_server = |one: &Sample| {
        let families = around(&Reading::of(one, &all));
        families.iter().any(|family| family.subject() == ("family", "ToClient".to_owned()))
    };
    let is_right = |one: &&Sample| one.is_right == Some(true) && is_of_server(one);
    let map = samples.iter().filter(is_right).find(|one| one.target == "MapChange").expect("a map");
    let (steps, _) = Reading::of(map, &all).trace(&map.bytes);
    let place = steps.iter().find(|step| step.path == "mode" && step.len == 1).expect("a mode of one byte").offset;
    let conversation = |one: &Sample| {
        let (_, mode) = one.session.iter().find(|(name, _)| name == "mode")?;
        let mut announcement = map.bytes.clone();
        announcement[place] = u8::try_from(*mode).ok().filter(|mode| *mode < 0x80)?;
        Some(vec![(true, announcement), (true, one.bytes.clone())])
    };
    samples.iter().filter(is_right).filter_map(conversation).collect()
}

#[test]
fn a_session_is_that_of_its_conversation_in_every_pass() {
    let modes = modes();
    let [first, .., last] = modes.as_slice() else { panic!("{} modes", modes.len()) };
    let script = dissector("schema/sauerbraten.wire", &["--udp", "30000", "--name", "wire"]);
    let one = [first.as_slice(), last].concat();
    let other = [last.as_slice(), first].concat();
    let Some([one, other]) = check("sessions", &script, [&one, &other]) else { return };
    assert_eq!(told(&one, "session") + told(&other, "session"), 0);
    // Without an announcement nothing can be read.
    let late = layers("sessions", &script, &[&first[1..]], true).expect("tshark is there");
    assert_eq!(told(&shown(&late), "session"), late.len());
}

/// Messages of these targets, which other programs made, from the server or to it.
fn messages(targets: &[(&str, bool)]) -> Vec<Packet> {
    let all = schemas();
    let own = vectors().into_iter().filter(|one| one.schema == "schema/quake2.wire" && one.is_right == Some(true));
    let whole = own.filter(|one| Reading::of(one, &all).whole(&one.bytes).is_ok());
    let sides = whole.filter_map(|one| {
        let (_, from) = targets.iter().find(|(target, _)| *target == one.target)?;
        Some((*from, one.bytes))
    });
    sides.collect()
}

/// The fields of a packet that are there once, with their values, and whether they have bytes.
fn single(shown: &Shown) -> BTreeMap<&str, (&str, bool)> {
    let names = shown.fields.iter().map(|field| field.name.as_str());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    names.for_each(|name| *counts.entry(name).or_default() += 1);
    let once = shown.fields.iter().filter(|field| counts[field.name.as_str()] == 1);
    once.map(|field| (field.name.as_str(), (field.value.as_str(), field.bytes.is_some()))).collect()
}

#[test]
fn a_difference_continues_the_state_of_its_conversation_in_every_pass() {
    let options = ["--udp", "30000", "--name", "wire", "--packet", "[ToClient]", "--with", "protocol=34"];
    let script = dissector("schema/quake2.wire", &[&options[..], &["--follow", "ToClient.PlayerInfo.player"]].concat());
    let all = messages(&[("ToClient.PlayerInfo", true)]);
    let halves = all.split_at(all.len() / 2);
    let Some(conversations) = check("follow", &script, [halves.0, halves.1]) else { return };
    let mut inherited = 0;
    for shown in &conversations {
        let mut last: BTreeMap<&str, &str> = BTreeMap::new();
        for packet in shown {
            for (name, (value, has_bytes)) in single(packet) {
                if !has_bytes && let Some(before) = last.get(name) {
                    assert_eq!(value, *before, "{name}");
                    inherited += usize::from(value != "0");
                }
                last.insert(name, value);
            }
        }
    }
    assert!(inherited > 50, "{inherited} values are those of the state before");
}

#[test]
fn a_learned_number_is_that_of_its_conversation_in_every_pass() {
    let bytes = |hex: &[u8]| (false, hex.to_vec());
    // To the state `Status`, and a request of it.
    let handshake = bytes(b"\x13\x00\xff\xff\xff\xff\x0f\x09localhost\x63\xdd\x01");
    let request = bytes(&[1, 0]);
    let known = [handshake.clone(), request.clone(), request.clone()];
    // In the second one the number comes late.
    let late = [request.clone(), request.clone(), handshake, request];
    let learn = ["--udp", "30000", "--name", "wire", "--learn", "state=Handshake.next_state"];
    let script = |with: &[&str]| dissector("schema/gallery/minecraft.wire", &[&learn[..], with].concat());
    let begins = script(&["--with", "state=Handshaking", "--with", "threshold=-1"]);
    let Some([in_time, too_late]) = check("learn", &begins, [&known, &late]) else { return };
    assert_eq!([told(&in_time, "short"), told(&too_late, "short")], [0, 2]);
    // The state of a conversation whose beginning says nothing is not known, not even to the packet that changes it.
    let Some(unknown) = check("learn", &script(&[]), [&known, &late]) else { return };
    assert_eq!(unknown.map(|shown| told(&shown, "parameter")), [3, 4]);
}

#[test]
fn a_packet_that_says_the_version_is_read_by_it() {
    let bytes = |hex: &[u8]| (false, hex.to_vec());
    // Connect, Subscribe and Publish of MQTT 3.1.1, and of MQTT 5, whose packets have properties. The newest is the default.
    let old = [
        bytes(b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x3c\x00\x00"),
        bytes(b"\x82\x06\x00\x01\x00\x01a\x00"),
        bytes(b"\x30\x04\x00\x01ax"),
    ];
    let new = [
        bytes(b"\x10\x0d\x00\x04MQTT\x05\x02\x00\x3c\x00\x00\x00"),
        bytes(b"\x82\x07\x00\x01\x00\x00\x01a\x00"),
        bytes(b"\x30\x05\x00\x01a\x00x"),
    ];
    for default in ["4", "5"] {
        let options = ["--udp", "30000", "--name", "wire", "--version", default, "--learn", "version=Connect.level"];
        let script = dissector("schema/gallery/mqtt.wire", &options);
        let Some(shown) = check("learn_version", &script, [&old, &new]) else { return };
        for kind in ["constant", "short", "trailing", "value", "code"] {
            assert_eq!(shown.each_ref().map(|one| told(one, kind)), [0, 0], "{kind}");
        }
    }
}
