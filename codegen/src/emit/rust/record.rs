//! The emission of one record.

pub mod choice;
pub mod element;

use crate::emit::rust::decode::parse;
use crate::emit::rust::encode::{check, put};
use crate::emit::rust::field::params;
use crate::emit::rust::hooks::checksum;
use crate::emit::rust::owned::{delta, structs};
use crate::emit::rust::scope::generics::generics;
use crate::emit::rust::scope::{Context, Scope};
use crate::emit::rust::text::options::Options;
use crate::emit::rust::text::tokens::{TokenStream, quote};
use crate::emit::rust::text::{docs, names};
use crate::emit::rust::{hooks, view};
use crate::facts::Refusal;
use crate::model::RecordId;

/// The types of a record: owned values, views, choices, parameters.
pub fn record(context: Context<'_>, id: RecordId, options: &Options) -> TokenStream {
    let scope = Scope::root(context, id);
    let record = scope.record;
    let structs = structs::structs(&scope, options);
    let states = delta::states(&scope, options);
    let choices = choice::choices(&scope, options);
    let known = params::known(&scope.context, &record.name, &record.params);
    let writers = writers(&scope);
    let nested = scope.children().iter().flat_map(nested_writers).collect::<Vec<_>>();
    let views = view::views(&scope);
    quote!(#states #(#structs)* #writers #(#nested)* #(#choices)* #known #(#views)*)
}

/// The public writers of a record, with their constants and private functions.
fn writers(scope: &Scope<'_>) -> TokenStream {
    let (name, generics) = (names::type_ident(scope.name), generics(scope, scope.borrows()));
    let (declared_generics, passed_generics) = (&generics.declared_elided, &generics.elided);
    let arguments = parse::arguments(scope);
    let (declared, known) = (&arguments.declared, &arguments.known);
    let passed = (!scope.record.params.is_empty()).then(|| quote!(, known));
    let text = &scope.record.name;
    let (constants, check, put) = (parse::constants(scope), check::check(scope), put::put(scope));
    let checksums = checksum::constants(scope);
    let check_args = (!scope.record.params.is_empty()).then(|| quote!(known));
    let refusal = scope.context.facts.refusal(scope.id);
    let hooks = hooks::of_record(scope);
    let (hooks_declared, measure) = (hooks::declared(&scope.context, &hooks), hooks::measure(&hooks));
    let written = if put::short::most(scope).is_some() {
        let checked = match refusal {
            Refusal::Before => quote!(|| self.check()),
            Refusal::Never | Refusal::AsWritten => quote!(|| Ok(())),
        };
        let into = put::short::into(scope);
        quote!(::wireform::whole::write_short(buffer, #text, #checked, #into))
    } else {
        let (write, hooks_passed, put) = (hooks::write(&hooks), hooks::passed(&hooks), quote!(self.put(out #passed)));
        match refusal {
            Refusal::Before => {
                quote!(#write(buffer, #text #hooks_passed, |out| { self.check(#check_args)?; #put; Ok(()) }))
            }
            Refusal::AsWritten => quote!(#write(buffer, #text #hooks_passed, |out| #put)),
            Refusal::Never if hooks.is_empty() => quote!(::wireform::whole::write(buffer, #text, |out| #put)),
            Refusal::Never => quote!(#write(buffer, #text #hooks_passed, |out| { #put; Ok(()) })),
        }
    };
    let encode = (scope.record.params.is_empty() && hooks.is_empty()).then(|| {
        quote! {
            impl #declared_generics ::wireform::Encode for #name #passed_generics {
                #[inline]
                fn encoded_len(&self) -> usize { Self::encoded_len(self) }

                #[inline]
                fn write(&self, buffer: &mut [u8]) -> ::core::result::Result<usize, ::wireform::WriteError> {
                    Self::write(self, buffer)
                }
            }
        }
    });
    quote! {
        impl #declared_generics #name #passed_generics {
            #constants
            #checksums

            /// The encoded length in bytes, if the value is valid.
            #[must_use]
            #[inline]
            pub fn encoded_len(&self #declared) -> usize {
                #known
                #measure(|out| self.put(out #passed))
            }

            /// Writes the value to the start of `buffer`; returns the number of bytes written.
            ///
            /// # Errors
            /// If a constraint is violated or `buffer` is too small.
            #[inline]
            pub fn write(&self, buffer: &mut [u8] #declared #hooks_declared) -> ::core::result::Result<usize, ::wireform::WriteError> {
                #known
                #written
            }

            #check
            #put
        }

        #encode
    }
}

/// The private writers of a nested scope.
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
