//! Memory and time of `read` and `write`: the command holds few bytes for each byte of a packet, and twice the packet takes
//! twice of each. Time is counted in allocations, which nearly all steps make.

use std::io;
use std::sync::Arc;

use allocation_counter::{AllocationInfo, measure};
use wireform_build::interpret::{Read, ReadError, read_in, read_lean};

use crate::bytes::to_hex;
use crate::explain::Explained;
use crate::json::{parse, text, to_json, write_json};
use crate::packet::Packet;
use crate::read;
use crate::write;

const SCHEMA: &str = "\
protocol shapes { byte_order: little }
struct Bytes { data: bytes[..] }
struct Text { text: latin1[..] }
struct Numbers { elements: [u8; ..] }
struct Floats { elements: [f32; u32] }
struct Structs { elements: [{ first: u8, second: u8 }; ..] }
struct Lists { elements: [{ elements: [u8; u16] }; ..] }
struct Long { elements: [{ kind: u8, elements: [{ elements: [u8; u16] }; u16] }; ..] }
struct One { one: [{ two: [{ three: [u8; u32] }; 1] }; 1] }
struct Flags { elements: [{ bits u8 { one, two: u3, four: u4 } }; ..] }
bits Bits: u8 { a, b, c, d, e, f, g, h }
struct Named { elements: [Bits; ..] }
struct Regions { within (u32) { kind: u8, within (u32) { elements: [u8; ..] } } }
struct Ascending { elements: [u32; ..] where ascending(it) }
struct Chosen { elements: [match u8 { 0 => A: u8, _ => B { x: u8, y: u8 } }; ..] }
struct Repaired { elements: [{ a: u8 where it < 200 else 7, b: u8 }; ..] }
family Stream: u8 { message Chat = 1 { who: u8, text: utf8[u8] } message Pos = 2 { x: i16, y: i16 } }
";

/// The length of the shorter packets, roughly.
const LEN: usize = 2 << 10;
/// The bytes that `read` may hold for each byte of a packet, besides a constant.
const PER_BYTE: usize = 40;
const CONSTANT: usize = 16 << 10;
/// The same of a packet that would be written otherwise, of which both are kept field by field; and for each byte of JSON.
const DIFFERENT: usize = 2_000;
const WRITTEN: usize = 100;

/// The packets of a length.
fn packets(len: usize) -> Vec<(&'static str, Vec<u8>)> {
    let any: Vec<u8> = (0..len).map(|at| (at.wrapping_mul(167) >> 3) as u8).collect();
    let counted = |all: &[u8]| [&(all.len() as u32).to_le_bytes()[..], all].concat();
    let list = |all: &[u8]| [&(all.len() as u16).to_le_bytes()[..], all].concat();
    let lists: Vec<Vec<u8>> = any.chunks(20).map(list).collect();
    let long =
        lists.chunks(40).flat_map(|some| [&[7][..], &(some.len() as u16).to_le_bytes(), &some.concat()].concat());
    let floats = [&((len / 4) as u32).to_le_bytes()[..], &any].concat();
    let messages = any.chunks(8).map(|some| match some {
        [1..=99, x @ .., _, _, _] => [&[2], x].concat(),
        _ => [&[1, 9, 5][..], b"hello"].concat(),
    });
    let chosen = any.chunks(3).filter(|some| some.len() == 3).map(|some| match some {
        [0..=99, x, ..] => vec![0, *x],
        _ => [&[1], &some[1..]].concat(),
    });
    let mut all: Vec<(&str, Vec<u8>)> =
        ["Bytes", "Text", "Numbers", "Structs", "Flags", "Named"].map(|name| (name, any.clone())).into();
    all.push(("Floats", floats));
    all.push(("Lists", lists.concat()));
    all.push(("Long", long.collect()));
    all.push(("One", counted(&any)));
    all.push(("Regions", counted(&[&[1], &counted(&any)[..]].concat())));
    all.push(("Ascending", (0..len as u32 / 4).flat_map(|number| (number * 3).to_le_bytes()).collect()));
    all.push(("[Stream]", messages.flatten().collect()));
    all.push(("Chosen", chosen.flatten().collect()));
    all
}

type Work = fn(&Packet, &[u8]);

/// What the command does with a packet, without its output.
const WORKS: [(&str, Work, usize); 4] = [
    ("--json", json, PER_BYTE),
    ("explained", explained, PER_BYTE),
    ("--lines", lines, PER_BYTE),
    ("write", written, 0),
];

fn json(subject: &Packet, packet: &[u8]) {
    let (packet, known) = (Arc::from(packet), subject.arguments().expect("none"));
    let (read, _) = read::packet(subject, &packet, &known).expect("it is right");
    write_json(&subject.protocol, subject.target, &read.value, &mut io::sink()).expect("a sink takes all");
}

fn explained(subject: &Packet, packet: &[u8]) {
    let (packet, known) = (Arc::from(packet), subject.arguments().expect("none"));
    let explained = Explained { subject, known: &known, packet: &packet, docs: true, decimal: false };
    read::explain(&explained, &mut explained.survey(), &mut io::sink()).expect("a sink takes all");
}

fn lines(subject: &Packet, packet: &[u8]) {
    let request = parse(&format!("{{\"hex\":\"{}\"}}", to_hex(packet))).expect("JSON");
    read::one(subject, request.as_object().expect("an object"), &mut io::sink()).expect("a sink takes all");
}

fn written(subject: &Packet, packet: &[u8]) {
    let fields = parse(std::str::from_utf8(packet).expect("text")).expect("JSON");
    let known = subject.arguments().expect("none");
    assert!(write::written(subject, &fields, known, false, true).is_ok());
}

/// The costs of a packet, and of one of twice the length.
fn costs(name: &str, work: Work, packets: [&[u8]; 2]) -> [AllocationInfo; 2] {
    let schema = wireform_build::load_text("shapes.wire", SCHEMA).expect("it is right").schema;
    let subject = Packet::new(&schema, name);
    packets.map(|packet| measure(|| work(&subject, packet)))
}

/// Whether twice of a packet takes twice of everything, and how many bytes are held for each of its bytes.
fn told(name: &str, word: &str, work: Work, packets: [&[u8]; 2], most: usize) -> Option<String> {
    let [once, twice] = costs(name, work, packets);
    let times = twice.count_total as f64 / once.count_total.max(1) as f64;
    let (grown, len) = (twice.bytes_max as f64 / once.bytes_max as f64, packets[1].len());
    let held = (twice.bytes_max as usize).saturating_sub(CONSTANT) / len;
    let line =
        format!("{name} {word}: {held} bytes for each byte, {grown:.2} times the bytes, {times:.2} the allocations");
    println!("{line}");
    (held > most || times > 2.3 || grown > 2.3).then_some(line)
}

#[test]
fn the_command_holds_few_bytes_for_each_byte_of_a_packet() {
    let schema = wireform_build::load_text("shapes.wire", SCHEMA).expect("it is right").schema;
    let mut wrong = Vec::new();
    for ((name, once), (_, twice)) in packets(LEN).into_iter().zip(packets(2 * LEN)) {
        for (word, work, most) in WORKS {
            let json = |packet: &[u8]| {
                let subject = Packet::new(&schema, name);
                let (packet, known) = (Arc::from(packet), subject.arguments().expect("none"));
                let (read, _) = read::packet(&subject, &packet, &known).expect("it is right");
                text(&to_json(&subject.protocol, subject.target, &read.value)).into_bytes()
            };
            wrong.extend(match word {
                "write" => told(name, word, work, [&json(&once), &json(&twice)], WRITTEN),
                _ => told(name, word, work, [&once, &twice], most),
            });
        }
    }
    for word in [0, 1, 2] {
        let (word, work, _) = WORKS[word];
        let [(_, once), (_, twice)] = [LEN, 2 * LEN].map(|len| packets(len).swap_remove(3));
        wrong.extend(told("Repaired", word, work, [&once, &twice], DIFFERENT));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn lists_that_remain_in_the_packet_are_those_that_are_read_at_once() {
    let schema = wireform_build::load_text("shapes.wire", SCHEMA).expect("it is right").schema;
    for len in [0, 60, 700] {
        for (name, packet) in packets(len) {
            let subject = Packet::new(&schema, name);
            let Packet { protocol, target, .. } = &subject;
            let known = subject.arguments().expect("none");
            let whole = read_in(protocol, *target, &packet, &known.params, &mut known.session.clone());
            let shared = Arc::from(packet.as_slice());
            let lean = read_lean(protocol, *target, &shared, (&known.params, &known.session), None);
            let json = |read: Result<Read<'_>, ReadError>| read.map(|read| to_json(protocol, *target, &read.value));
            assert_eq!(json(whole), json(lean), "{name} of {len} bytes");
        }
    }
}

/// Regions whose size stands before them, one in the other by structs: each is measured, and written once.
#[test]
fn regions_in_regions_take_the_time_of_their_depth() {
    let levels = |depth: usize, inner: fn(usize) -> String| -> String {
        (1..=depth)
            .map(|level| {
                format!("struct S{level} {{ size: u16 where it <= 60000, within (size) {{ {} }} }}\n", inner(level - 1))
            })
            .collect()
    };
    let inners: [fn(usize) -> String; 3] = [
        |level| format!("inner: S{level}"),
        |level| format!("inner: [S{level}; ..]"),
        |level| format!("kind: u8, within (u16) {{ inner: S{level} }}"),
    ];
    for inner in inners {
        let counts = [16, 32].map(|depth| {
            let text =
                format!("protocol deep {{ byte_order: little }}\nstruct S0 {{ x: u8 }}\n{}", levels(depth, inner));
            let schema = wireform_build::load_text("deep.wire", text).expect("it is right").schema;
            let subject = Packet::new(&schema, &format!("S{depth}"));
            let known = subject.arguments().expect("none");
            let fields = (0..depth).fold(serde_json::json!({"x": 7}), |field, _| match inner(0).contains('[') {
                true => serde_json::json!({"inner": [field]}),
                false if inner(0).contains("kind") => serde_json::json!({"kind": 0, "inner": field}),
                false => serde_json::json!({"inner": field}),
            });
            measure(|| assert!(write::written(&subject, &fields, known, false, true).is_ok())).count_total
        });
        assert!(counts[1] < counts[0] * 6, "{}: {counts:?}", inner(0));
    }
}
