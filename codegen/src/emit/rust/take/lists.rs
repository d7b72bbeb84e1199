//! Lists, and what ends them. The mirror of `put/lists`.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::int::{Int, within};
use super::super::scope::Scope;
use super::super::slot::{self, item_params};
use super::{Taker, bound_literal};
use crate::model::{CellId, End, Extent, FieldId, Input, Item, Wire};

impl Taker<'_, '_> {
    pub(super) fn list(&self, id: FieldId, item: &Item, extent: &Extent) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let params = item_params(scope, item);
        match extent {
            Extent::Rest if matches!(item, Item::Family { .. }) => {
                quote!(::wireform::Stream::take_rest(#input, #params))
            }
            Extent::Rest => quote!(::wireform::List::take_rest(#input, #params, #path)?),
            Extent::Fixed { or_end: false, .. } => quote!(::wireform::list::take_array(#input, #params, #path)?),
            Extent::Fixed { count, or_end: true } => {
                let count = super::super::int::length(*count);
                quote!(::wireform::List::take_or_end(#input, #count, #params, #path)?)
            }
            Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } | Extent::AllBut(_) => {
                let count = self.count(id, extent);
                quote!({ #count ::wireform::List::take(#input, count, #params, #path)? })
            }
            Extent::Until { end: End::Left(most), bound, .. } => {
                let (bound, most) = (bound_literal(*bound), super::super::int::length(*most));
                let ends = quote!(|probe| Ok(probe.left() <= #most));
                quote!(::wireform::List::take_until(#input, (false, #bound), #params, #path, #ends)?)
            }
            Extent::Until { end, or_end, bound } => {
                let (bound, ends) = (bound_literal(*bound), self.end(item, end));
                quote!(::wireform::List::take_until(#input, (#or_end, #bound), #params, #path, |probe| { #ends })?)
            }
        }
    }

    /// A list with empty places.
    pub(super) fn sparse(&self, id: FieldId, item: &Item, mask: CellId) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let params = item_params(scope, item);
        let (mask, from) = super::super::expr::input(scope, Input::Cell(mask));
        let mask = Int { bits: 64, signed: false }.convert(mask, from);
        quote!(::wireform::Sparse::take(#input, #mask, #params, #path)?)
    }

    /// What takes a terminator from `probe` and gives whether it was one.
    pub(super) fn end(&self, item: &Item, end: &End) -> TokenStream {
        let probe = Taker::new(self.scope, quote::format_ident!("probe"));
        let no_name = quote!(&"");
        match (end, item) {
            (End::Value { read, .. }, Item::Scalar { scalar, .. }) => {
                let number = probe.number(*scalar, &no_name);
                let test = within(&quote!(number), Int::of_scalar(self.scope.protocol(), *scalar), read);
                quote!(let number = #number; Ok(#test))
            }
            (End::Cell { cell, read, .. }, Item::Record { record, .. }) => {
                let element = Scope::root(self.scope.place, &self.scope.protocol().records[record.0]);
                let before = probe.before(&element, element.cell(*cell).field);
                let taker = Taker::new(&element, probe.input);
                let field = element.cell(*cell).field;
                let Wire::Scalar { scalar, .. } = &element.field(field).wire else { return quote!(Ok(false)) };
                let number = taker.number(*scalar, &taker.path(field));
                let test = within(&quote!(number), element.cell_int(*cell), read);
                quote!(#before let number = #number; Ok(#test))
            }
            (End::EmptyText { field }, Item::Record { record, .. }) => {
                let element = Scope::root(self.scope.place, &self.scope.protocol().records[record.0]);
                let before = probe.before(&element, *field);
                let text = Taker::new(&element, probe.input).field(*field);
                quote!(#before let text = #text; Ok(text.is_empty()))
            }
            _ => quote!(Ok(false)),
        }
    }

    /// Statements that read an element's fields before one of them.
    pub(super) fn before(&self, element: &Scope<'_>, field: FieldId) -> TokenStream {
        let taker = Taker::new(element, self.input.clone());
        let before = element.body.iter().take_while(|id| **id != field).map(|id| {
            let kept = taker.field(*id);
            let ty = slot::elided(&slot::slot(element, element.field(*id)).kept);
            quote!(let _: #ty = #kept;)
        });
        quote!(#(#before)*)
    }
}
