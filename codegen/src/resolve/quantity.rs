//! Quantities.

use super::Resolver;
use crate::ast;
use crate::model::QuantityId;

impl Resolver<'_> {
    pub(super) fn bind_quantity(&mut self, item: &ast::Quantity) -> Option<QuantityId> {
        self.not_yet("quantities are", item.span);
        None
    }
}
