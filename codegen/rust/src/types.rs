//! Value types: enums, bits, quantities, packed numbers, and the codecs of varints.

mod bits;
mod enums;
mod newtype;
mod packed;
mod quantities;
mod serde;
pub mod varints;

#[cfg(all(test, feature = "tidy"))]
mod tests;

use crate::model::{Protocol, VarintId};
use crate::scope::item_set::ItemSet;
use crate::text::options::Options;
use crate::text::tokens::{TokenStream, quote};

/// `pub struct Int;`, `pub enum Gun { .. }`, `pub struct Look { raw: u16 }`: the value types of a set, in the order of
/// the model.
pub fn emit(protocol: &Protocol, set: &ItemSet, options: &Options) -> TokenStream {
    let same = &set.same;
    let varints = set
        .here(&protocol.varints, &same.varints)
        .map(|(id, one)| varints::varint(protocol, VarintId(id), one, set.units.contains(&VarintId(id))));
    let enums = set.here(&protocol.enums, &same.enums).map(|(_, one)| enums::enumeration(protocol, one, options));
    let bits = set.here(&protocol.bits, &same.bits).map(|(_, one)| bits::layout(protocol, one, options));
    let quantities = set.here(&protocol.quantities, &same.quantities);
    let quantities = quantities.map(|(_, one)| quantities::quantity(protocol, one, options));
    let packed = set.here(&protocol.packed, &same.packed).map(|(_, one)| packed::number(protocol, one, options));
    quote!(#(#varints)* #(#enums)* #(#bits)* #(#quantities)* #(#packed)*)
}
