//! Rules and checksums that wait until their scope or their record is complete.

use crate::ast;
use crate::model::{CellId, FieldId, How};

use super::facts::Fact;
use super::names::ScopeId;

/// A rule that waits.
#[derive(Debug, Clone)]
pub(super) struct PendingRule<'a> {
    pub(super) field: FieldId,
    pub(super) scope: ScopeId,
    pub(super) facts: Vec<Fact>,
    pub(super) rule: &'a ast::Rule,
}

/// A checksum whose record is not complete yet.
#[derive(Debug, Clone)]
pub(super) struct PendingChecksum<'a> {
    pub(super) cell: CellId,
    pub(super) how: How,
    pub(super) cover: &'a ast::Expr,
}
