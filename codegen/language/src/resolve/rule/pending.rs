//! Rules and checksums that wait until their scope or their record is complete. `rule` and `checksum` bind them then.

use crate::ast;
use crate::model::{CellId, FieldId, How};

use crate::resolve::scope::ScopeId;
use crate::resolve::scope::known::Fact;

/// A pending rule.
#[derive(Debug, Clone)]
pub(in crate::resolve) struct PendingRule<'a> {
    pub(in crate::resolve) field: FieldId,
    pub(in crate::resolve) scope: ScopeId,
    pub(in crate::resolve) facts: Vec<Fact>,
    pub(in crate::resolve) rule: &'a ast::Rule,
}

/// A checksum of an incomplete record.
#[derive(Debug, Clone)]
pub(in crate::resolve) struct PendingChecksum<'a> {
    pub(in crate::resolve) cell: CellId,
    pub(in crate::resolve) how: How,
    pub(in crate::resolve) cover: &'a ast::Expr,
}
