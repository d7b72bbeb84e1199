//! The laws of one schema: what its packets and its values must keep.

use wireform_build::interpret::{Read, Target, Unknown, Value, WriteErrorKind, read, read_exact, write};
use wireform_build::model::{Protocol, RecordId, SessionValues};
use wireform_cli::differences::{Rewritten, Unwritten, differences, rewritten};

use crate::determined::Determined;
use crate::lossless::broken;
use crate::packets::Packets;
use crate::schema::Schema;
use crate::tally::{Broken, Tally, without_names};
use crate::unwritten::reason;
use crate::values::of_record;

/// Tries all laws of a schema, with at most so many values.
pub fn laws(schema: &Schema, packets: Packets, values: usize) -> Tally {
    let mut tally = Tally::default();
    let entries = schema.entries.len();
    match wireform_build::load_text("net.wire", schema.text()) {
        Err(failure) => {
            *tally.refused.entry(entries).or_default() += 1;
            for wrong in &failure.diagnostics {
                *tally.titles.entry(without_names(&wrong.title)).or_default() += 1;
            }
        }
        Ok(compiled) => {
            *tally.compiled.entry(entries).or_default() += 1;
            for row in schema.rows() {
                *tally.rows.entry(row).or_default() += 1;
            }
            let protocol = &compiled.schema.first;
            let record = protocol.records.iter().position(|record| record.name == "S").map(RecordId);
            let id = record.expect("each schema has the struct `S`");
            let mut net =
                Net { schema, protocol, id, tally: &mut tally, determined: Determined::new(schema, protocol, id) };
            packets.each(&mut |bytes| net.packet(bytes));
            for value in of_record(protocol, &protocol.records[id.0], values) {
                net.value(&value);
            }
            let Net { determined, .. } = net;
            determined.candidates().into_iter().for_each(|one| *tally.determined.entry(one).or_default() += 1);
        }
    }
    tally
}

struct Net<'s> {
    schema: &'s Schema,
    protocol: &'s Protocol,
    id: RecordId,
    tally: &'s mut Tally,
    determined: Determined,
}

impl Net<'_> {
    fn target(&self) -> Target {
        Target::Record(self.id)
    }

    /// Law 10: nothing that is read is lost in silence.
    fn packet(&mut self, bytes: &[u8]) {
        let read = match read(self.protocol, self.target(), bytes, &[]) {
            // Shorter packets say the same.
            Ok(read) if !read.rest.is_empty() => return,
            Ok(read) => read,
            Err(error) => {
                if error.message.is_empty() || error.path.is_empty() || error.offset > bytes.len() {
                    self.breaks("an error names message, field and offset", || format!("{bytes:02x?}: {error:?}"));
                }
                *self.tally.rejected.entry(error.kind.word()).or_default() += 1;
                return;
            }
        };
        self.determined.see(&read.value);
        self.lengths("a packet has one of the accepted lengths", bytes);
        match self.rewritten(bytes, &read) {
            Ok(found) if found.differences.is_empty() && found.bytes == bytes => self.tally.same += 1,
            Ok(found) => self.differs(bytes, &found),
            Err(Unwritten::Write(error)) => match reason(self.protocol, &error) {
                Some(reason) => *self.tally.unwritten.entry(reason).or_default() += 1,
                None => self.breaks("what is read is written", || format!("{bytes:02x?}: {error}")),
            },
            Err(Unwritten::Read(error)) => self.breaks("bytes are read alike", || format!("{bytes:02x?}: {error}")),
        }
    }

    fn rewritten(&self, bytes: &[u8], read: &Read<'_>) -> Result<Rewritten, Unwritten> {
        let session = SessionValues::default();
        rewritten(self.protocol, self.target(), bytes, read, &[], &session, &Unknown).map_err(Unwritten::Write)
    }

    fn differs(&mut self, bytes: &[u8], found: &Rewritten) {
        self.tally.differ += 1;
        for kind in found.differences.iter().filter_map(|one| one.kind) {
            *self.tally.kinds.entry(kind.word()).or_default() += 1;
        }
        let again = differences(self.protocol, self.target(), &found.bytes, &[], &SessionValues::default(), &Unknown);
        if let Some(law) = broken(found, bytes, again) {
            self.breaks(law, || format!("{bytes:02x?} -> {:02x?}: {:?}", found.bytes, found.differences));
        }
    }

    /// A value is read again, all of it, or it is rejected with message, field and rule. (One that some packet has is also
    /// written by [`packet`](Self::packet), so its rejection has one of the listed reasons.)
    fn value(&mut self, value: &Value) {
        let bytes = match write(self.protocol, self.target(), value, &[]) {
            Ok(bytes) => bytes,
            Err(error) => {
                let unmade = matches!(
                    error.kind,
                    WriteErrorKind::Unknown { .. } | WriteErrorKind::Derived | WriteErrorKind::Type { .. }
                );
                if unmade || error.message.is_empty() || error.path.is_empty() {
                    self.breaks("a value is rejected with message, field and rule", || format!("{value:?}: {error:?}"));
                }
                *self.tally.values.entry(error.kind.word()).or_default() += 1;
                return;
            }
        };
        self.tally.written += 1;
        self.lengths("what is written has one of the accepted lengths", &bytes);
        match read_exact(self.protocol, self.target(), &bytes, &[]) {
            Ok(again) if again == *value => {}
            Ok(again) => self.breaks("a value is read again", || format!("{value:?} -> {bytes:02x?} -> {again:?}")),
            Err(error) => self.breaks("what is written is read", || format!("{value:?} -> {bytes:02x?}: {error}")),
        }
    }

    fn lengths(&mut self, law: &'static str, bytes: &[u8]) {
        let lengths = self.protocol.records[self.id.0].lengths.accepted;
        let len = bytes.len() as u64;
        if len < lengths.min || lengths.max.is_some_and(|max| len > max) {
            self.breaks(law, || format!("{bytes:02x?}: {lengths:?}"));
        }
    }

    /// Notes the first broken law of the schema.
    fn breaks(&mut self, law: &'static str, says: impl FnOnce() -> String) {
        if self.tally.broken.is_empty() {
            let (entries, schema) = (self.schema.entries.len(), self.schema.text());
            self.tally.broken.push(Broken { entries, law, schema, says: says() });
        }
    }
}
