//! Bitwise inequality of values. Rust's `!=` is not bitwise on IEEE numbers: zeros are equal, NaN is unequal to itself.
//!
//! `whole`: the values are states, in which every inherited field has a value; otherwise they are deltas.

use crate::field::slot;
use crate::layout::{self, Floats};
use crate::model::{Base, FieldId, Item, RecordId, Wire};
use crate::scope::{Context, Scope};
use crate::text::tokens::{TokenStream, quote};

/// `self.pitch != base.pitch`, `self.x.to_bits() != base.x.to_bits()`: the test that two values of a state's field
/// differ.
pub(super) fn in_field(scope: &Scope<'_>, id: FieldId, one: &TokenStream, other: &TokenStream) -> TokenStream {
    of_field(scope, id, true, one, other)
}

/// The test that two elements of a list differ.
pub(super) fn in_item(context: &Context<'_>, item: &Item, one: &TokenStream, other: &TokenStream) -> TokenStream {
    match item {
        Item::Scalar { .. } | Item::Family { .. } => quote!(#one != #other),
        Item::Float { .. } => quote!(#one.to_bits() != #other.to_bits()),
        Item::Record { record, .. } => match layout::bare_element(&context.protocol.records[record.0]) {
            Some(only) => of_field(&Scope::root(*context, *record), only, false, one, other),
            None => of_record(context, *record, false, one, other),
        },
    }
}

/// Compares the fields of a group one by one if it contains floats.
fn of_field(scope: &Scope<'_>, id: FieldId, whole: bool, one: &TokenStream, other: &TokenStream) -> TokenStream {
    let (wire, context) = (&scope.field(id).wire, &scope.context);
    if layout::wire_floats(context.protocol, scope.record, wire, whole) == Floats::None {
        return quote!(#one != #other);
    }
    match wire {
        Wire::Float { .. } => quote!(#one.to_bits() != #other.to_bits()),
        Wire::List { item: Item::Float { width, .. }, .. } | Wire::Sparse { item: Item::Float { width, .. }, .. } => {
            let float = slot::float_type(*width);
            let borrowed =
                matches!(wire, Wire::List { item, extent } if !layout::is_array_of(context.protocol, item, extent));
            if !borrowed {
                quote!(#one.map(#float::to_bits) != #other.map(#float::to_bits))
            } else {
                quote!(!#one.iter().map(#float::to_bits).eq(#other.iter().map(#float::to_bits)))
            }
        }
        Wire::List { item, .. } | Wire::Sparse { item, .. } => {
            let differ = in_item(context, item, &quote!(one), &quote!(other));
            quote!(#one.iter().zip(&#other).any(|(one, other)| #differ))
        }
        Wire::Record { record, from, .. } => {
            of_record(context, *record, Base::gives_state(from.as_ref(), whole), one, other)
        }
        _ => match scope.child_of(id) {
            Some(group) => of_scope(&group, whole, one, other),
            None => quote!(#one != #other),
        },
    }
}

fn of_record(
    context: &Context<'_>,
    record: RecordId,
    whole: bool,
    one: &TokenStream,
    other: &TokenStream,
) -> TokenStream {
    match layout::record_floats(context.protocol, &context.protocol.records[record.0], whole) {
        Floats::None => quote!(#one != #other),
        Floats::Plain | Floats::Hidden => of_scope(&Scope::root(*context, record), whole, one, other),
    }
}

fn of_scope(scope: &Scope<'_>, whole: bool, one: &TokenStream, other: &TokenStream) -> TokenStream {
    let each = scope.members().into_iter().map(|(name, field)| match field {
        Some(id) => of_field(scope, id, whole, &quote!(#one.#name), &quote!(#other.#name)),
        None => quote!(#one.#name != #other.#name),
    });
    quote!(#(#each)||*)
}
