//! Defaults of the fields of plain values.

use crate::emit::rust::field::slot::{self, slot};
use crate::emit::rust::scope::Scope;
use crate::emit::rust::text::literal;
use crate::emit::rust::text::tokens::{TokenStream, quote};
use crate::emit::rust::values::delta;
use crate::layout;
use crate::model::{Extent, FieldId, Wire};

/// The default of a field that is present.
pub struct Default {
    pub value: TokenStream,
    /// Whether a derived `Default` gives the same.
    pub derived: bool,
    /// Whether the expression names the lifetime of the value.
    pub names_life: bool,
}

impl Default {
    /// The default of a field. `whole`: in a state.
    pub fn of_field(scope: &Scope<'_>, id: FieldId, whole: bool) -> Self {
        match &scope.field(id).wire {
            // A reference to an array has no `Default`.
            Wire::Bytes(extent @ Extent::Fixed { or_end: false, .. }) if !layout::is_array(extent) => {
                Self { value: quote!(&[0; _]), derived: false, names_life: false }
            }
            // An array of more than 32 elements has none either.
            Wire::Sparse { item, count, base, .. } if *count > 32 => {
                let (count, element) = (literal::length(*count), slot::item_type(&scope.context, item));
                let (value, names_life) = match base.as_ref().filter(|_| whole) {
                    Some(_) => {
                        let element_borrows = scope.context.facts.borrows_of_item(scope.protocol(), item);
                        (quote!([<#element as ::core::default::Default>::default(); #count]), element_borrows)
                    }
                    None => (quote!([::core::option::Option::None; #count]), false),
                };
                Self { value, derived: false, names_life }
            }
            _ => {
                let ty = if whole { delta::type_in_state(scope, id) } else { slot(scope, id).plain };
                let value = quote!(<#ty as ::core::default::Default>::default());
                Self { value, derived: true, names_life: scope.facts.borrows.value(id) }
            }
        }
    }
}
