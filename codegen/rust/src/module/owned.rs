//! The module of owned types, in a protocol's module or in that of a version. It re-exports the other types: a type
//! that borrows nothing is its own owned type.

use crate::text::format::Style;
use crate::text::pieces::Laid;
use crate::text::tokens::{Ident, TokenStream, quote};

/// The owned types of one family, and its re-exports.
pub struct OfFamily {
    pub name: Ident,
    pub shared: TokenStream,
    pub items: Laid,
}

/// `pub mod owned { pub use super::*; .. }`, inside `depth` modules. `shared` are additional re-exports.
pub fn module(style: &Style<'_>, depth: usize, shared: TokenStream, items: Laid, families: Vec<OfFamily>) -> String {
    let mut inside = Laid::default();
    inside.add_text(style.format(quote!(#[doc(no_inline)] pub use super::*; #shared), depth.saturating_add(1)));
    inside.add(items);
    for OfFamily { name, shared, items } in families {
        let mut own = Laid::default();
        let shown = quote!(#[doc(no_inline)] pub use super::super::#name::*; #shared);
        own.add_text(style.format(shown, depth.saturating_add(2)));
        own.add(items);
        let doc = quote!(#[doc = " The owned types of the family's messages."]);
        inside.add_text(style.module(quote!(#doc pub mod #name), depth.saturating_add(1), &own.text));
    }
    let head = quote! {
        /// Owned values: they borrow nothing, so they can wait, go to another thread, and outlive their packet.
        ///
        /// A type that borrows nothing anyway is shown here too, so every message has its owned value in this module.
        pub mod owned
    };
    style.module(head, depth, &inside.text)
}
