//! Newtypes over a raw number: the common parts of quantities, packed numbers and bit layouts.

use crate::model::Interval;
use crate::text::docs::{doc, doc_and};
use crate::text::int::Int;
use crate::text::literal;
use crate::text::options::Options;
use crate::text::tokens::{Ident, ToTokens, TokenStream, format_ident, quote};

/// ```text
/// pub struct Cubes {
///     raw: i32,
/// }
/// ```
///
/// Named fields keep a type called `Some` or `Err` from being a constructor.
pub(super) fn declaration(
    docs: &TokenStream,
    ty: &Ident,
    int: Int,
    more: impl IntoIterator<Item = &'static str>,
    options: &Options,
) -> TokenStream {
    let always: Vec<_> = ["Clone", "Copy", "PartialEq", "Eq", "Hash"].into_iter().chain(more).collect();
    let (derives, repr) = (options.derives_of_type(&always), int.ident());
    quote! {
        #docs
        #derives
        pub struct #ty { raw: #repr }
    }
}

/// ```text
/// pub const fn from_raw(raw: i32) -> Self {
///     Self { raw }
/// }
/// ```
pub(super) fn from_raw(raw: Interval, int: Int) -> TokenStream {
    let repr = int.ident();
    let (docs, result, body) = match literal::pattern(&[raw], int).some() {
        None => ("Converts from the number on the wire.", quote!(Self), quote!(Self { raw })),
        Some(fits) => (
            "Converts from the number on the wire; `None` if the wire cannot hold it.",
            quote!(::core::option::Option<Self>),
            quote!(match raw { #fits => Some(Self { raw }), _ => None }),
        ),
    };
    method(&doc(&[], docs), quote!(from_raw), &quote!(raw: #repr), &result, &body)
}

/// `pub const fn raw(self) -> i32 { self.raw }`: a method of a type, whose result is of use.
pub(super) fn method(
    docs: &TokenStream,
    name: impl ToTokens,
    arguments: &TokenStream,
    result: impl ToTokens,
    body: &TokenStream,
) -> TokenStream {
    quote! {
        #docs
        #[must_use]
        #[inline]
        pub const fn #name(#arguments) -> #result {
            #body
        }
    }
}

/// `pub const fn raw(self) -> i32`
pub(super) fn raw(int: Int) -> TokenStream {
    method(&doc(&[], "The number on the wire."), quote!(raw), &quote!(self), int.ident(), &quote!(self.raw))
}

/// Methods that traits give a reference to any type; on `&self` they take precedence over a getter of the same name.
const OF_TRAITS: [&str; 20] = [
    "borrow",
    "clamp",
    "clone",
    "clone_from",
    "cmp",
    "eq",
    "fmt",
    "ge",
    "gt",
    "hash",
    "into",
    "le",
    "lt",
    "max",
    "min",
    "ne",
    "partial_cmp",
    "to_owned",
    "to_string",
    "try_into",
];

/// The call of a getter on a reference, `self.yaw()`.
pub(super) fn call(getter: &Ident) -> TokenStream {
    if OF_TRAITS.contains(&getter.to_string().as_str()) { quote!(Self::#getter(*self)) } else { quote!(self.#getter()) }
}

/// `impl Default` if zero is no raw number: the one nearest to zero.
pub(super) fn default_impl(ty: &Ident, raw: Interval) -> Option<TokenStream> {
    let nearest = raw.max.min(raw.min.max(0));
    let number = literal::number(nearest);
    (nearest != 0).then(|| default_of(ty, &quote!(Self { raw: #number })))
}

/// `impl Default`
pub(super) fn default_of(ty: &Ident, value: &TokenStream) -> TokenStream {
    quote! {
        impl ::core::default::Default for #ty {
            fn default() -> Self {
                #value
            }
        }
    }
}

/// `impl Debug`, or `impl Display`, with this body.
pub(super) fn format_impl(name: &str, ty: &Ident, body: &TokenStream) -> TokenStream {
    let name = format_ident!("{name}");
    quote! {
        impl ::core::fmt::#name for #ty {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #body
            }
        }
    }
}

/// The body of `new`.
pub(super) enum Body {
    /// Returns the value.
    Total(TokenStream),
    /// Returns a result.
    Fallible(TokenStream),
}

/// `pub const fn new(..) -> Self`, or a result.
pub(super) fn constructor(summary: &str, errors: &str, arguments: &[TokenStream], body: &Body) -> TokenStream {
    match body {
        Body::Total(body) => method(&doc(&[], summary), quote!(new), &quote!(#(#arguments),*), quote!(Self), body),
        Body::Fallible(body) => {
            let docs = doc_and(&[], summary, &[errors]);
            quote! {
                #docs
                #[inline]
                pub const fn new(#(#arguments),*) -> ::core::result::Result<Self, ::wireform::Error> {
                    #body
                }
            }
        }
    }
}

/// The error for a value that a type, or a part of it, does not have.
pub(super) fn out_of_range(of: &str, expected: &str) -> TokenStream {
    quote!(::wireform::Error::out_of_range(&#of, &#expected))
}
