//! Value types: a struct for each scope, with exactly the fields that the user sets.

pub mod default;

use super::debug::{self, Parts};
use super::form::Form;
use crate::field::slot;
use crate::field::{said, serde, tag, value};
use crate::layout::{self, Floats};
use crate::model::{Delta, Wire};
use crate::scope::{Scope, generics};
use crate::text::options::Options;
use crate::text::tokens::{ToTokens, TokenStream, quote};
use crate::text::{docs, names};
use default::Default;

/// The value types of a scope and of its nested scopes.
pub fn structs(scope: &Scope<'_>, options: &Options) -> Vec<TokenStream> {
    let mut all = if scope.is_hidden { Vec::new() } else { vec![of_scope(scope, options)] };
    all.extend(scope.children().iter().flat_map(|child| structs(child, options)));
    all
}

/// `pub struct Command { pub pitch: Angle, .. }`: the state whose deltas a scope carries. Inherited fields are always
/// present.
pub fn state(scope: &Scope<'_>, delta: &Delta, options: &Options) -> TokenStream {
    let docs = docs::doc_item(&delta.docs, &names::type_ident(&delta.name), "", &[]);
    values(scope, &delta.name, &docs, (Form::Plain, true), options)
}

fn of_scope(scope: &Scope<'_>, options: &Options) -> TokenStream {
    let codes = "The code differs between versions; each has an alias of this type with its code.";
    let reader = format!("{} reads it.", docs::link(&names::view_ident(scope.name)));
    let mut more = Vec::new();
    if scope.is_root {
        more.push(reader.as_str());
    }
    if generics::code_param(scope).is_some() {
        more.push(codes);
    }
    let shape = scope
        .choice()
        .map_or_else(String::new, |(choice, _)| format!("A shape of {}.", docs::link(&names::type_ident(choice))));
    let docs = match scope.delta {
        None => docs::doc_item(scope.docs, &names::type_ident(scope.name), &shape, &more),
        Some(delta) => {
            let whole = docs::link(&names::type_ident(&delta.name));
            docs::doc(&[], &format!("{whole} as a delta against a base that the receiver has."))
        }
    };
    values(scope, scope.name, &docs, (Form::Plain, false), options)
}

/// `pub struct Pos { pub cn: i32, pub fall: Option<PosFall>, .. }`: a value type. `whole`: of a state, in which
/// inherited fields are always present.
pub(super) fn values(
    scope: &Scope<'_>,
    name: &str,
    docs: &TokenStream,
    (form, whole): (Form, bool),
    options: &Options,
) -> TokenStream {
    let name = names::type_ident(name);
    let generics = generics::generics(scope, form.borrows(scope.borrows()));
    let mut fields = Vec::new();
    let mut defaults = Vec::new();
    let mut shown = Parts::default();
    let (mut derivable, mut names_life) = (true, false);
    if let Some((name, int, value, default)) = &scope.code {
        let (code, ty) = (names::field_ident(name), value::value_type(&scope.context, *value, *int));
        derivable = *default == 0;
        let serde = serde::of_number(name, *value, &code, Some(*default), options);
        let default = value::literal(&scope.context, *value, *int, *default);
        let docs = tag::docs(scope.record, scope.choice().map(|(_, tag)| tag));
        fields.push(quote!(#docs #serde pub #code: #ty,));
        shown.number(&code, quote!(self.#code), *value);
        defaults.push(quote!(#code: #default,));
    }
    for id in scope.body {
        let field = scope.field(*id);
        for part in scope.users_parts(*id) {
            let name = part.name.as_deref().unwrap_or_default();
            let ident = names::field_ident(name);
            let docs = docs::doc_field(&part.docs, &ident, said::part(scope, part).as_deref());
            let ty = if scope.is_flag(part.cell) {
                quote!(bool)
            } else {
                value::value_type(&scope.context, scope.cell(part.cell).value, scope.cell_int(part.cell))
            };
            shown.number(&ident, quote!(self.#ident), scope.cell(part.cell).value);
            let serde = serde::of_number(name, scope.cell(part.cell).value, &ident, None, options);
            fields.push(quote!(#docs #serde pub #ident: #ty,));
            defaults.push(quote!(#ident: <#ty as ::core::default::Default>::default(),));
        }
        if !scope.is_public(*id) || matches!(field.wire, Wire::Bits { .. }) {
            continue;
        }
        let name = field.name.as_deref().unwrap_or_default();
        let ident = names::field_ident(name);
        let docs = docs::doc_field(&field.docs, &ident, said::field(scope, *id, whole).as_deref());
        let ty = form.of_field(scope, *id, whole);
        let absent = slot::absent_value(scope, field);
        let optional = field.is_optional() && !(whole && field.inherits().is_some());
        let is_option = optional && absent.is_none();
        let ty = if is_option { quote!(::core::option::Option<#ty>) } else { ty };
        shown.field(&ident, quote!(self.#ident), scope, *id, is_option);
        let default = match absent {
            Some(absent) => Default { value: absent.to_token_stream(), derived: absent.is_zero(), names_life: false },
            None if optional => {
                Default { value: quote!(::core::option::Option::None), derived: true, names_life: false }
            }
            None => Default::of_field(scope, *id, (form, whole)),
        };
        derivable &= default.derived;
        names_life |= default.names_life;
        let default = default.value;
        let serde = serde::of_field(scope, *id, &ident, is_option, options);
        fields.push(quote!(#docs #serde pub #ident: #ty,));
        defaults.push(quote!(#ident: #default,));
    }
    let has_floats = || layout::body_floats(scope.protocol(), scope.record, scope.outermost, whole) != Floats::None;
    let extra = form.further(options, has_floats);
    let (serde, serde_attribute) =
        (serde::derives(form.borrows(scope.borrows()), options), serde::of_struct(scope, !fields.is_empty(), options));
    let derive_default = derivable.then(|| quote!(, Default));
    let (default_life, default_own) = match names_life {
        true => (&generics.declared, &generics.passed),
        false => (&generics.declared_elided, &generics.elided),
    };
    let declared = &generics.declared;
    let hidden = scope.hidden();
    let default = (!derivable).then(|| {
        quote! {
            impl #default_life ::core::default::Default for #name #default_own {
                fn default() -> Self { Self { #(#defaults)* } }
            }
        }
    });
    let derived = form.derived(!shown.has_hex);
    let debug = (form == Form::Plain && shown.has_hex).then(|| {
        let generics = (&generics.declared_elided, &generics.elided);
        debug::implemented(&name, generics, &shown.printed(&name, false))
    });
    // A state has neither an encoding nor a view, whose macro would implement this.
    let display = (form == Form::Plain && whole).then(|| {
        let elided = &generics.elided;
        quote!(::wireform::display! { #name #elided })
    });
    quote! {
        #hidden
        #docs
        #[derive(#derived #derive_default #extra #serde)]
        #serde_attribute
        pub struct #name #declared { #(#fields)* }

        #default

        #debug

        #display
    }
}
