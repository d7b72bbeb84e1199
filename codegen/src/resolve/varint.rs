//! Integers of variable width.

use super::Resolver;
use crate::ast;
use crate::model::VarintId;

impl Resolver<'_> {
    pub(super) fn bind_varint(&mut self, item: &ast::Varint) -> Option<VarintId> {
        self.not_yet("varints are", item.span);
        None
    }
}
