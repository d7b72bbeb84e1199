//! Packets of many messages: a stream gives what comes before a mistake, and then the mistake, once.

use wireform_build::interpret::{self, ReadErrorKind, Value};
use wireform_build::model::{Example, ExampleKind, Field, Item, Role, Wire};

use crate::agreement::mutate;
use crate::generated::{Generated, Packet, Refused};
use crate::protocols;
use crate::rng::Rng;
use crate::sauerbraten::targets;
use crate::sauerbraten::versions::VERSIONS;
use crate::show::plain;
use crate::vectors::Which;
use crate::vectors::sauerbraten::{FLAGS, packets};

const MUTATED: usize = 10_000;

/// The messages that a packet can hold.
pub fn members(packet: &Packet) -> Vec<Vec<u8>> {
    let same = |family: &Generated| family.name == packet.family && std::ptr::eq(family.protocol, packet.protocol);
    let all = packets(Which::Selected).into_iter().filter(|(family, _)| same(family));
    let members: Vec<Vec<u8>> = all.map(|(_, bytes)| bytes).collect();
    assert!(members.len() > 2, "there are messages of {}", packet.family);
    members
}

/// All packets of messages, and nothing else.
pub fn all() -> Vec<Packet> {
    VERSIONS.into_iter().flat_map(targets::packets).collect()
}

#[test]
fn every_struct_that_is_a_stream_is_read_as_such() {
    let mut streams = Vec::new();
    for (protocol, _) in protocols::all() {
        for record in protocol.records.iter().filter(|record| record.role == Role::Struct) {
            if let [Field { wire: Wire::List { item: Item::Family { .. }, .. }, .. }] = record.fields.as_slice() {
                streams.push((protocols::named(protocol), record.name.as_str()));
            }
        }
    }
    let all = all();
    let ours: Vec<(String, &str)> = all.iter().map(|one| (protocols::named(one.protocol), one.name)).collect();
    assert_eq!(ours, streams);
}

/// A packet of a few messages.
pub fn several(members: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    (0..rng.below(6)).flat_map(|_| rng.pick(members).clone()).collect()
}

#[test]
fn every_prefix_is_an_error_or_a_shorter_packet() {
    let mut rng = Rng::new(4);
    let mut shorter = 0;
    for packet in all() {
        let mut members = members(&packet);
        // Behind a map change to another mode the same flags have another layout.
        members.retain(|bytes| bytes[0] != FLAGS);
        for _ in 0..30 {
            let bytes = several(&members, &mut rng);
            for len in 0..=bytes.len() {
                match agree(&packet, &bytes[..len]) {
                    Ok(messages) => shorter += usize::from(!messages.is_empty() && len < bytes.len()),
                    Err(kind) => assert!(matches!(kind, ReadErrorKind::Truncated { .. }), "{kind} of {bytes:02x?}"),
                }
            }
        }
    }
    assert!(shorter > 50, "{shorter} prefixes are packets");
}

#[test]
fn every_prefix_of_an_example_is_an_error_or_a_shorter_packet() {
    let (mut examples, mut shorter) = (0, 0);
    for packet in all() {
        let record = packet.protocol.records.iter().find(|record| record.name == packet.name).expect("a struct");
        let right = |example: &&Example| matches!(example.kind, ExampleKind::Example | ExampleKind::Accepts);
        for bytes in record.examples.iter().filter(right).map(|example| &example.bytes) {
            for len in 0..=bytes.len() {
                match agree(&packet, &bytes[..len]) {
                    Ok(messages) => shorter += usize::from(!messages.is_empty() && len < bytes.len()),
                    Err(kind) => assert!(matches!(kind, ReadErrorKind::Truncated { .. }), "{kind} of {bytes:02x?}"),
                }
            }
            examples += 1;
        }
    }
    assert!(examples > 5 && shorter > 5, "{examples} examples, {shorter} shorter packets");
}

#[test]
fn mistakes_are_found_where_they_are() {
    let mut rng = Rng::new(5);
    let mut read = 0;
    for packet in all() {
        let members = members(&packet);
        for _ in 0..MUTATED / 6 {
            let mut bytes = several(&members, &mut rng);
            for _ in 0..=rng.below(2) {
                mutate(&mut bytes, &mut rng);
            }
            read += usize::from(agree(&packet, &bytes).is_ok());
        }
    }
    assert!(read > MUTATED / 10 && read < MUTATED * 9 / 10, "{read} of {MUTATED} were read");
}

/// What a packet holds; both agree on it.
pub fn agree(packet: &Packet, bytes: &[u8]) -> Result<Vec<Value>, ReadErrorKind> {
    let protocol = packet.protocol;
    let stream = wireform_cli::target::target(protocol, &format!("[{}]", packet.family)).expect("a family");
    let whole = wireform_cli::target::target(protocol, packet.name).expect("a struct");
    let found = (packet.read)(bytes);
    let interpreted = interpret::read(protocol, stream, bytes, &[]);
    let as_struct = interpret::read(protocol, whole, bytes, &[]);
    if let (Some(late), Err(interpreted)) = (&found.late, &interpreted) {
        assert!(late.is(interpreted), "{late:?}, but {interpreted:?} of {bytes:02x?}");
        return Err(interpreted.kind.clone());
    }
    match (found.messages, interpreted) {
        (Ok(messages), Ok(interpreted)) => {
            let messages: Vec<Value> = messages.into_iter().map(plain).collect();
            assert_eq!(Value::List(messages.clone()), plain(interpreted.value), "{bytes:02x?}");
            assert_eq!(found.pieces.concat(), bytes, "nothing is left");
            let as_struct = as_struct.expect("as a struct too").value;
            let written = interpret::write(protocol, whole, &as_struct, &[]).map_err(Refused::from);
            assert_eq!(found.again, written, "{bytes:02x?}");
            Ok(messages)
        }
        (Err(found), Err(interpreted)) => {
            assert_eq!(found, interpreted, "{bytes:02x?}");
            let as_struct = as_struct.expect_err("nor as a struct");
            assert_eq!((as_struct.offset, &as_struct.kind), (found.offset, &found.kind), "{bytes:02x?}");
            Err(found.kind)
        }
        (found, interpreted) => panic!("{bytes:02x?}: {found:?}, but {interpreted:?}"),
    }
}
