//! What the arithmetic of lengths says of random schemas, against bytes that were read and written: no place and no
//! length lies outside of its interval.

use wireform_build::interpret::{self, Step, StepKind, Target};
use wireform_build::layout;
use wireform_build::model::{FieldId, LengthRange, Lengths, Protocol, Record, Schema, Wire};

use super::package;
use super::questions::questions;
use super::values::Values;

/// How much was compared: whole records, and fields.
#[derive(Default)]
pub struct Compared {
    pub records: usize,
    pub fields: usize,
}

/// Compares everything that is read and written of these schemas.
pub fn compare(schemas: &[(u64, Schema)]) -> Compared {
    let mut compared = Compared::default();
    for (seed, schema) in schemas {
        for protocol in schema.protocols() {
            let mut values = Values::new(protocol, *seed);
            for target in package::targets(protocol) {
                let Target::Record(id) = target else { continue };
                let record = &protocol.records[id.0];
                let fields = Fields::of(protocol, record);
                are_taken(&format!("{seed} {}", record.name), record.lengths);
                for (path, at, size) in &fields.0 {
                    are_taken(&format!("{seed} {} {path}: place", record.name), *at);
                    are_taken(&format!("{seed} {} {path}: length", record.name), *size);
                }
                for (bytes, known) in questions(&mut values, target, 8).into_iter().take(20) {
                    let session = &known.session;
                    let read = interpret::read_in(protocol, target, &bytes, &known.params, &mut session.clone());
                    let Ok(read) = read else { continue };
                    let taken = &bytes[..bytes.len() - read.rest.len()];
                    let (steps, _) = interpret::trace(protocol, target, taken, &known.params, session);
                    let said = format!("{seed} {} {known:?} {taken:02x?}", record.name);
                    within(&said, "whole", taken.len(), record.lengths.accepted);
                    compared.fields += fields.check(&said, &steps, |lengths| lengths.accepted);
                    compared.records += 1;
                    let value = &read.value;
                    let written = interpret::write_in(protocol, target, value, &known.params, &mut session.clone());
                    let Ok(written) = written else { continue };
                    let (steps, _) = interpret::trace(protocol, target, &written, &known.params, session);
                    let said = format!("{seed} {} {known:?} written {written:02x?}", record.name);
                    within(&said, "whole", written.len(), record.lengths.canonical);
                    fields.check(&said, &steps, |lengths| lengths.canonical);
                }
            }
        }
    }
    compared
}

fn within(said: &str, what: &str, number: usize, range: LengthRange) {
    let number = number as u64;
    assert!(
        range.min <= number && range.max.is_none_or(|max| number <= max),
        "{said}: {what} {number} is not in {range:?}"
    );
}

/// What is written is read again.
fn are_taken(what: &str, Lengths { accepted, canonical }: Lengths) {
    let upto = accepted.max.is_none_or(|most| canonical.max.is_some_and(|max| max <= most));
    assert!(accepted.min <= canonical.min && upto, "{what}: {canonical:?} is not in {accepted:?}");
}

/// The fields of a record and its groups: path, place, length.
struct Fields(Vec<(String, Lengths, Lengths)>);

impl Fields {
    fn of(protocol: &Protocol, record: &Record) -> Self {
        let ids = (0..record.fields.len()).map(FieldId);
        let measured = ids.filter_map(|id| {
            let path = path(record, id)?;
            Some((path, layout::offset_of(protocol, record, id), layout::field_lengths(protocol, record, id)))
        });
        Self(measured.collect())
    }

    /// How many were found.
    fn check(&self, said: &str, steps: &[Step], of: impl Fn(Lengths) -> LengthRange) -> usize {
        let found = self.0.iter().filter_map(|(path, at, size)| {
            // What holds other steps begins with the first of them.
            let kinds = [StepKind::Field, StepKind::Derived];
            let step = steps.iter().find(|step| step.path == *path && kinds.contains(&step.kind))?;
            within(said, &format!("the place of {path}"), step.offset, of(*at));
            within(said, &format!("the length of {path}"), step.len, of(*size));
            Some(())
        });
        found.count()
    }
}

/// The path of a field that stands in nothing but groups.
fn path(record: &Record, id: FieldId) -> Option<String> {
    let field = &record.fields[id.0];
    let name = field.name.clone()?;
    let Some(parent) = field.parent else { return Some(name) };
    match record.fields[parent.0].wire {
        Wire::Group { .. } => Some(format!("{}.{name}", path(record, parent)?)),
        _ => None,
    }
}
