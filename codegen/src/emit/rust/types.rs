//! Types of values: enums, layouts of bits, quantities, packed numbers, and what reads integers of variable width.

use proc_macro2::TokenStream;

use super::Options;
use crate::model::Protocol;

/// All of them, in the order of the model.
pub(super) fn emit(_protocol: &Protocol, _options: &Options) -> TokenStream {
    TokenStream::new()
}
