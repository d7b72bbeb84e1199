//! Defaults of the fields of value types.

use crate::layout;
use crate::model::{Content, Extent, FieldId, Wire};
use crate::scope::Scope;
use crate::text::tokens::{TokenStream, quote};
use crate::values::form::Form;

/// `&[0; _]`, `<Gun as ::core::default::Default>::default()`: the default of a present field.
pub struct Default {
    pub value: TokenStream,
    /// Whether a derived `Default` has the same value.
    pub derived: bool,
    /// Whether the expression names the lifetime of the value.
    pub names_life: bool,
}

impl Default {
    /// The default of a field, in a form. `whole`: in a state.
    pub fn of_field(scope: &Scope<'_>, id: FieldId, (form, whole): (Form, bool)) -> Self {
        let names_life = form.borrows(scope.facts.borrows.value(id));
        let other = |value| Self { value, derived: false, names_life: false };
        match &scope.field(id).wire {
            // A reference to an array has no `Default`, nor has an array of more than 32 elements.
            Wire::Octets { extent: extent @ Extent::Fixed { or_end: false, .. }, content: Content::Free }
                if !layout::is_array(extent) =>
            {
                match form {
                    Form::Plain => other(quote!(&[0; _])),
                    Form::Owned => other(quote!(::wireform::owned::defaults())),
                }
            }
            Wire::List { item, extent: extent @ Extent::Fixed { or_end: false, .. } }
                if form == Form::Owned && !layout::is_array_of(scope.protocol(), item, extent) =>
            {
                other(quote!(::wireform::owned::defaults()))
            }
            Wire::Sparse { count, .. } if *count > 32 => {
                let default = quote!(::core::array::from_fn(|_| ::core::default::Default::default()));
                Self { value: default, derived: false, names_life }
            }
            _ => {
                let ty = form.of_field(scope, id, whole);
                let value = quote!(<#ty as ::core::default::Default>::default());
                Self { value, derived: true, names_life }
            }
        }
    }
}
