//! Messages over TCP are found however they are cut into segments, each once.

use std::collections::BTreeSet;

use wireform_wireshark_tests::captures::{Sample, examples, schemas, vectors};
use wireform_wireshark_tests::compare::{compare, has_name};
use wireform_wireshark_tests::dissector;
use wireform_wireshark_tests::groups::{Group, groups, script};
use wireform_wireshark_tests::pcap::{Capture, Peer, Side};
use wireform_wireshark_tests::random::Random;
use wireform_wireshark_tests::shown::{Field, Shown};
use wireform_wireshark_tests::tree::Node;
use wireform_wireshark_tests::tshark::Tshark;
use wireform_wireshark_tests::wanted::{Wanted, wanted};

use crate::{folder, packets_of};

/// The targets that travel over TCP.
const TARGETS: [(&str, &[&str]); 5] = [
    ("schema/gallery/bgp.wire", &["Message"]),
    ("schema/gallery/dns.wire", &["TcpMessage"]),
    ("schema/gallery/minecraft.wire", &["ToServer", "ToClient"]),
    ("schema/gallery/modbus.wire", &["TcpRequest", "TcpResponse"]),
    ("schema/gallery/mqtt.wire", &["Packet"]),
];
/// The most messages of a group, the longest of them, and the least of a conversation on any port.
const MESSAGES: usize = 25;
const LONGEST: usize = 300;
const LEAST: usize = 5;
/// The least of a schema's own, each cut in three ways.
const LEAST_OF_A_SCHEMA: usize = 9;

/// How messages are cut.
#[derive(Debug, Clone, Copy)]
enum Cut {
    /// Each byte has a segment.
    Bytes,
    /// Segments have random sizes.
    Random,
    /// One segment has all.
    Whole,
}

/// A message of DNS over TCP, which has its length in front; others are as they are.
fn over_tcp(sample: Sample) -> Sample {
    if !sample.schema.ends_with("/dns.wire") || sample.target != "Message" {
        return sample;
    }
    let length = u16::try_from(sample.bytes.len()).expect("no more bytes than a datagram has");
    let bytes = [&length.to_be_bytes()[..], &sample.bytes].concat();
    Sample { target: "TcpMessage".to_owned(), bytes, ..sample }
}

/// The messages of a group that end by themselves, whatever follows.
fn messages<'g>(group: &'g Group<'_>) -> Vec<&'g Sample> {
    let ends = |sample: &&Sample| {
        let longer = [&sample.bytes[..], &sample.bytes].concat();
        let (_, read) = group.reading.trace(&longer);
        group.reading.whole(&sample.bytes).is_ok() && read == Ok(sample.bytes.len())
    };
    let short = group.samples.iter().filter(|sample| (1..=LONGEST).contains(&sample.bytes.len()));
    short.filter(ends).take(MESSAGES).collect()
}

/// The fields of all messages, without their places, which count from the segment.
fn fields_of(group: &Group<'_>, messages: &[&Sample]) -> Vec<Wanted> {
    let of = |sample: &&Sample| wanted(group.reading.protocol, &group.reading.trace(&sample.bytes).0);
    messages.iter().flat_map(of).map(|one| Wanted { bytes: None, ..one }).collect()
}

fn send(capture: &mut Capture, group: &Group<'_>, messages: &[&Sample], cut: Cut, random: &mut Random) {
    let bytes: Vec<u8> = messages.iter().flat_map(|sample| sample.bytes.clone()).collect();
    let mut stream = capture.tcp(Peer::new(1, 50_000), Peer::new(2, group.port));
    let mut rest = bytes.as_slice();
    while !rest.is_empty() {
        let size = match cut {
            Cut::Bytes => 1,
            Cut::Random => 1 + random.below(60),
            Cut::Whole => rest.len(),
        };
        let (segment, more) = rest.split_at(size.min(rest.len()));
        stream.send(capture, Side::Client, segment, segment.len());
        rest = more;
    }
    stream.close(capture);
}

/// Compares what is shown of the messages of all groups. `None`: there is no tshark.
fn check(path: &str, groups: &[&Group<'_>], cut: Cut, script: &str, random: &mut Random) -> Option<usize> {
    let mut capture = Capture::new();
    for group in groups {
        send(&mut capture, group, &messages(group), cut, random);
    }
    let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
    let run = |twice: bool| {
        let tshark = Tshark::new(&folder("tcp-messages"), &capture)?.script("dissector.lua", script);
        let tshark = if twice { tshark.two_passes() } else { tshark };
        Some(tshark.with(&["-J", &names.join(" ")]).packets())
    };
    let packets = run(false)?;
    // Wireshark itself goes through a capture again for each filter.
    let second = run(true)?;
    for name in &names {
        let of = |packets: &[Node]| packets.iter().flat_map(|layers| layers.all(name)).cloned().collect::<Vec<_>>();
        let differing = of(&packets).into_iter().zip(of(&second)).find(|(first, second)| *first != *second);
        assert!(differing.is_none(), "{path} {cut:?}: both passes are alike: {differing:#?}");
        assert_eq!(of(&packets).len(), of(&second).len(), "{path} {cut:?}: both passes have all");
    }
    Some(groups.iter().map(|group| check_group(path, group, cut, &packets)).sum())
}

fn check_group(path: &str, group: &Group<'_>, cut: Cut, packets: &[Node]) -> usize {
    let messages = messages(group);
    let layers = packets.iter().flat_map(|layers| layers.all(&group.name));
    let shown: Vec<Shown> = layers.map(|layer| Shown::of(layer, &group.name, 0)).collect();
    let told: Vec<_> = shown.iter().flat_map(|one| &one.told).filter(|one| !one.kind.starts_with("differs.")).collect();
    assert!(told.is_empty(), "{path} {cut:?}: {told:?}");
    let shown: Vec<Field> = shown.into_iter().flat_map(|one| one.fields).collect();
    let wanted = fields_of(group, &messages);
    if let Err(why) = compare(&shown, &wanted, &mut BTreeSet::new()) {
        panic!("{path} {cut:?}: {why}");
    }
    if let Some(first) = wanted.first() {
        let count = shown.iter().filter(|field| field.bytes.is_some() && has_name(field, first)).count();
        let sent = wanted.iter().filter(|one| one.names == first.names).count();
        assert_eq!(count, sent, "{path} {cut:?}: {first:?}");
    }
    messages.len()
}

#[test]
fn messages_are_found_in_segments_of_any_size() {
    let (all, vectors) = (schemas(), vectors());
    let mut random = Random(8);
    for (path, targets) in TARGETS {
        let loaded = all.iter().find(|one| one.path == path).expect("a schema of the gallery");
        let own = vectors.iter().filter(|one| one.schema == path).cloned();
        let samples = examples(loaded).into_iter().chain(own).map(over_tcp);
        let samples = samples.filter(|one| targets.contains(&one.target.as_str()));
        let groups = groups(&all, &samples.collect::<Vec<_>>());
        let script = script(path, packets_of(path), &groups);
        let mut found = 0;
        let sent: Vec<&Group<'_>> = groups.iter().filter(|group| messages(group).len() > 1).collect();
        for cut in [Cut::Bytes, Cut::Random, Cut::Whole] {
            let Some(count) = check(path, &sent, cut, &script, &mut random) else { return };
            found += count;
        }
        println!("{path}: {found} messages");
        assert!(found >= LEAST_OF_A_SCHEMA, "{path}: {found} messages");
    }
}

#[test]
fn a_conversation_that_begins_with_proven_bytes_is_found_on_any_port() {
    let path = "schema/gallery/bgp.wire";
    let all = schemas();
    let samples: Vec<Sample> = all.iter().filter(|one| one.path == path).flat_map(examples).collect();
    let groups = groups(&all, &samples);
    let messages: Vec<&[u8]> =
        groups.iter().flat_map(messages).filter(|one| one.target == "Message").map(|one| &one.bytes[..]).collect();
    assert!(messages.len() > LEAST, "{} messages", messages.len());
    let (bytes, mut capture) = (messages.concat(), Capture::new());
    let mut stream = capture.tcp(Peer::new(1, 50_000), Peer::new(2, 40_179));
    // The first segment has the proven bytes, and ends in a message, as do others.
    for segment in bytes.chunks(17) {
        stream.send(&mut capture, Side::Client, segment, segment.len());
    }
    stream.close(&mut capture);
    let Some(tshark) = Tshark::new(&folder("tcp-heuristic"), &capture) else { return };
    let script = dissector(path, &["--packet", "Message", "--name", "wirebgp"]);
    let tshark = tshark.script("bgp.lua", &script).two_passes();
    let rows = tshark.fields(&["wirebgp.message.length", "wirebgp.error"]);
    let columns = |at: usize| rows.iter().flat_map(move |row| row[at].clone()).collect::<Vec<String>>();
    let lengths: Vec<String> = messages.iter().map(|bytes| bytes.len().to_string()).collect();
    assert_eq!((columns(0), columns(1)), (lengths, Vec::new()));
}
