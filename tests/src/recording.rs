//! Recordings of games with real servers, read whole by generated code and by the interpreter: every record and every
//! message in it. What is read is written back to its bytes.
//!
//! The whole recordings lie outside of the project and are used where they are there; the beginning of one is part of it.

use std::io::Read as _;
use std::path::Path;

use wireform_build::interpret::Value;

use crate::beside::beside;
use crate::generated::Generated;
use crate::sauerbraten::versions::Version;
use crate::vectors::Which;
use crate::{quake2, sauerbraten};

/// Recordings, each with what reads it.
pub fn recordings(which: Which) -> Vec<(Generated, Vec<u8>)> {
    let path = match which {
        Which::Selected => Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("packets/recording.dmo")),
        Which::Collected => beside("demos/loopback_ffa_shared.dmo"),
    };
    let sauerbraten = path.map(|path| {
        let packed = std::fs::read(path).expect("somebody may read it");
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(&*packed).read_to_end(&mut bytes).expect("a recording is compressed with gzip");
        (sauerbraten::targets::named(Version::V260, "Demo"), bytes)
    });
    let quake2 = quake2::recording::collected().filter(|_| matches!(which, Which::Collected));
    sauerbraten.into_iter().chain(quake2.map(|bytes| (quake2::targets::named("Demo"), bytes))).collect()
}

/// Bytes, records, and messages in them and inside of these.
fn counts(which: Which) -> Vec<[usize; 3]> {
    let of = |(demo, bytes): (Generated, Vec<u8>)| {
        let read = (demo.read)(&bytes).expect("a recording is right");
        assert_eq!((&read.bytes, read.again.as_ref()), (&bytes, Ok(&bytes)), "it is written back");
        let Value::Record(fields) = &read.value else { panic!("no recording") };
        let records = fields.iter().find_map(|(_, value)| if let Value::List(all) = value { Some(all) } else { None });
        [bytes.len(), records.map_or(0, Vec::len), messages(&read.value)]
    };
    recordings(which).into_iter().map(of).collect()
}

fn messages(value: &Value) -> usize {
    match value {
        Value::List(list) => list.iter().map(messages).sum(),
        Value::Message { fields, .. } => 1 + fields.iter().map(|(_, value)| messages(value)).sum::<usize>(),
        Value::Record(fields) | Value::Arm { fields, .. } => fields.iter().map(|(_, value)| messages(value)).sum(),
        _ => 0,
    }
}

#[test]
fn the_beginning_of_a_recording() {
    assert_eq!(counts(Which::Selected), [[3613, 120, 95 + 36 + 21]]);
}

#[test]
fn the_whole_recordings_where_they_are_there() {
    match counts(Which::Collected).as_slice() {
        [] => println!("there is no recording"),
        counts => assert_eq!(counts, [[42486, 1185, 1366 + 454 + 313], [7931, 29, 410]]),
    }
}
