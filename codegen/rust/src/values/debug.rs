//! `Debug` for values in which bytes or some numbers are printed in hexadecimal. All others derive it.

use crate::layout;
use crate::model::{Content, FieldId, Item, Notation, Value, Wire};
use crate::scope::Scope;
use crate::text::tokens::{Ident, TokenStream, quote};

/// The parts of a value, with the expressions that print them.
#[derive(Debug, Default)]
pub struct Parts {
    all: Vec<(String, TokenStream)>,
    /// Whether a part is in hexadecimal.
    pub has_hex: bool,
}

impl Parts {
    /// A part that is a number, possibly an optional one.
    pub fn number(&mut self, name: &Ident, place: TokenStream, of: Value) {
        let hex = number(&place, of);
        self.add(name, place, hex);
    }

    /// A part that is a field.
    pub fn field(&mut self, name: &Ident, place: TokenStream, scope: &Scope<'_>, id: FieldId, is_option: bool) {
        let hex = field(scope, id, &place, is_option);
        self.add(name, place, hex);
    }

    /// A part with `Debug` of its own.
    pub fn other(&mut self, name: &Ident, place: TokenStream) {
        self.add(name, place, None);
    }

    fn add(&mut self, name: &Ident, place: TokenStream, hex: Option<TokenStream>) {
        self.has_hex |= hex.is_some();
        let name = name.to_string();
        self.all.push((name.trim_start_matches("r#").to_owned(), hex.unwrap_or(place)));
    }

    /// `f.debug_struct("Pos").field("areas", &::wireform::notation::Hex(self.areas)).finish()`: prints a struct or a
    /// variant.
    pub fn printed(&self, name: &Ident, is_tuple: bool) -> TokenStream {
        let name = name.to_string();
        let name = name.trim_start_matches("r#");
        let fields = self.all.iter().map(|(field, part)| match is_tuple {
            true => quote!(.field(&#part)),
            false => quote!(.field(#field, &#part)),
        });
        match is_tuple {
            true => quote!(f.debug_tuple(#name) #(#fields)* .finish()),
            false => quote!(f.debug_struct(#name) #(#fields)* .finish()),
        }
    }
}

/// A number that prints in hexadecimal.
fn number(place: &TokenStream, of: Value) -> Option<TokenStream> {
    (of == Value::Int(Some(Notation::Hex))).then(|| quote!(::wireform::notation::Hex(#place)))
}

/// `::wireform::notation::Hex(self.areas)`: a field that prints in hexadecimal; `None` if it has `Debug` of its own.
fn field(scope: &Scope<'_>, id: FieldId, place: &TokenStream, is_option: bool) -> Option<TokenStream> {
    match &scope.field(id).wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => number(place, scope.cell(*cell).value),
        Wire::Octets { content: Content::Free, .. } => Some(quote!(::wireform::notation::Hex(#place))),
        Wire::List { item, .. } | Wire::Sparse { item, .. } => is_hex(scope, item).then(|| match is_option {
            true => quote!(#place.map(::wireform::notation::Hexes)),
            false => quote!(::wireform::notation::Hexes(#place)),
        }),
        _ => None,
    }
}

/// Whether the elements of a list are bytes, or numbers in hexadecimal.
fn is_hex(scope: &Scope<'_>, item: &Item) -> bool {
    match item {
        Item::Scalar { value, .. } => *value == Value::Int(Some(Notation::Hex)),
        Item::Record { record, .. } => {
            let scope = Scope::seen_from(scope.context, *record);
            layout::bare_element(scope.record).is_some_and(|only| match &scope.field(only).wire {
                Wire::Octets { content: Content::Free, .. } => true,
                wire => wire.number().is_some_and(|cell| scope.cell(cell).value == Value::Int(Some(Notation::Hex))),
            })
        }
        Item::Float { .. } | Item::Family { .. } => false,
    }
}

/// `fn print` of a bare element that prints in hexadecimal.
pub fn element(scope: &Scope<'_>) -> Option<TokenStream> {
    let printed = field(scope, layout::bare_element(scope.record)?, &quote!(*self), false)?;
    Some(quote! {
        fn print(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(&#printed, f)
        }
    })
}

/// `impl Debug` with this body.
pub fn implemented(ty: &Ident, generics: (&TokenStream, &TokenStream), body: &TokenStream) -> TokenStream {
    let (declared, passed) = generics;
    quote! {
        impl #declared ::core::fmt::Debug for #ty #passed {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #body
            }
        }
    }
}
