//! The arithmetic of lengths, against bytes that were read and written: no place and no length lies outside of
//! its interval.

use wireform_build::interpret::{self, Step, StepKind, Target};
use wireform_build::layout;
use wireform_build::model::{FieldId, LengthRange, Lengths, Protocol, Record, Wire};

use super::case::Case;
use super::tally::Tally;

/// Compares a record that is read, and written.
pub fn lengths(case: &Case<'_>, tally: &mut Tally) {
    let (Target::Record(id), Ok(read)) = (case.target, case.interpreted()) else { return };
    let Case { protocol, target, known, .. } = case;
    let record = &protocol.records[id.0];
    let place = (std::ptr::from_ref(*protocol).addr(), id.0);
    let fields = tally.fields.entry(place).or_insert_with(|| Fields::of(protocol, record));
    let mut check = |bytes: &[u8], of: fn(Lengths) -> LengthRange| {
        let (steps, _) = interpret::trace(protocol, *target, bytes, &known.params, &known.session);
        let said = format!("{case}, of which are {bytes:02x?}");
        within(&said, "whole", bytes.len(), of(record.lengths));
        tally.measured += fields.check(&said, &steps, of);
    };
    check(&case.bytes[..case.bytes.len() - read.rest.len()], |lengths| lengths.accepted);
    let session = &mut known.session.clone();
    if let Ok(written) = interpret::write_in(protocol, *target, &read.value, &known.params, session) {
        check(&written, |lengths| lengths.canonical);
    }
}

fn within(said: &str, what: &str, number: usize, range: LengthRange) {
    let number = number as u64;
    assert!(
        range.min <= number && range.max.is_none_or(|max| number <= max),
        "{said}: {what} {number} is not in {range:?}"
    );
}

/// A written packet is read again.
fn are_taken(what: &str, Lengths { accepted, canonical }: Lengths) {
    let upto = accepted.max.is_none_or(|most| canonical.max.is_some_and(|max| max <= most));
    assert!(accepted.min <= canonical.min && upto, "{what}: {canonical:?} is not in {accepted:?}");
}

/// The fields of a record and its groups: path, place, length.
pub struct Fields(Vec<(String, Lengths, Lengths)>);

impl Fields {
    fn of(protocol: &Protocol, record: &Record) -> Self {
        are_taken(&record.name, record.lengths);
        let ids = (0..record.fields.len()).map(FieldId);
        let measured = ids.filter_map(|id| {
            let path = path(record, id)?;
            let (at, size) = (layout::offset_of(protocol, record, id), layout::field_lengths(protocol, record, id));
            [at, size].into_iter().for_each(|one| are_taken(&format!("{} {path}", record.name), one));
            Some((path, at, size))
        });
        Self(measured.collect())
    }

    /// How many were found.
    fn check(&self, said: &str, steps: &[Step], of: impl Fn(Lengths) -> LengthRange) -> usize {
        let found = self.0.iter().filter_map(|(path, at, size)| {
            // A step that holds others begins with the first of them.
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
