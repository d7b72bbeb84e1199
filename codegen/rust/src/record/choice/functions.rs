//! The functions of one choice that the record's own functions call: a reader of the view, and a check and a writer of
//! the value.

use crate::decode::take::Taker;
use crate::encode::check::Checker;
use crate::encode::put::{self, Putter};
use crate::facts::writes::Function;
use crate::field::code;
use crate::hooks;
use crate::model::FieldId;
use crate::scope::{Act, Scope, captures};
use crate::text::tokens::{TokenStream, format_ident, quote};

/// The functions of one choice.
pub(super) struct Functions<'s, 'a> {
    pub(super) scope: &'s Scope<'a>,
    pub(super) id: FieldId,
}

impl Functions<'_, '_> {
    /// `fn take(input: &mut ::wireform::Input<'a, E>, kind: u8) -> Result<Self, E> { .. }`: reads the view.
    pub(super) fn take(&self, view_life: &TokenStream) -> TokenStream {
        let choosing = Taker::new(self.scope, format_ident!("input")).choosing(self.id);
        let life = if view_life.is_empty() { quote!('_) } else { quote!('a) };
        let (first, matching) = (&choosing.first, choosing.matching());
        let body = quote!(#first Ok(#matching));
        let generics = quote!(<E: ::wireform::Refusal>);
        let input = quote!(input: &mut ::wireform::Input<#life, E>);
        let result = quote!(-> ::core::result::Result<Self, E>);
        self.function("take", Act::Take, Some(generics), &input, Some(result), &body)
    }

    /// `fn pass_body(input: &mut ::wireform::Input<'_, E>, kind: u8) -> Result<(), E> { .. }`: reads it without a view; `None` if
    /// no arm leads back to the record.
    pub(super) fn pass(&self, view_life: &TokenStream) -> Option<TokenStream> {
        self.scope.leads_back(self.id).then(|| {
            let taker = Taker { passes: true, ..Taker::new(self.scope, format_ident!("input")) };
            let life = if view_life.is_empty() { quote!('_) } else { quote!('a) };
            let input = quote!(input: &mut ::wireform::Input<#life, E>);
            let result = quote!(-> ::core::result::Result<(), E>);
            let generics = quote!(<E: ::wireform::Refusal>);
            self.function("pass_body", Act::Take, Some(generics), &input, Some(result), &taker.passing(self.id))
        })
    }

    /// `fn check(&self, kind: u8) -> Result<(), Error> { .. }`: checks the value before it is written; `None` if
    /// it has no checks, or is checked while it is written.
    pub(super) fn check(&self) -> Option<TokenStream> {
        if self.scope.is_checked_as_written() {
            return None;
        }
        self.scope.facts.checks.choice(self.id).is_some_and(|choice| choice.rejects).then(|| {
            let body = Checker { scope: self.scope, act: Act::Check }.choosing(self.id).whole();
            let (result, body) = put::finished(body, true);
            self.function("check", Act::Check, None, &quote!(&self), result, &body)
        })
    }

    /// `fn put(&self, out: &mut ::wireform::Output<'_>, kind: u8) { .. }`: writes the value; `None` if it has no bytes.
    pub(super) fn put(&self) -> Option<TokenStream> {
        let Function { writes: true, rejects } = self.scope.writer().choice(self.id) else { return None };
        let output = hooks::output(&self.scope.context, &hooks::of_record(self.scope));
        let putter = Putter { scope: self.scope };
        let body = match self.scope.leads_back(self.id) {
            true => putter.leading_back(self.id),
            false => putter.choosing(self.id).whole(),
        };
        let (result, body) = put::finished(body, rejects);
        Some(self.function("put", Act::Put, None, &quote!(&self, out: #output), result, &body))
    }

    fn function(
        &self,
        name: &str,
        act: Act,
        generics: Option<TokenStream>,
        first: &TokenStream,
        result: Option<TokenStream>,
        body: &TokenStream,
    ) -> TokenStream {
        let name = format_ident!("{name}");
        // The functions of the record call them, from any module.
        let visible = self.scope.visibility();
        let cells = captures::declared(self.scope, &self.scope.read_by_choice(self.id, act));
        let front = code::front_declared(self.scope, &[self.id]).filter(|_| act != Act::Check);
        let known = code::known_declared(self.scope);
        quote! {
            #[inline]
            #visible fn #name #generics(#first #cells #front #known) #result { #body }
        }
    }
}
