//! A schema in other words is the same protocol: notations, comments, names, the order of declarations and of
//! bits change no byte that is written and no verdict about bytes that are read.

pub mod words;

use wireform_build::interpret::{ReadErrorKind, Target};
use wireform_build::load::load_text;
use wireform_build::model::{Protocol, Schema};
use wireform_cli::differences::{Unwritten, differences};

use crate::laws::sources::mutate;
use crate::protocols::schemas;
use crate::rng::Rng;
use crate::schemas::Known;
use crate::schemas::package::{Functions, targets_and_elements};
use crate::schemas::questions::questions;
use crate::schemas::values::Values;

/// Rounds of questions about each target, and packets with mistakes for each question.
const ROUNDS: usize = 2;
const MISTAKES: usize = 2;

#[test]
fn notations_change_no_byte_and_no_verdict() {
    same(words::hexadecimal, Pairs::ByPlace);
}

#[test]
fn comments_change_no_byte_and_no_verdict() {
    same(words::without_comments, Pairs::ByPlace);
}

#[test]
fn names_of_types_change_no_byte_and_no_verdict() {
    same(words::renamed, Pairs::ByPlace);
}

#[test]
fn the_order_of_declarations_changes_no_byte_and_no_verdict() {
    same(words::reversed, Pairs::ByName);
}

#[test]
fn the_order_of_bits_changes_no_byte_and_no_verdict() {
    same(words::turned, Pairs::ByPlace);
}

/// How the targets of two protocols correspond.
#[derive(Clone, Copy, PartialEq)]
enum Pairs {
    ByPlace,
    ByName,
}

/// Compares each schema with a paraphrase of it.
fn same(paraphrase: fn(&str) -> String, pairs: Pairs) {
    let folders = ["../schema", "schema/features", "schema/specimens"];
    let (mut read, mut rejected, mut rng) = (0, 0, Rng::new(7));
    for path in folders.into_iter().flat_map(schemas) {
        let text = std::fs::read_to_string(&path).expect("a schema");
        let said = paraphrase(&text);
        if said == text {
            continue;
        }
        let load = |text: String| -> Schema {
            let loaded = load_text(path.file_name().expect("a name"), text);
            loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false))).schema
        };
        let (one, two) = (load(text), load(said));
        assert_eq!(one.protocols().count(), two.protocols().count());
        for (one, two) in one.protocols().zip(two.protocols()) {
            let mut values = Values::new(one, 1);
            for (target, other) in targets(one, pairs).into_iter().zip(targets(two, pairs)) {
                for (bytes, known) in questions(&mut values, target, ROUNDS) {
                    for mistakes in 0..=MISTAKES {
                        let mut bytes = bytes.clone();
                        (0..mistakes).for_each(|_| mutate(&mut bytes, &mut rng));
                        let verdicts = [(one, target), (two, other)].map(|of| verdict(of, &bytes, &known));
                        let [first, second] = &verdicts;
                        assert_eq!(first, second, "{} {} {bytes:02x?} {known:?}", one.name, target.name(one));
                        if first.is_ok() { read += 1 } else { rejected += 1 }
                    }
                }
            }
        }
    }
    println!("{read} packets are read, {rejected} are not");
    assert!(read > 5_000 && rejected > 10_000, "{read} and {rejected} packets");
}

fn targets(protocol: &Protocol, pairs: Pairs) -> Vec<Target> {
    let module = |target: &Target| match target {
        Target::Record(id) => protocol.records[id.0].module.map(|id| &protocol.families[id.0].name),
        Target::Family(_) | Target::Stream(_) => None,
    };
    let mut all = targets_and_elements(protocol);
    if pairs == Pairs::ByName {
        let name = |target: &Target| (target.name(protocol), module(target), matches!(target, Target::Stream(_)));
        all.sort_by(|one, other| name(one).cmp(&name(other)));
    }
    all
}

/// The word of an error, and its offset and the missing bytes if a reader has it.
type Rejection = (&'static str, Option<(usize, usize)>);

/// The number of bytes that are read, and the bytes that are written for them. (The text of a rule has the names of the
/// schema.)
fn verdict(
    (protocol, target): (&Protocol, Target),
    bytes: &[u8],
    known: &Known,
) -> Result<(usize, Vec<u8>), Rejection> {
    match differences(protocol, target, bytes, &known.params, &known.session, &Functions) {
        Ok(found) => Ok((found.consumed, found.bytes)),
        Err(Unwritten::Read(error)) => {
            let needed = if let ReadErrorKind::Truncated { needed } = error.kind { needed } else { 0 };
            Err((error.kind.word(), Some((error.offset, needed))))
        }
        Err(Unwritten::Write(error)) => Err((error.kind.word(), None)),
    }
}
