//! The gallery: its schemas, and the Rust that is generated from them, with owned values, whose JSON is that of the
//! interpreter.

pub mod generated;
mod made_of;
mod table;

use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use wireform::Error;
use wireform_build::interpret::{ReadError, Target, Unknown, read_exact};
use wireform_build::model::{Code, Example, Protocol, RecordId};
use wireform_cli::differences::differences;
use wireform_cli::json::to_json;
use wireform_cli::target::target_of;

pub use table::ALL;

/// The schema of a protocol of the gallery.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schema/gallery").join(name).with_extension("wire")
}

/// The generated code of a type.
pub struct Compiled {
    /// The name of the type in its protocol, with its version: `v5::Packet`.
    pub name: &'static str,
    /// The parameters come after the bytes.
    pub read: fn(&[u8], &[Code]) -> Result<Read, Refused>,
}

/// A packet that generated code has read.
pub struct Read {
    /// The owned value.
    pub json: Json,
    /// The bytes that the writer makes of the value, or why it rejects it.
    pub written: Result<Vec<u8>, String>,
}

/// A packet that generated code rejects.
pub enum Refused {
    /// By the reader.
    AtOnce(Error),
    /// In a stream, when the program reaches the message.
    Late(Error),
}

/// Agreement of generated code and the interpreter about packets.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Agreed {
    /// Packets that both read to the same value, and write as the same bytes.
    pub read: usize,
    /// Packets that both reject.
    pub rejected: usize,
}

impl Agreed {
    /// Compares generated code with the interpreter about one packet.
    pub fn compare(&mut self, protocol: &Protocol, target: Target, compiled: &Compiled, bytes: &[u8], params: &[Code]) {
        let name = compiled.name;
        match (read_exact(protocol, target, bytes, params), (compiled.read)(bytes, params)) {
            (Ok(value), Ok(read)) => {
                assert_eq!(read.json, to_json(protocol, target, &value), "{name} {bytes:02x?}");
                let written = differences(protocol, target, bytes, params, &Default::default(), &Unknown);
                match (written, read.written) {
                    (Ok(written), again) => assert_eq!(Ok(written.bytes), again, "{name} {bytes:02x?}"),
                    (Err(error), again) => assert!(again.is_err(), "{name} {bytes:02x?}: {error:?}"),
                }
                self.read += 1;
            }
            (Err(error), Err(refused)) => {
                match refused {
                    // Generated code reads a stream after the fields behind it.
                    Refused::AtOnce(other)
                        if error.path.contains("properties.list.") && other.offset() > Some(error.offset) => {}
                    Refused::AtOnce(other) => assert_eq!(told(error, &other), other.to_string(), "{name} {bytes:02x?}"),
                    Refused::Late(other) => assert_eq!(Some(error.offset), other.offset(), "{name} {bytes:02x?}"),
                }
                self.rejected += 1;
            }
            (Ok(_), Err(Refused::AtOnce(error) | Refused::Late(error))) => panic!("{name} {bytes:02x?}: {error}"),
            (Err(error), Ok(_)) => panic!("{name} {bytes:02x?} is accepted: {error}"),
        }
    }
}

/// An error of the interpreter as generated code tells it: a path of five fields, the most, leaves messages out, and what is
/// behind the outermost of more fields.
fn told(error: ReadError, other: &Error) -> String {
    if other.path().steps().count() < 5 {
        return error.to_string();
    }
    let place = error.place.split('(').map(|part| part.split_once(')').map_or(part, |(_, rest)| rest)).collect();
    let (whole, short) = (ReadError { place, ..error }.to_string(), other.to_string());
    match short.split_once("...") {
        Some((start, end)) if whole.starts_with(start) && whole.ends_with(end) => short,
        _ => whole,
    }
}

/// The code of a type.
pub fn compiled(protocol: &'static str, name: &str) -> Option<&'static Compiled> {
    let (_, all) = ALL.iter().find(|(known, _)| *known == protocol)?;
    all.iter().copied().flatten().find(|one| one.name == name)
}

/// The examples of a type; of a family, those of its messages.
fn examples(protocol: &Protocol, target: Target) -> Vec<&Example> {
    let records: Vec<RecordId> = match target {
        Target::Record(id) => vec![id],
        Target::Family(id) | Target::Stream(id) => {
            protocol.families[id.0].members.iter().map(|member| member.record).collect()
        }
    };
    records.iter().flat_map(|id| &protocol.records[id.0].examples).collect()
}

/// Examples are there where the vectors are not.
#[test]
fn generated_code_and_the_interpreter_agree_about_examples() {
    let mut agreed = Agreed::default();
    for (name, all) in ALL {
        let schema = crate::load(path(name));
        let mut left: usize = schema.protocols().flat_map(|one| &one.records).map(|one| one.examples.len()).sum();
        for one in all.iter().copied().flatten() {
            let (protocol, target) = target_of(&schema, one.name).expect("a type of the schema");
            for example in examples(protocol, target) {
                agreed.compare(protocol, target, one, &example.bytes, &example.params);
                left -= 1;
            }
        }
        assert_eq!(left, 0, "{name}: each example is one of a type in the table");
    }
    assert_eq!(agreed, Agreed { read: 862, rejected: 411 });
}
