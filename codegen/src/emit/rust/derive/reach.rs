//! Paths to nested values, through groups and arms that may be absent.

use super::super::emitted::Emitted;
use super::super::scope::Scope;
use super::super::take::is_optional;
use super::super::tokens::{ToTokens, TokenStream, Tokens as _, quote};
use super::super::{code, names, slot};
use crate::model::{FieldId, Wire};

/// Whether two fields are in the same group or in the same arm.
pub(super) fn are_siblings(scope: &Scope<'_>, one: FieldId, other: FieldId) -> bool {
    let parent = |id: FieldId| scope.field(id).parent.filter(|_| !scope.body.contains(&id));
    parent(one) == parent(other)
        && parent(one).is_none_or(|parent| match &scope.field(parent).wire {
            Wire::Match { arms, .. } => {
                let arm = |id| scope.arm_with(arms, id).map(|arm| &arm.body);
                arm(one) == arm(other)
            }
            _ => true,
        })
}

/// `leaf` of a field's value, reached from `this` through groups and arms; `absent` if the field or one of them is
/// absent.
pub(super) fn inside(
    scope: &Scope<'_>,
    field: FieldId,
    this: &TokenStream,
    leaf: &dyn Fn(&Scope<'_>, &TokenStream) -> Emitted,
    absent: &Emitted,
) -> Emitted {
    first_inside(scope, &[field], this, leaf, absent)
}

/// `leaf` of the first of several siblings that is present; `absent` if none is.
pub(super) fn first_inside(
    scope: &Scope<'_>,
    fields: &[FieldId],
    this: &TokenStream,
    leaf: &dyn Fn(&Scope<'_>, &TokenStream) -> Emitted,
    absent: &Emitted,
) -> Emitted {
    let Some(&field) = fields.first() else { return absent.clone() };
    let here = |this: &TokenStream| {
        fields.iter().rev().fold(absent.clone(), |absent, field| in_place(scope, *field, this, leaf, &absent))
    };
    match scope.field(field).parent.filter(|_| !scope.body.contains(&field)) {
        None => here(this),
        Some(parent) => match &scope.field(parent).wire {
            Wire::Match { name: choice, arms, tag } => {
                // Only this arm has the field.
                let Some(arm) = scope.arm_with(arms, field) else { return absent.clone() };
                let (ty, variant) = (names::type_ident(choice), names::variant_ident(&arm.name));
                let keeps = scope.kept_code(tag, arm).is_some();
                let found = if arm.transparent { leaf(scope, &quote!(value)) } else { here(&quote!(value)) };
                let pattern = match code::mentions(&found.to_token_stream(), "value") {
                    true if arm.transparent && keeps => quote!({ value, .. }),
                    true => quote!((value)),
                    false => quote!({ .. }),
                };
                let select = |_: &Scope<'_>, choice: &TokenStream| {
                    if let [_] = arms.as_slice() {
                        return Emitted::operand(quote!({ let #ty::#variant #pattern = #choice; #found }));
                    }
                    Emitted::branch(quote!(if let #ty::#variant #pattern = #choice { #found } else { #absent }))
                };
                inside(scope, parent, this, &select, absent)
            }
            _ => inside(scope, parent, this, &|_, group| here(group), absent),
        },
    }
}

/// `leaf` of a field's value in the value that holds it; `absent` if it is absent.
fn in_place(
    scope: &Scope<'_>,
    field: FieldId,
    this: &TokenStream,
    leaf: &dyn Fn(&Scope<'_>, &TokenStream) -> Emitted,
    absent: &Emitted,
) -> Emitted {
    let target = scope.field(field);
    if let Wire::Within { .. } = &target.wire {
        // The fields of a region belong to the value around it.
        return leaf(scope, this);
    }
    let name = names::field_ident(target.name.as_deref().unwrap_or_default());
    let place = quote!(#this.#name);
    if is_optional(target) && slot::absent_value(scope, target).is_none() {
        let local = scope.locals().ident(target.name.as_deref().unwrap_or_default());
        let inner = leaf(scope, &quote!(#local));
        if !code::mentions(&inner.to_token_stream(), &local.to_string()) {
            // Only its presence counts.
            return match (&inner, absent) {
                (Emitted::Flag(true), Emitted::Flag(false)) => Emitted::operand(quote!(#place.is_some())),
                (Emitted::Flag(false), Emitted::Flag(true)) => Emitted::operand(quote!(#place.is_none())),
                (Emitted::Flag(there), Emitted::Flag(not)) if there == not => inner,
                _ => Emitted::branch(quote!(if #place.is_some() { #inner } else { #absent })),
            };
        }
        Emitted::operand(match absent {
            _ if inner.to_token_stream().is(&local.to_string()) => quote!(#place.unwrap_or(#absent)),
            Emitted::Flag(false) => quote!(#place.is_some_and(|#local| #inner)),
            Emitted::Flag(true) => quote!(#place.is_none_or(|#local| #inner)),
            Emitted::Other(..) => quote!(#place.map_or(#absent, |#local| #inner)),
        })
    } else {
        leaf(scope, &place)
    }
}
