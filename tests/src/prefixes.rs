//! What arrives in part: every beginning of every packet is refused, and the refusal says where and how much is missing.

use wireform_build::interpret::{self, Malformed, ReadError, ReadErrorKind, Target};
use wireform_build::model::{
    Code, End, ExampleKind, Extent, Field, Input, Presence, Protocol, Record, RecordId, Role, SessionId, Tag, Wire,
};

use crate::generated::{Generated, said};
use crate::protocols;
use crate::vectors::{Which, packets, packets_of};

/// Of longer packets of the whole collections so many beginnings are looked at.
const MOST: usize = 12;

#[test]
fn every_prefix_of_a_vector_is_truncated() {
    let packets = packets();
    assert!(packets.len() > 150, "{} messages", packets.len());
    for (generated, bytes) in &packets {
        prefixes(&Reader::of(generated), bytes, usize::MAX);
    }
}

#[test]
fn every_prefix_of_a_vector_of_the_collections_is_truncated_where_they_are_there() {
    let packets = packets_of(Which::Collected);
    println!("{} messages; of each that is longer than {MOST} bytes, only as many beginnings", packets.len());
    for (generated, bytes) in &packets {
        prefixes(&Reader::of(generated), bytes, MOST);
    }
}

#[test]
fn every_prefix_of_an_example_is_truncated() {
    let (mut examples, mut otherwise, mut interpreted) = (0, 0, 0);
    for (protocol, targets) in protocols::all() {
        for (index, record) in protocol.records.iter().enumerate().filter(|(_, record)| is_message(record)) {
            let target = Target::Record(RecordId(index));
            for example in &record.examples {
                // The tests know one message of the session. Packets that another one lays out cannot be read after it.
                if example.session.get(SessionId(0)).is_some_and(|value| Some(value) != said(protocol)) {
                    otherwise += 1;
                    continue;
                }
                if let ExampleKind::Refuses { .. } = example.kind {
                    continue;
                }
                examples += 1;
                let fits = |one: &&Generated| one.target() == target && *one.params == *example.params;
                match targets.iter().find(fits) {
                    Some(generated) => prefixes(&Reader::of(generated), &example.bytes, usize::MAX),
                    None => {
                        interpreted += 1;
                        prefixes(
                            &Reader { protocol, target, generated: None, params: &example.params },
                            &example.bytes,
                            usize::MAX,
                        );
                    }
                }
            }
        }
    }
    assert!(examples > 150, "{examples} examples");
    assert_eq!(otherwise, 3, "examples after other messages");
    assert_eq!(interpreted, 0, "examples of what the tests have no generated code for");
}

fn is_message(record: &Record) -> bool {
    matches!(record.role, Role::Message { .. })
}

/// The interpreter, and generated code where the tests have it.
struct Reader<'r> {
    protocol: &'r Protocol,
    target: Target,
    params: &'r [Code],
    generated: Option<&'r Generated>,
}

impl<'r> Reader<'r> {
    fn of(generated: &'r Generated) -> Self {
        let (protocol, target) = (generated.protocol, generated.target());
        Self { protocol, target, params: generated.params, generated: Some(generated) }
    }

    /// How many bytes are read; both agree.
    fn read(&self, bytes: &[u8]) -> Result<usize, ReadError> {
        let Some(generated) = self.generated else {
            let read = interpret::read(self.protocol, self.target, bytes, self.params)?;
            return Ok(bytes.len() - read.rest.len());
        };
        let theirs = generated.interpret(bytes).map(|read| bytes.len() - read.rest.len());
        let ours = (generated.read)(bytes).map(|read| read.bytes.len());
        assert_eq!(ours, theirs, "of {bytes:02x?}");
        ours
    }
}

/// Every prefix is refused: truncated, at a field that begins in it, with as many bytes missing as certainly are: with
/// one less nothing changes, with so many the reader gets further, or finds the same text unfinished. So many prefixes are
/// looked at, evenly.
fn prefixes(reader: &Reader<'_>, bytes: &[u8], most: usize) {
    reader.read(bytes).expect("the whole is right");
    let (goes_on, by_left) = (goes_on(reader.protocol, reader.target), by_left(reader.protocol, reader.target));
    for len in (0..bytes.len()).step_by(bytes.len().div_ceil(most).max(1)) {
        let read = reader.read(&bytes[..len]);
        if goes_on && is_complete(&read, len, bytes[len]) {
            continue;
        }
        let error = match read {
            // What is told by its length is another thing where it is shorter, and may be wrong as that.
            Ok(_) if by_left => continue,
            Err(error) if by_left && !matches!(error.kind, ReadErrorKind::Truncated { .. }) => continue,
            read => read.expect_err("a part is not the whole"),
        };
        let ReadErrorKind::Truncated { needed } = error.kind else { panic!("{error} of {bytes:02x?} at {len}") };
        assert!(error.offset <= len && needed > 0, "{error} of {len} bytes of {bytes:02x?}");
        assert!(len + needed <= bytes.len(), "{error}: more than the whole, {bytes:02x?}, has behind {len}");
        let almost = reader.read(&bytes[..len + needed - 1]).expect_err("a part is not the whole");
        let same_place = (almost.path == error.path) && (almost.offset == error.offset);
        assert!(same_place, "{error} of {len} bytes of {bytes:02x?}, and {almost} of {}", len + needed - 1);
        if let ReadErrorKind::Truncated { needed: then } = almost.kind {
            assert_eq!(then, 1, "one is missing when all but one came");
        }
    }
}

/// Whether a beginning of something that goes on to the end of its packet is such a thing itself. It is none where it
/// ends inside of a character of UTF-8, for the byte that would follow goes on with it.
pub fn is_complete(read: &Result<usize, ReadError>, len: usize, next: u8) -> bool {
    match read {
        Ok(read) => *read == len,
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
    let fields = records.into_iter().flat_map(|id| &protocol.records[id.0].fields);
    fields.into_iter().any(|field| match &field.wire {
        _ if asks_left(field) => true,
        Wire::Bytes(extent) | Wire::Text { extent, .. } => asks(extent),
        Wire::Record { record, .. } => goes_on(protocol, Target::Record(*record)),
        Wire::Family { family, .. } => goes_on(protocol, Target::Family(*family)),
        _ => false,
    })
}

/// Whether an extent goes to the end of its region, or counts from there.
pub fn asks(extent: &Extent) -> bool {
    match extent {
        Extent::Rest
        | Extent::AllBut(_)
        | Extent::Fixed { or_end: true, .. }
        | Extent::Until { or_end: true, .. }
        | Extent::Until { end: End::Left(_), .. } => true,
        Extent::Fixed { .. } | Extent::Until { .. } => false,
        Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } => false,
    }
}

/// Whether a field is told by how much is left.
pub fn asks_left(field: &Field) -> bool {
    matches!(field.presence, Presence::Left { .. })
        || match &field.wire {
            Wire::Match { tag, .. } => *tag == Tag::Input(Input::Left),
            Wire::Chosen { tags, .. } => tags.contains(&Input::Left),
            _ => false,
        }
}

fn by_left(protocol: &Protocol, target: Target) -> bool {
    match target {
        Target::Record(id) => protocol.records[id.0].fields.iter().any(asks_left),
        Target::Family(_) | Target::Stream(_) => false,
    }
}
