//! The public readers of a record: `parse`, `parse_exact`, `as_bytes`.

use super::take::{self, Taker};
use crate::emit::rust::field::{code, params, slot, unverified};
use crate::emit::rust::scope::{Context, Scope, generics, locals};
use crate::emit::rust::text::emitted::Emitted;
use crate::emit::rust::text::int::Int;
use crate::emit::rust::text::tokens::{TokenStream, format_ident, quote};
use crate::emit::rust::text::{docs, literal, names};
use crate::model::{Lengths, Record, Role, Scalar, Wire};

/// The arguments of a public function for a record's parameters: up to three separately, more as one struct.
#[derive(Default)]
pub struct Arguments {
    /// `, is_self: bool`
    pub declared: TokenStream,
    /// `, is_self`, to another public function.
    pub forwarded: TokenStream,
    /// `, ToClientKnown { is_self }`
    pub passed: TokenStream,
    /// `let known = ToClientKnown { is_self };`, where that has more than one use.
    pub known: TokenStream,
}

pub fn arguments(scope: &Scope<'_>) -> Arguments {
    let params = &scope.record.params;
    let known = names::known_ident(&scope.record.name);
    match params.len() {
        0 => Arguments::default(),
        1..=3 => {
            let idents = locals::arguments(params.iter().map(|param| param.name.as_str()));
            let types = params.iter().map(|param| params::param_type(&scope.context, param));
            let inits = params.iter().zip(&idents).map(|(param, argument)| {
                let field = names::field_ident(&param.name);
                if field == *argument { quote!(#field) } else { quote!(#field: #argument) }
            });
            let known = quote!(#known { #(#inits),* });
            Arguments {
                declared: quote!(#(, #idents: #types)*),
                forwarded: quote!(#(, #idents)*),
                passed: quote!(, #known),
                known: quote!(let known = #known;),
            }
        }
        _ => Arguments {
            declared: quote!(, known: #known),
            forwarded: quote!(, known),
            passed: quote!(, known),
            known: TokenStream::new(),
        },
    }
}

/// The functions of a root view that read a whole record, which takes `steps` steps.
pub fn readers(scope: &Scope<'_>, has_common: bool, steps: usize) -> TokenStream {
    let record = scope.record;
    let visible = scope.visibility();
    let (name, arguments) = (&record.name, arguments(scope));
    let (declared, passed) = (&arguments.declared, &arguments.passed);
    let (known_declared, known_passed) = (code::known_declared(scope), code::known_passed(scope));
    let code = code_check(&Taker::new(scope, format_ident!("input")));
    let link = docs::link(&names::type_ident(name));
    let explained = params::explained(&record.params);
    let explained: Vec<&str> = explained.iter().map(String::as_str).collect();
    let first = format!("Parses {link} from the start of `bytes`; returns its view and the rest.");
    let first = docs::doc_and(&[], &first, &explained);
    let exact = docs::doc_and(&[], &format!("Parses {link} from all of `bytes`."), &explained);
    let last = docs::doc(&[], &format!("The bytes from which this {link} was parsed."));
    let at_least = if has_common { None } else { at_least(record, steps) };
    let take = if passed.is_empty() { quote!(Self::take) } else { quote!(|input| Self::take(input #passed)) };
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
            /// Checksums that your program computes are not verified yet.
        }
    });
    // The fast path rejects uncommon shapes; the cold path that builds the error reads all valid ones.
    let (parse, parse_exact, quick) = match (has_common, passed.is_empty()) {
        (false, _) => (quote!(parse), quote!(parse_exact), take.clone()),
        (true, true) => (quote!(parse_common), quote!(parse_common_exact), quote!(Self::take_common)),
        (true, false) => {
            (quote!(parse_common), quote!(parse_common_exact), quote!(|input| Self::take_common(input #passed)))
        }
    };
    let inline = inline(record.fields.iter().any(|field| matches!(field.wire, Wire::Family { .. })));
    quote! {
        #first
        #compared
        ///
        /// # Errors
        /// The first missing or malformed field, in wire order.
        #inline
        pub fn parse(bytes: &'a [u8] #declared) -> ::core::result::Result<(#read, &'a [u8]), ::wireform::ParseError> {
            ::wireform::whole::#parse(bytes, #name, #quick, #take) #wrap_first
        }

        #exact
        #compared
        ///
        /// # Errors
        /// The first missing or malformed field, in wire order, or trailing bytes.
        #inline
        pub fn parse_exact(bytes: &'a [u8] #declared) -> ::core::result::Result<#read, ::wireform::ParseError> {
            ::wireform::whole::#parse_exact(bytes, #name, #quick, #take) #wrap
        }

        #last
        #[must_use]
        #[inline]
        pub fn as_bytes(&self) -> &'a [u8] {
            self.bytes
        }

        #[inline]
        #visible fn take<E: ::wireform::Refusal>(input: &mut ::wireform::Input<'a, E> #known_declared) -> ::core::result::Result<Self, E> {
            let start = *input;
            #at_least
            #code
            Self::take_body(start, input #known_passed)
        }
    }
}

/// A single bounds check for the minimum length, for a record that is read in several steps.
fn at_least(record: &Record, steps: usize) -> Option<TokenStream> {
    let steps = steps + usize::from(matches!(record.role, Role::Message { code: Some(_) }));
    let fewest = record.lengths.accepted.min;
    (steps > 1 && fewest > 1).then(|| {
        let fewest = literal::length(fewest);
        quote!(input.at_least(#fewest)?;)
    })
}

/// `#[inline]` for a reader of whole packets, unless it distinguishes many messages and is too large. Out of line it
/// constructs the view in the caller's memory, and inlines its callees.
pub fn inline(is_large: bool) -> Option<TokenStream> {
    (!is_large).then(|| quote!(#[inline]))
}

/// Reads the code of a message and rejects any other.
pub fn code_check(taker: &Taker<'_, '_>) -> TokenStream {
    let (scope, input) = (taker.scope, &taker.input);
    let Role::Message { code: Some(code) } = &scope.record.role else { return TokenStream::new() };
    let (scalar, code) = (code.scalar, generics::code(scope));
    match scalar {
        Scalar::Varint(id) if !taker.common_only => {
            let varint = slot::varint_value(&scope.context, id);
            quote!(#input.code(#varint, #code, &"code")?;)
        }
        _ => {
            let read = taker.number(scalar, &quote!(&"code"));
            let refused = if taker.common_only {
                quote!(::wireform::Refused::rarely())
            } else {
                quote!(::wireform::Malformed::Code.at(&"code", start.offset()))
            };
            quote! {
                let code = #read;
                if code != #code {
                    return Err(#refused);
                }
            }
        }
    }
}

/// The size of a code in its shortest form.
pub fn code_size(scalar: Scalar) -> usize {
    match scalar {
        Scalar::Int { bytes, .. } => usize::from(bytes),
        Scalar::Varint(_) => 1,
    }
}

/// Reads the code before a message, as a number.
pub fn read_code(context: &Context<'_>, scalar: Scalar) -> Emitted {
    take::number(context, &format_ident!("input"), scalar, &quote!(&"code"))
}

/// The constants of an owned type: its code and its lengths.
pub fn constants(scope: &Scope<'_>) -> TokenStream {
    let record = scope.record;
    let code = match &record.role {
        Role::Message { code: Some(code) } => {
            let (ty, number) = (Int::of_scalar(scope.protocol(), code.scalar).ident(), generics::code(scope));
            quote! {
                /// The message's code.
                pub const CODE: #ty = #number;
            }
        }
        _ => TokenStream::new(),
    };
    let lengths = length_constants(record.lengths);
    quote!(#code #lengths)
}

/// The constants of a message's or a family's lengths.
pub fn length_constants(lengths: Lengths) -> TokenStream {
    let min = literal::length(lengths.accepted.min);
    let max = literal::longest(lengths.canonical.max).map(|max| {
        quote! {
            /// The maximum length in bytes that `write` produces.
            pub const MAX_LEN: usize = #max;
        }
    });
    quote! {
        /// The minimum length in bytes that a reader accepts.
        pub const MIN_LEN: usize = #min;
        #max
    }
}
