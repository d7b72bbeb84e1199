//! Packed numbers.

use super::Resolver;
use crate::ast;
use crate::model::PackedId;

impl Resolver<'_> {
    pub(super) fn bind_packed(&mut self, item: &ast::Packed) -> Option<PackedId> {
        self.not_yet("packed numbers are", item.span);
        None
    }
}
