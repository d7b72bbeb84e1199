//! The reader of a scope that leads back to its record: without a view, so that its frame is small.

use super::View;
use crate::decode::parse;
use crate::decode::take::Taker;
use crate::decode::take::passes::Passed;
use crate::field::code;
use crate::hooks::checksum;
use crate::model::{FieldId, Wire};
use crate::scope::{Act, captures};
use crate::text::segments::{Around, Piece, apart};
use crate::text::tokens::{TokenStream, quote};

impl View<'_, '_> {
    /// `PayloadView::pass_body(input, known)?;`: passes a field by that leads back.
    pub(super) fn pass_field(&self, id: FieldId) -> Vec<Piece> {
        let (scope, field) = (self.scope, self.scope.field(id));
        let (mark, size, rule) = (self.mark(id), self.size(id), self.rule_at_once(id));
        let is_in_rules = self.is_stored(id) && !matches!(field.wire, Wire::Match { .. });
        if is_in_rules && scope.child_of(id).is_none() {
            let (variable, ty, stored) = (self.variable(id), self.stored_type(id), self.taker.field(id));
            let test = self.taker.is_there(id);
            let stored = if field.is_optional() { quote!(if #test { Some(#stored) } else { None }) } else { stored };
            return vec![Piece::back(quote!(#mark let #variable: #ty = #stored; #size #rule))];
        }
        let Passed { before, call } = self.taker.passed(id);
        if let Some(read) = self.take_group(id, &quote!(#call?)) {
            return vec![Piece::back(quote!(#mark #before #read #size #rule))];
        }
        let call = quote!(#call?;);
        if !field.is_optional() {
            let behind = Piece::plain(quote!(#size #rule));
            return vec![Piece::plain(quote!(#mark #before)), Piece::back(call), behind];
        }
        let test = self.taker.is_there(id);
        let around = Around { error: &quote!(E), is_bare: scope.returned().is_empty() };
        let before = apart(vec![Piece::plain(before)], &call, &around);
        vec![Piece::back(quote!(#mark if #test { #before #call } #size #rule))]
    }

    /// `fn pass_body(input: &mut Input<'a, E>) -> Result<(), E> { .. }`: reads what `take` reads, and refuses
    /// it for the same reason; `None` if the scope does not lead back.
    pub(super) fn pass(&self) -> Option<TokenStream> {
        let scope = self.scope;
        if scope.is_hidden || !scope.outermost.iter().any(|id| scope.leads_back(*id)) {
            return None;
        }
        let passing = Self { taker: Taker { passes: true, ..self.taker.clone() }, ..self.clone() };
        let front = code::front_passed(scope, scope.outermost).filter(|_| scope.is_root);
        let front = front.map(|_| quote!(let front = input.offset();));
        let rules = [passing.rules(), checksum::checks(scope)].into_iter().collect();
        let (up, nothing) = (scope.returned(), quote!(()));
        let (ty, value) = (captures::result(scope, up, nothing.clone()), captures::with(scope, up, &nothing));
        let pieces = passing.pieces_from(0).into_iter().chain([Piece::plain(rules)]);
        let around = Around { error: &quote!(E), is_bare: up.is_empty() };
        let body = apart(pieces.collect(), &value, &around);
        let (visible, known) = (scope.visibility(), code::known_declared(scope));
        let start = scope.is_root && parse::is_told_start(scope.record);
        let start = start.then(|| quote!(start: ::wireform::Input<'a, E>,));
        let declared = code::front_declared(scope, scope.outermost).filter(|_| !scope.is_root);
        let outer = captures::declared(scope, scope.captured(Act::Take));
        let life = if scope.view_borrows() { quote!('a) } else { quote!('_) };
        Some(quote! {
            #[inline]
            #visible fn pass_body<E: ::wireform::Refusal>(
                #start input: &mut ::wireform::Input<#life, E> #outer #declared #known
            ) -> ::core::result::Result<#ty, E> {
                #front
                #body
                Ok(#value)
            }
        })
    }
}
