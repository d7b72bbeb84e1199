//! Differences that are written where their base is at hand. What does not count is stored too, and the next field is
//! written over it: if that is what the base has there, which is the same, nothing has to be chosen.

use super::super::scope::Scope;
use super::super::tokens::{Ident, TokenStream, quote};
use super::super::{delta, names, slot};
use super::{Putter, short};
use crate::model::{Base, Place, RecordId, Wire};

/// The state that a record's `put_into` is told: of short ones in which some field is stored in any case.
pub(super) fn name(scope: &Scope<'_>) -> Option<Ident> {
    let whole = scope.delta.filter(|delta| delta.place == Place::Whole && scope.is_root)?;
    let mut fields = scope.body.iter().map(|id| scope.field(*id));
    // These may have a common shape (`common`), which is told nothing.
    let is_chosen = fields.any(|field| matches!(field.wire, Wire::Chosen { .. }));
    let stored = scope.body.iter().any(|id| Putter { scope }.is_stored(*id));
    (stored && !is_chosen && short::most(scope).is_some()).then(|| names::type_ident(&whole.name))
}

/// The type of that state as `put_into` takes it.
pub(in crate::emit::rust) fn base(scope: &Scope<'_>) -> Option<TokenStream> {
    let name = name(scope)?;
    let life = slot::borrows(scope).then(|| quote!(<'_>));
    Some(quote!(&#name #life))
}

/// Writes what of a state travels, over what its base has.
///
/// ```text
/// out.window(|place| self.previous.delta_from(&self.oldest).put_into(&self.oldest, place));
/// ```
pub(super) fn put(
    scope: &Scope<'_>,
    record: RecordId,
    from: Option<&Base>,
    value: &TokenStream,
) -> Option<TokenStream> {
    let target = Scope::root(scope.place, &scope.protocol().records[record.0]);
    name(&target)?;
    let base = delta::base(scope, record, from?)?;
    Some(quote!(out.window(|place| #value.delta_from(&#base).put_into(&#base, place));))
}
