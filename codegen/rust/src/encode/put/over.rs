//! Branch-free delta encoding: stores every field, advances only past present ones.
//!
//! An absent field is stored as the base has it, which is also its value in the state, so rustc drops the choice.

use super::{Putter, short};
use crate::model::{Base, DeltaScope, RecordId, Wire};
use crate::scope::Scope;
use crate::text::names;
use crate::text::tokens::{Ident, TokenStream, quote};
use crate::values::delta;

/// The state that `put_into` of a short record takes, if some field is stored unconditionally.
pub(super) fn name(scope: &Scope<'_>) -> Option<Ident> {
    let whole = scope.delta.filter(|delta| delta.scope == DeltaScope::Whole && scope.is_root)?;
    let mut fields = scope.body.iter().map(|id| scope.field(*id));
    // These may have a common shape (`common`), whose writer takes no base.
    let is_chosen = fields.any(|field| matches!(field.wire, Wire::Chosen { .. }));
    let stored = scope.body.iter().any(|id| Putter { scope }.is_always_stored(*id));
    (stored && !is_chosen && short::most(scope).is_some()).then(|| names::type_ident(&whole.name))
}

/// The type of that argument of `put_into`.
pub fn base(scope: &Scope<'_>) -> Option<TokenStream> {
    let name = name(scope)?;
    let life = scope.borrows().then(|| quote!(<'_>));
    Some(quote!(&#name #life))
}

/// Writes a state as the delta against its base.
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
    let target = Scope::root(scope.context, record);
    name(&target)?;
    let base = delta::base(scope, record, from?)?;
    Some(quote!(out.window(|place| #value.delta_from(&#base).put_into(&#base, place));))
}
