//! Structs, messages and families.

use super::Resolver;
use crate::ast;
use crate::model::{FamilyId, RecordId};

impl<'a> Resolver<'a> {
    pub(super) fn bind_struct(&mut self, item: &'a ast::Struct) -> Option<RecordId> {
        self.not_yet("structs are", item.span);
        None
    }

    pub(super) fn bind_message(&mut self, item: &'a ast::Message) -> Option<RecordId> {
        self.not_yet("messages are", item.span);
        None
    }

    pub(super) fn bind_family(&mut self, item: &'a ast::Family) -> Option<FamilyId> {
        self.not_yet("families are", item.span);
        None
    }
}
