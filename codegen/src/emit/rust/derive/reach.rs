//! Where a plain value is, in the plain value of a scope: through groups and arms, which may be absent.

use super::super::scope::Scope;
use super::super::take::is_optional;
use super::super::tokens::{TokenStream, Tokens as _, quote};
use super::super::{code, names, slot};
use crate::model::{FieldId, Wire};

/// Whether two fields stand in the same group, or in the same arm.
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

/// `leaf` of a field's plain value, reached from `this` through groups; `absent` where it, or a group, is absent.
pub(super) fn inside(
    scope: &Scope<'_>,
    field: FieldId,
    this: &TokenStream,
    leaf: &dyn Fn(&Scope<'_>, &TokenStream) -> TokenStream,
    absent: &TokenStream,
) -> TokenStream {
    first_inside(scope, &[field], this, leaf, absent)
}

/// The same of the first of several siblings that is there.
pub(super) fn first_inside(
    scope: &Scope<'_>,
    fields: &[FieldId],
    this: &TokenStream,
    leaf: &dyn Fn(&Scope<'_>, &TokenStream) -> TokenStream,
    absent: &TokenStream,
) -> TokenStream {
    let Some(&field) = fields.first() else { return absent.clone() };
    let here = |this: &TokenStream| {
        fields.iter().rev().fold(absent.clone(), |absent, field| in_place(scope, *field, this, leaf, &absent))
    };
    match scope.field(field).parent.filter(|_| !scope.body.contains(&field)) {
        None => here(this),
        Some(parent) => match &scope.field(parent).wire {
            Wire::Match { name: choice, arms, tag } => {
                // The field belongs to an arm: only that arm has it.
                let Some(arm) = scope.arm_with(arms, field) else { return absent.clone() };
                let (plain, variant) = (names::type_ident(choice), names::variant_ident(&arm.name));
                let keeps = scope.kept_code(tag, arm).is_some();
                let found = if arm.transparent { leaf(scope, &quote!(value)) } else { here(&quote!(value)) };
                let pattern = match code::mentions(&found, "value") {
                    true if arm.transparent && keeps => quote!({ value, .. }),
                    true => quote!((value)),
                    false => quote!({ .. }),
                };
                let select = |_: &Scope<'_>, choice: &TokenStream| {
                    if let [_] = arms.as_slice() {
                        return quote!({ let #plain::#variant #pattern = #choice; #found });
                    }
                    quote!(if let #plain::#variant #pattern = #choice { #found } else { #absent })
                };
                inside(scope, parent, this, &select, absent)
            }
            _ => inside(scope, parent, this, &|_, group| here(group), absent),
        },
    }
}

/// `leaf` of a field's plain value in the plain value that holds it; `absent` where it is absent.
fn in_place(
    scope: &Scope<'_>,
    field: FieldId,
    this: &TokenStream,
    leaf: &dyn Fn(&Scope<'_>, &TokenStream) -> TokenStream,
    absent: &TokenStream,
) -> TokenStream {
    let target = scope.field(field);
    if let Wire::Within { .. } = &target.wire {
        // A region is part of what holds it.
        return leaf(scope, this);
    }
    let name = names::field_ident(target.name.as_deref().unwrap_or_default());
    let place = quote!(#this.#name);
    if is_optional(target) && slot::absent_value(scope, target).is_none() {
        let local = scope.locals().ident(target.name.as_deref().unwrap_or_default());
        let inner = leaf(scope, &quote!(#local));
        if !code::mentions(&inner, &local.to_string()) {
            // Only whether it is there counts.
            return match (inner.to_string().as_str(), absent.to_string().as_str()) {
                ("true", "false") => quote!(#place.is_some()),
                ("false", "true") => quote!(#place.is_none()),
                (there, not) if there == not => inner,
                _ => quote!(if #place.is_some() { #inner } else { #absent }),
            };
        }
        if inner.is(&local.to_string()) {
            return quote!(#place.unwrap_or(#absent));
        }
        match absent.to_string().as_str() {
            "false" => quote!(#place.is_some_and(|#local| #inner)),
            "true" => quote!(#place.is_none_or(|#local| #inner)),
            _ => {
                quote!(#place.map_or(#absent, |#local| #inner))
            }
        }
    } else {
        leaf(scope, &place)
    }
}
