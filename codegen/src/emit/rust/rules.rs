//! Rules about floats, as Rust.

use proc_macro2::TokenStream;
use quote::quote;

use super::literal;
use super::slot::float_width;
use crate::model::Field;

/// One end, and whether it belongs to what is between.
type End = Option<(f64, bool)>;

/// Whether the float of a field lies between; NaN never does.
pub(super) fn float_fine(field: &Field, float: &TokenStream, low: End, high: End) -> TokenStream {
    if let Some(range) = range(field, low, high) {
        return quote!(#range.contains(&#float));
    }
    let low = low.map(|(value, belongs)| {
        let end = literal::float(value, float_width(field));
        if belongs { quote!(#float >= #end) } else { quote!(#float > #end) }
    });
    let high = high.map(|(value, belongs)| {
        let end = literal::float(value, float_width(field));
        if belongs { quote!(#float <= #end) } else { quote!(#float < #end) }
    });
    let tests = low.into_iter().chain(high);
    quote!(#(#tests)&&*)
}

/// Whether the float of a field does not lie between.
pub(super) fn float_broken(field: &Field, float: &TokenStream, low: End, high: End) -> TokenStream {
    if let Some(range) = range(field, low, high) {
        return quote!(!#range.contains(&#float));
    }
    let low = low.map(|(value, belongs)| {
        let end = literal::float(value, float_width(field));
        if belongs { quote!(|| #float < #end) } else { quote!(|| #float <= #end) }
    });
    let high = high.map(|(value, belongs)| {
        let end = literal::float(value, float_width(field));
        if belongs { quote!(|| #float > #end) } else { quote!(|| #float >= #end) }
    });
    quote!(#float.is_nan() #low #high)
}

/// Whether what is asked for is a range of Rust: then the tests name the float once.
pub(super) fn is_range(low: End, high: End) -> bool {
    matches!((low, high), (Some((_, true)), Some(_)))
}

/// `(-1.0..=1.0)`; one end alone is a comparison, and no range leaves its lower end out.
fn range(field: &Field, low: End, high: End) -> Option<TokenStream> {
    let end = |value: f64| literal::float(value, float_width(field));
    let (Some((low, true)), Some((high, belongs))) = (low, high) else { return None };
    let (low, high) = (end(low), end(high));
    Some(if belongs { quote!((#low..=#high)) } else { quote!((#low..#high)) })
}
