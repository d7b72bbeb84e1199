//! Cells handed on to a nested scope's function: as arguments, or as one tuple where they are many.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::scope::Scope;
use crate::model::CellId;

/// So many stand as arguments of their own.
const SINGLE: usize = 3;

/// `, wide_x: bool, wide_y: bool`, or `, (wide_x, ..): (bool, ..)`; `_wide_x` where the function's body does not use
/// it.
pub(super) fn declared(scope: &Scope<'_>, cells: &[CellId], body: &TokenStream) -> TokenStream {
    let names: Vec<_> = cells
        .iter()
        .map(|cell| {
            let name = scope.local(*cell).to_string();
            let (bare, used) = (name.trim_start_matches("r#"), super::code::mentions(body, &name));
            if used { scope.local(*cell) } else { format_ident!("_{bare}") }
        })
        .collect();
    let types: Vec<_> = cells.iter().map(|cell| scope.local_type(*cell)).collect();
    if cells.len() > SINGLE { quote!(, (#(#names),*): (#(#types),*)) } else { quote!(#(, #names: #types)*) }
}

/// `, wide_x, wide_y`, or `, (wide_x, ..)`.
pub(super) fn passed(scope: &Scope<'_>, cells: &[CellId]) -> TokenStream {
    let names: Vec<_> = cells.iter().map(|cell| scope.local(*cell)).collect();
    if cells.len() > SINGLE { quote!(, (#(#names),*)) } else { quote!(#(, #names)*) }
}
