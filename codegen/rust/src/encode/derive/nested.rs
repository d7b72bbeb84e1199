//! Paths to nested values, through groups and arms that may be absent.

use crate::facts::scopes::is_option;
use crate::model::{FieldId, Wire};
use crate::scope::Scope;
use crate::text::emitted::Emitted;
use crate::text::names;
use crate::text::tokens::{TokenStream, quote};

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

/// The expression for a present value.
#[derive(Clone)]
pub(super) enum Leaf<'l> {
    /// The value itself.
    Value,
    /// The same for all values.
    Same(Emitted),
    /// An expression that uses the value.
    Of(&'l dyn Fn(&TokenStream) -> Emitted),
}

impl Leaf<'_> {
    pub(super) fn of(&self, value: &TokenStream) -> Emitted {
        match self {
            Self::Value => Emitted::path(value),
            Self::Same(same) => same.clone(),
            Self::Of(of) => of(value),
        }
    }

    fn uses_value(&self) -> bool {
        !matches!(self, Self::Same(_))
    }
}

/// `leaf` of a field's value, reached from `this` through groups and arms; `absent` if the field or one of them is
/// absent.
pub(super) fn inside(
    scope: &Scope<'_>,
    field: FieldId,
    this: &TokenStream,
    leaf: &Leaf<'_>,
    absent: &Emitted,
) -> Emitted {
    first_inside(scope, &[field], this, leaf, absent)
}

/// `self.fall.map_or(0, |fall| ..)`: `leaf` of the first present sibling; `absent` if none is.
pub(super) fn first_inside(
    scope: &Scope<'_>,
    fields: &[FieldId],
    this: &TokenStream,
    leaf: &Leaf<'_>,
    absent: &Emitted,
) -> Emitted {
    let Some(&field) = fields.first() else { return absent.clone() };
    let here = |this: &TokenStream| {
        fields.iter().rev().fold(absent.clone(), |absent, field| in_place(scope, *field, this, leaf, &absent))
    };
    // The presence of an option counts even if its value does not.
    let is_used = leaf.uses_value() || fields.iter().any(|field| is_option(scope.field(*field)));
    match scope.field(field).parent.filter(|_| !scope.body.contains(&field)) {
        None => here(this),
        Some(parent) => match &scope.field(parent).wire {
            Wire::Match { name: choice, arms, tag } => {
                // Only this arm has the field.
                let Some(arm) = scope.arm_with(arms, field) else { return absent.clone() };
                let (ty, variant) = (names::type_ident(choice), names::variant_ident(&arm.name));
                let is_stored = scope.stored_code(tag, arm).is_some();
                let value = quote!(value);
                let (found, is_used) =
                    if arm.transparent { (leaf.of(&value), leaf.uses_value()) } else { (here(&value), is_used) };
                let pattern = match is_used {
                    true if arm.transparent && is_stored => quote!({ value, .. }),
                    true => quote!((value)),
                    false => quote!({ .. }),
                };
                let select = |choice: &TokenStream| {
                    if let [_] = arms.as_slice() {
                        return Emitted::operand(quote!({ let #ty::#variant #pattern = #choice; #found }));
                    }
                    Emitted::branch(quote!(if let #ty::#variant #pattern = #choice { #found } else { #absent }))
                };
                inside(scope, parent, this, &Leaf::Of(&select), absent)
            }
            _ if is_used => inside(scope, parent, this, &Leaf::Of(&here), absent),
            _ => inside(scope, parent, this, leaf, absent),
        },
    }
}

/// `leaf` of a field's value in the value that holds it; `absent` if it is absent.
fn in_place(scope: &Scope<'_>, field: FieldId, this: &TokenStream, leaf: &Leaf<'_>, absent: &Emitted) -> Emitted {
    let target = scope.field(field);
    if let Wire::Within { .. } = &target.wire {
        // The fields of a region belong to the value around it.
        return leaf.of(this);
    }
    let name = scope.member(field);
    let place = quote!(#this.#name);
    if !is_option(target) {
        return leaf.of(&place);
    }
    let of = match leaf {
        Leaf::Value => return Emitted::operand(quote!(#place.unwrap_or(#absent))),
        Leaf::Same(same) => {
            return match (same, absent) {
                (Emitted::Flag(true), Emitted::Flag(false)) => Emitted::operand(quote!(#place.is_some())),
                (Emitted::Flag(false), Emitted::Flag(true)) => Emitted::operand(quote!(#place.is_none())),
                _ => Emitted::branch(quote!(if #place.is_some() { #same } else { #absent })),
            };
        }
        Leaf::Of(of) => of,
    };
    let local = scope.locals().ident(target.name.as_deref().unwrap_or_default());
    let inner = of(&quote!(#local));
    Emitted::operand(match absent {
        Emitted::Flag(false) => quote!(#place.is_some_and(|#local| #inner)),
        Emitted::Flag(true) => quote!(#place.is_none_or(|#local| #inner)),
        _ => quote!(#place.map_or(#absent, |#local| #inner)),
    })
}
