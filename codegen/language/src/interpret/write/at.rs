//! The field that is written, for the methods that check and encode it. The mirror of `read/at`.

use super::super::env::Env;
use super::super::error::{WriteError, WriteErrorKind};
use super::super::value::Value;
use super::Slot;
use crate::model::{Field, FieldId};

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
        super::wrong_type(&self.path(), wanted, found)
    }
}
