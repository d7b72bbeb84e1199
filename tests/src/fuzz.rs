//! Targets for fuzzers. `cargo test` tries each for a second, on what its folder holds and then on random inputs; `.ci/fuzz`
//! hands them to libFuzzer for as long as one likes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use wireform_build::interpret::Target;
use wireform_build::model::same::Same;

use crate::agreement::agree;
use crate::generated::{Generated, session};
use crate::protocols;
use crate::right::Packets;
use crate::rng::Rng;
use crate::schemas::Known;
use crate::values::survives;
use crate::vectors::{Which, packets_of};

/// So many right packets of each reader, and so many random values, are there to begin with.
const EACH: usize = 8;

/// All messages, structs, families and streams of all protocols.
static TARGETS: LazyLock<Vec<Generated>> = LazyLock::new(protocols::targets);

/// The reader that the first two bytes choose, and what is left for it.
fn choose(input: &[u8]) -> Option<(&'static Generated, &[u8])> {
    let (which, bytes) = input.split_first_chunk::<2>()?;
    let index = usize::from(u16::from_le_bytes(*which)).checked_rem(TARGETS.len())?;
    TARGETS.get(index).map(|generated| (generated, bytes))
}

/// Any bytes: generated code and the interpreter say the same of them, and write again what they have read.
#[test]
fn bytes() {
    bolero::check!().for_each(|input: &[u8]| {
        if let Some((generated, bytes)) = choose(input) {
            agree(generated, bytes);
        }
    });
}

/// Any bytes: whatever is read can be shown, of the view as of the plain value, and so can whatever is refused.
#[test]
fn debug() {
    bolero::check!().for_each(|input: &[u8]| {
        if let Some((generated, bytes)) = choose(input) {
            match (generated.debug)(bytes) {
                Ok([view, value]) => assert_eq!(view, value, "{} from {bytes:02x?}", generated.name),
                Err(error) => assert!(error.contains(" at byte "), "{error}"),
            }
        }
    });
}

/// Any bytes, read as every version of the schema reads them: each does what its own interpreter does, and what is the
/// same in two versions says the same.
#[test]
fn versions() {
    bolero::check!().for_each(|input: &[u8]| {
        let Some((first, bytes)) = choose(input) else { return };
        let read = agree(first, bytes);
        for other in TARGETS.iter().filter(|other| is_version_of(other, first)) {
            let again = agree(other, bytes);
            if is_same(first, other) {
                assert_eq!(read, again, "{} from {bytes:02x?}", first.name);
                let [one, other] = [first, other].map(|generated| (generated.read)(bytes).map(|read| read.bytes));
                assert_eq!(one, other, "{} from {bytes:02x?}", first.name);
            }
        }
    });
}

/// Whether it is the same of another version.
fn is_version_of(other: &Generated, one: &Generated) -> bool {
    let is_other = !std::ptr::eq(&raw const **other.protocol, &raw const **one.protocol);
    is_other && other.protocol.name == one.protocol.name && other.name == one.name
}

/// Whether both versions have the same record, with all that is in it.
fn is_same(one: &Generated, other: &Generated) -> bool {
    let (Target::Record(first), Target::Record(second)) = (one.target(), other.target()) else { return false };
    let (earlier, later) = (one.protocol, other.protocol);
    Same::of(earlier, later).records.get(second.0) == Some(&Some(first))
        && earlier.records[first.0].code() == later.records[second.0].code()
        && one.params == other.params
}

/// Any values: both write them alike, and read what they have written, or refuse them for the same reason.
#[test]
fn values() {
    bolero::check!().for_each(|input: &[u8]| {
        if let Some((generated, seed)) = choose(input) {
            let seed = seed.first_chunk().map_or(0, |seed| u64::from_le_bytes(*seed));
            survives(generated, &mut Rng::new(seed));
        }
    });
}

/// Writes what libFuzzer begins with: for `bytes` the packets of the vectors, of the whole collections where they are there,
/// and right packets of whatever can be read by itself; for `values` some of each.
#[test]
#[ignore = "only a fuzzer needs them"]
fn seeds() {
    let bytes = folder("bytes");
    let vectors = [Which::Selected, Which::Collected].into_iter().flat_map(packets_of);
    for (number, (generated, packet)) in vectors.enumerate() {
        let same = |target: &Generated| {
            target.name == generated.name
                && std::ptr::eq(target.protocol, generated.protocol)
                && target.params == generated.params
        };
        let index = TARGETS.iter().position(same).expect("it is one of the targets");
        seed(&bytes, &format!("vector-{number}"), index, &packet);
    }
    let values = folder("values");
    for (index, generated) in TARGETS.iter().enumerate() {
        let known = Known { params: generated.params.to_vec(), session: session(generated.protocol) };
        let right = Packets::new(generated.protocol, generated.target(), Some(known)).several(EACH);
        for (number, (packet, _)) in right.enumerate() {
            seed(&bytes, &format!("right-{index}-{number}"), index, &packet);
        }
        for number in 0..EACH as u64 {
            seed(&values, &format!("value-{index}-{number}"), index, &number.to_le_bytes());
        }
    }
}

/// Where libFuzzer looks for the inputs of a target to begin with.
fn folder(target: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/__fuzz__/fuzz__{target}/corpus"));
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Writes an input that chooses a reader.
fn seed(folder: &Path, name: &str, index: usize, rest: &[u8]) {
    let which = u16::try_from(index).expect("there are fewer").to_le_bytes();
    fs::write(folder.join(name), [&which, rest].concat()).expect("the seed can be written");
}
