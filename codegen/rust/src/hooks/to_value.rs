//! Names of the functions from a view to its value. A value does not record whether its checksums were verified, so
//! conversions without verification are named `to_value_unverified`.

use super::verify::{choice_has_hooks, has_hooks};
use crate::field::unverified::is_unverified;
use crate::hooks;
use crate::model::{Family, FieldId, Record, RecordId, Wire};
use crate::scope::{Context, Scope};
use crate::text::tokens::{Ident, TokenStream, format_ident, quote};

/// The function of the view of a record, a group or a shape.
pub fn of_scope(scope: &Scope<'_>) -> Ident {
    if scope.is_root { of_record(&scope.context, scope.id) } else { name(scope.record, has_hooks(scope)) }
}

/// The function of the view of a choice.
pub fn of_choice(scope: &Scope<'_>, id: FieldId) -> Ident {
    name(scope.record, choice_has_hooks(scope, id))
}

/// The function of the view of a family.
pub fn of_family(context: &Context<'_>, family: &Family) -> Ident {
    called(!hooks::of_family(context, family).is_empty())
}

/// The function of the view in a field.
pub fn of_field(scope: &Scope<'_>, id: FieldId) -> Ident {
    match &scope.field(id).wire {
        Wire::Record { record, .. } => of_record(&scope.context, *record),
        Wire::Family { family, .. } => of_family(&scope.context, &scope.protocol().families[family.0]),
        Wire::Match { .. } => of_choice(scope, id),
        Wire::Group { .. } => scope.child_of(id).map_or_else(|| called(false), |child| of_scope(&child)),
        _ => called(false),
    }
}

/// The function of the view of a record, called from other records.
pub fn of_record(context: &Context<'_>, id: RecordId) -> Ident {
    let record = &context.protocol.records[id.0];
    let inside = record.fields.iter().any(|field| !context.facts.hooks().wire(&field.wire).is_empty());
    name(record, inside)
}

/// `to_value` if the view comes from `Unverified`, which verifies it or waives that.
fn name(record: &Record, has_hooks: bool) -> Ident {
    called(has_hooks && !is_unverified(record))
}

fn called(unverified: bool) -> Ident {
    if unverified { format_ident!("to_value_unverified") } else { format_ident!("to_value") }
}

/// The documentation of the function.
pub fn doc(name: &Ident) -> TokenStream {
    if name == "to_value" {
        return quote!(#[doc = " Converts to the plain value, which borrows the same bytes."]);
    }
    quote! {
        /// Converts to the plain value without verification of the checksums that your program computes.
    }
}
