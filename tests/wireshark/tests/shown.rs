//! Wireshark shows what the interpreter reads: each field under its name, with its value and its bytes, each refusal, and
//! each difference from what a writer makes.

use std::collections::{BTreeMap, BTreeSet};

use wireform_build::interpret::Unknown;
use wireform_cli::differences::{Kind, differences};
use wireform_wireshark_tests::captures::{Loaded, Sample, examples, schemas, vectors};
use wireform_wireshark_tests::compare::{Difference, compare};
use wireform_wireshark_tests::groups::{Group, groups, script};
use wireform_wireshark_tests::pcap::Capture;
use wireform_wireshark_tests::shown::Shown;
use wireform_wireshark_tests::tree::Node;
use wireform_wireshark_tests::tshark::Tshark;
use wireform_wireshark_tests::wanted::wanted;

use crate::{folder, packets_of};

/// The most vectors of a schema.
const VECTORS: usize = 100;
/// The bytes in front of a datagram's payload.
const HEADERS: usize = 14 + 20 + 8;

/// The text of a remark has some 240 bytes at most.
const LONGEST: usize = 220;

/// So many packets are told that are shown otherwise.
const MOST_TOLD: usize = 20;

/// How much was compared.
#[derive(Debug, Default)]
struct Compared {
    packets: usize,
    fields: usize,
    refusals: usize,
    notes: usize,
}

/// The layer of a protocol.
fn layer<'n>(layers: &'n Node, protocol: &str) -> &'n Node {
    layers.get(protocol).unwrap_or_else(|| panic!("no layer {protocol}: {layers:?}"))
}

/// Compares one packet with the interpreter.
fn packet(
    group: &Group<'_>,
    bytes: &[u8],
    shown: &Shown,
    compared: &mut Compared,
    seen: &mut BTreeSet<Difference>,
) -> Result<(), String> {
    let reading = &group.reading;
    let (steps, read) = reading.trace(bytes);
    compared.packets += 1;
    compared.fields += compare(&shown.fields, &wanted(reading.protocol, &steps), seen)?;
    let refusal = match read {
        Ok(0) => None,
        Ok(rest) => {
            let name = reading.target.name(reading.protocol);
            let text = format!("{name}.rest at byte {}: bytes left over: found {rest}", bytes.len() - rest);
            Some(("trailing", text))
        }
        Err(error) => {
            let error = error.at_the_end();
            Some((error.kind.word(), error.to_string()))
        }
    };
    let told: Vec<_> = shown.told.iter().filter(|one| !one.kind.starts_with("differs.")).collect();
    // Where the layout of what follows is known all the same, the dissector goes on, and may tell of more.
    match &refusal {
        None if told.is_empty() => {}
        Some((kind, text)) if told.iter().any(|one| one.kind == *kind && one.text == *text) => compared.refusals += 1,
        Some((kind, text))
            if told.iter().any(|one| one.kind == *kind && one.text.len() >= LONGEST && text.starts_with(&one.text)) =>
        {
            compared.refusals += 1;
            seen.insert(Difference::Text);
        }
        _ => return Err(format!("told {told:?}, not {refusal:?}")),
    }
    if refusal.is_some() {
        return Ok(());
    }
    let found = differences(reading.protocol, reading.target, bytes, &reading.params, &reading.session, &Unknown);
    let Ok(found) = found else { return Ok(()) };
    // A number of a function that is not known is written as it came: it follows from what it covers.
    let kinds = found.differences.iter().filter(|one| one.given != one.written).filter_map(|one| one.kind);
    let words = |kind: Kind| format!("differs.{kind}");
    let kinds: BTreeSet<String> = kinds.map(words).collect();
    let notes: BTreeSet<String> =
        shown.told.iter().filter(|one| one.kind.starts_with("differs.")).map(|one| one.kind.clone()).collect();
    let unnoted = [Kind::Flag, Kind::Follows].map(words);
    let is_noted = |kind: &String| notes.contains(kind) || unnoted.contains(kind);
    if !notes.is_subset(&kinds) || !kinds.iter().all(is_noted) {
        let all: Vec<_> = found.differences.iter().map(|one| (&one.path, one.kind, one.offset)).collect();
        return Err(format!("noted {notes:?}, not {all:?}"));
    }
    if notes.len() < kinds.len() {
        seen.insert(Difference::Unnoted);
    }
    compared.notes += notes.len();
    Ok(())
}

/// Compares the samples of a schema. `None`: there is no tshark.
fn schema(
    loaded: &Loaded,
    all: &[Loaded],
    samples: &[Sample],
    seen: &mut BTreeSet<Difference>,
    wrong: &mut Vec<String>,
) -> Option<Compared> {
    let groups = groups(all, samples);
    let mut capture = Capture::new();
    let mut sent = Vec::new();
    for group in &groups {
        for sample in group.samples.iter().filter(|sample| !sample.bytes.is_empty()) {
            group.send(&mut capture, &sample.bytes);
            sent.push((group, sample));
        }
    }
    let script = script(&loaded.path, packets_of(&loaded.path), &groups);
    let names: Vec<&str> = groups.iter().map(|group| group.name.as_str()).collect();
    let tshark = Tshark::new(&folder("shown"), &capture)?.script("dissector.lua", &script);
    let packets = tshark.with(&["-J", &names.join(" ")]).packets();
    assert_eq!(packets.len(), sent.len(), "{}", loaded.path);
    let mut compared = Compared::default();
    for (layers, (group, sample)) in packets.iter().zip(sent) {
        let shown = Shown::of(layer(layers, &group.name), &group.name, HEADERS);
        if let Err(why) = packet(group, &sample.bytes, &shown, &mut compared, seen) {
            wrong.push(format!("{}\n{:02x?}\n{why}", sample.origin, sample.bytes));
        }
    }
    Some(compared)
}

#[test]
fn wireshark_shows_each_field_refusal_and_difference() {
    let (all, vectors) = (schemas(), vectors());
    let (mut seen, mut wrong, mut counts) = (BTreeSet::new(), Vec::new(), BTreeMap::new());
    for loaded in &all {
        let own = vectors.iter().filter(|one| one.schema == loaded.path).take(VECTORS);
        let samples: Vec<Sample> = examples(loaded).into_iter().chain(own.cloned()).collect();
        let Some(compared) = schema(loaded, &all, &samples, &mut seen, &mut wrong) else { return };
        println!("{}: {compared:?}", loaded.path);
        counts.insert(&loaded.path, compared);
    }
    println!("{seen:?}");
    for why in wrong.iter().take(MOST_TOLD) {
        println!("{}\n", why.chars().take(2000).collect::<String>());
    }
    assert!(wrong.is_empty(), "{} packets are shown otherwise", wrong.len());
    assert!(counts.values().all(|one| one.packets > 0 && one.fields > 0 && one.refusals > 0), "{counts:#?}");
    let notes: usize = counts.values().map(|one| one.notes).sum();
    assert!(notes > 80, "{notes} notes");
}
