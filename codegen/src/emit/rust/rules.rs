//! Rules about floats, as Rust.

use proc_macro2::TokenStream;
use quote::quote;

use super::literal;
use super::slot::float_width;
use crate::model::Field;

/// Whether the float of a field lies between; NaN never does.
pub(super) fn float_fine(
    field: &Field,
    float: &TokenStream,
    low: Option<(f64, bool)>,
    high: Option<(f64, bool)>,
) -> TokenStream {
    let end = |value: f64| literal::float(value, float_width(field));
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
