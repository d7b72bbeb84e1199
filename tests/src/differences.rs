//! Nothing is lost in silence: whatever a reader takes, a writer makes the same bytes, or others that differ by the kinds of
//! the reference alone, or it refuses the value.

mod unwritten;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use wireform_build::interpret::{Hooks, Target, Unknown};
use wireform_build::model::{ExampleKind, Protocol, RecordId, Schema};
use wireform_cli::differences::{Difference, Kind, Rewritten, Unwritten, differences};

use crate::agreement::mutate;
use crate::generated::session;
use crate::rng::Rng;
use crate::schemas::package::{Functions, targets_and_elements};
use crate::schemas::questions::questions;
use crate::schemas::values::Values;
use crate::schemas::{Known, random_schemas, written};
use crate::vectors::{Which, packets, packets_of};

/// Rounds of questions about each target of a random schema, and of a written one; and the same of the long tests.
const RANDOM: [usize; 2] = [2, 12];
const WRITTEN: [usize; 2] = [6, 30];
/// Packets with mistakes of each right one.
const MISTAKES: usize = 4;
/// Packets with mistakes of the vectors.
const VECTORS: [usize; 2] = [15_000, 100_000];

#[test]
fn accepted_examples_differ_by_kinds_of_the_reference() {
    let mut tally = Tally::default();
    for (_, schema) in written::all().into_iter().chain(written::shipped()) {
        schema.protocols().for_each(|protocol| examples(protocol, &mut tally));
    }
    tally.end(90);
    assert_eq!(tally.kinds.len(), Kind::ALL.len(), "some kind has no example: {:?}", tally.kinds);
}

fn examples(protocol: &Protocol, tally: &mut Tally) {
    for (id, record) in protocol.records.iter().enumerate() {
        for one in record.examples.iter().filter(|one| matches!(one.kind, ExampleKind::Accepts)) {
            let (target, known) = (Target::Record(RecordId(id)), (&one.params[..], &one.session));
            let found = differences(protocol, target, &one.bytes, known.0, known.1, &Unknown);
            assert!(!found.expect("an example").differences.is_empty(), "{}: {}", record.name, one.title);
            let known = Known { params: one.params.clone(), session: one.session.clone() };
            tally.add(protocol, target, &one.bytes, &known, &Unknown);
        }
    }
}

#[test]
fn vectors_with_mistakes_differ_by_kinds_of_the_reference() {
    vectors(&packets(), VECTORS[0]);
}

#[test]
#[ignore = "long"]
fn more_vectors_with_mistakes_differ_by_kinds_of_the_reference() {
    vectors(&packets(), VECTORS[1]);
    let collected = packets_of(Which::Collected);
    if !collected.is_empty() {
        vectors(&collected, VECTORS[1]);
    }
}

fn vectors(packets: &[(crate::generated::Generated, Vec<u8>)], count: usize) {
    let (mut tally, mut rng) = (Tally::default(), Rng::new(3));
    for _ in 0..count {
        let (generated, bytes) = rng.pick(packets);
        let mut bytes = bytes.clone();
        (0..=rng.below(3)).for_each(|_| mutate(&mut bytes, &mut rng));
        let functions: &dyn Hooks = match generated.functions {
            Some(functions) => functions,
            None => &Unknown,
        };
        let known = Known { params: generated.params.to_vec(), session: session(generated.protocol) };
        tally.add(generated.protocol, generated.target(), &bytes, &known, functions);
    }
    tally.end(count / 20);
}

#[test]
fn packets_of_written_schemas_differ_by_kinds_of_the_reference() {
    let schemas = [written::all(), written::shipped()].concat();
    random(&schemas, WRITTEN[0]).end(1_000);
}

#[test]
#[ignore = "long"]
fn more_packets_of_written_schemas_differ_by_kinds_of_the_reference() {
    let schemas = [written::all(), written::shipped()].concat();
    random(&schemas, WRITTEN[1]).end(10_000);
}

#[test]
fn packets_of_random_schemas_differ_by_kinds_of_the_reference() {
    random(&random_schemas(), RANDOM[0]).end(1_000);
}

#[test]
#[ignore = "long"]
fn more_packets_of_random_schemas_differ_by_kinds_of_the_reference() {
    random(&random_schemas(), RANDOM[1]).end(10_000);
}

/// Packets of all that these schemas have, right ones and others.
fn random(schemas: &[(u64, Schema)], rounds: usize) -> Tally {
    let (mut tally, mut rng) = (Tally::default(), Rng::new(4));
    for (seed, schema) in schemas {
        for protocol in schema.protocols() {
            let mut values = Values::new(protocol, *seed);
            for target in targets_and_elements(protocol) {
                for (bytes, known) in questions(&mut values, target, rounds) {
                    tally.add(protocol, target, &bytes, &known, &Functions);
                    for _ in 0..MISTAKES {
                        let mut bytes = bytes.clone();
                        mutate(&mut bytes, &mut rng);
                        tally.add(protocol, target, &bytes, &known, &Functions);
                    }
                }
            }
        }
    }
    tally
}

/// The sums over all packets.
#[derive(Default)]
struct Tally {
    read: usize,
    differ: usize,
    /// How many cannot be written, for each reason.
    unwritten: BTreeMap<&'static str, usize>,
    kinds: BTreeMap<Kind, usize>,
    /// How many packets break a law in the same place, and the first one.
    broken: BTreeMap<String, (usize, String)>,
}

impl Tally {
    fn add(&mut self, protocol: &Protocol, target: Target, bytes: &[u8], known: &Known, functions: &dyn Hooks) {
        let compared = |bytes: &[u8]| differences(protocol, target, bytes, &known.params, &known.session, functions);
        let found = match compared(bytes) {
            Ok(found) => found,
            Err(Unwritten::Read(_)) => return,
            Err(Unwritten::Write(error)) => {
                match unwritten::reason(protocol, &error) {
                    Some(reason) => *self.unwritten.entry(reason).or_default() += 1,
                    None => {
                        let place = format!("{} {error}: what is read is written", protocol.name);
                        let line = format!("{} {:?}", hex(bytes), known.params);
                        self.broken.entry(place).or_insert((0, line)).0 += 1;
                    }
                }
                return;
            }
        };
        self.read += 1;
        if found.differences.is_empty() {
            assert_eq!(bytes.get(..found.consumed), Some(found.bytes.as_slice()));
            return;
        }
        self.differ += 1;
        found.differences.iter().filter_map(|one| one.kind).for_each(|kind| *self.kinds.entry(kind).or_default() += 1);
        let again = compared(&found.bytes);
        if let Some(law) = broken(&found, &bytes[..found.consumed], again) {
            let place = found.differences.iter().find(|one| one.kind.is_none()).map_or("", |one| &one.path);
            let place: String = place.chars().filter(|letter| !letter.is_ascii_digit()).collect();
            let mut line = format!("{} -> {} {:?}", hex(bytes), hex(&found.bytes), known.params);
            found.differences.iter().for_each(|one| write!(line, "\n    {}", shown(one)).unwrap());
            let place = format!("{} {} {place}: {law}", protocol.name, target.name(protocol));
            self.broken.entry(place).or_insert((0, line)).0 += 1;
        }
    }

    /// At least so many packets differ.
    fn end(&self, least: usize) {
        let Self { read, differ, unwritten, kinds, broken } = self;
        println!("{read} packets are read, {differ} differ: {kinds:?}; not written: {unwritten:?}");
        let told: String =
            broken.iter().map(|(place, (times, first))| format!("{place}, {times}\n  {first}\n")).collect();
        assert!(broken.is_empty(), "packets break a law:\n{told}");
        assert!(*differ >= least, "{differ}");
    }
}

/// The law that does not hold for bytes that differ; `again` is the comparison of what is written.
fn broken(found: &Rewritten, given: &[u8], again: Result<Rewritten, Unwritten>) -> Option<&'static str> {
    let kinds = || found.differences.iter().map(|one| one.kind);
    if kinds().any(|kind| kind.is_none()) {
        return Some("each difference has a kind");
    }
    if kinds().all(|kind| kind == Some(Kind::Follows)) {
        return Some("something else differs where something follows");
    }
    if patched(given, &found.differences) != found.bytes {
        return Some("nothing else differs");
    }
    match again {
        Ok(again) if again.differences.is_empty() && again.consumed == found.bytes.len() => None,
        _ => Some("what is written is written again"),
    }
}

/// The bytes with what differs as it is written. Parts of one number have the same bytes.
fn patched(given: &[u8], differences: &[Difference]) -> Vec<u8> {
    let (mut bytes, mut at) = (Vec::new(), 0);
    for one in differences {
        if one.offset < at {
            continue;
        }
        bytes.extend(&given[at..one.offset]);
        bytes.extend(&one.written);
        at = one.offset + one.given.len();
    }
    bytes.extend(&given[at..]);
    bytes
}

fn shown(one: &Difference) -> String {
    let Difference { path, offset, kind, given, written } = one;
    format!("{path}@{offset} {}: {} -> {}", kind.map_or("?", Kind::word), hex(given), hex(written))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
