//! The functions of one choice that the record's own functions call: a reader of the view, and a check and a writer of
//! the value.

use crate::emit::rust::decode::take::Taker;
use crate::emit::rust::encode::check::Checker;
use crate::emit::rust::encode::put::Putter;
use crate::emit::rust::field::code;
use crate::emit::rust::hooks;
use crate::emit::rust::scope::{Act, Scope, captures};
use crate::emit::rust::text::tokens::{TokenStream, format_ident, quote};
use crate::facts::writes::Function;
use crate::model::FieldId;

/// The functions of one choice.
pub(super) struct Functions<'s, 'a> {
    pub(super) scope: &'s Scope<'a>,
    pub(super) id: FieldId,
}

impl Functions<'_, '_> {
    /// Reads the view.
    pub(super) fn take(&self, view_life: &TokenStream) -> TokenStream {
        let choosing = Taker::new(self.scope, format_ident!("input")).choosing(self.id);
        let life = if view_life.is_empty() { quote!('_) } else { quote!('a) };
        let (first, matching) = (&choosing.first, choosing.matching());
        let body = quote!(#first Ok(#matching));
        let generics = quote!(<E: ::wireform::Refusal>);
        let input = quote!(input: &mut ::wireform::Input<#life, E>);
        self.function("take", Act::Take, &generics, &input, &quote!(-> ::core::result::Result<Self, E>), &body)
    }

    /// Checks the value before it is written; `None` if it has no checks, or is checked while it is written.
    pub(super) fn check(&self) -> Option<TokenStream> {
        if self.scope.is_checked_as_written() {
            return None;
        }
        self.scope.facts.writes.choice(self.id).rejects.then(|| {
            let body = Checker { scope: self.scope }.choosing(self.id).whole();
            self.function("check", Act::Check, &TokenStream::new(), &quote!(&self), &written(), &quote!(#body Ok(())))
        })
    }

    /// Writes the value; `None` if it has no bytes.
    pub(super) fn put(&self) -> Option<TokenStream> {
        let Function { writes: true, rejects } = self.scope.facts.writes.choice(self.id) else { return None };
        let output = hooks::output(&self.scope.context, &hooks::of_record(self.scope));
        let body = Putter { scope: self.scope }.choosing(self.id).whole();
        let (body, result) = match rejects && self.scope.is_checked_as_written() {
            true => (quote!(#body Ok(())), written()),
            false => (body, TokenStream::new()),
        };
        Some(self.function("put", Act::Put, &TokenStream::new(), &quote!(&self, out: #output), &result, &body))
    }

    fn function(
        &self,
        name: &str,
        act: Act,
        generics: &TokenStream,
        first: &TokenStream,
        result: &TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        let name = format_ident!("{name}");
        // The functions of the record call them, from any module.
        let visible = self.scope.context.module.map(|_| quote!(pub(super)));
        let cells = captures::declared(self.scope, &self.scope.read_by_choice(self.id, act));
        let known = code::known_declared(self.scope);
        quote! {
            #[inline]
            #visible fn #name #generics(#first #cells #known) #result { #body }
        }
    }
}

/// The result of a function that rejects values.
fn written() -> TokenStream {
    quote!(-> ::core::result::Result<(), ::wireform::WriteError>)
}
