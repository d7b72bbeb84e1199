//! The inputs of a target where no fuzzer makes them: those that one found before, and random ones.

use std::fs;
use std::path::Path;

use crate::rng::Rng;

/// The longest random input.
const LONGEST: usize = 600;

/// Tries the inputs in the target's folder of findings, and so many random ones.
pub fn each(target: &str, random: usize, mut attempt: impl FnMut(&[u8])) {
    let findings = format!("{}/src/__fuzz__/fuzz__{target}/crashes", env!("CARGO_MANIFEST_DIR"));
    // The folder is absent as long as nothing was found.
    for finding in fs::read_dir(Path::new(&findings)).into_iter().flatten() {
        attempt(&fs::read(finding.expect("an entry").path()).expect("a finding can be read"));
    }
    let mut rng = Rng::new(0);
    for _ in 0..random {
        // Half of them are short: most messages are.
        let longest = if rng.one_in(2) { LONGEST / 20 } else { LONGEST };
        let input: Vec<u8> = (0..rng.below(longest)).map(|_| rng.byte()).collect();
        attempt(&input);
    }
}
