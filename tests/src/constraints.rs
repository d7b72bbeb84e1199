//! Whatever a schema demands of bytes is refused where it is broken, and named; and nothing else is.
//!
//! What is demanded is read off the models: constants, codes, names of closed enums, flags, counts, bounds, encodings,
//! spellings of numbers, rules, sizes, checksums. For each of them there is a right packet of which one place was changed,
//! so that the schema refuses it for just that, and without it would not. Generated code says the same of both. Where
//! there is no such packet, a table says why.

pub mod broken;
mod constraint;
mod demanded;
mod lift;
mod meaning;
pub mod others;
mod unbroken;

use wireform_build::interpret::{self, Target};
use wireform_build::model::Protocol;

use crate::generated::{Generated, session};
use crate::laws::agree;
use crate::protocols;
use crate::right::targets;
use crate::schemas::Known;
use crate::share::share;
use broken::{Broken, Effort, Outcome, Search};
use unbroken::UNBROKEN;

/// How long it is tried until it is asked why something cannot be broken.
const EFFORT: Effort = Effort { packets: 2000, others: 30_000 };

/// How many demands of each protocol are broken, and of how many of these generated code was asked as well.
const PROTOCOLS: [(&str, [usize; 2]); 6] = [
    ("blank v2015_10", [9, 9]),
    ("blank v2015_11", [18, 18]),
    ("quake2", [48, 48]),
    ("rcce2", [57, 57]),
    ("sauerbraten v259", [197, 197]),
    ("sauerbraten v260", [206, 206]),
];

/// How many demands of each feature are broken.
const FEATURES: [(&str, usize); 48] = [
    ("aliases", 28),
    ("aligning", 32),
    ("bounds", 48),
    ("by", 8),
    ("chains", 18),
    ("checked", 18),
    ("checksums", 33),
    ("choices", 11),
    ("counting", 19),
    ("deltas", 3),
    ("endings", 28),
    ("ends", 6),
    ("families", 3),
    ("filling", 14),
    ("given", 13),
    ("groups", 9),
    ("hooks", 12),
    ("inside", 6),
    ("integers", 2),
    ("joined", 3),
    ("large", 12),
    ("lasting", 16),
    ("left", 13),
    ("lists", 9),
    ("names", 42),
    ("nested", 13),
    ("notations", 14),
    ("optionals", 15),
    ("overflows", 8),
    ("packed", 4),
    ("patches", 5),
    ("presence", 8),
    ("quantities", 3),
    ("ranges", 20),
    ("regions", 51),
    ("rules", 34),
    ("sessions", 32),
    ("sparse", 2),
    ("states", 11),
    ("sums", 24),
    ("text", 37),
    ("trailers", 12),
    ("uses", 11),
    ("values", 20),
    ("varints", 27),
    ("versions v259", 13),
    ("versions v260", 14),
    ("widths", 5),
];

/// The feature that takes as long as all others.
const LONG: &str = "bounds";

#[test]
fn what_breaks_a_single_demand_of_a_protocol_is_refused_for_that() {
    let mut tally = Tally::default();
    for (protocol, generated) in protocols::all() {
        tally.all_of(protocol, &generated);
    }
    assert_eq!(tally.unbroken, Vec::<String>::new());
    assert_eq!(tally.counts(), PROTOCOLS);
    assert!(tally.cuts > 100, "{} packets were cut", tally.cuts);
}

#[test]
fn what_breaks_a_single_demand_of_a_feature_is_refused_for_that() {
    let features = protocols::features().into_iter().filter(|protocol| protocol.name != LONG);
    break_features(&share("features", features));
}

#[test]
#[ignore = "long"]
fn what_breaks_a_single_demand_of_a_large_feature_is_refused_for_that() {
    break_features(&protocols::features().into_iter().filter(|protocol| protocol.name == LONG).collect::<Vec<_>>());
}

/// Breaks each constraint of these features.
fn break_features(features: &[Protocol]) {
    let mut tally = Tally::default();
    features.iter().for_each(|protocol| tally.all_of(protocol, &[]));
    let names: Vec<String> = features.iter().map(protocols::named).collect();
    let is_asked = |name: &str| names.iter().any(|one| one == name);
    let unbroken = UNBROKEN.iter().map(|(constraint, _)| *constraint);
    let unbroken: Vec<&str> = unbroken.filter(|one| one.split(' ').next().is_some_and(is_asked)).collect();
    assert_eq!(tally.unbroken, unbroken, "each constraint that no packet breaks has a reason, and no other has one");
    let broken: Vec<(&str, usize)> = tally.counts().into_iter().map(|(name, [broken, _])| (name, broken)).collect();
    let expected = FEATURES.iter().filter(|(name, _)| is_asked(name));
    assert_eq!(broken, expected.copied().collect::<Vec<_>>());
}

/// What was broken.
#[derive(Debug, Default)]
struct Tally {
    /// For each protocol in each version, how many demands were broken, and of how many of them generated code was asked, too.
    counts: Vec<(String, [usize; 2])>,
    unbroken: Vec<String>,
    /// How many packets were cut after a number that breaks its rule.
    cuts: usize,
}

/// Cuts a packet anywhere after a number that breaks its rule: it is refused for that, and not for missing bytes. (A region
/// is read when all its bytes are there, and so is the number. The remaining bytes may choose another number with a rule, or
/// none.) How often it was cut.
fn told_before_missing_bytes(
    protocol: &Protocol,
    target: Target,
    generated: Option<&Generated>,
    one: &Broken,
) -> usize {
    let cuts = if one.is_early { one.error.offset + 1..one.wrong.len() } else { 0..0 };
    for len in cuts.clone() {
        let (cut, known) = (&one.wrong[..len], &one.known);
        let read = interpret::read_in(protocol, target, cut, &known.params, &mut known.session.clone());
        let error = read.expect_err("it is wrong already");
        let is_cut = matches!(error.kind.word(), "truncated" | "short") && error.offset <= one.error.offset;
        let is_told = (&error.path, error.offset, error.kind.word()) == (&one.error.path, one.error.offset, "rule");
        assert!(is_told || is_cut, "{error}, not {}, of {cut:02x?}", one.error);
        assert!(generated.is_none_or(|generated| !agree(generated, cut)), "{error}");
    }
    cuts.len()
}

impl Tally {
    /// Breaks all that a protocol demands. Generated code says the same, where the tests have it.
    fn all_of(&mut self, protocol: &Protocol, generated: &[Generated]) {
        let mut counts = [0; 2];
        for target in targets(protocol) {
            let generated = generated.iter().find(|one| one.target() == target);
            let known = generated.map(|one| Known { params: one.params.to_vec(), session: session(protocol) });
            let Outcome { broken, unbroken } = Search::new(protocol, target).run(known.as_ref(), EFFORT);
            counts[0] += broken.len();
            for one in broken {
                self.cuts += told_before_missing_bytes(protocol, target, generated, &one);
                if let Some(generated) = generated {
                    assert_eq!(Some(&one.known), known.as_ref(), "what generated code knows is enough: {}", one.error);
                    assert!(agree(generated, &one.right) && !agree(generated, &one.wrong), "{}", one.error);
                    counts[1] += 1;
                }
            }
            let version = protocol.version.as_ref().map_or("", |version| version.name.as_str());
            let name = format!("{}{version} {}", protocol.name, target.name(protocol));
            self.unbroken.extend(unbroken.into_iter().map(|one| format!("{name}.{}: {}", one.path, one.why)));
        }
        println!("{}: {} demands broken, {} of them by both", protocol.name, counts[0], counts[1]);
        self.counts.push((protocols::named(protocol), counts));
        self.unbroken.sort();
    }

    fn counts(&self) -> Vec<(&str, [usize; 2])> {
        self.counts.iter().map(|(name, counts)| (name.as_str(), *counts)).collect()
    }
}
