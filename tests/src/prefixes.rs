//! What arrives in part: every beginning of every packet is refused, and the refusal says where and how much is missing.

use wireform_build::interpret::{Malformed, ReadError, ReadErrorKind, Target};
use wireform_build::model::{
    End, ExampleKind, Extent, Input, Presence, Protocol, Record, RecordId, Role, SessionId, Tag, Wire,
};

use crate::generated::{Generated, MODE};
use crate::protocols;
use crate::vectors::packets;

#[test]
fn every_prefix_of_a_vector_is_truncated() {
    let packets = packets();
    assert!(packets.len() > 150, "{} messages", packets.len());
    for (generated, bytes) in &packets {
        prefixes(generated, bytes);
    }
}

#[test]
fn every_prefix_of_an_example_is_truncated() {
    let (mut examples, mut otherwise) = (0, 0);
    for (protocol, targets) in protocols::all() {
        for (index, record) in protocol.records.iter().enumerate().filter(|(_, record)| is_message(record)) {
            let target = Target::Record(RecordId(index));
            let generated = targets.iter().find(|one| one.target() == target).expect("every message has a target");
            for example in &record.examples {
                // What is laid out as in another mode can not be read in the one that is known to the tests.
                if example.session.get(SessionId(0)).is_some_and(|mode| mode != i128::from(MODE.code())) {
                    otherwise += 1;
                    continue;
                }
                if let ExampleKind::Example | ExampleKind::Accepts = example.kind {
                    prefixes(generated, &example.bytes);
                    examples += 1;
                }
            }
        }
    }
    assert!(examples > 150, "{examples} examples");
    assert_eq!(otherwise, 2, "examples in other modes");
}

fn is_message(record: &Record) -> bool {
    matches!(record.role, Role::Message { .. })
}

/// Both refuse every prefix alike: truncated, at a field that begins in it, with as many bytes missing as certainly
/// are: with one less nothing changes, with so many the reader gets further, or finds the same text unfinished.
fn prefixes(generated: &Generated, bytes: &[u8]) {
    (generated.read)(bytes).expect("the whole is right");
    let goes_on = goes_on(generated.protocol, generated.target());
    for len in 0..bytes.len() {
        if goes_on && is_complete(generated, &bytes[..len], bytes[len]) {
            continue;
        }
        let error = refused(generated, &bytes[..len]);
        let ReadErrorKind::Truncated { needed } = error.kind else { panic!("{error} of {bytes:02x?} at {len}") };
        assert!(error.offset <= len && needed > 0, "{error} of {len} bytes of {bytes:02x?}");
        assert!(len + needed <= bytes.len(), "{error}: more than the whole, {bytes:02x?}, has behind {len}");
        let almost = refused(generated, &bytes[..len + needed - 1]);
        let same_place = (almost.path == error.path) && (almost.offset == error.offset);
        assert!(same_place, "{error} of {len} bytes of {bytes:02x?}, and {almost} of {}", len + needed - 1);
        if let ReadErrorKind::Truncated { needed: then } = almost.kind {
            assert_eq!(then, 1, "one is missing when all but one came");
        }
    }
}

fn refused(generated: &Generated, bytes: &[u8]) -> ReadError {
    let error = (generated.read)(bytes).expect_err("a part is not the whole");
    let theirs = generated.interpret(bytes).expect_err("nor for the interpreter");
    assert_eq!(error, theirs, "of {bytes:02x?}");
    error
}

/// Whether a beginning of something that goes on to the end of its packet is such a thing itself. It is none where it
/// ends inside of a character of UTF-8, for the byte that would follow goes on with it.
fn is_complete(generated: &Generated, bytes: &[u8], next: u8) -> bool {
    match (generated.read)(bytes) {
        Ok(read) => read.bytes == bytes,
        Err(error) => error.kind == ReadErrorKind::Malformed(Malformed::Text) && next & 0xC0 == 0x80,
    }
}

/// Whether it asks where its packet ends.
fn goes_on(protocol: &Protocol, target: Target) -> bool {
    let records = match target {
        Target::Record(id) => vec![id],
        Target::Family(id) | Target::Stream(id) => {
            protocol.families[id.0].members.iter().map(|member| member.record).collect()
        }
    };
    let asks = |extent: &Extent| match extent {
        Extent::Rest
        | Extent::AllBut(_)
        | Extent::Fixed { or_end: true, .. }
        | Extent::Until { or_end: true, .. }
        | Extent::Until { end: End::Left(_), .. } => true,
        Extent::Fixed { .. } | Extent::Until { .. } => false,
        Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } => false,
    };
    let fields = records.into_iter().flat_map(|id| &protocol.records[id.0].fields);
    fields.into_iter().any(|field| match &field.wire {
        _ if matches!(field.presence, Presence::Left { .. }) => true,
        Wire::Match { tag: Tag::Input(Input::Left), .. } => true,
        Wire::Chosen { tags, .. } => tags.contains(&Input::Left),
        Wire::Bytes(extent) | Wire::Text { extent, .. } => asks(extent),
        Wire::Record { record, .. } => goes_on(protocol, Target::Record(*record)),
        Wire::Family { family, .. } => goes_on(protocol, Target::Family(*family)),
        _ => false,
    })
}
