//! The field that is written and its state, for the methods that check and encode it. The mirror of `read/at`.

use std::cell::Cell;

use super::super::env::Env;
use super::super::error::{WriteError, WriteErrorKind};
use super::super::value::Value;
use crate::model::{Code, Field, FieldId, SessionId, SessionValues};

/// State of a field in a writer.
#[derive(Debug, Clone, Default)]
pub(super) struct Slot<'v> {
    /// Whether the body around it is present.
    pub(super) visited: bool,
    pub(super) present: bool,
    /// The user's value.
    pub(super) given: Option<&'v Value>,
    /// The number of elements.
    pub(super) count: usize,
    /// The offset at which the field begins, or would begin, in the bytes that were written last.
    pub(super) begin: Cell<usize>,
    /// Whether the value lacks the end that it may have, so that nothing can follow it.
    pub(super) open: bool,
    /// The arm in the user's value, and its code.
    pub(super) arm: Option<(usize, Code)>,
    /// The bytes, without a prefixed count; none for a field that consists of other fields of this record.
    pub(super) bytes: Vec<u8>,
    /// How the bytes were made, if they are of other records.
    pub(super) measured: Option<Measured>,
}

/// The numbers and the session state for which records were written, and what follows from them besides bytes.
#[derive(Debug, Clone)]
pub(super) struct Measured {
    pub(super) seen: (Vec<Code>, SessionValues),
    pub(super) updates: Vec<(SessionId, Code)>,
    pub(super) took_rest: bool,
}

/// A present field, in the record that is written.
pub(super) struct At<'e, 'p, 'v> {
    pub(super) env: &'e mut Env<'p, Slot<'v>>,
    pub(super) id: FieldId,
    pub(super) field: &'p Field,
    /// The user's value.
    pub(super) given: Option<&'v Value>,
}

impl At<'_, '_, '_> {
    /// The path of the field in errors.
    pub(super) fn path(&self) -> String {
        self.env.path(self.id)
    }

    /// The error of this kind.
    pub(super) fn reject(&self, kind: WriteErrorKind) -> WriteError {
        WriteError::new(self.path(), kind)
    }

    /// The error for a value of another kind.
    pub(super) fn wrong_type(&self, wanted: &'static str, found: &Value) -> WriteError {
        wrong_type(&self.path(), wanted, found)
    }
}

pub(super) fn wrong_type(path: &str, wanted: &'static str, found: &Value) -> WriteError {
    WriteError::new(path, WriteErrorKind::Type { wanted, found: found.what() })
}
