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
mod others;
mod unbroken;

use wireform_build::model::Protocol;

use crate::agreement::agree;
use crate::generated::{Generated, session};
use crate::protocols;
use crate::right::targets;
use crate::schemas::Known;
use broken::{Effort, Outcome, Search};
use unbroken::UNBROKEN;

/// How long it is tried until it is asked why something can not be broken.
const EFFORT: Effort = Effort { packets: 800, others: 30_000 };

#[test]
fn what_breaks_a_single_demand_of_a_protocol_is_refused_for_that() {
    let mut tally = Tally::default();
    for (protocol, generated) in protocols::all() {
        tally.all_of(protocol, &generated);
    }
    assert!(tally.broken > 500 && tally.by_both > 400, "{tally:?}");
    assert_eq!(tally.unbroken, Vec::<String>::new());
}

#[test]
fn what_breaks_a_single_demand_of_a_feature_is_refused_for_that() {
    let mut tally = Tally::default();
    for protocol in protocols::features() {
        tally.all_of(&protocol, &[]);
    }
    assert!(tally.broken > 230, "{tally:?}");
    let unbroken: Vec<&str> = UNBROKEN.iter().map(|(demand, _)| *demand).collect();
    assert_eq!(tally.unbroken, unbroken, "all that no packet breaks has a reason, and nothing else has one");
}

/// What was broken.
#[derive(Debug, Default)]
struct Tally {
    broken: usize,
    /// Those of which generated code was asked, too.
    by_both: usize,
    unbroken: Vec<String>,
}

impl Tally {
    /// Breaks all that a protocol demands. Generated code says the same, where the tests have it.
    fn all_of(&mut self, protocol: &Protocol, generated: &[Generated]) {
        for target in targets(protocol) {
            let generated = generated.iter().find(|one| one.target() == target);
            let known = generated.map(|one| Known { params: one.params.to_vec(), session: session(protocol) });
            let Outcome { broken, unbroken } = Search::new(protocol, target).run(known.as_ref(), EFFORT);
            self.broken += broken.len();
            for one in broken {
                if let Some(generated) = generated {
                    assert_eq!(Some(&one.known), known.as_ref(), "what generated code knows is enough: {}", one.error);
                    assert!(agree(generated, &one.right) && !agree(generated, &one.wrong), "{}", one.error);
                    self.by_both += 1;
                }
            }
            let version = protocol.version.as_ref().map_or("", |version| version.name.as_str());
            let name = format!("{}{version} {}", protocol.name, target.name(protocol));
            self.unbroken.extend(unbroken.into_iter().map(|one| format!("{name}.{}: {}", one.path, one.why)));
        }
        println!("{}: {} demands broken, {} of them by both", protocol.name, self.broken, self.by_both);
        self.unbroken.sort();
    }
}
