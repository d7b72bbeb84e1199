//! Wireshark shows what the interpreter reads: each field under its name, with its value and its bytes, each refusal, and
//! each difference from what a writer makes.

use std::collections::{BTreeMap, BTreeSet};

use wireform_build::interpret::Unknown;
use wireform_cli::differences::{Kind, differences};
use wireform_wireshark_tests::captures::{Loaded, Sample, examples, schemas, vectors};
use wireform_wireshark_tests::groups::{Group, groups, script};
use wireform_wireshark_tests::pcap::Capture;
use wireform_wireshark_tests::shown::{Field, Shown};
use wireform_wireshark_tests::tshark::Tshark;
use wireform_wireshark_tests::wanted::{Is, Wanted, wanted};

use crate::{folder, packets_of};

/// The most vectors of a schema.
const VECTORS: usize = 100;
/// The bytes in front of a datagram's payload.
const HEADERS: usize = 14 + 20 + 8;

/// What is told of an item has some 240 bytes at most.
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

/// What is not as Wireform has it. There is no other difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Difference {
    /// Wireshark shows at most 15 digits of a float.
    Digits,
    /// Wireshark escapes control characters, ends a text at its first zero, and cuts what is told of an item.
    Text,
    /// What follows from another difference has no note of its own, nor has a flag of something that is as in the base of a
    /// delta, or of something absent.
    Unnoted,
}

/// Whether Wireshark has the value, perhaps with a difference.
fn is_same(field: &Field, value: &Is) -> Result<Option<Difference>, ()> {
    let text = field.value.as_str();
    let exact = |is: bool| if is { Ok(None) } else { Err(()) };
    match value {
        Is::Code(code) => {
            let number = match text.strip_prefix("0x") {
                Some(hex) => u64::from_str_radix(hex, 16).map(i128::from),
                None => text.parse(),
            };
            exact(number == Ok(*code))
        }
        Is::Bool(flag) => exact(text == if *flag { "1" } else { "0" }),
        Is::Number(number) => {
            let shown: f64 = text.parse().map_err(drop)?;
            if shown == *number || (shown.is_nan() && number.is_nan()) {
                return Ok(None);
            }
            let is_near = (shown - number).abs() <= number.abs() * 1e-14;
            if is_near { Ok(Some(Difference::Digits)) } else { Err(()) }
        }
        Is::Bytes(bytes) => {
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            exact(text == hex.join(":"))
        }
        Is::Text(wanted) if text == wanted => Ok(None),
        Is::Text(wanted) => {
            let escaped: String = wanted.split('\0').next().unwrap_or_default().chars().map(escape).collect();
            if text == escaped { Ok(Some(Difference::Text)) } else { Err(()) }
        }
    }
}

fn escape(one: char) -> String {
    match one {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        '\u{7}' => "\\a".to_owned(),
        '\u{8}' => "\\b".to_owned(),
        '\u{b}' => "\\v".to_owned(),
        '\u{c}' => "\\f".to_owned(),
        '\u{1}'..='\u{1f}' | '\u{7f}' => format!("\\x{:02x}", u32::from(one)),
        one => one.to_string(),
    }
}

/// A name without the number that a field of another type adds.
fn unnumbered(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((name, number)) if number.bytes().all(|one| one.is_ascii_digit()) => name,
        _ => name,
    }
}

/// Whether a field is at the bytes. Bytes are shown without a count before them, and without a terminator.
fn is_there(field: &Field, wanted: &Wanted) -> bool {
    let (Some((offset, length)), Some((hex, at, count))) = (wanted.bytes, &field.bytes) else {
        // Where there are no bytes, the field of a part has those of the whole number.
        return wanted.bytes.is_none() || matches!(&wanted.value, Is::Bytes(bytes) if bytes.is_empty());
    };
    match &wanted.value {
        Is::Bytes(bytes) => {
            let own: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            *hex == own && *at >= offset && at + count <= offset + length
        }
        _ => (*at, *count) == (offset, length),
    }
}

/// Compares the fields of a packet.
fn fields(shown: &Shown, wanted: &[Wanted], seen: &mut BTreeSet<Difference>) -> Result<usize, String> {
    let mut rest = shown.fields.as_slice();
    for one in wanted {
        let is_it =
            |field: &Field| one.names.contains(&field.name) || one.names.iter().any(|it| it == unnumbered(&field.name));
        let found = rest
            .iter()
            .position(is_it)
            .ok_or_else(|| format!("no {one:?} in {:?}", rest.iter().take(3).collect::<Vec<_>>()))?;
        let field = &rest[found];
        match is_same(field, &one.value) {
            Ok(difference) if is_there(field, one) => seen.extend(difference),
            _ => return Err(format!("{field:?} is not {one:?} in {:?}", shown.fields)),
        }
        rest = &rest[found + 1..];
    }
    Ok(wanted.len())
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
    compared.fields += fields(shown, &wanted(reading.protocol, &steps), seen)?;
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
    match (&refusal, told.as_slice()) {
        (None, []) => {}
        (Some((kind, text)), [told]) if told.kind == *kind && told.text == *text => compared.refusals += 1,
        (Some((kind, text)), [told])
            if told.kind == *kind && told.text.len() >= LONGEST && text.starts_with(&told.text) =>
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
        let shown = Shown::of(layers, &group.name, HEADERS);
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
    assert!(notes > 100, "{notes} notes");
}
