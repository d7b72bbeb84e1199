//! Rules about floats, as Rust.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Whether a float lies between; NaN never does.
pub(super) fn float_fine(float: &TokenStream, low: Option<(f64, bool)>, high: Option<(f64, bool)>) -> TokenStream {
    let end = |value: f64| {
        let literal = Literal::f64_unsuffixed(value.abs());
        if value.is_sign_negative() { quote!(-#literal) } else { quote!(#literal) }
    };
    let low = low.map(|(value, belongs)| {
        let end = end(value);
        if belongs { quote!(#float >= #end) } else { quote!(#float > #end) }
    });
    let high = high.map(|(value, belongs)| {
        let end = end(value);
        if belongs { quote!(#float <= #end) } else { quote!(#float < #end) }
    });
    match (low, high) {
        (Some(low), Some(high)) => quote!(#low && #high),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => quote!(true),
    }
}
