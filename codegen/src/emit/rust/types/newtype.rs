//! What every type over one raw number has: quantities, packed numbers, layouts of bits.

use super::super::tokens::{Ident, TokenStream, quote};
use super::derives;
use crate::emit::rust::Options;
use crate::emit::rust::docs::doc_and;
use crate::emit::rust::int::Int;
use crate::emit::rust::literal::{self, Pattern};
use crate::emit::rust::serde;
use crate::model::Interval;

/// ```text
/// pub struct Cubes {
///     raw: i32,
/// }
/// ```
///
/// Braces, so that a type called `Some` or `Err` is no constructor. `raw`: what the wire can hold, if `from_raw` asks.
pub(super) fn declaration(
    docs: &TokenStream,
    ty: &Ident,
    (int, raw): (Int, Option<Interval>),
    always: &[&str],
    options: &Options,
) -> TokenStream {
    let (derives, repr) = (derives(always, options), int.ident());
    let transparent = options.serde.then(|| quote!(#[serde(transparent)]));
    let is_total = raw.and_then(|raw| limit(raw, int)).is_none();
    let deserialize = serde::deserialize(ty, int, is_total, options);
    quote! {
        #docs
        #derives
        #transparent
        pub struct #ty { raw: #repr }
        #deserialize
    }
}

/// ```text
/// pub const fn from_raw(raw: i32) -> Self {
///     Self { raw }
/// }
/// ```
pub(super) fn from_raw(raw: Interval, int: Int) -> TokenStream {
    let repr = int.ident();
    match limit(raw, int) {
        None => quote! {
            /// From the number on the wire.
            #[must_use]
            #[inline]
            pub const fn from_raw(raw: #repr) -> Self {
                Self { raw }
            }
        },
        Some(fits) => quote! {
            /// From the number on the wire; `None` if the wire can not hold it.
            #[must_use]
            #[inline]
            pub const fn from_raw(raw: #repr) -> ::core::option::Option<Self> {
                match raw {
                    #fits => Some(Self { raw }),
                    _ => None,
                }
            }
        },
    }
}

/// Which numbers of a type the wire can hold, where that is not all of them.
fn limit(raw: Interval, int: Int) -> Option<TokenStream> {
    match literal::pattern(&[raw], int) {
        Pattern::Some(fits) => Some(fits),
        Pattern::Everything | Pattern::Nothing => None,
    }
}

/// `pub const fn raw(self) -> i32`
pub(super) fn raw(int: Int) -> TokenStream {
    let repr = int.ident();
    quote! {
        /// The number on the wire.
        #[must_use]
        #[inline]
        pub const fn raw(self) -> #repr {
            self.raw
        }
    }
}

/// Methods that traits give a reference to any type: called on `&self` they come before a getter of the same name.
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

/// `self.yaw()`, where `self` is a reference.
pub(super) fn call(getter: &Ident) -> TokenStream {
    if OF_TRAITS.contains(&getter.to_string().as_str()) { quote!(Self::#getter(*self)) } else { quote!(self.#getter()) }
}

/// `impl Default`, where zero is no raw number: the nearest one is.
pub(super) fn default_impl(ty: &Ident, raw: Interval) -> Option<TokenStream> {
    let nearest = raw.max.min(raw.min.max(0));
    let number = literal::whole(nearest);
    (nearest != 0).then(|| {
        quote! {
            impl ::core::default::Default for #ty {
                fn default() -> Self {
                    Self { raw: #number }
                }
            }
        }
    })
}

/// The body of `new`.
pub(super) enum Body {
    /// Gives the quantity.
    Total(TokenStream),
    /// Gives a result.
    Fallible(TokenStream),
}

/// `pub const fn new(..) -> Self`, or a result.
pub(super) fn constructor(summary: &str, errors: &str, arguments: &[TokenStream], body: &Body) -> TokenStream {
    match body {
        Body::Total(body) => {
            let docs = doc_and(&[], summary, &[]);
            quote! {
                #docs
                #[must_use]
                #[inline]
                pub const fn new(#(#arguments),*) -> Self {
                    #body
                }
            }
        }
        Body::Fallible(body) => {
            let docs = doc_and(&[], summary, &[errors]);
            quote! {
                #docs
                #[inline]
                pub const fn new(#(#arguments),*) -> ::core::result::Result<Self, ::wireform::OutOfRange> {
                    #body
                }
            }
        }
    }
}
