//! Targets for fuzzers. `cargo test` tries each on the inputs that a fuzzer once found and on random ones; `.ci/fuzz` hands
//! them to libFuzzer, by the feature `fuzz`.

#[cfg(not(feature = "fuzz"))]
mod inputs;
mod seeds;

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::changes::{CHANGES, Outcome};
use crate::laws::{holds, survives};
use crate::protocols::TARGETS;
use crate::rng::Rng;

/// So many random inputs of each target.
const RANDOM: usize = 5000;

/// Whether what an input chooses is read or written, or refused; nothing where it is too short to choose.
type Try = fn(&[u8]) -> Option<bool>;

/// All of them, by the names of their tests.
const ALL: [(&str, Try); 3] = [("bytes", of_bytes), ("values", of_values), ("changes", of_changes)];

/// One of these, which the first two bytes choose, and what is left for it.
fn choose<'i, T>(all: &'static [T], input: &'i [u8]) -> Option<(&'static T, &'i [u8])> {
    let (which, bytes) = input.split_first_chunk::<2>()?;
    let index = usize::from(u16::from_le_bytes(*which)).checked_rem(all.len())?;
    all.get(index).map(|chosen| (chosen, bytes))
}

/// What became of the inputs.
#[derive(Debug, Default)]
struct Counts {
    taken: AtomicUsize,
    refused: AtomicUsize,
}

impl Counts {
    fn add(&self, taken: Option<bool>) {
        if let Some(taken) = taken {
            (if taken { &self.taken } else { &self.refused }).fetch_add(1, Ordering::Relaxed);
        }
    }

    /// That most inputs chose something, some of it was taken, and some refused.
    fn end(&self) {
        let [taken, refused] = [&self.taken, &self.refused].map(|count| count.load(Ordering::Relaxed));
        println!("{taken} taken, {refused} refused");
        assert!(taken + refused > RANDOM / 2 && taken > RANDOM / 400 && refused > RANDOM / 50, "{self:?}");
    }
}

/// A test that tries it. (bolero names a target after the function that calls it.)
macro_rules! target {
    ($(#[$doc:meta])* $name:ident($input:ident) by $work:ident $body:block) => {
        $(#[$doc])*
        fn $work($input: &[u8]) -> Option<bool> $body

        #[test]
        fn $name() {
            let counts = Counts::default();
            #[cfg(feature = "fuzz")]
            bolero::check!().with_iterations(RANDOM).for_each(|input: &[u8]| counts.add($work(input)));
            #[cfg(not(feature = "fuzz"))]
            inputs::each(stringify!($name), RANDOM, |input| counts.add($work(input)));
            counts.end();
        }
    };
}

target! {
    /// Any bytes, held to the laws of the table.
    bytes(input) by of_bytes {
        let (generated, bytes) = choose(&TARGETS, input)?;
        Some(holds(generated, bytes))
    }
}

target! {
    /// Any values: both write them alike, and read what they have written, or refuse them for the same reason.
    values(input) by of_values {
        let (generated, seed) = choose(&TARGETS, input)?;
        let seed = seed.first_chunk().map_or(0, |seed| u64::from_le_bytes(*seed));
        Some(survives(generated, &mut Rng::new(seed)))
    }
}

target! {
    /// Any packet, changed in place to any value: it becomes what the interpreter writes, or stays as it is for its reason.
    changes(input) by of_changes {
        let (change, rest) = choose(&CHANGES, input)?;
        let (seed, bytes) = rest.split_first_chunk()?;
        Some(change.agrees(bytes, &mut Rng::new(u64::from_le_bytes(*seed))) != Outcome::Unread)
    }
}
