//! The sample of the net that every run of the tests tries.

use crate::run::{Effort, all};
use crate::schema::sample;

/// The snapshot has all counts: schemas, refusals by title, packets, values, and the numbers of the user that follow from
/// all else. A construct that the compiler learns takes its row and its diagnostics out of it.
#[test]
fn a_sample_breaks_no_law() {
    let tally = all(&sample(800, 1), Effort::Sample);
    assert!(tally.broken.is_empty(), "{tally}");
    insta::assert_snapshot!("sample", tally);
}
