//! Regions: their size, then their fields, by a function that also measures them. The mirror of `take/regions`.
//!
//! A field whose bytes a rule counts has such a function as well.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::super::int::Int;
use super::super::long::{Function, Parts};
use super::super::scope::Scope;
use super::super::{code, derive, handed, hooks, names, size};
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
            Extent::Fixed { .. }
            | Extent::Counted(_)
            | Extent::Given(_)
            | Extent::Until { .. }
            | Extent::Rest
            | Extent::AllBut(_) => TokenStream::new(),
        };
        let call = self.written_apart(id);
        quote!(#prefix #call)
    }

    /// Writes what has a function of its own.
    pub(super) fn written_apart(&self, id: FieldId) -> TokenStream {
        let call = call(self.scope, self.scope, id, &quote!(self));
        call.map(|Call { function, more, .. }| quote!(#function(out #more);)).unwrap_or_default()
    }

    /// The functions that write the fields of each region of this scope, and what is measured besides.
    pub(super) fn regions(&self) -> TokenStream {
        let scope = self.scope;
        let apart = scope.body.iter().filter_map(|id| Some(self.function(*id, scope.written_apart(id)?)));
        quote!(#(#apart)*)
    }

    /// The local variables for the fields of a body, and what writes these.
    pub(super) fn written(&self, body: &[FieldId]) -> (TokenStream, Vec<TokenStream>) {
        (derive::locals(self.scope, self.scope.own_written(body)), self.steps(body, false))
    }

    /// Nothing where a region has nothing to write.
    fn function(&self, id: FieldId, body: &[FieldId]) -> TokenStream {
        let scope = self.scope;
        let (locals, statements) = self.written(body);
        if statements.iter().all(TokenStream::is_empty) {
            return TokenStream::new();
        }
        let (outer, name) = (scope.outer_of_region(body), name(scope, id));
        let Parts { locals, statements, functions } = Function {
            scope,
            name: name.to_string(),
            outer: outer.clone(),
            locals,
            statements,
            behind: Default::default(),
            writes: true,
        }
        .parts();
        let all = quote!(#locals #statements);
        let outer = handed::declared(scope, &outer, &all);
        let known = code::known_declared(scope).filter(|_| code::mentions(&all, "known"));
        let receiver = size::receiver(scope);
        let receiver = code::mentions(&all, "self").then(|| quote!(#receiver,));
        let output = hooks::output(&scope.place, &hooks::of_record(scope));
        quote! {
            #[inline]
            fn #name(#receiver out: #output #outer #known) {
                #all
            }

            #functions
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
    let body = holder.written_apart(&id)?;
    let (locals, statements) = Putter { scope: holder }.written(body);
    if statements.iter().all(TokenStream::is_empty) {
        return None;
    }
    let all = quote!(#locals #(#statements)*);
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

/// How many bytes a region of `holder` has, or a field that is measured, as a `usize`.
pub(in crate::emit::rust) fn measured(
    scope: &Scope<'_>,
    holder: &Scope<'_>,
    id: FieldId,
    this: &TokenStream,
) -> TokenStream {
    let measure = hooks::measure(&hooks::of_record(scope));
    match call(scope, holder, id, this) {
        Some(Call { function, more, by_itself: true }) if more.is_empty() => quote!(#measure(#function)),
        Some(Call { function, more, .. }) => quote!(#measure(|out| { #function(out #more); })),
        None => quote!(0),
    }
}

/// `put_within`; where a scope has several regions, the later ones are numbered. `put_only_payload` for a field.
fn name(scope: &Scope<'_>, id: FieldId) -> Ident {
    if scope.record.measures(id) {
        return format_ident!("put_only_{}", scope.field(id).label);
    }
    let regions = scope.body.iter().filter(|id| matches!(scope.field(**id).wire, Wire::Within { .. }));
    match regions.take_while(|other| **other != id).count() {
        0 => format_ident!("put_within"),
        earlier => format_ident!("put_within_{}", earlier.saturating_add(1)),
    }
}
