//! The public readers of a record: `parse`, `parse_exact`, `as_bytes`.

use proc_macro2::TokenStream;
use quote::quote;

use super::hooks::unverified;
use super::int::Int;
use super::scope::Scope;
use super::{docs, generics, locals, names, params, slot};
use crate::model::{RecordId, Role, Scalar};

/// The arguments of a public function that stand for a record's parameters: up to three by themselves, else as one.
pub(super) struct Arguments {
    /// `, is_self: bool`
    pub(super) declared: TokenStream,
    /// `, is_self`, to another public function.
    pub(super) handed_on: TokenStream,
    /// `, ToClientKnown { is_self }`
    pub(super) passed: TokenStream,
    /// `let known = ToClientKnown { is_self };`, where that has more than one use.
    pub(super) known: TokenStream,
}

pub(super) fn arguments(scope: &Scope<'_>) -> Arguments {
    let params = &scope.record.params;
    let known = names::known_ident(&scope.record.name);
    match params.len() {
        0 => {
            let nothing = TokenStream::new;
            Arguments { declared: nothing(), handed_on: nothing(), passed: nothing(), known: nothing() }
        }
        1..=3 => {
            let idents = locals::arguments(params.iter().map(|param| param.name.as_str()));
            let types = params.iter().map(|param| params::param_type(&scope.place, param));
            let inits = params.iter().zip(&idents).map(|(param, argument)| {
                let field = names::field_ident(&param.name);
                if field == *argument { quote!(#field) } else { quote!(#field: #argument) }
            });
            let known = quote!(#known { #(#inits),* });
            Arguments {
                declared: quote!(#(, #idents: #types)*),
                handed_on: quote!(#(, #idents)*),
                passed: quote!(, #known),
                known: quote!(let known = #known;),
            }
        }
        _ => Arguments {
            declared: quote!(, known: #known),
            handed_on: quote!(, known),
            passed: quote!(, known),
            known: TokenStream::new(),
        },
    }
}

/// The functions of a root view that read a whole record.
pub(super) fn readers(scope: &Scope<'_>) -> TokenStream {
    let record = scope.record;
    let visible = scope.place.module.map(|_| quote!(pub(super)));
    let (name, arguments) = (&record.name, arguments(scope));
    let (declared, passed) = (&arguments.declared, &arguments.passed);
    let known = (!record.params.is_empty()).then(|| {
        let known = slot::record_known(&scope.place, record);
        (quote!(, known: #known), quote!(, known))
    });
    let (known_declared, known_passed) = known.unzip();
    let code = code_check(scope);
    let link = docs::link(name);
    let first = docs::doc(&[], &format!("Reads {link} off the front of `bytes` and gives what is left."));
    let exact = docs::doc(&[], &format!("Reads {link}, which is all of `bytes`."));
    let last = docs::doc(&[], &format!("The bytes of this {link}, as they were read."));
    let id =
        scope.place.protocol.records.iter().position(|one| std::ptr::eq(one, record)).map_or(RecordId(0), RecordId);
    let facts = scope.place.facts;
    let (result, body) = match (facts.take_fails(scope.place.protocol, id), facts.body_fails(id)) {
        (true, false) => {
            super::view::result_of(true, &quote!(Self), &quote!(Self::take_body(start, input #known_passed)))
        }
        (fails, _) => (
            super::view::result_of(fails, &quote!(Self), &TokenStream::new()).0,
            quote!(Self::take_body(start, input #known_passed)),
        ),
    };
    let take = match (facts.take_fails(scope.place.protocol, id), passed.is_empty()) {
        (true, true) => quote!(Self::take),
        (true, false) => quote!(|input| Self::take(input #passed)),
        (false, _) => quote!(|input| Ok(Self::take(input #passed))),
    };
    let unverified = unverified::is_unverified(record);
    let read = unverified::view_type(record, quote!(Self));
    let (wrap_first, wrap) = match unverified {
        true => (
            Some(quote!(.map(|(view, rest)| (::wireform::Unverified::new(view), rest)))),
            Some(quote!(.map(::wireform::Unverified::new))),
        ),
        false => (None, None),
    };
    let compared = unverified.then(|| {
        quote! {
            ///
            /// The checksums that only the program can work out are not compared yet.
        }
    });
    quote! {
        #first
        #compared
        ///
        /// # Errors
        /// The first field, in wire order, that is missing or malformed.
        #[inline]
        pub fn parse(bytes: &'a [u8] #declared) -> ::core::result::Result<(#read, &'a [u8]), ::wireform::ParseError> {
            ::wireform::whole::parse(bytes, #name, #take) #wrap_first
        }

        #exact
        #compared
        ///
        /// # Errors
        /// The first field, in wire order, that is missing or malformed, or bytes left over.
        #[inline]
        pub fn parse_exact(bytes: &'a [u8] #declared) -> ::core::result::Result<#read, ::wireform::ParseError> {
            ::wireform::whole::parse_exact(bytes, #name, #take) #wrap
        }

        #last
        #[must_use]
        #[inline]
        pub fn as_bytes(&self) -> &'a [u8] {
            self.bytes
        }

        #[inline]
        #visible fn take(input: &mut ::wireform::Input<'a> #known_declared) -> #result {
            let start = *input;
            #code
            #body
        }
    }
}

/// Reads the code of a message and refuses another.
fn code_check(scope: &Scope<'_>) -> TokenStream {
    let Role::Message { code: Some(code) } = &scope.record.role else { return TokenStream::new() };
    let read = read_code(scope, code.scalar);
    let code = generics::code(scope);
    quote! {
        let code = #read;
        if code != #code {
            return Err(::wireform::Malformed::Code.at(&"code", start.offset()));
        }
    }
}

/// Reads the code in front of a message, as a number.
pub(super) fn read_code(scope: &Scope<'_>, scalar: Scalar) -> TokenStream {
    super::take::Taker { scope, input: quote::format_ident!("input") }.number(scalar, &quote!(&"code"))
}

/// The constants of a plain type: its code and its lengths.
pub(super) fn constants(scope: &Scope<'_>) -> TokenStream {
    let record = scope.record;
    let code = match &record.role {
        Role::Message { code: Some(code) } => {
            let (ty, number) = (Int::of_scalar(scope.protocol(), code.scalar).ident(), generics::code(scope));
            quote! {
                /// The code in front of this message.
                pub const CODE: #ty = #number;
            }
        }
        _ => TokenStream::new(),
    };
    let min = super::int::length(record.lengths.accepted.min);
    let max = super::int::longest(record.lengths.canonical.max).map(|max| {
        quote! {
            /// The most bytes that `write` makes.
            pub const MAX_LEN: usize = #max;
        }
    });
    quote! {
        #code
        /// The fewest bytes that a reader takes.
        pub const MIN_LEN: usize = #min;
        #max
    }
}

/// Arguments that stand first: without the comma in front of them.
pub(super) fn without_comma(arguments: TokenStream) -> TokenStream {
    let mut trees = arguments.into_iter().peekable();
    trees.next_if(|tree| matches!(tree, proc_macro2::TokenTree::Punct(comma) if comma.as_char() == ','));
    trees.collect()
}
