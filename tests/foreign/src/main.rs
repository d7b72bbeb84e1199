//! Packets of protocols that nobody here designed, with the values that their specifications give them: read by the
//! interpreter, compared field by field, and written again; invalid ones are rejected.
//!
//! The packets lie outside of the project and are used where they are there. A new protocol needs an adapter, which is a
//! file in `adapters`, and a row of [`ALL`].

mod adapter;
mod adapters;
#[path = "../../../codegen/tests/support/beside.rs"]
mod beside;
mod classes;
mod compare;
mod fields;
mod gallery;
mod judge;
mod kept;
#[expect(dead_code, reason = "the name of the file is for vectors of several files")]
#[path = "../../src/vectors/line.rs"]
mod line;
mod open;
mod page;
mod plain;
mod tally;
mod why;

use std::path::PathBuf;

use serde_json::{Value as Json, json};
use wireform_build::model::Schema;
use wireform_cli::target::target_of;

use adapter::Adapter;
use adapters::{a2s, dhcp, dns, enet, mavlink, minecraft, modbus, mqtt, ntp, quic, rtp, stun};
use beside::beside;
use compare::difference;
use gallery::Agreed;
use judge::{Verdict, found, in_order, judge};
use line::Line;
use open::Open;
use tally::{Counts, Tally};

/// Each protocol with the number of its lines, and of those that are: whole and written as they came; whole and written
/// otherwise, by a known kind; invalid and rejected for the right reason; excluded; not whole; not rejected for the right
/// reason.
const ALL: [(Adapter, Counts); 12] = [
    (a2s::ADAPTER, [200, 170, 0, 30, 0, 0, 0]),
    (modbus::ADAPTER, [200, 170, 0, 30, 0, 0, 0]),
    (mqtt::ADAPTER, [200, 168, 2, 29, 0, 0, 1]),
    (enet::ADAPTER, [200, 159, 11, 30, 0, 0, 0]),
    (dhcp::ADAPTER, [200, 151, 10, 30, 9, 0, 0]),
    (ntp::ADAPTER, [200, 170, 0, 26, 2, 0, 2]),
    (stun::ADAPTER, [200, 160, 10, 23, 2, 0, 5]),
    (dns::ADAPTER, [200, 170, 0, 25, 5, 0, 0]),
    (mavlink::ADAPTER, [200, 166, 4, 28, 2, 0, 0]),
    (minecraft::ADAPTER, [200, 122, 20, 25, 32, 0, 1]),
    (quic::ADAPTER, [200, 151, 19, 27, 1, 0, 2]),
    (rtp::ADAPTER, [200, 168, 2, 27, 0, 0, 3]),
];

/// Each protocol of the gallery, with the packets that generated code and the interpreter read alike, and reject alike: as
/// they are, and with mistakes.
const GALLERY: [(&str, [usize; 2], [usize; 2]); 12] = [
    ("a2s", [170, 30], [924, 2276]),
    ("modbus", [170, 30], [396, 2804]),
    ("mqtt", [171, 29], [785, 2415]),
    ("enet", [170, 30], [698, 2502]),
    ("dhcp", [170, 30], [1167, 2033]),
    ("ntp", [231, 169], [1699, 4669]),
    ("stun", [177, 23], [1160, 2040]),
    ("dns", [173, 27], [1179, 2021]),
    ("mavlink", [172, 28], [92, 3108]),
    ("minecraft", [175, 25], [1081, 2103]),
    ("quic", [173, 49], [1363, 2189]),
    ("rtp", [171, 29], [1165, 2035]),
];

/// The folder of the packets, beside the project.
const VECTORS: &str = "vectors-foreign";
/// The folder of the schemas that are not in the gallery.
const DRAFTS: &str = "drafts-foreign";

/// A snapshot has the lines that are neither whole nor rejected, by their reasons: a schema that says more of its protocol
/// makes it shorter.
#[test]
fn each_line_is_whole_or_rejected_or_open() {
    let Some(all) = there() else { return };
    let mut page = String::new();
    let mut counts = Vec::new();
    for (adapter, schema, lines) in &all {
        let mut tally = Tally::default();
        let mut open = Open::default();
        for line in lines {
            let verdict = judge(adapter, schema, line);
            if let Verdict::NotWhole(why) | Verdict::NotRejected(why) = &verdict {
                open.add(line, why);
            }
            tally.count(&verdict);
        }
        assert_eq!(tally.excluded, adapter.exclusions(), "{}: each excluded line is there", adapter.name);
        println!("{}: {tally}", adapter.name);
        page.push_str(&open.section(adapter.name));
        counts.push((adapter.name, tally.counts()));
    }
    insta::assert_snapshot!("open", page);
    assert_eq!(counts, ALL.map(|(adapter, counts)| (adapter.name, counts)));
}

/// Packets of the gallery, and the same with mistakes: cut short, or with another bit.
#[test]
fn generated_code_and_the_interpreter_agree() {
    let Some(all) = there() else { return };
    let mut found = Vec::new();
    for (adapter, schema, lines) in all.iter().filter(|(adapter, ..)| gallery::path(adapter.schema).is_file()) {
        let [mut as_it_is, mut with_mistakes] = [Agreed::default(), Agreed::default()];
        for line in lines {
            let packet = (adapter.packet)(&line.message, &line.json["context"]);
            let all = packet.targets.iter().flat_map(|name| packet.params.iter().map(move |named| (name, named)));
            for (name, named) in all {
                let (protocol, target) = target_of(schema, name).expect("a type of the schema");
                let params = in_order(target.params(protocol), named);
                let compiled = gallery::compiled(adapter.schema, name).expect("its code");
                as_it_is.compare(protocol, target, compiled, &line.bytes, &params);
                for bytes in mistakes(&line.bytes) {
                    with_mistakes.compare(protocol, target, compiled, &bytes, &params);
                }
            }
        }
        found.push((adapter.name, as_it_is, with_mistakes));
    }
    let agreed = |[read, rejected]: [usize; 2]| Agreed { read, rejected };
    assert_eq!(found, GALLERY.map(|(name, as_it_is, with_mistakes)| (name, agreed(as_it_is), agreed(with_mistakes))));
}

/// A packet with one mistake: at eight places it ends, or a bit is another.
fn mistakes(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let places = (0..8).map(|eighth| eighth * bytes.len() / 8).filter(|place| *place < bytes.len());
    places.flat_map(|place| {
        let mut flipped = bytes.to_vec();
        flipped[place] ^= 1 << (place % 8);
        [bytes[..place].to_vec(), flipped]
    })
}

/// So no field is compared with nothing, or with itself.
#[test]
fn another_value_in_any_field_is_a_difference() {
    for (adapter, schema, lines) in there().into_iter().flatten() {
        for line in lines {
            let fields = &line.json["fields"];
            let Some(found) = found(&adapter, &schema, &line) else { continue };
            if difference(fields, &found).is_some() {
                continue;
            }
            for key in fields.as_object().into_iter().flatten().map(|(key, _)| key) {
                let mut changed = fields.clone();
                change(&mut changed[key]);
                let why = difference(&changed, &found);
                assert!(why.as_ref().is_some_and(|why| why.kind.starts_with(key)), "{line}: {key}: {why:?}");
            }
        }
    }
}

/// Changes the last value inside of one.
fn change(json: &mut Json) {
    let inner = match json {
        Json::Array(list) => list.last_mut(),
        Json::Object(fields) => fields.values_mut().last(),
        _ => None,
    };
    match inner {
        Some(inner) => change(inner),
        None => *json = json!("another"),
    }
}

#[test]
fn the_page_has_the_counts() {
    let page = include_str!("../../README.md");
    let table = page::table(&ALL);
    assert!(page.contains(&table), "`tests/README.md` should have\n{table}");
}

/// All protocols with their schemas and lines; nothing where there are none beside the project.
fn there() -> Option<Vec<(Adapter, Schema, Vec<Line>)>> {
    let (vectors, drafts) = (beside(VECTORS)?, beside(DRAFTS)?);
    let one = |(adapter, _): (Adapter, Counts)| {
        let path = Some(gallery::path(adapter.schema)).filter(|path| path.is_file());
        let schema = load(path.unwrap_or_else(|| drafts.join(adapter.schema).with_extension("wire")));
        let lines = line::lines(&vectors.join(adapter.name).with_extension("jsonl"));
        (adapter, schema, lines)
    };
    Some(ALL.map(one).into())
}

fn load(path: PathBuf) -> Schema {
    wireform_build::load(path).unwrap_or_else(|failure| panic!("{}", failure.render(false))).schema
}
