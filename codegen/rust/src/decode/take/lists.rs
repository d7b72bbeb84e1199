//! Readers of lists and their terminators. The mirror of `put/lists`.

use super::{Taker, bound_literal};
use crate::field::expr::{self, input_in};
use crate::field::last::last_element;
use crate::field::slot::{self, item_params, item_type};
use crate::layout;
use crate::model::{CellId, End, Extent, FieldId, Input, Item, Kept, Part, Says, Scalar, Wire};
use crate::scope::Scope;
use crate::text::emitted::Emitted;
use crate::text::int::{Int, within};
use crate::text::literal;
use crate::text::tokens::{ToTokens, TokenStream, format_ident, quote};

impl Taker<'_, '_> {
    /// `{ let count = ..; ::wireform::Elements::take(input, count, (), &"entities")? }`: reads a list.
    pub(super) fn list(&self, id: FieldId, item: &Item, extent: &Extent) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let params = item_params(scope, item);
        match extent {
            Extent::Rest if matches!(item, Item::Family { .. }) => {
                quote!(::wireform::Stream::take_rest(#input, #params))
            }
            Extent::Rest => quote!(::wireform::Elements::take_rest(#input, #params, #path)?),
            _ if layout::is_array_of(scope.protocol(), item, extent) => {
                quote!(::wireform::list::take_array(#input, #params, #path)?)
            }
            Extent::Fixed { or_end: false, .. } => quote!(::wireform::Array::take(#input, #params, #path)?),
            Extent::Fixed { count, or_end: true } => {
                let count = literal::length(*count);
                quote!(::wireform::Elements::take_or_end(#input, #count, #params, #path)?)
            }
            Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } | Extent::AllBut(_) => {
                let count = self.count(id, extent);
                quote!({ #count ::wireform::Elements::take(#input, count, #params, #path)? })
            }
            Extent::Until { end: End::Left(most), bound, .. } => {
                let (bound, most) = (bound_literal(*bound), literal::length(*most));
                let ends = quote!(|probe| Ok(probe.left() <= #most));
                quote!(::wireform::Elements::take_until(#input, (false, #bound), #params, #path, #ends)?)
            }
            Extent::Until { end, kept: Kept::Yes, or_end, bound } => {
                let take = if *or_end { quote!(take_through_or_end) } else { quote!(take_through) };
                let (bound, last) =
                    (bound_literal(*bound), last_element(scope, item, end).read(&item_type(&scope.context, item)));
                quote!(::wireform::Elements::#take(#input, #bound, #params, #path, #last)?)
            }
            Extent::Until { end, kept: kept @ (Kept::No | Kept::Left), or_end, bound } => {
                let take = if *kept == Kept::Left { quote!(take_before) } else { quote!(take_until) };
                let (bound, ends) = (bound_literal(*bound), self.end(item, end));
                quote!(::wireform::Elements::#take(#input, (#or_end, #bound), #params, #path, |probe| { #ends })?)
            }
        }
    }

    /// `::wireform::Sparse::take(input, u64::from(stat_mask), ::wireform::Le::<2>, &"stats")?`: reads a sparse list.
    pub(super) fn sparse(&self, id: FieldId, item: &Item, mask: CellId) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let params = item_params(scope, item);
        let (mask, from) = expr::input(scope, Input::Cell(mask));
        let mask = Int::U64.convert(mask, from);
        quote!(::wireform::Sparse::take(#input, #mask, #params, #path)?)
    }

    /// `let number = probe.varint(Int, &"")?; Ok(number == 0)`: the body of the closure that reads an element from
    /// `probe` and returns whether it is the terminator.
    pub(super) fn end(&self, item: &Item, end: &End) -> TokenStream {
        let probe = Taker::new(self.scope, format_ident!("probe"));
        match (end, item) {
            (End::Value { read, .. }, Item::Scalar { scalar, .. }) | (End::Begins { scalar, read, .. }, _) => {
                let path = if let End::Begins { path, .. } = end { quote!(&#path) } else { quote!(&"") };
                let number = probe.number(*scalar, &path);
                let test = within(&Emitted::path(quote!(number)), Int::of_scalar(self.scope.protocol(), *scalar), read);
                quote!(let number = #number; Ok(#test))
            }
            (End::Cell { cell, read, .. }, Item::Record { record, .. }) => {
                let element = Scope::seen_from(self.scope.context, *record);
                let field = element.cell(*cell).field;
                let (before, taker) = (probe.before(&element, field), Taker::new(&element, probe.input));
                let number = match &element.field(field).wire {
                    Wire::Chosen { .. } => taker.chosen(field),
                    Wire::Scalar { scalar, .. } => taker.number(*scalar, &taker.path(field)).to_token_stream(),
                    _ => {
                        let (bits, test) = (taker.parts(field, &[*cell]), input_in(&element, Input::Cell(*cell), read));
                        return quote!(#before #bits Ok(#test));
                    }
                };
                let test = within(&Emitted::path(quote!(number)), element.cell_int(*cell), read);
                quote!(#before let number = #number; Ok(#test))
            }
            (End::EmptyText { field }, Item::Record { record, .. }) => {
                let element = Scope::seen_from(self.scope.context, *record);
                let before = probe.before(&element, *field);
                let text = Taker::new(&element, probe.input).field(*field);
                quote!(#before let value = #text; Ok(value.is_empty()))
            }
            _ => quote!(Ok(false)),
        }
    }

    /// Statements that read an element's fields before `field`, and bind those that select a width.
    pub(super) fn before(&self, element: &Scope<'_>, field: FieldId) -> TokenStream {
        let taker = Taker::new(element, self.input.clone());
        let upto = element.record.fields.iter().take(field.0.saturating_add(1));
        let tags = upto.flat_map(|field| field.wire.inputs()).filter(|(says, _)| *says == Says::Width);
        let tags: Vec<CellId> = tags.filter_map(|(_, tag)| tag.cell()).collect();
        element.body.iter().take_while(|id| **id != field).map(|id| taker.in_front(*id, &tags)).collect()
    }

    /// Statements that read one of these fields, and bind its cells in `tags`.
    fn in_front(&self, id: FieldId, tags: &[CellId]) -> TokenStream {
        let element = self.scope;
        match &element.field(id).wire {
            Wire::Group { body, .. } => body.iter().map(|id| self.in_front(*id, tags)).collect(),
            Wire::Bits { .. } => self.parts(id, tags),
            Wire::Scalar { scalar, cell } if tags.contains(cell) => {
                let (name, stored) = (element.local(*cell), self.field(id));
                let ty = slot::array_annotation(element.field(id));
                match scalar {
                    Scalar::Int { .. } => {
                        let number = slot::decode(&quote!(kept), None, *scalar);
                        quote!(let kept #ty = #stored; let #name = #number;)
                    }
                    Scalar::Varint(_) => quote!(let #name = #stored;),
                }
            }
            Wire::Chosen { cell, .. } if tags.contains(cell) => {
                let (name, stored) = (element.local(*cell), self.field(id));
                quote!(let #name = #stored;)
            }
            _ => {
                let stored = self.field(id);
                let ty = slot::array_annotation(element.field(id));
                quote!(let _ #ty = #stored;)
            }
        }
    }

    /// `let raw = ..; let has_x = raw & 1 != 0;`: reads a carrier, checks its parts, and binds the wanted ones.
    fn parts(&self, id: FieldId, wanted: &[CellId]) -> TokenStream {
        let element = self.scope;
        let Wire::Bits { carrier, parts } = &element.field(id).wire else { return TokenStream::new() };
        let (input, int) = (&self.input, slot::carrier_int(element.protocol(), *carrier));
        let (stored, ty) = (self.field(id), slot::array_annotation(element.field(id)));
        let raw = Emitted::path(quote!(raw));
        let part = |part: &Part| slot::part(element, &raw, int, part);
        let checks: Vec<_> = parts.iter().filter_map(|one| self.part_refused(id, one, *carrier, &raw)).collect();
        let wanted: Vec<_> = parts.iter().filter(|part| wanted.contains(&part.cell)).collect();
        if wanted.is_empty() && checks.is_empty() {
            return quote!(let _ #ty = #stored;);
        }
        let at = (!checks.is_empty()).then(|| quote!(let at = #input.offset();));
        let checks = checks.into_iter().map(|(test, error)| quote!(if #test { return Err(#error); }));
        let number = match carrier {
            Scalar::Int { .. } => {
                let number = slot::carrier_of(*carrier, &raw.to_token_stream(), None);
                Some(quote!(let raw = #number;))
            }
            Scalar::Varint(_) => None,
        };
        let each = wanted.into_iter().map(|one| {
            let (name, part) = (element.local(one.cell), part(one));
            quote!(let #name = #part;)
        });
        quote!(#at let raw #ty = #stored; #number #(#checks)* #(#each)*)
    }
}
