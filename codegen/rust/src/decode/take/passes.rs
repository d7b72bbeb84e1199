//! Readers that pass by what leads back to their record: they call themselves, so they make no views, and their frames are
//! small without optimisation, too.

use super::{Taker, bound_literal};
use crate::decode::parse;
use crate::field::arms::Choosing;
use crate::field::{code, slot};
use crate::layout;
use crate::model::{Arm, End, Extent, FieldId, Kept, Wire};
use crate::scope::Act;
use crate::text::names;
use crate::text::segments::{Around, Piece, alone, apart};
use crate::text::tokens::{TokenStream, quote};

/// A call that passes a field by.
pub struct Passed {
    /// Statements in front of it, which define what it uses.
    pub before: TokenStream,
    /// A result without a value, or with the cells of a group.
    pub call: TokenStream,
}

impl Taker<'_, '_> {
    /// Whether a field is passed by.
    pub fn passes_by(&self, id: FieldId) -> bool {
        self.passes && self.scope.leads_back(id)
    }

    /// `PayloadView::pass_body(input, known)`: passes a present field by.
    pub fn passed(&self, id: FieldId) -> Passed {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let only = |call| Passed { before: TokenStream::new(), call };
        let ty = slot::slot(scope, id).stored;
        match &scope.field(id).wire {
            Wire::Group { .. } => {
                let Some(child) = scope.child_of(id) else { return only(quote!(Ok(()))) };
                let (view, args) = (names::view_ident(child.name), code::child_args(scope, &child, Act::Take));
                only(quote!(#view::pass_body(#input #args)))
            }
            Wire::Record { record, args, .. } => {
                let target = &scope.protocol().records[record.0];
                let known = slot::record_args(scope, target, args);
                let call = parse::pass(&scope.context, target, (&quote!(*#input), input), known);
                only(quote!(#call.map_err(|error| error.inside(#path))))
            }
            Wire::Family { .. } => {
                let (view, args, inside) = self.family(id);
                only(quote!(#view::pass_body(#input #args).map_err(|error| #inside)))
            }
            Wire::Match { name, .. } => {
                let (view, args) = (names::view_ident(name), self.choice_args(id));
                only(quote!(#view::pass_body(#input #args)))
            }
            Wire::Nested { part, args } => {
                let (params, depth) = slot::nested_params(scope, *part, args);
                only(quote!(<#ty>::pass(#input, #params, #depth, #path)))
            }
            Wire::List { item, extent }
                if is_counted(extent) && !layout::is_array_of(scope.protocol(), item, extent) =>
            {
                let (count, params) = (self.count(id, extent), slot::item_params(scope, item));
                Passed { before: quote!(#count), call: quote!(<#ty>::pass_all(#input, count, #params, #path)) }
            }
            Wire::List { item, extent: Extent::Until { end, kept: Kept::No, or_end, bound } }
                if !matches!(end, End::Left(_)) =>
            {
                let (params, bound, ends) =
                    (slot::item_params(scope, item), bound_literal(*bound), self.end(item, end));
                only(quote!(<#ty>::pass_until(#input, (#or_end, #bound), #params, #path, |probe| { #ends })))
            }
            _ => {
                let taken = self.field(id);
                only(quote!((|| -> ::core::result::Result<(), E> { let _: #ty = #taken; Ok(()) })()))
            }
        }
    }

    /// The body of a choice's reader without a view: arms that lead back are passed by, the reader of the view reads all
    /// others.
    ///
    /// ```text
    /// match kind { 9 => return ListView::pass_body(input, known), _ => {} }
    /// (|| Self::take(input, kind, known).map(|_| ()))()
    /// ```
    pub fn passing(&self, id: FieldId) -> TokenStream {
        let (input, args) = (&self.input, self.choice_args(id));
        let Choosing { first, subject, arms } = self.choosing(id);
        // No other arm is left, and none for tags without an arm.
        let Wire::Match { arms: shapes, .. } = &self.scope.field(id).wire else { return quote!(Ok(())) };
        if shapes.iter().all(|arm| self.arm_leads_back(arm)) && arms.len() == shapes.len() {
            return quote!(#first match #subject { #(#arms)* });
        }
        let again = (!first.is_empty()).then(|| quote!(*#input = start;));
        let start = again.as_ref().map(|_| quote!(let start = *#input;));
        let others = alone(&quote!(Self::take(#input #args).map(|_| ())), &quote!(E));
        let matching = quote!(match #subject { #(#arms)* });
        let first = Piece::plain(quote!(#start #first));
        let body = apart(vec![first], &quote!(#matching #again), &Around { error: &quote!(E), is_bare: true });
        quote!(#body #matching #again #others)
    }

    /// Whether an arm leads back to the record.
    pub(super) fn arm_leads_back(&self, arm: &Arm) -> bool {
        arm.body.iter().any(|id| self.scope.leads_back(*id))
    }

    /// `return NumberView::pass_body(input);`: passes one arm by; nothing if it does not lead back.
    pub(super) fn arm_passed(&self, (choice, index): (FieldId, usize), arm: &Arm) -> TokenStream {
        let (scope, input) = (self.scope, &self.input);
        if !self.arm_leads_back(arm) {
            return TokenStream::new();
        }
        if let Some(child) = scope.child_of_arm(choice, index).filter(|_| !arm.transparent) {
            let (view, args) = (names::view_ident(child.name), code::child_args(scope, &child, Act::Take));
            return quote!(return #view::pass_body(#input #args););
        }
        let passed = arm.body.first().map(|id| self.passed(*id));
        let Passed { before, call } =
            passed.unwrap_or_else(|| Passed { before: TokenStream::new(), call: quote!(Ok(())) });
        let before = apart(vec![Piece::plain(before)], &call, &Around { error: &quote!(E), is_bare: true });
        let passed = alone(&quote!(#before #call), &quote!(E));
        quote!(return #passed;)
    }
}

/// Whether elements are counted in front.
fn is_counted(extent: &Extent) -> bool {
    matches!(extent, Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } | Extent::AllBut(_))
}
