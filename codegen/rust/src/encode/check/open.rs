//! Bytes, text and lists that may lack their end where the region ends: then nothing follows them.

use super::Checker;
use super::extents::bytes_of;
use crate::encode::derive;
use crate::field::ending::ending;
use crate::field::last::{Last, last_element};
use crate::model::{Extent, FieldId, Kept, Presence, Wire};
use crate::text::condition;
use crate::text::emitted::Emitted;
use crate::text::tokens::{TokenStream, quote};

impl Checker<'_, '_> {
    /// `self.rest.is_some()` and `self.rest.is_none()`: whether the value has something behind such a field, and whether
    /// it has nothing; `None` if it never has.
    pub fn followed(&self, id: FieldId) -> Option<[Emitted; 2]> {
        let next = self.scope.record.behind_open_end(id)?;
        let field = self.scope.field(next);
        match (&field.presence, &field.wire) {
            (Presence::Left { .. }, _) => {
                Some([false, true].map(|negated| derive::flag_of(self.scope, next, &quote!(self), negated)))
            }
            // The region counts its bytes.
            (_, Wire::Padding { .. }) => None,
            _ => {
                let name = self.scope.member(next);
                let is_empty = Emitted::operand(quote!(self.#name.is_empty()));
                Some([condition::not(&is_empty), is_empty])
            }
        }
    }

    /// `!Ending::through(..).closes(..)`: whether the value of such a field lacks its end.
    pub fn lacks_end(&self, id: FieldId) -> TokenStream {
        let (wire, name) = (&self.scope.field(id).wire, self.scope.member(id));
        let Some(Extent::Until { end, .. }) = wire.extent() else { return TokenStream::new() };
        match wire {
            Wire::List { item, .. } => {
                let Last::Value(test) = last_element(self.scope, item, end) else { return quote!(false) };
                quote!(!self.#name.iter().last().is_some_and(|element| { let element = &element; #test }))
            }
            _ => {
                let (ending, bytes) = (ending(end, Kept::Yes), bytes_of(wire, &quote!(self.#name)));
                quote!(!#ending.closes(#bytes, None, false))
            }
        }
    }
}
