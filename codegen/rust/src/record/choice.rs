//! Choices between several shapes: an enum of values and one of views.

mod default;
mod functions;
mod owned;

use crate::facts::numbers::default_code;
use crate::field::slot::{self, lifetime, slot};
use crate::field::{serde, tag, unverified, value};
use crate::hooks::{to_value as named, verify};
use crate::layout::{self, Floats};
use crate::model::{Arm, Content, Extent, FieldId, Item, Tag, Wire};
use crate::scope::Scope;
use crate::text::emitted::Emitted;
use crate::text::options::Options;
use crate::text::tokens::{Ident, ToTokens, TokenStream, format_ident, quote};
use crate::text::{docs, names};
use crate::values::debug::{self, Parts};
use crate::values::form::Form;
use default::Default;
use functions::Functions;
pub use owned::choices as owned_choices;

/// The enums of the choices of a scope and of its nested scopes.
pub fn choices(scope: &Scope<'_>, options: &Options) -> Vec<TokenStream> {
    let mut all: Vec<TokenStream> = scope.body.iter().filter_map(|id| choice(scope, *id, options)).collect();
    all.extend(scope.children().iter().flat_map(|child| choices(child, options)));
    all
}

/// `pub enum EditVarValue<'a> { .. }`, `pub enum EditVarValueView<'a> { .. }`, and their functions.
fn choice(scope: &Scope<'_>, id: FieldId, options: &Options) -> Option<TokenStream> {
    let field = scope.field(id);
    let Wire::Match { name, tag, arms } = &field.wire else { return None };
    let (plain, view) = (names::type_ident(name), names::view_ident(name));
    let value_life = lifetime(scope.facts.borrows.value(id));
    let view_life = lifetime(scope.facts.borrows.view(id));
    let (value_elided, view_elided) = (slot::elided(&value_life), slot::elided(&view_life));
    let view_docs = docs::doc(&[], &format!("Reads {}.", docs::link(&plain)));
    let view_variants = (0..arms.len()).map(|index| variant(scope, (id, index), tag, arms, None));
    let to_values = arms.iter().enumerate().map(|(index, arm)| value_of(scope, (id, index), &plain, tag, arm));
    let to_value = named::of_choice(scope, id);
    let to_value_doc = named::doc(&to_value);
    let functions = Functions { scope, id };
    let (take, pass) = (functions.take(&view_life), functions.pass(&view_life));
    let (check, put) = (functions.check(), functions.put());
    let writers = quote!(#check #put);
    let writers = (!writers.is_empty()).then(|| quote!(impl #plain #value_elided { #writers }));
    let verify = verify::of_choice(scope, id, &view_life);
    let debug = debug(scope, (id, &plain), tag, arms);
    let declaration = declaration(scope, id, (Form::Plain, debug.is_none()), options);
    let serde_view = serde::of_view(&TokenStream::new(), &quote!(#view #view_elided), &to_value, options);
    let arms_into = from_arms(scope, id, &quote!(#plain #value_life), arms);
    let (impl_life, own_life) = slot::lives(&view_life, !value_life.is_empty());
    Some(quote! {
        #declaration

        #debug

        #view_docs
        #[derive(Clone, Copy)]
        pub enum #view #view_life { #(#view_variants,)* }

        impl #impl_life #view #own_life {
            #to_value_doc
            #[must_use]
            #[inline]
            pub fn #to_value(self) -> #plain #value_life {
                match self { #(#to_values)* }
            }
        }

        ::wireform::meaning! { #view #view_elided, #to_value, #plain #value_elided }

        #arms_into

        #serde_view

        impl #view_life #view #view_life { #take #pass }

        #writers

        #verify
    })
}

/// The enum of values in a form, with its default.
fn declaration(scope: &Scope<'_>, id: FieldId, (form, debug): (Form, bool), options: &Options) -> TokenStream {
    let field = scope.field(id);
    let Wire::Match { name, tag, arms } = &field.wire else { return TokenStream::new() };
    let (name, borrows) = (names::type_ident(name), scope.facts.borrows.value(id));
    let (docs, life) = (docs::doc(&field.docs, ""), form.lifetime(borrows));
    let default = Default::of(scope, id, tag, arms, form);
    let variants = (0..arms.len()).map(|index| {
        let (mark, variant) = (default.mark(index), variant(scope, (id, index), tag, arms, Some((form, options))));
        quote!(#mark #variant)
    });
    let has_floats = || layout::wire_floats(scope.protocol(), scope.record, &field.wire, false) != Floats::None;
    let (derived, extra) = (form.derived(debug), form.further(options, has_floats));
    let (serde, serde_attribute) = (serde::derives(form.borrows(borrows), options), serde::of_enum(options));
    let (derive_default, default) = (default.derived(), default.implemented(&name, &life));
    let is_empty = |arm: &Arm| !form.borrows(borrows) && arm.body.is_empty() && scope.stored_code(tag, arm).is_none();
    let [remote, both] = serde::of_empty(&name, arms.iter().any(is_empty), options).unwrap_or_default();
    quote! {
        #docs
        #[derive(#derived #derive_default #extra #serde)]
        #serde_attribute
        #remote
        pub enum #name #life { #(#variants,)* }

        #default #both
    }
}

/// `::wireform::arms! { FetchActorsPart<'a>, Last(FetchActorsPartLast<'a>), .. }`: conversions of the structs of arms
/// into the choice. Each struct belongs to one arm of one choice, so the conversions do not overlap.
fn from_arms(scope: &Scope<'_>, choice: FieldId, plain: &TokenStream, arms: &[Arm]) -> Option<TokenStream> {
    let is_struct = |arm: &Arm| !arm.transparent && !arm.body.is_empty();
    let structs = arms.iter().enumerate().filter(|(_, arm)| is_struct(arm)).filter_map(|(index, arm)| {
        let child = scope.child_of_arm(choice, index)?;
        let (variant, ty, life) =
            (names::variant_ident(&arm.name), names::type_ident(child.name), lifetime(child.borrows()));
        Some(quote!(#variant(#ty #life)))
    });
    let structs: Vec<TokenStream> = structs.collect();
    (!structs.is_empty()).then(|| quote!(::wireform::arms! { #plain, #(#structs),* }))
}

/// `impl Debug`, if a variant holds a number that is printed in hexadecimal.
fn debug(scope: &Scope<'_>, (id, plain): (FieldId, &Ident), tag: &Tag, arms: &[Arm]) -> Option<TokenStream> {
    let mut has_hex = false;
    let variants: Vec<TokenStream> = arms
        .iter()
        .map(|arm| {
            let variant = names::variant_ident(&arm.name);
            let mut parts = Parts::default();
            let value = format_ident!("value");
            let code = scope.stored_code(tag, arm).filter(|_| arm.transparent || arm.body.is_empty());
            let code = code.map(|(name, _, value)| (names::field_ident(name), value));
            if let Some((name, of)) = &code {
                parts.number(name, quote!(*code), *of);
            }
            match arm.body.first() {
                Some(only) if arm.transparent => parts.field(&value, quote!(*value), scope, *only, false),
                Some(_) => parts.other(&value, quote!(value)),
                None => {}
            }
            has_hex |= parts.has_hex;
            // No field may shadow the formatter.
            let code = code.map(|(name, _)| slot::init(&name, &Emitted::Variable(format_ident!("code"))));
            let printed = parts.printed(&variant, code.is_none());
            match (code, arm.body.is_empty()) {
                (Some(code), true) => quote!(Self::#variant { #code } => #printed,),
                (Some(code), false) => quote!(Self::#variant { #code, value } => #printed,),
                (None, true) => quote!(Self::#variant => #printed,),
                (None, false) => quote!(Self::#variant(value) => #printed,),
            }
        })
        .collect();
    let life = slot::elided(&lifetime(scope.facts.borrows.value(id)));
    has_hex.then(|| debug::implemented(plain, (&TokenStream::new(), &life), &quote!(match self { #(#variants)* })))
}

/// `Number(i32)`, `Fall(PosFallView<'a>)`: a variant of the view's enum, or of that of values in a form.
fn variant(
    scope: &Scope<'_>,
    (choice, index): (FieldId, usize),
    tag: &Tag,
    arms: &[Arm],
    of_value: Option<(Form, &Options)>,
) -> TokenStream {
    let Some(arm) = arms.get(index) else { return TokenStream::new() };
    let (variant, options) = (names::variant_ident(&arm.name), of_value.map(|(_, options)| options));
    let (docs, renamed) =
        (docs::doc(&arm.docs, ""), options.map(|options| serde::of_variant(&arm.name, &variant, options)));
    let docs = quote!(#docs #renamed);
    let code = scope.stored_code(tag, arm).map(|(text, int, value)| {
        let (name, ty) = (names::field_ident(text), value::value_type(&scope.context, value, int));
        let default = default_code(scope.protocol(), scope.record, tag, (arm, arms));
        let serde = options.map(|options| serde::of_number(text, value, &name, Some(default), options));
        let docs = tag::docs(scope.record, Some(tag));
        quote!(#docs #serde #name: #ty)
    });
    if arm.transparent {
        let unverified = arm.body.first().is_some_and(|id| unverified::in_field(&scope.context, scope.field(*id)));
        let of_view = |slot: slot::Slot| if unverified { slot.getter } else { slot.stored };
        let serde = arm.body.first().zip(options);
        let serde = serde.map(|(id, options)| serde::of_value(scope, *id, options));
        let serde = serde.flatten();
        let ty = arm.body.first().map(|id| match of_value {
            None => of_view(slot(scope, *id)),
            Some((form, _)) => form.of_field(scope, *id, false),
        });
        let ty = ty.unwrap_or_else(|| quote!(()));
        return match code {
            Some(code) => quote!(#docs #variant { #code, #[doc = " The payload."] #serde value: #ty }),
            None => quote!(#docs #variant(#serde #ty)),
        };
    }
    if arm.body.is_empty() {
        return match code {
            Some(code) => quote!(#docs #variant { #code }),
            None => quote!(#docs #variant),
        };
    }
    let ty = scope.child_of_arm(choice, index).map(|child| {
        let (ty, life) = match of_value {
            None => (names::view_ident(child.name), lifetime(child.view_borrows())),
            Some((form, _)) => (names::type_ident(child.name), form.lifetime(child.borrows())),
        };
        quote!(#ty #life)
    });
    quote!(#docs #variant(#ty))
}

/// `Self::Number(value) => EditVarValue::Number(value),`: an arm of the conversion from the view to the value.
fn value_of(scope: &Scope<'_>, (choice, index): (FieldId, usize), plain: &Ident, tag: &Tag, arm: &Arm) -> TokenStream {
    let variant = names::variant_ident(&arm.name);
    let code = scope.stored_code(tag, arm).map(|(name, ..)| names::field_ident(name));
    if arm.transparent {
        let returned = arm.body.first().map(|id| copied_value(scope, *id));
        return match code {
            Some(code) => {
                let value = returned.map(|returned| slot::init(&format_ident!("value"), &returned));
                quote!(Self::#variant { #code, value } => #plain::#variant { #code, #value },)
            }
            None => quote!(Self::#variant(value) => #plain::#variant(#returned),),
        };
    }
    match (arm.body.is_empty(), code) {
        (true, Some(code)) => quote!(Self::#variant { #code } => #plain::#variant { #code },),
        (true, None) => quote!(Self::#variant => #plain::#variant,),
        (false, _) => {
            let child = scope.child_of_arm(choice, index);
            let to_value = child.map_or_else(|| format_ident!("to_value"), |child| named::of_scope(&child));
            quote!(Self::#variant(value) => #plain::#variant(value.#to_value()),)
        }
    }
}

/// The value of a transparent arm's field; `value` is its stored form in the view.
fn copied_value(scope: &Scope<'_>, id: FieldId) -> Emitted {
    let unverified = unverified::in_field(&scope.context, scope.field(id));
    let stored = match unverified {
        true => Emitted::operand(quote!(value.without_verifying())),
        false => Emitted::Variable(format_ident!("value")),
    };
    Emitted::operand(match &scope.field(id).wire {
        Wire::Scalar { scalar, cell } => {
            let raw = slot::decode(&stored.to_token_stream(), None, *scalar);
            return value::from_raw(&scope.context, scope.cell(*cell).value, raw, scope.cell_int(*cell));
        }
        Wire::Chosen { cell, .. } => {
            return value::from_raw(&scope.context, scope.cell(*cell).value, stored, scope.cell_int(*cell));
        }
        Wire::Float { width, order } => slot::decode_float(&stored.to_token_stream(), None, *width, *order),
        Wire::Octets { extent, content: Content::Free } if layout::is_array(extent) => quote!(*value),
        Wire::List { item: Item::Family { .. }, extent: Extent::Rest } => quote!(value.to_messages()),
        Wire::Sparse { .. } => quote!(value.to_array()),
        Wire::List { .. } if !unverified => return slot::getter_value(scope.field(id), stored),
        Wire::Group { .. } | Wire::Record { .. } | Wire::Family { .. } | Wire::Match { .. } => {
            let to_value = named::of_field(scope, id);
            quote!(#stored.#to_value())
        }
        _ => return stored,
    })
}
