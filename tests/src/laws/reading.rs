//! Generated code and the interpreter are two witnesses, made from one model by different means. Whatever the bytes,
//! they say the same: the same values, or the same message, path, offset and reason.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use wireform_build::interpret::{Malformed, ReadError, ReadErrorKind, Target};
use wireform_build::model::same::Same;

use super::agree;
use super::case::Case;
use super::tally::Tally;
use crate::generated::{Generated, Read};
use crate::paths::is_in;
use crate::protocols::{self, TARGETS};
use crate::schemas::witness::streams;
use crate::show::{late, plain};

/// Both read the same value from as many bytes, with the same checksums, or refuse the bytes alike.
pub fn verdict(case: &Case<'_>, _: &mut Tally) {
    let Some((generated, found)) = case.found() else { return };
    match (found, case.interpreted()) {
        (Ok(found), Ok(interpreted)) => {
            let consumed = case.bytes.len() - interpreted.rest.len();
            assert_eq!(found.bytes, case.bytes[..consumed], "{case}");
            assert_eq!(plain(found.value.clone()), plain(interpreted.value.clone()), "{case}");
            assert_eq!(found.verified, generated.verify(case.bytes), "{case}");
        }
        (found, Err(interpreted)) => {
            assert!(is_refused_as(generated, found, interpreted), "{case}: {found:?}, but {interpreted:?}");
        }
        (found, interpreted) => panic!("{case}: {found:?}, but {interpreted:?}"),
    }
}

/// A value that was read is written as the interpreter writes it.
pub fn written(case: &Case<'_>, _: &mut Tally) {
    if let Some((generated, found, interpreted)) = case.read() {
        let written = generated.rewrite(&interpreted.value);
        assert_eq!(found.again, written, "{case}");
        assert!(written.is_ok(), "what is read can be written: {case}");
    }
}

/// The owned value that was made of what was read comes back from its JSON, which is that of the command.
pub fn kept(case: &Case<'_>, _: &mut Tally) {
    if let Some((generated, found, interpreted)) = case.read() {
        assert_eq!(generated.is_json(&interpreted.value, found), Ok(()), "{case}");
    }
}

/// `Debug` and `Display` of a view, of its plain value and of an error allocate nothing.
pub fn shown(case: &Case<'_>, _: &mut Tally) {
    if let Some(Err(error)) = case.generated.map(|generated| (generated.debug)(case.bytes)) {
        assert!(error.contains(" at byte "), "{error}");
    }
}

/// Every version of a schema does what its own interpreter does, and what is the same in two versions says the same.
pub fn versions(case: &Case<'_>, _: &mut Tally) {
    let Some((first, found)) = case.found() else { return };
    for other in TARGETS.iter().filter(|other| is_version_of(other, first)) {
        let again = agree(other, case.bytes);
        if is_same(first, other) {
            assert_eq!(case.interpreted().is_ok(), again, "{case}");
            let other = (other.read)(case.bytes).map(|read| read.bytes);
            assert_eq!(found.as_ref().map(|read| &read.bytes), other.as_ref(), "{case}");
        }
    }
}

/// A value that is written is read again, by both; one that is refused the interpreter refuses for the same reason.
pub fn survives(case: &Case<'_>, tally: &mut Tally) {
    let (Some(value), Some((generated, found))) = (case.value, case.found()) else { return };
    assert_eq!(value.bytes, generated.rewrite(&value.value), "{:?}", value.value);
    if value.bytes.is_ok() {
        tally.survived += 1;
        let read = found.as_ref().expect("what is written is read");
        assert_eq!(plain(read.value.clone()), plain(value.value.clone()), "{case}");
        assert_eq!((&*read.bytes, &read.verified), (case.bytes, &Ok(())), "all of it");
    }
}

/// Whether what generated code says of bytes fits to what the interpreter refuses. What stands in a stream it refuses when
/// that is walked, and so perhaps something else before.
pub fn is_refused_as(generated: &Generated, found: &Result<Read, ReadError>, interpreted: &ReadError) -> bool {
    match found {
        Ok(found) => late(&found.value).is_some_and(|late| late.is(interpreted)),
        Err(found) => found == interpreted || apart(generated, found, interpreted),
    }
}

/// Whether the interpreter refuses what stands in a stream, which generated code reads only when it is walked, and so comes
/// to a rule, or to what stands behind.
fn apart(generated: &Generated, found: &ReadError, interpreted: &ReadError) -> bool {
    let in_stream = streams(generated.protocol, generated.target()).iter().any(|one| is_in(&interpreted.path, one));
    let by_rule = matches!(found.kind, ReadErrorKind::Malformed(Malformed::Rule(_) | Malformed::Checksum));
    in_stream && (by_rule || found.offset > interpreted.offset)
}

/// Whether it is the same of another version.
fn is_version_of(other: &Generated, one: &Generated) -> bool {
    let is_other = !std::ptr::eq(&raw const **other.protocol, &raw const **one.protocol);
    is_other && other.protocol.name == one.protocol.name && other.name == one.name
}

/// Equal items of two versions of a schema read alike, by the names of both.
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

#[test]
fn what_is_behind_a_stream_may_be_told_before_what_is_in_it() {
    // A block of one byte, which is no message; of the next one, nine bytes are missing.
    let bytes = [1, 0, 0, 0, 0, 9, 0, 0, 0];
    let demo = crate::quake2::targets::named("Demo");
    let (found, interpreted) = ((demo.read)(&bytes).expect_err("cut off"), demo.interpret(&bytes).expect_err("both"));
    assert_eq!((found.path.as_str(), found.offset), ("blocks.within", 9));
    assert_eq!((interpreted.path.as_str(), interpreted.offset), ("blocks.messages.code", 4));
    assert!(!agree(&demo, &bytes), "they agree all the same");
}
