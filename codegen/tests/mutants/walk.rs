//! From a schema to what can be made of it, a step at a time.

use std::sync::Arc;

use super::corpus::{Corpus, Origin};
use super::mutate::{Mutation, without_examples};
use super::pieces::{pieces, text};
use super::random::Random;

/// So many mutants are tried in one walk.
pub const STEPS: usize = 6;

/// Changes a schema, which the seed says, and goes on from each change that `compiles`.
pub fn walk(corpus: &Corpus, seed: u64, compiles: &mut dyn FnMut(&Arc<Origin>, &str) -> bool) {
    let mut random = Random(seed);
    let origin = random.pick(&corpus.origins).expect("there are schemas").clone();
    let mut current = if random.one_in(4) { origin.pieces.clone() } else { without_examples(&origin.pieces) };
    for _ in 0..STEPS {
        let mut changed = current.clone();
        for _ in 0..1 + random.below(4) / 3 {
            Mutation { pieces: &mut changed, random: &mut random, corpus }.apply();
        }
        let mutant = text(&changed);
        if compiles(&origin, &mutant) {
            // In pieces as somebody would find them who reads it.
            current = pieces(&mutant);
        }
    }
}
