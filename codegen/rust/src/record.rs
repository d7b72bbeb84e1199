//! All items of one record.

pub mod choice;
pub mod element;
mod examples;

use crate::decode::parse;
use crate::encode::{check, put};
use crate::facts::Checked;
use crate::field::{params, rest, slot};
use crate::hooks::checksum;
use crate::layout;
use crate::model::RecordId;
use crate::scope::generics::{code_param, generics};
use crate::scope::{Context, Scope};
use crate::text::options::Options;
use crate::text::tokens::{Ident, TokenStream, quote};
use crate::text::{docs, names};
use crate::values::{delta, owned, structs};
use crate::{hooks, view};

/// The items of a record: `pub struct Pos { .. }`, its choices and parameters, `pub struct PosView<'a> { .. }`, and
/// their writers and readers.
pub fn record(context: Context<'_>, id: RecordId, options: &Options) -> TokenStream {
    let scope = Scope::root(context, id);
    let record = scope.record;
    let structs = structs::structs(&scope, options);
    let states = delta::states(&scope, options);
    let choices = choice::choices(&scope, options);
    let known = match record.params.is_empty() && slot::record_has_known(record) {
        true => params::unit(&record.name),
        false => params::known(&scope.context, &record.name, &record.params, options),
    };
    let writers = writers(&scope, options);
    let nested = scope.children().iter().flat_map(nested_writers).collect::<Vec<_>>();
    let views = view::views(&scope, options);
    quote!(#states #(#structs)* #writers #(#nested)* #(#choices)* #known #(#views)*)
}

/// The owned types of a record: one for each of its types that borrows.
pub fn owned(context: Context<'_>, id: RecordId, options: &Options) -> TokenStream {
    let scope = Scope::root(context, id);
    let (structs, choices) = (owned::structs(&scope, options), choice::owned_choices(&scope, options));
    quote!(#structs #choices)
}

/// `impl Pos { pub const CODE: i32 = 4; fn check(..) fn put(..) }`: the writers of a record, with its constants.
fn writers(scope: &Scope<'_>, options: &Options) -> TokenStream {
    let (name, generics) = (names::type_ident(scope.name), generics(scope, scope.borrows()));
    let (declared, elided) = (&generics.declared_elided, &generics.elided);
    let (code, check, put) = (parse::code_constant(scope), check::check(scope), put::put(scope));
    let (examples, checksums) = (examples::constant(scope, options), checksum::constants(scope));
    let takes_rest = rest::of_record(scope);
    let public = public_writers(scope, &quote!(#name #elided));
    let message = message(scope, &name, options);
    quote! {
        impl #declared #name #elided {
            #code
            #examples
            #checksums
            #check
            #put
            #takes_rest
        }

        #public

        #message
    }
}

/// `::wireform::message! { ActorGone, ActorGoneView }`: links the value to its view; both need a function if a hook is
/// involved.
fn message(scope: &Scope<'_>, name: &Ident, options: &Options) -> Option<TokenStream> {
    let is_bare = layout::bare_element(scope.record).is_some();
    (!is_bare && hooks::of_record(scope).is_empty()).then(|| {
        let (life, view) = (slot::lifetime(scope.borrows()), names::view_ident(scope.name));
        let code = code_param(scope).map(|ty| quote!([CODE: #ty]));
        let kept = (options.owned && !scope.borrows()).then(|| quote!(, kept));
        quote!(::wireform::message! { #name #life #code, #view #kept })
    })
}

/// `::wireform::value! { ActorGone, "ActorGone", max 5 }`: `write` and `Encode` of a record.
fn public_writers(scope: &Scope<'_>, ty: &TokenStream) -> TokenStream {
    let text = &scope.record.name;
    let hooks = hooks::of_record(scope);
    let checks = scope.context.facts.checked(scope.id) == Checked::Before;
    let check = checks.then(|| quote!(, check check));
    let (known, max) = (parse::known(scope), parse::max(scope.record.lengths));
    let generics = code_param(scope).map(|ty| quote!([const CODE: #ty]));
    if !hooks.is_empty() {
        let hooks = hooks::bounds(&scope.context, &hooks);
        return quote!(::wireform::value! { hooked [#hooks] #generics #ty, #text #max #check #known });
    }
    let window = put::short::most(scope).map(|_| {
        let over = put::short::zero(scope);
        quote!(, window(#over))
    });
    quote!(::wireform::value! { #generics #ty, #text #max #check #window #known })
}

/// `impl PosFall { fn check(..) fn put(..) }`: the private writers of a nested scope.
fn nested_writers(scope: &Scope<'_>) -> Vec<TokenStream> {
    let name = names::type_ident(scope.name);
    let life = if scope.borrows() { quote!(<'_>) } else { TokenStream::new() };
    let (check, put) = (check::check(scope), put::put(scope));
    let hidden = scope.is_hidden.then(|| {
        let doc = docs::doc(scope.docs, "Bit fields that only the reader and the writer use.");
        quote!(#doc enum #name {})
    });
    let mut all = vec![quote! {
        #hidden

        impl #name #life {
            #check
            #put
        }
    }];
    all.extend(scope.children().iter().flat_map(nested_writers));
    all
}
