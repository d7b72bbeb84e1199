//! Lists with empty places: a checked stretch in the view, an array of options in the plain value, and in a state whose
//! differences travel an array.

use proc_macro2::TokenStream;
use quote::quote;

use super::int::length;
use super::names;
use super::scope::{Place, Scope};
use super::slot::{Slot, field_borrows, item_params_type, item_type, lifetime, record_type, slot as slot_of};
use crate::model::{self, Field, Item, Wire};

/// The types of such a list.
pub(super) fn slot(place: &Place<'_>, item: &Item, count: u64) -> Slot {
    let (element, params, count) = (item_type(place, item), item_params_type(place, item), length(count));
    let params = (params.to_string() != "()").then(|| quote!(, #params));
    let view = quote!(::wireform::Sparse<'a, #element, #count #params>);
    Slot { kept: view.clone(), shown: view, plain: quote!([::core::option::Option<#element>; #count]) }
}

/// The type of a field in a state whose differences travel.
pub(super) fn state_type(scope: &Scope<'_>, field: &Field) -> TokenStream {
    match &field.wire {
        Wire::Sparse { item, count, base: Some(_), .. } => {
            let (element, count) = (item_type(&scope.place, item), length(*count));
            quote!([#element; #count])
        }
        Wire::Group { delta: Some(delta), .. } => match delta.place {
            model::Place::Whole => slot_of(scope, field).plain,
            model::Place::Part => {
                let (name, life) = (names::type_ident(&delta.name), lifetime(field_borrows(scope, field)));
                quote!(#name #life)
            }
            model::Place::Like(record) => record_type(&scope.place, &scope.protocol().records[record.0]),
        },
        _ => slot_of(scope, field).plain,
    }
}
