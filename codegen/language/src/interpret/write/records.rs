//! Writers of records and families at their levels, and of nested parts. The mirror of `read/records`.

use super::super::error::{WriteError, WriteErrorKind};
use super::super::value::Value;
use super::at::{At, wrong_type};
use super::{Given, Writer};
use crate::model::{Code, Expr, Family, NestedId, Node, Record};

impl<'p> Writer<'p> {
    /// Writes a record, after its code if it has one.
    pub(super) fn record(
        &self,
        record: &'p Record,
        params: &[Code],
        value: Option<&Value>,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let given = match value {
            None => Given::Nothing,
            Some(value) if record.only().is_some() => Given::Only(value),
            Some(Value::Record(fields)) => Given::Fields(fields),
            Some(Value::Message { name, fields }) if *name == record.name => Given::Fields(fields),
            Some(other) => return Err(wrong_type("", "fields", other)),
        };
        self.fields(record, params, given, out)
    }

    /// Writes a message of a family, after its code.
    pub(super) fn family(
        &self,
        family: &'p Family,
        params: &[Code],
        value: Option<&Value>,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let around = self.level.replace(self.level.get().within(family.circle.as_ref()));
        let written = self.member(family, params, value, out);
        self.level.set(around);
        written
    }

    /// Writes a record, after its code if it has one, from its fields.
    pub(super) fn fields(
        &self,
        record: &'p Record,
        params: &[Code],
        given: Given<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let around = self.level.replace(self.level.get().within(record.circle.as_ref()));
        let written = self.whole_record(record, params, given, out);
        self.level.set(around);
        written
    }

    /// Writes a nested part, one level deeper if it is in the circle of this record.
    pub(super) fn nested(
        &self,
        at: &At<'_, '_, '_>,
        part: NestedId,
        args: &[Expr],
        bytes: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let Some(node) = self.protocol.nested.get(part.0).copied() else { return Ok(()) };
        // There is no default: one of its kinds may contain it again.
        let Some(value) = at.given else {
            let names = format!("`{}`", at.field.name.as_deref().unwrap_or_default());
            return Err(WriteError::new("", WriteErrorKind::Missing { names }));
        };
        let level = self.level.get();
        let Some(deeper) = level.deeper(self.protocol.circle(node)) else {
            return Err(at.reject(WriteErrorKind::Depth).expected(level.most()));
        };
        self.level.set(deeper);
        let params = at.env.args(args);
        let written = match node {
            Node::Record(id) => self.record(&self.protocol.records[id.0], &params, Some(value), bytes),
            Node::Family(id) => self.family(&self.protocol.families[id.0], &params, Some(value), bytes),
        };
        self.level.set(level);
        written.map_err(|error| error.inside(&at.path()))
    }
}
