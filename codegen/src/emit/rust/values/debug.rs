//! `Debug` of values of which bytes or some numbers are printed in hexadecimal. All others derive it.

use crate::emit::rust::scope::Scope;
use crate::emit::rust::text::tokens::{Ident, TokenStream, quote};
use crate::layout;
use crate::model::{FieldId, Item, Notation, Value, Wire};

/// The parts of a value: their names, and how they are printed.
#[derive(Debug, Default)]
pub struct Parts {
    all: Vec<(String, TokenStream)>,
    /// Whether one of them is in hexadecimal.
    pub has_hex: bool,
}

impl Parts {
    /// A part that is a number, possibly an optional one.
    pub fn number(&mut self, name: &Ident, place: TokenStream, of: Value) {
        let hex = (of == Value::Notation(Notation::Hex)).then(|| quote!(::wireform::notation::Hex(#place)));
        self.add(name, place, hex);
    }

    /// A part that is a field.
    pub fn field(&mut self, name: &Ident, place: TokenStream, scope: &Scope<'_>, id: FieldId, is_option: bool) {
        match &scope.field(id).wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => self.number(name, place, scope.cell(*cell).value),
            Wire::Bytes(_) => self.add(name, place.clone(), Some(quote!(::wireform::notation::Hex(#place)))),
            Wire::List { item, .. } | Wire::Sparse { item, .. } => {
                let hex = (of_item(scope, item) == Some(Value::Notation(Notation::Hex))).then(|| match is_option {
                    true => quote!(#place.map(::wireform::notation::Hexes)),
                    false => quote!(::wireform::notation::Hexes(#place)),
                });
                self.add(name, place, hex);
            }
            _ => self.add(name, place, None),
        }
    }

    /// A part that prints itself.
    pub fn other(&mut self, name: &Ident, place: TokenStream) {
        self.add(name, place, None);
    }

    fn add(&mut self, name: &Ident, place: TokenStream, hex: Option<TokenStream>) {
        self.has_hex |= hex.is_some();
        let name = name.to_string();
        self.all.push((name.trim_start_matches("r#").to_owned(), hex.unwrap_or(place)));
    }

    /// The expression that prints the struct or the variant of this name.
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

/// The meaning of the numbers that are the elements of a list.
fn of_item(scope: &Scope<'_>, item: &Item) -> Option<Value> {
    match item {
        Item::Scalar { value, .. } => Some(*value),
        Item::Record { record, .. } => {
            let record = scope.protocol().records.get(record.0)?;
            let only = record.fields.get(layout::bare_element(record)?.0)?;
            Some(record.cells.get(only.wire.number()?.0)?.value)
        }
        Item::Float { .. } | Item::Family { .. } => None,
    }
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
