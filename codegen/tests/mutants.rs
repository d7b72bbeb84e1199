//! Nothing panics, and nothing hangs, whatever schema is compiled: all that there are, changed a little, and again.
//!
//! Each walk begins with a schema of the project. Some of its pieces are exchanged, doubled, moved; what of that still
//! compiles is gone on from. What is refused is refused with words at a place. Of what compiles Rust is made, which is Rust,
//! and documents, and packets are read and written.
//!
//! `WIREFORM_MUTANTS=5000` takes so many walks, `WIREFORM_FIRST=300` those behind so many, and `WIREFORM_MUTANT=17` that one
//! alone, and shows each text before it is tried. What each thread is at stands in `target/tmp/mutant-*.wire`: should one
//! end the whole process, it is there.

#[path = "mutants/attempt.rs"]
mod attempt;
#[path = "mutants/corpus.rs"]
mod corpus;
#[path = "support/document.rs"]
mod document;
#[path = "mutants/mutate.rs"]
mod mutate;
#[path = "mutants/pieces.rs"]
mod pieces;
#[path = "support/random.rs"]
mod random;
#[path = "support/share.rs"]
mod share;
#[path = "mutants/walk.rs"]
mod walk;
#[path = "mutants/written.rs"]
mod written;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use attempt::{Outcome, attempt, note};
use corpus::{Corpus, Origin};
use share::part;
use walk::walk;

/// So many walks the gate takes, and an ordinary run a third.
const WALKS: usize = 60;

#[derive(Debug, Default)]
struct Tally {
    loaded: usize,
    refused: usize,
    /// Packets.
    read: usize,
    wrong: Vec<String>,
}

#[test]
fn mutants_are_survived() {
    let corpus = Corpus::new();
    let alone = wanted("WIREFORM_MUTANT");
    let first = alone.or_else(|| wanted("WIREFORM_FIRST")).unwrap_or(0);
    let walks = if alone.is_some() { 1 } else { wanted("WIREFORM_MUTANTS").unwrap_or(part(WALKS) as u64) };
    let next = AtomicU64::new(first);
    let work = |worker: usize| {
        let mut tally = Tally::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + walks {
                return tally;
            }
            walk(&corpus, seed, &mut |origin, text| {
                note(Path::new(env!("CARGO_TARGET_TMPDIR")), worker, text);
                if alone.is_some() {
                    println!("{}\n{text}", "-".repeat(80));
                }
                tally.add(origin, text, seed)
            });
        }
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut all = Tally::default();
    thread::scope(|scope| {
        let started: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
        for one in started {
            let tally = one.join().expect("what is tried panics in a thread of its own");
            all.loaded += tally.loaded;
            all.refused += tally.refused;
            all.read += tally.read;
            all.wrong.extend(tally.wrong);
        }
    });
    println!("{} mutants compile, of which {} packets are read; {} are refused", all.loaded, all.read, all.refused);
    assert!(all.wrong.is_empty(), "{} are not survived:\n{}", all.wrong.len(), all.wrong.join("\n"));
    let tried = all.loaded + all.refused;
    let is_enough = all.loaded * 6 > tried && all.refused * 6 > tried && all.read > all.loaded;
    assert!(is_enough || alone.is_some(), "{all:?}");
}

impl Tally {
    /// Tries a mutant. Whether it compiles.
    fn add(&mut self, origin: &Arc<Origin>, text: &str, seed: u64) -> bool {
        match attempt(origin, text, seed) {
            Ok(Outcome::Loaded { read }) => {
                self.loaded += 1;
                self.read += read;
                return true;
            }
            Ok(Outcome::Refused) => self.refused += 1,
            Err(wrong) => {
                let wrong = format!("mutant {seed}, of {}: {wrong}", origin.name);
                println!("{wrong}");
                self.wrong.push(wrong);
            }
        }
        false
    }
}

/// A number that the environment asks for.
fn wanted(name: &str) -> Option<u64> {
    let number = std::env::var(name).ok()?;
    Some(number.parse().unwrap_or_else(|error| panic!("{name}={number}: {error}")))
}
