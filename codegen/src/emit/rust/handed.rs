//! Cells handed on between the functions of nested scopes: as arguments or further results, or as tuples where they
//! are many.

use super::scope::Scope;
use super::tokens::{Ident, ToTokens, TokenStream, format_ident, quote};
use crate::model::CellId;

/// So many stand by themselves.
const SINGLE: usize = 3;
/// So many stand in one tuple: clippy finds longer ones hard to read.
pub(super) const TUPLE: usize = 12;

/// `, wide_x: bool, wide_y: bool`, or `, (wide_x, ..): (bool, ..)`; `_wide_x` where the function's body does not use
/// it.
pub(super) fn declared(scope: &Scope<'_>, cells: &[CellId], body: &TokenStream) -> TokenStream {
    let chunks = chunks(cells).map(|cells| {
        let names = locals(scope, cells).into_iter().map(|name| {
            let text = name.to_string();
            let bare = text.trim_start_matches("r#");
            if super::code::mentions(body, &text) { name } else { format_ident!("_{bare}") }
        });
        let (names, types) = (joined(names.collect()), joined(types(scope, cells)));
        quote!(, #names: #types)
    });
    quote!(#(#chunks)*)
}

/// `, wide_x, wide_y`, or `, (wide_x, ..)`.
pub(super) fn passed(scope: &Scope<'_>, cells: &[CellId]) -> TokenStream {
    let chunks = chunks(cells).map(|cells| joined(locals(scope, cells)));
    quote!(#(, #chunks)*)
}

/// The result of a function that hands up these cells beside a value of type `ty`: `Self`, or `(Self, bool, bool)`.
pub(super) fn result(scope: &Scope<'_>, cells: &[CellId], ty: TokenStream) -> TokenStream {
    match cells.len() {
        0 => ty,
        1..=SINGLE => {
            let types = types(scope, cells);
            quote!((#ty, #(#types),*))
        }
        _ => {
            let cells = result_name(scope);
            quote!((#ty, #cells))
        }
    }
}

/// Such a result, or what it is taken apart with: `(value, has_x, has_y)`.
pub(super) fn beside(scope: &Scope<'_>, cells: &[CellId], value: &TokenStream) -> TokenStream {
    let cells_ = locals(scope, cells);
    match cells.len() {
        0 => value.clone(),
        1..=SINGLE => quote!((#value, #(#cells_),*)),
        _ => quote!((#value, (#(#cells_),*))),
    }
}

/// The result of a function that hands up these cells and nothing else, and that result or what it is taken apart with.
pub(super) fn alone(scope: &Scope<'_>, cells: &[CellId]) -> (TokenStream, TokenStream) {
    let (types_, names) = (types(scope, cells), locals(scope, cells));
    match cells.len() {
        1 => (quote!(#(#types_)*), quote!(#(#names)*)),
        0..=SINGLE => (quote!((#(#types_),*)), quote!((#(#names),*))),
        _ => {
            let cells = result_name(scope);
            (quote!(#cells), quote!((#(#names),*)))
        }
    }
}

/// What stands there instead where the value is absent.
pub(super) fn zeros(scope: &Scope<'_>, cells: &[CellId], value: &TokenStream) -> TokenStream {
    let zeros = cells.iter().map(|cell| if scope.is_flag(*cell) { quote!(false) } else { quote!(0) });
    match cells.len() {
        0 => value.clone(),
        1..=SINGLE => quote!((#value, #(#zeros),*)),
        _ => quote!((#value, (#(#zeros),*))),
    }
}

/// The name of a long result's type, as an item; nothing where the result is short.
pub(super) fn result_type(scope: &Scope<'_>, cells: &[CellId]) -> TokenStream {
    if cells.len() <= SINGLE {
        return TokenStream::new();
    }
    let (name, types) = (result_name(scope), types(scope, cells));
    quote!(type #name = (#(#types),*);)
}

fn result_name(scope: &Scope<'_>) -> Ident {
    let name = crate::names::type_name(&scope.name);
    super::names::type_ident(&scope.place.facts.private_name(&name, &["Numbers", "Cells", "HandedUp"]))
}

fn chunks(cells: &[CellId]) -> impl Iterator<Item = &[CellId]> {
    cells.chunks(if cells.len() > SINGLE { TUPLE } else { 1 })
}

/// One by itself, several as a tuple.
pub(super) fn joined<T: ToTokens>(all: Vec<T>) -> TokenStream {
    match all.as_slice() {
        [only] => quote!(#only),
        _ => quote!((#(#all),*)),
    }
}

fn locals(scope: &Scope<'_>, cells: &[CellId]) -> Vec<Ident> {
    cells.iter().map(|cell| scope.local(*cell)).collect()
}

fn types(scope: &Scope<'_>, cells: &[CellId]) -> Vec<TokenStream> {
    cells.iter().map(|cell| scope.local_type(*cell)).collect()
}
