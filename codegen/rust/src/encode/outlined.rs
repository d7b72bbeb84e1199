//! Calls of the writers of regions: to write, or to measure.

use crate::facts::writes::Function;
use crate::field::code;
use crate::hooks;
use crate::layout;
use crate::model::{FieldId, Wire};
use crate::scope::{Scope, captures};
use crate::text::literal;
use crate::text::tokens::{Ident, ToTokens, TokenStream, format_ident, quote};

/// The call of a function that writes a region.
pub struct Call {
    /// `self.put_within`
    pub function: TokenStream,
    /// The arguments after the output, each with a leading comma.
    pub more: TokenStream,
    /// `?` if it can reject the value.
    pub failed: Option<TokenStream>,
}

/// The place of a call.
pub struct Caller<'t> {
    /// The value of the scope that has the field.
    pub this: &'t TokenStream,
    /// The offset of the record's front.
    pub front: &'t TokenStream,
    /// Whether the places of marked fields are needed.
    pub writes: bool,
}

/// The call from a function of `scope` for a field of `holder`; `None` if there is nothing to write.
pub fn call(
    scope: &Scope<'_>,
    holder: &Scope<'_>,
    id: FieldId,
    Caller { this, front, writes }: &Caller<'_>,
) -> Option<Call> {
    let body = holder.outlined(&id)?;
    let Function { writes: true, rejects } = holder.writer().outlined(body) else { return None };
    let cells = captures::passed(scope, &holder.captured_by_region(body));
    let known = code::known_passed(holder);
    let front = holder.record.alignment(body).map(|_| quote!(, #front));
    let marks = code::marks_passed(holder, body, *writes);
    let (name, more) = (name(holder, id), quote!(#cells #front #marks #known));
    Some(Call { function: quote!(#this.#name), more, failed: rejects.then(|| quote!(?)) })
}

/// `::wireform::Output::measure(|to| self.put_within(to))`: the length in bytes of a region of `holder`.
pub fn measured(scope: &Scope<'_>, holder: &Scope<'_>, id: FieldId, this: &TokenStream) -> TokenStream {
    let measure = hooks::measure(&hooks::of_record(scope));
    // It is measured from its own start, whose distance from the front is constant up to whole multiples.
    let of = holder.record.alignment(&[id]);
    let back = of.and_then(|of| of.checked_sub(layout::residue(holder.protocol(), holder.record, id, of)?));
    let back = literal::length(back.unwrap_or(0)).to_token_stream();
    match call(scope, holder, id, &Caller { this, front: &back, writes: false }) {
        Some(Call { function, more, .. }) => quote!(#measure(|to| #function(to #more))),
        None => quote!(0),
    }
}

/// `put_within`, with a number from a scope's second region on.
pub fn name(scope: &Scope<'_>, id: FieldId) -> Ident {
    let regions = scope.body.iter().filter(|id| matches!(scope.field(**id).wire, Wire::Within { .. }));
    match regions.take_while(|other| **other != id).count() {
        0 => format_ident!("put_within"),
        earlier => format_ident!("put_within_{}", earlier.saturating_add(1)),
    }
}
