//! Calls of outlined writers, those of a region or of a measured field: to write, or to measure.

use crate::facts::writes::Function;
use crate::field::code;
use crate::hooks;
use crate::model::{FieldId, Wire};
use crate::scope::{Scope, captures};
use crate::text::tokens::{Ident, TokenStream, format_ident, quote};

/// The call of a function that writes a region or a measured field.
pub struct Call {
    /// `self.put_within`
    pub function: TokenStream,
    /// The arguments after the output, each with a leading comma.
    pub more: TokenStream,
    /// `?` if it can reject the value.
    pub failed: Option<TokenStream>,
}

/// The call from a function of `scope` for a field of `holder`, whose value is `this`; `None` if there is nothing to
/// write.
pub fn call(scope: &Scope<'_>, holder: &Scope<'_>, id: FieldId, this: &TokenStream) -> Option<Call> {
    let body = holder.outlined(&id)?;
    let Function { writes: true, rejects } = holder.writer().outlined(body) else { return None };
    let cells = captures::passed(scope, &holder.captured_by_region(body));
    let known = code::known_passed(holder);
    let (name, more) = (name(holder, id), quote!(#cells #known));
    Some(Call { function: quote!(#this.#name), more, failed: rejects.then(|| quote!(?)) })
}

/// `::wireform::Output::measure(|to| self.put_within(to))`: the length in bytes of a region or a measured field of
/// `holder`.
pub fn measured(scope: &Scope<'_>, holder: &Scope<'_>, id: FieldId, this: &TokenStream) -> TokenStream {
    let measure = hooks::measure(&hooks::of_record(scope));
    match call(scope, holder, id, this) {
        Some(Call { function, more, .. }) => quote!(#measure(|to| #function(to #more))),
        None => quote!(0),
    }
}

/// `put_within`, with a number from a scope's second region on; `put_only_payload` for a measured field.
pub fn name(scope: &Scope<'_>, id: FieldId) -> Ident {
    if scope.is_measured(id) {
        return format_ident!("put_only_{}", scope.field(id).label);
    }
    let regions = scope.body.iter().filter(|id| matches!(scope.field(**id).wire, Wire::Within { .. }));
    match regions.take_while(|other| **other != id).count() {
        0 => format_ident!("put_within"),
        earlier => format_ident!("put_within_{}", earlier.saturating_add(1)),
    }
}
