//! Defaults of the fields of owned values.

use super::super::scope::Scope;
use super::super::slot::{self, slot};
use super::super::tokens::{TokenStream, quote};
use super::super::{delta, int};
use crate::layout;
use crate::model::{Extent, FieldId, Wire};

/// The default of a field if it is present, and whether a derived `Default` gives the same. `whole`: in a state.
pub(in crate::emit::rust) fn of_field(scope: &Scope<'_>, id: FieldId, whole: bool) -> (TokenStream, bool) {
    match &scope.field(id).wire {
        // A reference to an array has no `Default`.
        Wire::Bytes(extent @ Extent::Fixed { or_end: false, .. }) if !layout::is_array(extent) => {
            (quote!(&[0; _]), false)
        }
        // An array of more than 32 elements has none either.
        Wire::Sparse { item, count, base, .. } if *count > 32 => {
            let (count, element) = (int::length(*count), slot::item_type(&scope.place, item));
            let array = match base.as_ref().filter(|_| whole) {
                Some(_) => quote!([<#element as ::core::default::Default>::default(); #count]),
                None => quote!([::core::option::Option::None; #count]),
            };
            (array, false)
        }
        _ => {
            let ty = if whole { delta::type_in_state(scope, id) } else { slot(scope, id).plain };
            (quote!(<#ty as ::core::default::Default>::default()), true)
        }
    }
}
