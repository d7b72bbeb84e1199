//! The two forms of a value: plain, which borrows from a packet, and owned, which borrows nothing. A type that borrows
//! nothing is both.
//!
//! The module of owned types has the structure of the plain one, and re-exports the types that are both: so a path is
//! valid in either.

use super::delta;
use crate::field::slot::{self, slot};
use crate::layout;
use crate::model::{Base, Content, Extent, FieldId, Item, Wire};
use crate::scope::{Context, Scope};
use crate::text::options::Options;
use crate::text::tokens::{TokenStream, quote};
use crate::text::{literal, names};

/// A form of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Plain,
    Owned,
}

impl Form {
    /// Whether the type of this form has a lifetime, if the plain one borrows.
    pub fn borrows(self, plain: bool) -> bool {
        plain && self == Self::Plain
    }

    /// The lifetime of the type.
    pub fn lifetime(self, plain: bool) -> TokenStream {
        slot::lifetime(self.borrows(plain))
    }

    /// The derives that options add.
    pub fn further(self, options: &Options, has_floats: impl Fn() -> bool) -> TokenStream {
        match self {
            Self::Plain => options.derives(has_floats),
            Self::Owned => options.derives_of_owned(has_floats),
        }
    }

    /// The derives of all types of the form. (Owned values are printed as plain ones.)
    pub fn derived(self, debug: bool) -> TokenStream {
        match (self, debug) {
            (Self::Plain, true) => quote!(Debug, Clone, Copy, PartialEq),
            (Self::Plain, false) => quote!(Clone, Copy, PartialEq),
            (Self::Owned, _) => quote!(Clone, PartialEq),
        }
    }

    /// The type of a field. `whole`: in a state.
    pub fn of_field(self, scope: &Scope<'_>, id: FieldId, whole: bool) -> TokenStream {
        let is_owned = self == Self::Owned && scope.facts.borrows.value(id);
        match is_owned.then(|| owned(scope, id, whole)).flatten() {
            Some(owned) => owned,
            None if whole => delta::type_in_state(scope, id),
            None => slot(scope, id).plain,
        }
    }
}

/// `::wireform::alloc::string::String`, `::wireform::alloc::vec::Vec<u8>`: the owned type of a field that borrows.
fn owned(scope: &Scope<'_>, id: FieldId, whole: bool) -> Option<TokenStream> {
    let (context, field) = (&scope.context, scope.field(id));
    Some(match &field.wire {
        Wire::Octets { content: Content::Text(_), .. } => quote!(::wireform::alloc::string::String),
        Wire::Octets { extent, content: Content::Free } => match extent {
            Extent::Fixed { count, or_end: false } => boxed(&quote!(u8), *count),
            _ => vector(&quote!(u8)),
        },
        Wire::Group { name, delta: Some(delta), .. } if whole => delta::group_in_state(scope, name, delta),
        Wire::Group { name, .. } | Wire::Match { name, .. } => {
            context.in_module_of(scope.record, names::type_ident(name))
        }
        Wire::Record { record, from, .. } => {
            let record = &context.protocol.records[record.0];
            let is_state = Base::gives_state(from.as_ref(), whole);
            let name = if is_state { record.whole_name() } else { &record.name };
            context.in_module_of(record, names::type_ident(name))
        }
        Wire::Family { family, .. } => slot::family_path(context, &context.protocol.families[family.0]),
        Wire::Nested { part, args } => {
            let inside = of_item(context, &context.protocol.nested_item(*part, args)?);
            quote!(::wireform::OwnedNested<#inside>)
        }
        Wire::List { item, extent: extent @ Extent::Fixed { count, or_end: false } } => {
            let element = of_item(context, item);
            match layout::is_array_of(context.protocol, item, extent) {
                true => row(&element, *count),
                false => boxed(&element, *count),
            }
        }
        Wire::List { item, .. } => vector(&of_item(context, item)),
        Wire::Sparse { item, count, base, .. } => {
            let element = of_item(context, item);
            match whole && base.is_some() {
                true => row(&element, *count),
                false => row(&quote!(::core::option::Option<#element>), *count),
            }
        }
        _ => return None,
    })
}

/// The owned type of a list's element.
pub fn of_item(context: &Context<'_>, item: &Item) -> TokenStream {
    match item {
        Item::Record { record: id, .. } => {
            let record = &context.protocol.records[id.0];
            if let Some(only) = layout::bare_element(record) {
                return Form::Owned.of_field(&Scope::seen_from(*context, *id), only, false);
            }
            context.in_module_of(record, names::type_ident(&record.name))
        }
        Item::Family { family, .. } => slot::family_path(context, &context.protocol.families[family.0]),
        Item::Scalar { .. } | Item::Float { .. } => slot::item_type(context, item),
    }
}

fn row(element: &TokenStream, count: u64) -> TokenStream {
    let count = literal::length(count);
    quote!([#element; #count])
}

fn boxed(element: &TokenStream, count: u64) -> TokenStream {
    let row = row(element, count);
    quote!(::wireform::alloc::boxed::Box<#row>)
}

fn vector(element: &TokenStream) -> TokenStream {
    quote!(::wireform::alloc::vec::Vec<#element>)
}
