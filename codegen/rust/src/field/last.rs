//! The elements that end a list, as a terminator or as its last.

use crate::field::expr::LEFT;
use crate::field::{slot, value};
use crate::layout;
use crate::model::{
    ByteOrder, CellId, Demand, End, FieldId, Held, Input, Interval, Item, Length, Scalar, Source, Wire, sets,
};
use crate::scope::Scope;
use crate::text::emitted::Emitted;
use crate::text::int::{Int, of_raw, within};
use crate::text::literal;
use crate::text::names;
use crate::text::tokens::{Literal, TokenStream, quote};

/// How the last element differs from those before it.
pub enum Last {
    /// By its value: a test of `element`.
    Value(TokenStream),
    /// By a bit that the list sets, at an offset in the element. It is 1 in the last, or 0.
    Bit { byte: u64, mask: u8, is_one: bool },
}

/// How the last element of a list differs.
pub fn last_element(scope: &Scope<'_>, item: &Item, end: &End) -> Last {
    match (end, item) {
        (End::Cell { cell, read, .. }, Item::Record { record, .. }) => {
            let element = Scope::root(scope.context, *record);
            match &element.cell(*cell).source {
                Source::Derived(Demand::Place { last }) => bit(&element, *cell, *last != 0),
                Source::Derived(Demand::Count { .. }) => {
                    Last::Value(is_length(&element, *cell, read).unwrap_or_else(|| quote!(false)))
                }
                Source::Derived(_) => Last::Value(is_shape(scope, &element, *cell, read)),
                _ => Last::Value(is_number(&element, *cell, read)),
            }
        }
        _ => Last::Value(is_end(scope, item, end).unwrap_or_else(|| quote!(true))),
    }
}

impl Last {
    /// `|element: &Item, _| element.more == 0`: whether an element that was read, of this type, is the last.
    pub fn read(&self, ty: &TokenStream) -> TokenStream {
        match self {
            Self::Value(test) => quote!(|element: &#ty, _| #test),
            Self::Bit { byte, mask, is_one } => {
                let (byte, mask) = (literal::length(*byte), Literal::u8_unsuffixed(*mask));
                let is_set = if *is_one { quote!(!=) } else { quote!(==) };
                quote!(|_, bytes| bytes.get(#byte).is_some_and(|byte| byte & #mask #is_set 0))
            }
        }
    }

    /// `|element, is_last, _| if element.more == 0 { !is_last } else { is_last && self.rest.is_some() }`: likewise, of a
    /// list that may lack its end; `followed`: whether something stands behind it.
    pub fn misplaced_or_end(&self, followed: Option<&Emitted>) -> TokenStream {
        match (self, followed) {
            (Self::Value(test), Some(followed)) => {
                quote!(|element, is_last, _| if #test { !is_last } else { is_last && #followed })
            }
            (Self::Value(test), None) => quote!(|element, is_last, _| !is_last && #test),
            (Self::Bit { .. }, _) => self.misplaced(),
        }
    }

    /// `|element, is_last, _| (element.more == 0) != is_last`: whether an element is not where it may be; sets its bit.
    pub fn misplaced(&self) -> TokenStream {
        match self {
            Self::Value(test) => quote!(|element, is_last, _| (#test) != is_last),
            Self::Bit { byte, mask, is_one } => {
                let (byte, mask) = (literal::length(*byte), Literal::u8_unsuffixed(*mask));
                let set = if *is_one { quote!(*byte |= #mask) } else { quote!(*byte &= !#mask) };
                quote!(|_, is_last, bytes| {
                    if let (true, Some(byte)) = (is_last, bytes.get_mut(#byte)) {
                        #set;
                    }
                    false
                })
            }
        }
    }
}

/// `|_, _, bytes| ..`: whether an element begins as what follows the list.
pub fn begins(scope: &Scope<'_>, item: &Item, end: &End) -> TokenStream {
    let End::Begins { scalar: scalar @ Scalar::Int { bytes, .. }, read, .. } = end else {
        let test = is_end(scope, item, end).unwrap_or_else(|| quote!(false));
        return quote!(|element, _, _| #test);
    };
    let (size, number) = (literal::length((*bytes).into()), slot::from_bytes(&quote!(*bytes), *scalar));
    let test = within(&Emitted::path(quote!(number)), Int::of_scalar(scope.protocol(), *scalar), read);
    quote!(|_, _, bytes| bytes.first_chunk::<#size>().is_some_and(|bytes| { let number = #number; #test }))
}

/// The test that a number or a string of an element ends its list; `None` if no element can.
pub fn is_end(scope: &Scope<'_>, item: &Item, end: &End) -> Option<TokenStream> {
    Some(match (end, item) {
        (End::Value { read, .. }, Item::Scalar { scalar, value }) => {
            let int = Int::of_scalar(scope.protocol(), *scalar);
            let element = match value.held() {
                Held::Int | Held::Bool => Emitted::operand(quote!(*element)),
                Held::Type => Emitted::path(quote!(element)),
            };
            let (raw, int) = value::to_number(scope.protocol(), *value, element, int);
            of_raw(&raw, |raw| within(raw, int, read))
        }
        (End::Cell { cell, read, .. }, Item::Record { record, .. }) => {
            let element = Scope::root(scope.context, *record);
            if let Source::Derived(_) = element.cell(*cell).source {
                return is_length(&element, *cell, read);
            }
            is_number(&element, *cell, read)
        }
        (End::EmptyText { field }, Item::Record { record, .. }) => {
            let element = Scope::root(scope.context, *record);
            if layout::bare_element(element.record).is_some() {
                return Some(quote!(element.is_empty()));
            }
            let name = names::field_ident(element.field(*field).name.as_deref().unwrap_or_default());
            quote!(element.#name.is_empty())
        }
        _ => return None,
    })
}

/// `element.data.is_empty()`: whether the number that counts a field has one of these codes; `None` if it never has.
fn is_length(element: &Scope<'_>, cell: CellId, read: &[Interval]) -> Option<TokenStream> {
    let Source::Derived(Demand::Count { fields, times, plus }) = &element.cell(cell).source else { return None };
    let [field] = fields.as_slice() else { return None };
    let length = Length { cell, times: *times, plus: *plus };
    let lens: Vec<Interval> = read.iter().filter_map(|codes| length.over(*codes).meet(Int::U64.interval())).collect();
    let name = names::field_ident(element.field(*field).name.as_deref()?);
    match lens.as_slice() {
        [] => None,
        [Interval { min: 0, max: 0 }] => Some(quote!(element.#name.is_empty())),
        lens => {
            let test = within(&Emitted::operand(quote!(element.#name.len())), LEFT, lens);
            Some(quote!(#test))
        }
    }
}

/// `element.more == 0`
fn is_number(element: &Scope<'_>, cell: CellId, read: &[Interval]) -> TokenStream {
    let one = element.cell(cell);
    let number = match layout::bare_element(element.record) {
        Some(_) => Emitted::operand(quote!((*element))),
        None => {
            let (around, name) = (around(element, one.field), names::field_ident(one.name()));
            Emitted::path(quote!(#around.#name))
        }
    };
    let (raw, int) = value::to_number(element.protocol(), one.value, number, element.cell_int(cell));
    of_raw(&raw, |raw| within(raw, int, read))
}

/// `matches!(element.label, Label::Root { .. })`: whether the shape that `tag` chooses has one of these codes.
fn is_shape(scope: &Scope<'_>, element: &Scope<'_>, tag: CellId, read: &[Interval]) -> TokenStream {
    let shape = element.record.fields.iter().enumerate().find_map(|(at, field)| match &field.wire {
        Wire::Match { name, tag: own, arms } if own.number() == Some(Input::Cell(tag)) => {
            Some((FieldId(at), name, arms))
        }
        _ => None,
    });
    let Some((id, name, arms)) = shape else { return quote!(true) };
    let path = scope.context.in_module_of(element.record, names::type_ident(name));
    let whole = element.cell(tag).interval;
    let variants = arms.iter().filter(|arm| sets::covers(read, &arm.codes_among(arms, whole))).map(|arm| {
        let variant = names::variant_ident(&arm.name);
        quote!(#path::#variant { .. })
    });
    let place = match layout::bare_element(element.record) {
        Some(_) => quote!(element),
        None => {
            let (around, field) = (around(element, id), element.field(id).name.as_deref().unwrap_or_default());
            let field = names::field_ident(field);
            quote!(#around.#field)
        }
    };
    quote!(::core::matches!(#place, #(#variants)|*))
}

/// `element.head`: the value that holds a field, through groups that are always present.
fn around(element: &Scope<'_>, field: FieldId) -> TokenStream {
    let Some(parent) = element.field(field).parent else { return quote!(element) };
    let outer = around(element, parent);
    match element.field(parent).name.as_deref() {
        Some(name) => {
            let name = names::field_ident(name);
            quote!(#outer.#name)
        }
        // The fields of a region belong to the value around it.
        None => outer,
    }
}

/// The bit of a part in the bytes of its element, of which the offset is fixed.
fn bit(element: &Scope<'_>, cell: CellId, is_one: bool) -> Last {
    let field = element.cell(cell).field;
    let offset = layout::offset_of(element.protocol(), element.record, field).constant().unwrap_or(0);
    let Wire::Bits { carrier: Scalar::Int { bytes, order, .. }, parts } = &element.field(field).wire else {
        return Last::Value(quote!(true));
    };
    let low = parts.iter().find(|part| part.cell == cell).map_or(0, |part| part.end().saturating_sub(1));
    let byte = match order {
        ByteOrder::Little => low / 8,
        ByteOrder::Big => bytes.saturating_sub(low / 8 + 1),
    };
    Last::Bit { byte: offset.saturating_add(byte.into()), mask: 1 << (low % 8), is_one }
}
