//! Cells captured by functions of nested scopes: as arguments, and as further results.

use super::Scope;
use crate::model::CellId;
use crate::text::tokens::{self, Ident, TokenStream, quote};

/// `, wide_x: bool, wide_y: bool`
pub fn declared(scope: &Scope<'_>, cells: &[CellId]) -> TokenStream {
    let (names, types) = (locals(scope, cells), types(scope, cells));
    quote!(#(, #names: #types)*)
}

/// `, wide_x, wide_y`
pub fn passed(scope: &Scope<'_>, cells: &[CellId]) -> TokenStream {
    let names = locals(scope, cells);
    quote!(#(, #names)*)
}

/// The result type of a function that returns these cells with a value of type `ty`: `Self`, or `(Self, bool, bool)`.
pub fn result(scope: &Scope<'_>, cells: &[CellId], ty: TokenStream) -> TokenStream {
    tuple(ty, types(scope, cells))
}

/// A result of that type, or the pattern for it: `(value, has_x, has_y)`.
pub fn with(scope: &Scope<'_>, cells: &[CellId], value: &TokenStream) -> TokenStream {
    tuple(value.clone(), locals(scope, cells))
}

/// The result type of a function that returns only these cells, and its result or the pattern for it.
pub fn alone(scope: &Scope<'_>, cells: &[CellId]) -> (TokenStream, TokenStream) {
    let (types, names) = (types(scope, cells), locals(scope, cells));
    if let ([ty], [name]) = (types.as_slice(), names.as_slice()) {
        return (ty.clone(), quote!(#name));
    }
    (quote!((#(#types),*)), quote!((#(#names),*)))
}

/// The result of [`with`] for an absent value, with zero for each cell.
pub fn zeros(scope: &Scope<'_>, cells: &[CellId], value: &TokenStream) -> TokenStream {
    tuple(
        value.clone(),
        cells.iter().map(|cell| if scope.is_flag(*cell) { quote!(false) } else { quote!(0) }).collect(),
    )
}

fn tuple<T: tokens::ToTokens>(value: TokenStream, cells: Vec<T>) -> TokenStream {
    if cells.is_empty() { value } else { quote!((#value, #(#cells),*)) }
}

/// The variables of these cells.
pub fn locals(scope: &Scope<'_>, cells: &[CellId]) -> Vec<Ident> {
    cells.iter().map(|cell| scope.local(*cell)).collect()
}

fn types(scope: &Scope<'_>, cells: &[CellId]) -> Vec<TokenStream> {
    cells.iter().map(|cell| scope.local_type(*cell)).collect()
}
