//! The field that is read, and the errors that every reader of a field may make.

use super::super::codec::Fault;
use super::super::env::Env;
use super::super::error::{Malformed, ReadError, ReadErrorKind};
use super::super::fields::Slot;
use crate::model::{Field, FieldId, Interval};

/// A present field, in the record that is read.
pub(super) struct At<'e, 'p> {
    pub(super) env: &'e mut Env<'p, Slot>,
    pub(super) id: FieldId,
    pub(super) field: &'p Field,
    /// The offset at which it begins.
    pub(super) offset: usize,
}

impl At<'_, '_> {
    /// The path of the field in errors.
    pub(super) fn path(&self) -> String {
        self.env.path(self.id)
    }

    /// The error of a fault in the field.
    pub(super) fn fault(&self, fault: Fault) -> ReadError {
        error_of(fault, self.path(), self.offset)
    }

    /// The error if the field is malformed.
    pub(super) fn malformed(&self, why: Malformed) -> ReadError {
        ReadError::malformed(self.path(), self.offset, why)
    }

    /// The error if no form or arm has a number. If that is the number of remaining bytes, a longer packet may match one.
    pub(super) fn wrong_code(&self, by_remaining: bool, codes: &[&Interval]) -> ReadError {
        let remaining = self.env.remaining.unwrap_or(0);
        let least =
            codes.iter().filter_map(|one| usize::try_from(one.min).ok()).filter(|least| *least > remaining).min();
        match least.filter(|_| by_remaining) {
            Some(least) => self.malformed(Malformed::Short { needed: least.saturating_sub(remaining) }),
            None if by_remaining => self.malformed(Malformed::Value).found(remaining),
            None => self.malformed(Malformed::Value),
        }
    }
}

/// The error of a fault in a field.
pub(super) fn error_of(fault: Fault, path: String, offset: usize) -> ReadError {
    let kind = match fault {
        Fault::Short { needed } => ReadErrorKind::Truncated { needed },
        Fault::Varint => ReadErrorKind::Malformed(Malformed::Varint),
    };
    ReadError::new(path, offset, kind)
}

/// The name of a field, or its label if it has none.
pub(super) fn label(field: &Field) -> &str {
    field.name.as_deref().unwrap_or(&field.label)
}
