//! Rules and checksums that wait until their scope or their record is complete. `rule` and `checksum` bind them then.

use crate::ast;
use crate::model::{Algorithm, CellId, Covered, FieldId, HookId, Input};

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
    pub(in crate::resolve) how: PendingHow<'a>,
    pub(in crate::resolve) args: &'a [ast::Expr],
}

/// The function of a checksum, and what it covers.
#[derive(Debug, Clone)]
pub(in crate::resolve) enum PendingHow<'a> {
    Catalogue { check: Algorithm, covers: Vec<PendingCover<'a>> },
    Hook { hook: HookId, cover: &'a ast::Expr, inputs: Vec<Input> },
}

/// An argument of a check of the catalogue.
#[derive(Debug, Clone)]
pub(in crate::resolve) enum PendingCover<'a> {
    /// A range of the record.
    Range(&'a ast::Expr),
    /// Bytes that are not on the wire.
    Other(Covered),
}
