//! Targets for fuzzers. `cargo test` tries each on the inputs that a fuzzer once found and on random ones; `.ci/fuzz` hands
//! them to libFuzzer, by the feature `fuzz`.

#[cfg(not(feature = "fuzz"))]
mod inputs;
mod seeds;

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use wireform_build::interpret::Target;
use wireform_build::model::same::Same;

use crate::agreement::agree;
use crate::changes::{CHANGES, Outcome};
use crate::generated::{Generated, Packet};
use crate::packets;
use crate::protocols::{self, TARGETS};
use crate::rng::Rng;
use crate::values::survives;

/// So many random inputs of each target.
const RANDOM: usize = 5000;

/// Packets of nothing but messages.
static STREAMS: LazyLock<Vec<Packet>> = LazyLock::new(packets::all);

/// Whether what an input chooses is read or written, or refused; nothing where it is too short to choose.
type Try = fn(&[u8]) -> Option<bool>;

/// All of them, by the names of their tests.
const ALL: [(&str, Try); 6] = [
    ("bytes", of_bytes),
    ("debug", of_debug),
    ("versions", of_versions),
    ("values", of_values),
    ("streams", of_streams),
    ("changes", of_changes),
];

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
    /// Any bytes: generated code and the interpreter say the same of them, and write again what they have read.
    bytes(input) by of_bytes {
        let (generated, bytes) = choose(&TARGETS, input)?;
        Some(agree(generated, bytes))
    }
}

target! {
    /// Any bytes: whatever is read can be shown, of the view as of the plain value, without allocating, and so can
    /// whatever is refused.
    debug(input) by of_debug {
        let (generated, bytes) = choose(&TARGETS, input)?;
        let shown = (generated.debug)(bytes);
        if let Err(error) = &shown {
            assert!(error.contains(" at byte "), "{error}");
        }
        Some(shown.is_ok())
    }
}

target! {
    /// Any bytes, read as every version of the schema reads them: each does what its own interpreter does, and what is the
    /// same in two versions says the same.
    versions(input) by of_versions {
        let (first, bytes) = choose(&TARGETS, input)?;
        let read = agree(first, bytes);
        for other in TARGETS.iter().filter(|other| is_version_of(other, first)) {
            let again = agree(other, bytes);
            if is_same(first, other) {
                assert_eq!(read, again, "{} from {bytes:02x?}", first.name);
                let [one, other] = [first, other].map(|generated| (generated.read)(bytes).map(|read| read.bytes));
                assert_eq!(one, other, "{} from {bytes:02x?}", first.name);
            }
        }
        Some(read)
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
    /// Any bytes, as packets of messages: both give the same ones, and then the same error, once.
    streams(input) by of_streams {
        let (packet, bytes) = choose(&STREAMS, input)?;
        Some(packets::agree(packet, bytes).is_ok())
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

/// Whether it is the same of another version.
fn is_version_of(other: &Generated, one: &Generated) -> bool {
    let is_other = !std::ptr::eq(&raw const **other.protocol, &raw const **one.protocol);
    is_other && other.protocol.name == one.protocol.name && other.name == one.name
}

/// What two versions of a schema have in common, by the names of both.
static SAME: LazyLock<BTreeMap<[String; 2], Same>> = LazyLock::new(|| {
    let all = protocols::all();
    let pairs = all.iter().flat_map(|(one, _)| all.iter().map(move |(other, _)| [*one, *other]));
    let pairs = pairs.filter(|[one, other]| one.name == other.name);
    pairs.map(|[one, other]| ([one, other].map(protocols::named), Same::of(one, other))).collect()
});

/// Whether both versions have the same record, with all that is in it.
fn is_same(one: &Generated, other: &Generated) -> bool {
    let (Target::Record(first), Target::Record(second)) = (one.target(), other.target()) else { return false };
    let (earlier, later) = (one.protocol, other.protocol);
    SAME[&[earlier, later].map(|protocol| protocols::named(protocol))].records.get(second.0) == Some(&Some(first))
        && earlier.records[first.0].code() == later.records[second.0].code()
        && one.params == other.params
}
