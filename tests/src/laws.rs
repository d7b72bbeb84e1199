//! Laws about generated code and the interpreter, and sources of packets: each law is tried on the cases of each source, or
//! the [table] says where else, or why not.

pub mod case;
mod kinds;
mod lengths;
mod lossless;
pub mod reading;
pub mod sources;
mod table;
mod tally;
mod unwritten;

use wireform_build::interpret::{ReadError, Value};
use wireform_cli::differences::Kind;

use crate::generated::{Generated, Read};
use crate::rng::Rng;
use crate::schemas::{random_schemas, written};
use crate::share::{part, share};
use crate::vectors::Which::{Collected, Selected};
use case::Case;
use sources::{Examples, Mistakes, Noise, Questions, Recordings, Source, Streams, Values};
use table::{Column, TABLE};
use tally::Tally;

/// A law: it panics where it does not hold, or counts the place, and all places are told at the end.
pub type Law = fn(&Case<'_>, &mut Tally);

/// Tests of sources, each with a long form on more cases, and the least that comes of a whole one.
macro_rules! hold {
    ($($name:ident, $more:ident: $column:ident [$few:expr, $many:expr] $least:expr;)*) => {$(
        #[test]
        fn $name() {
            hold(Column::$column, &$few, $least.map(part));
        }

        #[test]
        #[ignore = "long"]
        fn $more() {
            hold(Column::$column, &$many, $least);
        }
    )*};
}

hold! {
    on_mistakes, on_more_mistakes: Mistakes [Mistakes(part(15_000), &[Selected]), Mistakes(100_000, &[Selected, Collected])]
        [3_000, 3_000, 750, 7_500, 0];
    on_noise, on_more_noise: Noise [Noise(part(40_000)), Noise(200_000)] [8_000, 8_000, 0, 0, 0];
    on_values, on_more_values: Values [Values(part(60)), Values(300)] [13_000, 0, 0, 0, 13_000];
    on_streams, on_more_streams: Streams [Streams(part(10_000)), Streams(40_000)] [1_000, 1_000, 0, 0, 0];
    on_recordings, on_more_recordings: Recordings [Recordings(&[Selected]), Recordings(&[Selected, Collected])]
        [1, 0, 0, 0, 0];
    on_random_schemas, on_more_random_schemas: Random
        [Questions(share("schemas", random_schemas()), 2), Questions(random_schemas(), 12)] [10_000, 10_000, 1_000, 10_000, 0];
    on_written_schemas, on_more_written_schemas: Written
        [Questions(written::every(), part(6)), Questions(written::every(), 30)] [10_000, 10_000, 1_000, 10_000, 0];
}

#[test]
fn on_examples() {
    let kinds = hold(Column::Examples, &Examples, [500, 200, sources::accepted(), 1_000, 0]).kinds;
    assert_eq!(kinds.len(), Kind::ALL.len(), "some kind has no example: {kinds:?}");
}

/// Holds the cases of a source to the laws of its column.
fn hold(column: Column, source: &dyn Source, least: [usize; 5]) -> Tally {
    let mut tally = Tally::default();
    let laws: Vec<Law> = laws(column).collect();
    source.cases(&mut |case| try_on(&laws, case, &mut tally));
    tally.end(least);
    tally
}

fn laws(column: Column) -> impl Iterator<Item = Law> {
    TABLE.iter().filter(move |row| row.is_here(column)).map(|row| row.law)
}

fn try_on(laws: &[Law], case: &Case<'_>, tally: &mut Tally) {
    *(if case.interpreted().is_ok() { &mut tally.read } else { &mut tally.refused }) += 1;
    laws.iter().for_each(|law| law(case, tally));
}

/// The value of these bytes, which both read, write and keep alike.
pub fn agreed(generated: &Generated, bytes: &[u8]) -> Result<(Read, Value), ReadError> {
    let case = Case::of(generated, bytes);
    try_on(&[reading::verdict, reading::written, reading::kept], &case, &mut Tally::default());
    case.into_read()
}

/// Whether these bytes are read; both agree on that, and on everything else.
pub fn agree(generated: &Generated, bytes: &[u8]) -> bool {
    agreed(generated, bytes).is_ok()
}

/// Whether the bytes of an input of a fuzzer are read, and all its laws hold.
pub fn holds(generated: &Generated, bytes: &[u8]) -> bool {
    try_input(&Case::of(generated, bytes)).read > 0
}

/// Whether a random value can be written; if so, it is read again, by both.
pub fn survives(generated: &Generated, rng: &mut Rng) -> bool {
    let mut written = false;
    sources::value(generated, rng, &mut |case| written = try_input(case).survived > 0);
    written
}

fn try_input(case: &Case<'_>) -> Tally {
    let mut tally = Tally::default();
    try_on(&laws(Column::Inputs).collect::<Vec<_>>(), case, &mut tally);
    tally.end([0; 5]);
    tally
}
