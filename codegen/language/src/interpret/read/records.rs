//! Readers of records and families at their levels, and of nested parts: how many of these are around them, of one circle.
//! The mirror of `write/records`.

use super::super::error::{Malformed, ReadError};
use super::super::trace::StepKind;
use super::super::value::Value;
use super::Reader;
use super::at::At;
use crate::model::{Code, Expr, Family, NestedId, Node, Record};

impl<'p> Reader<'p, '_> {
    /// Reads a record, after its code if it has one.
    pub(super) fn record(&mut self, record: &'p Record, params: &[Code]) -> Result<Value, ReadError> {
        let around = self.level;
        self.level = around.within(record.circle.as_ref());
        let value = self.whole_record(record, params);
        self.level = around;
        value
    }

    /// Reads a message of a family, after its code or chosen `by` an earlier number.
    pub(super) fn family(
        &mut self,
        family: &'p Family,
        params: &[Code],
        name: &str,
        by: Option<Code>,
    ) -> Result<Value, ReadError> {
        let around = self.level;
        self.level = around.within(family.circle.as_ref());
        let value = self.member(family, params, name, by);
        self.level = around;
        value
    }

    /// Reads a nested part, one level deeper if it is in the circle of this record.
    pub(super) fn nested(&mut self, at: &mut At<'_, '_>, part: NestedId, args: &[Expr]) -> Result<Value, ReadError> {
        let protocol = self.protocol;
        let Some(node) = protocol.nested.get(part.0).copied() else { return Ok(Value::Null) };
        let Some(deeper) = self.level.deeper(protocol.circle(node)) else {
            return Err(at.malformed(Malformed::Depth).expected(self.level.most()));
        };
        let around = self.level;
        self.level = deeper;
        let params = at.env.args(args);
        let value = match node {
            Node::Record(id) => {
                self.open_field(at, StepKind::Record);
                let value = self.record(&protocol.records[id.0], &params);
                self.close();
                value
            }
            Node::Family(id) => {
                // An element that is its only field has no name in a path.
                let name = at.field.name.as_deref().filter(|_| !at.path().is_empty());
                self.family(&protocol.families[id.0], &params, name.unwrap_or_default(), None)
            }
        };
        self.level = around;
        value.map_err(|error| error.inside(&at.path()))
    }
}
