//! Values that take all that is left of their region: only the last element of a list may be one.

use crate::facts::scopes::is_option;
use crate::layout;
use crate::model::{Extent, FieldId, Item, RecordId, Wire};
use crate::scope::{Context, Scope};
use crate::text::names;
use crate::text::tokens::{TokenStream, format_ident, quote};

/// Which values of a type take the rest.
enum Takes {
    None,
    All,
    /// Those for which this holds.
    Some(TokenStream),
}

impl Takes {
    /// `element.data.is_some()`: the same of an option, at `place`, that holds the value as `local`.
    fn in_option(self, place: &TokenStream, local: &TokenStream) -> Self {
        match self {
            Self::None => Self::None,
            Self::All => Self::Some(quote!(#place.is_some())),
            Self::Some(test) => Self::Some(quote!(#place.is_some_and(|#local| #test))),
        }
    }

    /// The same of an enum: which values of its variants do. A variant has a pattern for all its values, and one that
    /// binds its own value as `inside`.
    fn of_variants(place: &TokenStream, variants: impl IntoIterator<Item = (TokenStream, TokenStream, Self)>) -> Self {
        let (mut whole, mut tested) = (Vec::new(), Vec::new());
        for (any, bound, takes) in variants {
            match takes {
                Self::None => {}
                Self::All => whole.push(any),
                Self::Some(test) => tested.push(quote!(#bound => #test,)),
            }
        }
        match (whole.is_empty(), tested.is_empty()) {
            (true, true) => Self::None,
            (false, true) => Self::Some(quote!(::core::matches!(#place, #(#whole)|*))),
            (is_empty, false) => {
                let whole = (!is_empty).then(|| quote!(#(#whole)|* => true,));
                Self::Some(quote!(match #place { #whole #(#tested)* _ => false }))
            }
        }
    }
}

/// `|element| ::core::matches!(element, ..)`: whether an element of a list takes the rest; `None` if none does.
pub fn taken_by(scope: &Scope<'_>, item: &Item, extent: &Extent) -> Option<TokenStream> {
    if *extent != Extent::Rest {
        return None;
    }
    let (context, element) = (scope.context, quote!(element));
    let takes = match item {
        Item::Scalar { .. } | Item::Float { .. } => Takes::None,
        Item::Record { record, .. } => of_record(context, *record, &element),
        Item::Family { family, .. } => of_family(context, family.0, &element),
    };
    match takes {
        Takes::None => None,
        Takes::All => Some(quote!(|_| true)),
        Takes::Some(test) => Some(quote!(|element| #test)),
    }
}

fn of_record(context: Context<'_>, record: RecordId, this: &TokenStream) -> Takes {
    if !context.protocol.records[record.0].takes_rest {
        return Takes::None;
    }
    let scope = Scope::seen_from(context, record);
    of_body(&scope, &scope.record.body, this)
}

fn of_family(context: Context<'_>, family: usize, this: &TokenStream) -> Takes {
    let family = &context.protocol.families[family];
    let name = names::type_ident(&family.name);
    let (root, inside) = (context.root(), quote!(inside));
    let members = family.members.iter().map(|member| {
        let variant = names::variant_ident(&member.name);
        let path = quote!(#root #name::#variant);
        (quote!(#path { .. }), quote!(#path(#inside)), of_record(context, member.record, &inside))
    });
    let unknown = family.open.then(|| (quote!(#root #name::Unknown { .. }), TokenStream::new(), Takes::All));
    Takes::of_variants(this, members.chain(unknown))
}

/// A body in the struct `this`.
fn of_body(scope: &Scope<'_>, body: &[FieldId], this: &TokenStream) -> Takes {
    let Some(id) = layout::taker_of_rest(scope.protocol(), scope.record, body) else { return Takes::None };
    let (field, name) = (scope.field(id), scope.member(id));
    let place = match layout::bare_element(scope.record) {
        Some(only) if only == id => this.clone(),
        _ => quote!(#this.#name),
    };
    if !is_option(field) {
        return of_field(scope, id, &place);
    }
    let local = scope.locals().ident(field.name.as_deref().unwrap_or_default());
    let local = quote!(#local);
    of_field(scope, id, &local).in_option(&place, &local)
}

/// A present field with this value.
fn of_field(scope: &Scope<'_>, id: FieldId, value: &TokenStream) -> Takes {
    match &scope.field(id).wire {
        Wire::Record { record, .. } => of_record(scope.context, *record, value),
        Wire::Family { family, .. } => of_family(scope.context, family.0, value),
        Wire::Group { body, .. } => match scope.child_of(id) {
            Some(child) => of_body(&child, body, value),
            None => Takes::None,
        },
        Wire::Match { name, arms, tag } => {
            let (path, name) = (scope.context.path_to(scope.record), names::type_ident(name));
            let local = format_ident!("inside");
            let variants = arms.iter().enumerate().map(|(index, arm)| {
                let variant = names::variant_ident(&arm.name);
                let variant = quote!(#path #name::#variant);
                let inside = match (arm.body.as_slice(), scope.child_of_arm(id, index)) {
                    ([only], _) if arm.transparent => of_field(scope, *only, &quote!(#local)),
                    (body, Some(child)) => of_body(&child, body, &quote!(#local)),
                    (body, None) => of_body(scope, body, &quote!(#local)),
                };
                let is_stored = arm.transparent && scope.stored_code(tag, arm).is_some();
                let bound = if is_stored { quote!({ value: #local, .. }) } else { quote!((#local)) };
                (quote!(#variant { .. }), quote!(#variant #bound), inside)
            });
            Takes::of_variants(value, variants)
        }
        wire => match wire.extent() {
            Some(Extent::Rest | Extent::AllBut(_)) => Takes::All,
            _ => Takes::None,
        },
    }
}
