//! Schemas of the project with a few changes, as the compiler's own tests make them: what still compiles is asked what random
//! schemas are.

#[path = "../../../codegen/tests/mutants/corpus.rs"]
mod corpus;
#[path = "../../../codegen/tests/mutants/mutate.rs"]
mod mutate;
#[path = "../../../codegen/tests/mutants/pieces.rs"]
mod pieces;
#[path = "../../../codegen/tests/support/random.rs"]
mod random;
#[path = "../../../codegen/tests/mutants/walk.rs"]
mod walk;
#[path = "../../../codegen/tests/mutants/written.rs"]
mod written;

use wireform_build::model::Schema;

use super::document;
use corpus::Corpus;
use walk::walk;

/// Schemas with more characters take rustc longer than they are worth.
const LONGEST: usize = 8_000;

/// What walks with these seeds come to, as far as it is not too long.
pub fn all(seeds: std::ops::Range<u64>) -> Vec<(u64, Schema)> {
    let corpus = Corpus::new();
    let mut schemas = Vec::new();
    for seed in seeds {
        let mut last = None;
        walk(&corpus, seed, &mut |origin, text| {
            let compiled = if text.len() > LONGEST { None } else { origin.compile(text).ok() };
            let goes_on = compiled.is_some();
            last = compiled.map(|compiled| (format!("{}:\n{text}", origin.name), compiled.schema)).or(last.take());
            goes_on
        });
        if let Some((was, schema)) = last {
            println!("{seed} was {was}");
            schemas.push((seed, schema));
        }
    }
    schemas
}
