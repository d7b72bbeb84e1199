//! Errors that every reader of a field may make.

use super::super::codec::Fault;
use super::super::env::Env;
use super::super::error::{Malformed, ReadError, ReadErrorKind};
use super::super::fields::Slot;
use crate::model::{FieldId, Interval};

/// The error if no form or arm has a number. If that is the number of remaining bytes, more bytes may match one.
pub(super) fn wrong_code(
    env: &Env<'_, Slot>,
    id: FieldId,
    offset: usize,
    by_remaining: bool,
    codes: &[&Interval],
) -> ReadError {
    let remaining = env.remaining.unwrap_or(0);
    let least = codes.iter().filter_map(|one| usize::try_from(one.min).ok()).filter(|least| *least > remaining).min();
    match least.filter(|_| by_remaining) {
        Some(least) => error_of(Fault::Short { needed: least.saturating_sub(remaining) }, env.path(id), offset),
        None if by_remaining => ReadError::malformed(env.path(id), offset, Malformed::Value).found(remaining),
        None => ReadError::malformed(env.path(id), offset, Malformed::Value),
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
