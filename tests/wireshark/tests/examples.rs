//! The dissector says of the packets of `--examples` what the schema says of its examples.

use std::collections::BTreeSet;

use wireform_cli::dissector::examples::{Examples, Packet};
use wireform_wireshark_tests::captures::schemas;
use wireform_wireshark_tests::tree::Node;
use wireform_wireshark_tests::tshark::Tshark;
use wireform_wireshark_tests::{dissector, root};

use crate::{folder, packets_of};

/// The runs of schemas besides that with the options of all: other packets, transports and versions, and all values of
/// parameters that examples have.
const MORE: [(&str, &[&str]); 31] = [
    ("schema/quake2.wire", &["--tcp", "1000"]),
    (
        "schema/rcce2.wire",
        &["--udp", "1000", "--with", "is_self=true", "--with", "has_energy=true", "--with", "flies=true"],
    ),
    (
        "schema/rcce2.wire",
        &["--udp", "1000", "--with", "is_self=false", "--with", "has_energy=true", "--with", "flies=true"],
    ),
    (
        "schema/rcce2.wire",
        &["--udp", "1000", "--with", "is_self=false", "--with", "has_energy=true", "--with", "flies=false"],
    ),
    ("schema/sauerbraten.wire", &["--udp", "1000", "--version", "v259"]),
    ("schema/sauerbraten.wire", &["--tcp", "1000"]),
    ("schema/blank.wire", &["--udp", "1000", "--version", "2015_10"]),
    ("schema/gallery/a2s.wire", &["--udp", "1000", "--packet", "Split"]),
    ("schema/gallery/a2s.wire", &["--udp", "1000", "--packet", "GoldSrcSplit"]),
    ("schema/gallery/bgp.wire", &["--tcp", "179"]),
    ("schema/gallery/coap.wire", &["--tcp", "1000", "--packet", "TcpMessage"]),
    ("schema/gallery/dhcp.wire", &["--udp", "1000", "--packet", "OptionsArea"]),
    ("schema/gallery/dns.wire", &["--tcp", "1000"]),
    ("schema/gallery/enet.wire", &["--udp", "1000", "--packet", "DatagramCrc32", "--with", "connect_id=4032402265"]),
    ("schema/gallery/mavlink.wire", &["--tcp", "1000"]),
    ("schema/gallery/minecraft.wire", &["--tcp", "1000", "--with", "state=Handshaking", "--with", "threshold=-1"]),
    ("schema/gallery/minecraft.wire", &["--tcp", "1000", "--with", "state=Status", "--with", "threshold=-1"]),
    ("schema/gallery/minecraft.wire", &["--tcp", "1000", "--with", "state=Login", "--with", "threshold=-1"]),
    ("schema/gallery/minecraft.wire", &["--tcp", "1000", "--with", "state=Status", "--with", "threshold=20"]),
    ("schema/gallery/minecraft.wire", &["--tcp", "1000", "--with", "state=Login", "--with", "threshold=256"]),
    ("schema/gallery/minecraft.wire", &["--tcp", "1000", "--with", "state=Login", "--with", "threshold=7"]),
    ("schema/gallery/minecraft.wire", &["--tcp", "1000", "--with", "state=Login", "--with", "threshold=8"]),
    ("schema/gallery/modbus.wire", &["--udp", "1000"]),
    ("schema/gallery/mqtt.wire", &["--tcp", "1883"]),
    ("schema/gallery/mqtt.wire", &["--tcp", "1883", "--version", "4"]),
    ("schema/gallery/ntp.wire", &["--udp", "1000", "--with", "authenticated=true"]),
    ("schema/gallery/ntp.wire", &["--udp", "1000", "--with", "authenticated=false"]),
    ("schema/gallery/quic.wire", &["--udp", "1000", "--packet", "Datagram", "--with", "short_header_dcid_length=0"]),
    ("schema/gallery/rtp.wire", &["--udp", "1000", "--packet", "Compound"]),
    ("schema/gallery/stun.wire", &["--tcp", "1000"]),
    ("schema/gallery/teeworlds.wire", &["--udp", "1000", "--packet", "ConnectionlessPacket"]),
];

/// The kinds of expert items of errors in a packet, without the dissector's name.
fn errors<'n>(packet: &'n Node, name: &str) -> BTreeSet<&'n str> {
    /// Wireshark's numbers of severities. What is not known is a warning.
    const ERRORS: [&str; 2] = ["6291456", "8388608"];
    let all = packet.deep("_ws.expert").into_iter();
    let errors = all.filter(|one| {
        let severity = one.get("_ws.expert.severity").and_then(Node::text);
        severity.is_some_and(|severity| ERRORS.contains(&severity))
    });
    let keys = errors.flat_map(Node::entries).filter(|(key, _)| !key.starts_with("_ws.expert."));
    let kind = |key: &'n str| match key.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')) {
        // A field may have its name.
        Some(kind) => kind.strip_suffix("_error").unwrap_or(kind),
        None => key,
    };
    keys.map(|(key, _)| kind(key)).collect()
}

/// Shows the capture of a schema to Wireshark, and gives it with what differs; nothing if there is no Wireshark.
fn differing(schema: &str, options: &[&str]) -> Option<(Examples, Vec<String>)> {
    let stem = schema.rsplit('/').next().and_then(|file| file.strip_suffix(".wire")).expect("a schema");
    // Wireshark has some of these protocols itself.
    let name = format!("wire_{stem}");
    let options = [options, &["--name", &name, "--examples", "examples.pcap"]].concat();
    let path = root().join(schema).display().to_string();
    let examples = wireform_cli::dissector::examples(&[&[path.as_str()], &options[..]].concat());
    let examples = examples.unwrap_or_else(|why| panic!("{schema} {options:?}: {why}"));
    let tshark = Tshark::new(&folder("examples"), &examples.capture)?;
    let frames = tshark.script("dissector.lua", &dissector(schema, &options)).packets();
    assert_eq!(frames.len(), examples.capture.frames() as usize, "{schema}");
    let wrong = examples.packets.iter().filter_map(|Packet { title, refusal, frame, bytes, .. }| {
        let packet = &frames[*frame as usize - 1];
        let found = errors(packet, &name);
        let is_shown = packet.get(&name).is_some();
        // The dissector goes on after some errors, and may find more.
        let is_right = is_shown && refusal.map_or(found.is_empty(), |kind| found.contains(kind));
        (!is_right).then(|| format!("{schema} {options:?}: {title}: {found:?}, not {refusal:?}: {bytes:02x?}"))
    });
    let wrong = wrong.collect();
    Some((examples, wrong))
}

#[test]
fn each_example_is_read_or_refused_as_the_schema_says() {
    let all: Vec<String> = schemas().into_iter().map(|loaded| loaded.path).collect();
    let with_port = |path: &str| {
        let own = packets_of(path);
        let port: &[&str] = if own.first() == Some(&"--packet") { &["--udp", "1000"] } else { &[] };
        [own, port].concat()
    };
    let runs = all.iter().map(|path| (path.as_str(), with_port(path)));
    let runs = runs.chain(MORE.iter().map(|(path, options)| (*path, options.to_vec())));
    let (mut wrong, mut shown) = (Vec::new(), BTreeSet::new());
    for (path, options) in runs {
        let Some((examples, differing)) = differing(path, &options) else { return };
        println!("{path} {options:?}: {}", examples.words());
        for packet in examples.packets {
            shown.insert((path, packet.refusal.is_some()));
        }
        wrong.extend(differing);
    }
    assert_eq!(wrong, Vec::<String>::new());
    for path in &all {
        assert!([true, false].into_iter().all(|refused| shown.contains(&(path, refused))), "{path}");
    }
}
