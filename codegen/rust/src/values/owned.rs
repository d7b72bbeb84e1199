//! Owned values: a struct for each scope whose value borrows, and the conversions in both directions.
//!
//! ```text
//! pub struct Print { pub level: Level, pub text: String }
//! impl Print {
//!     pub fn as_value(&self) -> super::Print<'_> { .. }
//! }
//! impl From<super::Print<'_>> for Print { .. }
//! ```

pub mod convert;

use super::form::Form;
use super::structs;
use crate::facts::scopes::is_option;
use crate::field::slot;
use crate::hooks::{self, to_value};
use crate::layout::{self, Floats};
use crate::model::{DeltaScope, Field, FieldId};
use crate::scope::generics::{code_param, generics};
use crate::scope::{Context, Scope};
use crate::text::options::Options;
use crate::text::tokens::{Ident, TokenStream, quote};
use crate::text::{docs, names};

/// The owned structs of a scope and of its nested scopes, and those of the states whose deltas they carry.
pub fn structs(scope: &Scope<'_>, options: &Options) -> TokenStream {
    let bare = layout::bare_element(scope.record).filter(|_| scope.is_root);
    let own = (scope.borrows() && !scope.is_hidden).then(|| match bare {
        Some(only) => {
            let (name, owned) = (names::type_ident(scope.name), Form::Owned.of_field(scope, only, false));
            quote!(#[doc(hidden)] pub type #name = #owned;)
        }
        None => of_scope(scope, options),
    });
    let inside = scope.children().into_iter().map(|child| structs(&child, options));
    quote!(#own #(#inside)*)
}

fn of_scope(scope: &Scope<'_>, options: &Options) -> TokenStream {
    let docs = docs::doc_item(scope.docs, &names::type_ident(scope.name), "", &[]);
    let own = of_values(scope, scope.name, &docs, false, options);
    let state = scope.delta.filter(|delta| !matches!(delta.scope, DeltaScope::Like(_))).map(|delta| {
        let docs = docs::doc_item(&delta.docs, &names::type_ident(&delta.name), "", &[]);
        of_values(scope, &delta.name, &docs, true, options)
    });
    quote!(#own #state)
}

/// An owned struct. `whole`: of a state.
fn of_values(scope: &Scope<'_>, name: &str, docs: &TokenStream, whole: bool, options: &Options) -> TokenStream {
    let declared = structs::values(scope, name, docs, (Form::Owned, whole), options);
    let (name, plain) = (names::type_ident(name), path(&scope.context, &names::type_ident(name)));
    let owned = generics(scope, false);
    let borrowed = generics(scope, true);
    let members = scope.members();
    let idents: Vec<&Ident> = members.iter().map(|(ident, _)| ident).collect();
    let lent = members.iter().map(|(ident, id)| lent(scope, ident, *id, whole));
    let owns = members.iter().map(|(ident, id)| owns(scope, ident, *id, whole));
    let fails = scope.body.iter().any(|id| convert::is_fallible(scope, *id));
    let (generic, passed, elided) = (&owned.declared, &owned.passed, &borrowed.elided);
    let conversion = conversion(
        (generic, &quote!(#name #passed), &quote!(#plain #elided)),
        &quote!(let #plain { #(#idents),* } = value;),
        &quote!(Self { #(#idents: #owns),* }),
        fails,
    );
    let surface = surface(scope, (&name, &plain), whole, fails);
    quote! {
        #declared

        impl #generic #name #passed {
            /// The plain value, which borrows from this one.
            #[must_use]
            pub fn as_value(&self) -> #plain #elided {
                let Self { #(#idents),* } = self;
                #plain { #(#idents: #lent),* }
            }
        }

        #conversion

        #surface
    }
}

/// The functions and traits of an owned struct, from the runtime's macro.
fn surface(scope: &Scope<'_>, (name, plain): (&Ident, &TokenStream), whole: bool, fails: bool) -> TokenStream {
    let code = code_param(scope).map(|ty| quote!([CODE: #ty]));
    let view = (!whole && to_value::of_scope(scope) == "to_value").then(|| {
        let view = path(&scope.context, &names::view_ident(scope.name));
        quote!(, view #view)
    });
    let is_message = !whole && scope.is_root && hooks::of_record(scope).is_empty();
    let known =
        (is_message && !scope.record.params.is_empty()).then(|| slot::record_known(&scope.context, scope.record));
    let ordered = layout::body_floats(scope.protocol(), scope.record, scope.outermost, whole) == Floats::None;
    surface_of((name, code, plain), view, (fails, ordered), is_message.then_some(known))
}

/// `::wireform::owned! { Print = super::Print, view super::PrintView; message }`: the functions and traits of an owned
/// type. `message` is its parameters, if it is one. Without floats it is `ordered`, and has a hash.
pub fn surface_of(
    (name, code, plain): (&Ident, Option<TokenStream>, &TokenStream),
    view: Option<TokenStream>,
    (fails, ordered): (bool, bool),
    message: Option<Option<TokenStream>>,
) -> TokenStream {
    let fails = fails.then(|| quote!(try));
    let ordered = ordered.then(|| {
        let message = message.as_ref().map(|_| quote!(, #plain));
        quote!(::wireform::ordered! { #name #code #message })
    });
    let message = message.map(|known| {
        let known = known.map(|known| quote!([known: #known]));
        quote!(; message #known)
    });
    quote!(::wireform::owned! { #fails #name #code = #plain #view #message } #ordered)
}

/// `impl From<super::Print<'_>> for Print { .. }`, or `TryFrom` if it can fail. `before` precedes the expression
/// `made`.
pub fn conversion(
    (generic, owned, plain): (&TokenStream, &TokenStream, &TokenStream),
    before: &TokenStream,
    made: &TokenStream,
    fails: bool,
) -> TokenStream {
    match fails {
        false => quote! {
            impl #generic ::core::convert::From<#plain> for #owned {
                fn from(value: #plain) -> Self { #before #made }
            }
        },
        true => quote! {
            impl #generic ::core::convert::TryFrom<#plain> for #owned {
                type Error = ::wireform::Error;

                fn try_from(value: #plain) -> ::core::result::Result<Self, ::wireform::Error> { #before Ok(#made) }
            }
        },
    }
}

/// The path from a module of owned types to a plain type of the same module.
pub fn path(context: &Context<'_>, name: &Ident) -> TokenStream {
    match context.module {
        None => quote!(super::#name),
        Some(family) => {
            let module = names::module_ident(&context.protocol.families[family.0].name);
            quote!(super::super::#module::#name)
        }
    }
}

/// Whether a field that borrows is an option in the value.
fn is_optional(field: &Field, whole: bool) -> bool {
    is_option(field) && !(whole && field.inherits().is_some())
}

/// `text.as_str()`: the plain form of a member; the variable `ident` is a reference to the owned one.
fn lent(scope: &Scope<'_>, ident: &Ident, id: Option<FieldId>, whole: bool) -> TokenStream {
    match id.filter(|id| scope.facts.borrows.value(*id)) {
        None => quote!(*#ident),
        Some(id) if is_optional(scope.field(id), whole) => {
            let lent = convert::lend(scope, id, whole, &quote!(one));
            quote!(#ident.as_ref().map(|one| #lent))
        }
        Some(id) => convert::lend(scope, id, whole, &quote!(#ident)),
    }
}

/// `String::from(text)`: the owned form of a member; the variable `ident` is the plain one.
fn owns(scope: &Scope<'_>, ident: &Ident, id: Option<FieldId>, whole: bool) -> TokenStream {
    match id.filter(|id| scope.facts.borrows.value(*id)) {
        None => quote!(#ident),
        Some(id) if is_optional(scope.field(id), whole) => {
            let owned = convert::own(scope, id, whole, &quote!(one));
            // A `?` in a closure would return from the closure only.
            quote!(match #ident { Some(one) => Some(#owned), None => None })
        }
        Some(id) => convert::own(scope, id, whole, &quote!(#ident)),
    }
}

/// `fn lent(..)` in the `Element` of a record that borrows.
pub fn lent_record(scope: &Scope<'_>, options: &Options) -> Option<TokenStream> {
    let lent = match layout::bare_element(scope.record) {
        Some(only) => convert::lend(scope, only, false, &quote!(owned)),
        None => quote!(owned.as_value()),
    };
    (options.owned && scope.borrows()).then(|| lent_element(&scope.context, scope.name, &lent))
}

/// `fn lent(row: &'a dyn ::wireform::Lender, index: usize) -> Option<Self> { .. }`: lends an element; `owned` is a
/// reference to the owned one.
pub fn lent_element(context: &Context<'_>, name: &str, lent: &TokenStream) -> TokenStream {
    let (root, name) = (context.root(), names::type_ident(name));
    let module = context.module.map(|family| {
        let module = names::module_ident(&context.protocol.families[family.0].name);
        quote!(#module::)
    });
    quote! {
        fn lent(row: &'a dyn ::wireform::Lender, index: usize) -> ::core::option::Option<Self> {
            ::wireform::list::lent::<#root owned::#module #name>(row, index).map(|owned| #lent)
        }
    }
}
