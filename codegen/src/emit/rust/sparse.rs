//! Lists with empty places: a checked stretch in the view, and an array of options in the plain value.

use quote::quote;

use super::int::length;
use super::scope::Place;
use super::slot::{Slot, item_params_type, item_type};
use crate::model::Item;

/// The types of such a list.
pub(super) fn slot(place: &Place<'_>, item: &Item, count: u64) -> Slot {
    let (element, params, count) = (item_type(place, item), item_params_type(place, item), length(count));
    let params = (params.to_string() != "()").then(|| quote!(, #params));
    let view = quote!(::wireform::Sparse<'a, #element, #count #params>);
    Slot { kept: view.clone(), shown: view, plain: quote!([::core::option::Option<#element>; #count]) }
}
