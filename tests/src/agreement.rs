//! Generated code and the interpreter are two witnesses, made from one model by different means. Whatever the bytes,
//! they say the same: the same values, or the same message, path, offset and reason.

use wireform_build::interpret::{Malformed, ReadError, ReadErrorKind, Target};

use crate::generated::{Generated, Read};
use crate::paths::is_in;
use crate::protocols;
use crate::rng::Rng;
use crate::schemas::witness::streams;
use crate::show::{late, plain};
use crate::vectors::packets;

/// How many inputs each test tries, and its long form.
const RANDOM: [usize; 2] = [40_000, 200_000];
const MUTATED: [usize; 2] = [15_000, 60_000];

#[test]
fn on_random_bytes() {
    agree_on_random_bytes(RANDOM[0]);
}

#[test]
#[ignore = "long"]
fn on_more_random_bytes() {
    agree_on_random_bytes(RANDOM[1]);
}

#[test]
fn on_packets_with_mistakes() {
    agree_on_packets_with_mistakes(MUTATED[0]);
}

#[test]
#[ignore = "long"]
fn on_more_packets_with_mistakes() {
    agree_on_packets_with_mistakes(MUTATED[1]);
}

fn agree_on_random_bytes(count: usize) {
    let targets: Vec<Generated> = protocols::targets();
    let mut rng = Rng::new(1);
    let mut read = 0;
    for _ in 0..count {
        let generated = rng.pick(&targets);
        let bytes = random(generated, &mut rng);
        read += usize::from(agree(generated, &bytes));
    }
    assert!(read > count / 5 && read < count * 4 / 5, "{read} of {count} were read");
}

fn agree_on_packets_with_mistakes(count: usize) {
    let packets = packets();
    let mut rng = Rng::new(2);
    let mut read = 0;
    for _ in 0..count {
        let (generated, bytes) = rng.pick(&packets);
        let mut bytes = bytes.clone();
        for _ in 0..=rng.below(3) {
            mutate(&mut bytes, &mut rng);
        }
        read += usize::from(agree(generated, &bytes));
    }
    assert!(read > count / 5 && read < count * 4 / 5, "{read} of {count} were read");
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

/// Whether the bytes are read; both agree on that, and on everything else.
pub fn agree(generated: &Generated, bytes: &[u8]) -> bool {
    let interpreted = generated.interpret(bytes);
    let found = (generated.read)(bytes);
    match (found, interpreted) {
        (Ok(found), Ok(interpreted)) => {
            let consumed = bytes.len() - interpreted.rest.len();
            assert_eq!(found.bytes, &bytes[..consumed], "{} from {bytes:02x?}", generated.name);
            let written = generated.rewrite(&interpreted.value);
            assert_eq!(found.again, written, "{} from {bytes:02x?}", generated.name);
            assert!(written.is_ok(), "what is read can be written: {} from {bytes:02x?}", generated.name);
            assert_eq!(plain(found.value), plain(interpreted.value), "{} from {bytes:02x?}", generated.name);
            assert_eq!(found.verified, generated.verify(bytes), "{} from {bytes:02x?}", generated.name);
            true
        }
        (found, Err(interpreted)) => {
            let same = is_refused_as(generated, &found, &interpreted);
            assert!(same, "{} from {bytes:02x?}: {found:?}, but {interpreted:?}", generated.name);
            false
        }
        (found, interpreted) => {
            panic!("{} from {bytes:02x?}: {found:?}, but {interpreted:?}", generated.name);
        }
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

/// Random bytes, mostly behind the right code: with a wrong one nothing happens.
fn random(generated: &Generated, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = Vec::new();
    let codes = codes(generated);
    if !codes.is_empty() && !rng.one_in(10) {
        bytes.push(*rng.pick(&codes));
    }
    for _ in 0..rng.below(48) {
        bytes.push(match rng.below(8) {
            0 => 0x80,
            1 => 0x81,
            2 => 0,
            3 => 0xFF,
            4 => rng.byte() % 8,
            _ => rng.byte(),
        });
    }
    bytes
}

/// The codes of a message, or of the members of a family. (All are single bytes.)
fn codes(generated: &Generated) -> Vec<u8> {
    use wireform_build::model::{Record, Role};
    let code = |record: &Record| match record.role {
        Role::Message { code } => code.and_then(|code| u8::try_from(code.code).ok()),
        Role::Struct | Role::Element { .. } => None,
    };
    let protocol = generated.protocol;
    let members = match generated.target() {
        Target::Family(id) | Target::Stream(id) => {
            protocol.families[id.0].members.iter().map(|member| member.record).collect()
        }
        Target::Record(id) => vec![id],
    };
    members.into_iter().filter_map(|id| code(&protocol.records[id.0])).collect()
}

/// A small mistake.
pub fn mutate(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let at = rng.below(bytes.len() + 1);
    match rng.below(6) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, rng.byte()),
        2 => bytes.insert(at, *rng.pick(&[0, 0x80, 0x81, 0xFF])),
        3 if at < bytes.len() => {
            bytes.remove(at);
        }
        4 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        _ if at < bytes.len() => bytes[at] = rng.byte(),
        _ => {}
    }
}
