//! Targets for fuzzers. `cargo test` tries each on a thousand random inputs and on those that its folder holds; `.ci/fuzz`
//! hands them to libFuzzer for as long as one likes.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::agreement::agree;
use crate::generated::Generated;
use crate::protocols;
use crate::rng::Rng;
use crate::values::survives;
use crate::vectors::packets;

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

/// Writes the packets of the vectors where libFuzzer looks for inputs to begin with.
#[test]
#[ignore = "only a fuzzer needs them"]
fn seeds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/__fuzz__/fuzz__bytes/corpus");
    fs::create_dir_all(&folder).expect("the folder can be made");
    for (number, (generated, bytes)) in packets().into_iter().enumerate() {
        let same = |target: &Generated| {
            target.name == generated.name
                && std::ptr::eq(target.protocol, generated.protocol)
                && target.params == generated.params
        };
        let index = TARGETS.iter().position(same).expect("it is one of the targets");
        let mut seed = u16::try_from(index).expect("there are fewer").to_le_bytes().to_vec();
        seed.extend(bytes);
        fs::write(folder.join(format!("vector-{number}")), seed).expect("the seed can be written");
    }
}
