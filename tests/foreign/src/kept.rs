//! Packets that encoders of others made of random values, kept in the project: `packets/README.md` says how.

use serde_json::Value as Json;
use wireform::Encode;
use wireform_build::interpret::read_exact;
use wireform_cli::json::to_json;
use wireform_cli::target::target_of;

use crate::gallery::generated::minecraft::v769::NbtView;
use crate::gallery::generated::msgpack::ValueView;
use crate::gallery::{self, Agreed};

/// The lines of a file: bytes, and what else is said of them.
fn lines(text: &str) -> Vec<(Vec<u8>, Json)> {
    let line = |line: &str| {
        let json: Json = serde_json::from_str(line).expect("a line of JSON");
        let hex = json["hex"].as_str().expect("its bytes");
        let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("two digits"));
        (bytes.collect(), json)
    };
    text.lines().map(line).collect()
}

/// Reads and writes packets by generated code and by the interpreter; the same with mistakes. Gives how many of these are
/// read and rejected.
fn check(protocol: &'static str, packets: &[(Vec<u8>, String, Option<&Json>)]) -> [usize; 2] {
    let schema = crate::load(gallery::path(protocol));
    let (mut whole, mut with_mistakes) = (Agreed::default(), Agreed::default());
    for (bytes, name, value) in packets {
        let (of, target) = target_of(&schema, name).expect("a type of the schema");
        let compiled = gallery::compiled(protocol, name).expect("its code");
        let read = read_exact(of, target, bytes, &[]).unwrap_or_else(|error| panic!("{name} {bytes:02x?}: {error}"));
        if let Some(value) = value {
            assert_eq!(to_json(of, target, &read), **value, "{name} {bytes:02x?}");
        }
        let Ok(again) = (compiled.read)(bytes, &[]) else { panic!("{name} {bytes:02x?} is rejected by its code") };
        assert_eq!(again.written.as_ref(), Ok(bytes), "{name}");
        whole.compare(of, target, compiled, bytes, &[]);
        for bytes in crate::mistakes(bytes) {
            with_mistakes.compare(of, target, compiled, &bytes, &[]);
        }
    }
    assert_eq!(whole, Agreed { read: packets.len(), rejected: 0 });
    [with_mistakes.read, with_mistakes.rejected]
}

#[test]
fn values_of_msgpack_for_python_are_read_and_written() {
    let all = lines(include_str!("../packets/msgpack.jsonl"));
    let packets: Vec<_> =
        all.iter().map(|(bytes, json)| (bytes.clone(), "Value".to_owned(), Some(&json["value"]))).collect();
    assert_eq!(check("msgpack", &packets), [773, 1627]);
}

#[test]
fn packets_of_protodef_are_read_and_written() {
    let all = lines(include_str!("../packets/minecraft.jsonl"));
    let name = |json: &Json| format!("v769::{}", json["family"].as_str().expect("its family"));
    let packets: Vec<_> = all.iter().map(|(bytes, json)| (bytes.clone(), name(json), None)).collect();
    assert_eq!(check("minecraft", &packets), [2657, 4735]);
}

#[test]
fn packets_of_mumble_are_read_and_written() {
    let all = lines(include_str!("../packets/mumble.jsonl"));
    let name = |json: &Json| json["type"].as_str().expect("its type").to_owned();
    let packets: Vec<_> = all.iter().map(|(bytes, json)| (bytes.clone(), name(json), Some(&json["value"]))).collect();
    assert_eq!(check("mumble", &packets), [923, 1253]);
}

/// Writes back what was read, or says why it was not.
fn again<V, T: Encode<Known = ()>>(
    view: Result<V, wireform::Error>,
    value: impl FnOnce(V) -> T,
) -> Result<Vec<u8>, String> {
    let value = value(view.map_err(|error| error.to_string())?);
    let mut written = vec![0; value.encoded_len_known(())];
    let len = value.write_known(&mut written, ()).map_err(|error| error.to_string())?;
    written.truncate(len);
    Ok(written)
}

/// The stack of a thread, as Rust has it: these tests are not optimised.
const STACK: usize = 2 << 20;

#[test]
fn values_as_deep_as_may_be_fit_into_a_thread() {
    let around =
        |levels: usize, before: &[u8], behind: &[u8]| [before.repeat(levels), vec![5], behind.repeat(levels)].concat();
    // Arrays of one, of two, and of many values; maps by their values and by their keys.
    let kinds: [(&[u8], &[u8]); 5] =
        [(&[0x91], &[]), (&[0x92], &[0xC0]), (&[0xDC, 0, 1], &[]), (&[0x81, 7], &[]), (&[0x81], &[7])];
    let law = move || {
        for (before, behind) in kinds {
            for (levels, is_read) in [(1, true), (511, true), (512, true), (513, false), (20_000, false)] {
                let bytes = around(levels, before, behind);
                let read = again(ValueView::parse_exact(&bytes), |view| view.to_value());
                match is_read {
                    true => assert_eq!(read, Ok(bytes), "{levels} levels of {before:02x?}"),
                    false => {
                        assert!(read.is_err_and(|error| error.contains("nested deeper")), "{levels} {before:02x?}")
                    }
                }
            }
        }
        // Lists of NBT in each other, and a byte.
        for (levels, is_read) in [(1, true), (479, true), (480, false)] {
            let bytes = [vec![9], [9, 0, 0, 0, 1].repeat(levels), vec![1, 0, 0, 0, 1, 7]].concat();
            let read = again(NbtView::parse_exact(&bytes), |view| view.to_value());
            match is_read {
                true => assert_eq!(read, Ok(bytes), "{levels} levels"),
                false => assert!(read.is_err_and(|error| error.contains("nested deeper")), "{levels} levels"),
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(law).expect("a thread");
    thread.join().expect("the law holds");
}
