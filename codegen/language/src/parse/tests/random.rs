//! The parser neither panics nor loops on any text.

#[path = "../../../../tests/support/long.rs"]
mod long;

use super::parsed;
use super::tree::SAMPLE;
use super::whole::drafts;

#[test]
fn every_beginning_of_a_schema_is_survived() {
    for schema in drafts().into_iter().chain([SAMPLE.to_owned()]) {
        let step = if ALL_BEGINNINGS { 1 } else { (schema.len() / 500).max(1) };
        for end in (0..schema.len()).step_by(step).filter(|end| schema.is_char_boundary(*end)) {
            parsed(&schema[..end]);
        }
    }
}

/// All beginnings take minutes without optimisation; a sample finds the same errors.
const ALL_BEGINNINGS: bool = !cfg!(debug_assertions);

/// The instruction count is measured by a program: `cargo run --release -p wireform-programs --bin growth`.
#[test]
fn thousands_of_anything_are_survived() {
    for (name, text) in long::texts(2_000) {
        let (_, diagnostics) = parsed(&text);
        assert!(diagnostics.len() < 150, "{name}");
    }
}
