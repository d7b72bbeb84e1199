//! Circles at their greatest depth, on a thread with as much stack as programs' threads have by default, without
//! optimisation: nothing overflows, and one level more is refused by both engines with the same words.

use std::fmt::Debug;
use std::thread;

use wireform::{Element, Encode, Error, Input};
use wireform_build::interpret::{self, Target};
use wireform_build::load_text;
use wireform_build::model::{Protocol, RecordId};
use wireform_tests::features::nested::{
    Hall, HallView, Inner, Pair, PairKnown, Payload, PayloadKnown, Tag, TagView, Value, ValueKnown, owned,
};

use crate::rng::Rng;

const SCHEMA: &str = include_str!("../schema/features/nested.wire");

/// The stack of a thread, by default.
const STACK: usize = 2 << 20;

/// That of a main thread, which the interpreter needs.
const LARGE: usize = 8 << 20;

/// The depths of the circles.
const TAGS: usize = 500;
const HALLS: usize = 4;

/// Runs on a thread of its own.
fn on_a_thread<R: Send + 'static>(stack: usize, work: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = thread::Builder::new().stack_size(stack).spawn(work).expect("a thread");
    thread.join().expect("work without a panic")
}

/// A tag with so many payloads in each other: lists, compounds, or in turn.
fn tag(depth: usize, kinds: [u8; 2]) -> Vec<u8> {
    let kind = |level: usize| if level + 1 == depth { 1 } else { kinds[level % 2] };
    let mut bytes = vec![kind(0), 0, 1, b'a'];
    for level in 1..depth {
        match kind(level - 1) {
            9 => bytes.extend([kind(level), 0, 0, 0, 1]),
            _ => bytes.extend([kind(level), 0, 1, b'b']),
        }
    }
    bytes.push(5);
    bytes.extend((1..depth).filter(|level| kind(level - 1) == 10).map(|_| 0));
    bytes
}

/// A hall with so many parts in each other: an inner part, a hall in it, and so on. Each inner part has a tag.
fn hall(depth: usize) -> Vec<u8> {
    let holds = |level: usize| u8::from(level < depth);
    let mut bytes: Vec<u8> = (0..=depth).map(holds).collect();
    let inner = (1..=depth).filter(|level| level % 2 == 1);
    inner.for_each(|_| bytes.extend([1, 0, 0, 7]));
    bytes
}

const KINDS: [[u8; 2]; 3] = [[9, 9], [10, 10], [9, 10]];

#[test]
fn the_deepest_packets_are_read_and_written_with_little_stack() {
    for kinds in KINDS {
        on_a_thread(STACK, move || {
            let bytes = tag(TAGS, kinds);
            let value = TagView::parse_exact(&bytes).expect("a packet").to_value();
            let mut out = vec![0; value.encoded_len()];
            assert_eq!((value.write(&mut out), &out), (Ok(bytes.len()), &bytes));
            let again = TagView::parse_exact(&out).expect("a packet").to_value();
            assert!(value == again && format!("{value:?}").len() > TAGS);
        });
    }
}

#[test]
fn the_deepest_values_are_owned_with_little_stack() {
    for kinds in KINDS {
        on_a_thread(STACK, move || {
            let bytes = tag(TAGS, kinds);
            let ours = owned::Tag::from(TagView::parse_exact(&bytes).expect("a packet").to_value());
            let same = ours.clone();
            assert!(ours == same && format!("{ours:?}").len() > TAGS);
            drop(same);
            assert_eq!(ours.as_value().to_vec(), Ok(bytes));
        });
    }
}

/// The answer of generated code to bytes of a record of the schema, which is that of the interpreter. Paths are shortened in
/// other places, so only their ends are compared.
fn answer(record: &'static str, parse: fn(&[u8]) -> Result<(), Error>, bytes: &[u8]) -> Result<(), String> {
    fn end(error: &str) -> &str {
        error.split_once(" at byte ").map_or(error, |(_, end)| end)
    }

    let (ours, theirs) = (bytes.to_vec(), bytes.to_vec());
    let generated = on_a_thread(STACK, move || parse(&ours).map_err(|error| error.to_string()));
    let interpreted = on_a_thread(LARGE, move || interpreted(SCHEMA, record, &theirs).map(|_| ()));
    assert_eq!(generated.as_ref().map_err(|error| end(error)), interpreted.as_ref().map_err(|error| end(error)));
    generated
}

/// The protocol of a schema, and a record of it.
fn of_schema(text: &str, record: &str) -> (Protocol, Target) {
    let schema = load_text("nested.wire", text).expect("a schema").schema;
    let protocol = schema.protocols().next().expect("a protocol").clone();
    let id = protocol.records.iter().position(|one| one.name == record).expect("a record");
    (protocol, Target::Record(RecordId(id)))
}

/// Reads a record by the interpreter.
fn interpreted(text: &str, record: &str, bytes: &[u8]) -> Result<interpret::Value, String> {
    let (protocol, target) = of_schema(text, record);
    interpret::read_exact(&protocol, target, bytes, &[]).map_err(|error| error.to_string())
}

fn answer_to_tag(bytes: &[u8]) -> Result<(), String> {
    answer("Tag", |bytes| TagView::parse_exact(bytes).map(drop), bytes)
}

fn answer_to_hall(bytes: &[u8]) -> Result<(), String> {
    answer("Hall", |bytes| HallView::parse_exact(bytes).map(drop), bytes)
}

#[test]
fn one_level_more_is_refused_by_both_with_the_same_words() {
    for kinds in KINDS {
        assert_eq!(answer_to_tag(&tag(TAGS, kinds)), Ok(()));
        let error = answer_to_tag(&tag(TAGS + 1, kinds)).expect_err("one level more");
        assert!(error.ends_with("nested deeper than the protocol allows: expected at most 500"), "{error}");
    }
    assert_eq!(answer_to_hall(&hall(HALLS)), Ok(()));
    let error = "Hall.inner.halls[0].inner.halls[0].inner at byte 5: nested deeper than the protocol allows: expected at most 4";
    assert_eq!(answer_to_hall(&hall(HALLS + 1)), Err(error.to_owned()));
}

#[test]
fn cut_packets_are_refused_by_both_with_the_same_words() {
    for kinds in KINDS {
        let bytes = tag(TAGS, kinds);
        for end in (0..bytes.len()).step_by(bytes.len() / 7) {
            assert!(answer_to_tag(&bytes[..end]).is_err());
        }
    }
}

#[test]
fn writers_refuse_one_level_more_with_the_same_words() {
    for kinds in KINDS {
        let error = on_a_thread(STACK, move || {
            let deepest = TagView::parse_exact(&tag(TAGS, kinds)).map(|view| owned::Tag::from(view.to_value()));
            let inner = deepest.expect("a packet");
            let list = owned::PayloadValueList { inner: inner.kind, items: vec![inner.payload] };
            let payload = owned::Payload { value: owned::PayloadValue::List(list) };
            let whole = owned::Tag { kind: 9, payload: payload.into(), ..owned::Tag::default() };
            whole.as_value().to_vec().expect_err("one level more").to_string()
        });
        let written = on_a_thread(LARGE, move || {
            let deeper = SCHEMA.replace("depth 500", "depth 501");
            let value = interpreted(&deeper, "Tag", &tag(TAGS + 1, [9, 9])).expect("a packet");
            let (protocol, target) = of_schema(SCHEMA, "Tag");
            interpret::write(&protocol, target, &value, &[]).expect_err("one level more").to_string()
        });
        for error in [error, written] {
            assert!(error.ends_with("nested deeper than the protocol allows: expected at most 500"), "{error}");
        }
    }
}

/// Compares a reader that passes by with the one that makes a value.
fn passes_as_it_takes<'a, T: Element<'a, P> + Debug, P: Copy>(bytes: &'a [u8], known: P) -> bool {
    let (mut passed, mut taken) = (Input::new(bytes), Input::new(bytes));
    let (pass, take) = (T::pass(&mut passed, known), T::take(&mut taken, known));
    assert_eq!(pass.map(drop), take.map(drop), "{bytes:02x?}");
    if pass.is_ok() {
        assert_eq!(passed.offset(), taken.offset(), "{bytes:02x?}");
    }
    pass.is_ok()
}

#[test]
fn readers_pass_by_what_they_take() {
    let mut rng = Rng::new(1);
    let packets = [
        tag(6, [9, 9]),
        tag(6, [10, 10]),
        tag(7, [9, 10]),
        hall(4),
        hall(3).split_off(1),
        vec![1, 1, 1, 0, 0, 5],
        vec![3, 0, 4, 0, 0, 5, 9],
    ];
    let mut right = [0; 6];
    for _ in 0..20_000 {
        let mut bytes = packets[rng.below(packets.len())].clone();
        for _ in 0..rng.below(3) {
            let at = rng.below(bytes.len());
            bytes[at] = [0, 1, 2, 3, 8, 9, 10, 255][rng.below(8)];
        }
        let bytes = &bytes[..bytes.len() - rng.below(2) * rng.below(bytes.len())];
        let kind = [1, 8, 9, 10][rng.below(4)];
        let is_wide = rng.below(2) == 1;
        let all = [
            passes_as_it_takes::<Tag<'_>, _>(bytes, ()),
            passes_as_it_takes::<Payload<'_>, _>(bytes, PayloadKnown { kind }),
            passes_as_it_takes::<Pair<'_>, _>(bytes, PairKnown { is_wide }),
            passes_as_it_takes::<Value<'_>, _>(bytes, ValueKnown { is_wide }),
            passes_as_it_takes::<Hall<'_>, _>(bytes, ()),
            passes_as_it_takes::<Inner<'_>, _>(bytes, ()),
        ];
        all.into_iter().zip(&mut right).for_each(|(is_right, count)| *count += usize::from(is_right));
    }
    assert!(right.iter().all(|count| *count > 100), "{right:?}");
}
