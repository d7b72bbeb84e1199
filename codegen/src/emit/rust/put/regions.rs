//! Regions: their size, then their fields, by a function that also measures them. The mirror of `take/regions`.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::super::int::Int;
use super::super::scope::Scope;
use super::super::{code, derive, handed, names, size};
use super::Putter;
use crate::model::{Extent, FieldId, Wire};

impl Putter<'_, '_> {
    /// Writes the size of a region, where it stands in front, and the region.
    pub(super) fn region(&self, id: FieldId) -> TokenStream {
        let scope = self.scope;
        let Wire::Within { extent, .. } = &scope.field(id).wire else { return TokenStream::new() };
        let prefix = match extent {
            Extent::Prefixed { scalar, cell } => {
                self.scalar(*scalar, &self.raw(*cell, Int::of_scalar(scope.protocol(), *scalar)))
            }
            Extent::Fixed { .. } | Extent::Counted(_) | Extent::Given(_) | Extent::Until { .. } | Extent::Rest => {
                TokenStream::new()
            }
        };
        let call = call(scope, scope, id, &quote!(self));
        let call = call.map(|Call { function, more, .. }| quote!(#function(out #more);));
        quote!(#prefix #call)
    }

    /// The functions that write the fields of each region of this scope.
    pub(super) fn regions(&self) -> TokenStream {
        let regions = self.scope.body.iter().filter_map(|id| match &self.scope.field(*id).wire {
            Wire::Within { body, .. } => Some(self.function(*id, body)),
            _ => None,
        });
        quote!(#(#regions)*)
    }

    /// The local variables for the fields of a body, and what writes these.
    pub(super) fn written(&self, body: &[FieldId]) -> (TokenStream, TokenStream) {
        (derive::locals(self.scope, self.scope.own_written(body)), self.items(body))
    }

    /// Nothing where a region has nothing to write.
    fn function(&self, id: FieldId, body: &[FieldId]) -> TokenStream {
        let scope = self.scope;
        let (locals, statements) = self.written(body);
        if statements.is_empty() {
            return TokenStream::new();
        }
        let all = quote!(#locals #statements);
        let outer = handed::declared(scope, &scope.outer_of_region(body), &all);
        let known = code::known_declared(scope).filter(|_| code::mentions(&all, "known"));
        let (name, receiver) = (name(scope, id), size::receiver(scope));
        let receiver = code::mentions(&all, "self").then(|| quote!(#receiver,));
        quote! {
            #[inline]
            fn #name(#receiver out: &mut ::wireform::Output<'_> #outer #known) {
                #all
            }
        }
    }
}

/// What writes the fields of a region of `holder`, whose plain value is `this`; it stands in a function of `scope`.
struct Call {
    /// `self.put_within`
    function: TokenStream,
    /// What it needs besides the output, each behind a comma.
    more: TokenStream,
    /// It is no method.
    by_itself: bool,
}

/// `None` where there is nothing to write.
fn call(scope: &Scope<'_>, holder: &Scope<'_>, id: FieldId, this: &TokenStream) -> Option<Call> {
    let Wire::Within { body, .. } = &holder.field(id).wire else { return None };
    let (locals, statements) = Putter { scope: holder }.written(body);
    if statements.is_empty() {
        return None;
    }
    let all = quote!(#locals #statements);
    let cells = handed::passed(scope, &holder.outer_of_region(body));
    let known = code::mentions(&all, "known").then(|| quote!(, known));
    let (name, more, by_itself) = (name(holder, id), quote!(#cells #known), !code::mentions(&all, "self"));
    let ty = names::type_ident(&holder.name);
    let function = match by_itself {
        true if holder.name == scope.name => quote!(Self::#name),
        true => quote!(#ty::#name),
        false => quote!(#this.#name),
    };
    Some(Call { function, more, by_itself })
}

/// How many bytes a region of `holder` has, as a `usize`.
pub(in crate::emit::rust) fn measured(
    scope: &Scope<'_>,
    holder: &Scope<'_>,
    id: FieldId,
    this: &TokenStream,
) -> TokenStream {
    match call(scope, holder, id, this) {
        Some(Call { function, more, by_itself: true }) if more.is_empty() => {
            quote!(::wireform::Output::measure(#function))
        }
        Some(Call { function, more, .. }) => quote!(::wireform::Output::measure(|out| { #function(out #more); })),
        None => quote!(0),
    }
}

/// `put_within`; where a scope has several regions, the later ones are numbered.
fn name(scope: &Scope<'_>, id: FieldId) -> Ident {
    let regions = scope.body.iter().filter(|id| matches!(scope.field(**id).wire, Wire::Within { .. }));
    match regions.take_while(|other| **other != id).count() {
        0 => format_ident!("put_within"),
        earlier => format_ident!("put_within_{}", earlier.saturating_add(1)),
    }
}
