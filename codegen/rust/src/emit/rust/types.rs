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

use crate::emit::rust::scope::part::Part;
use crate::emit::rust::text::options::Options;
use crate::emit::rust::text::tokens::{TokenStream, quote};
use crate::model::{Protocol, VarintId};

/// The types of a part, in the order of the model.
pub fn emit(protocol: &Protocol, part: &Part, options: &Options) -> TokenStream {
    let same = &part.same;
    let varints = part
        .here(&protocol.varints, &same.varints)
        .map(|(id, one)| varints::varint(protocol, VarintId(id), one, part.units.contains(&VarintId(id))));
    let enums = part.here(&protocol.enums, &same.enums).map(|(_, one)| enums::enumeration(protocol, one, options));
    let bits = part.here(&protocol.bits, &same.bits).map(|(_, one)| bits::layout(protocol, one, options));
    let quantities = part.here(&protocol.quantities, &same.quantities);
    let quantities = quantities.map(|(_, one)| quantities::quantity(protocol, one, options));
    let packed = part.here(&protocol.packed, &same.packed).map(|(_, one)| packed::number(protocol, one, options));
    quote!(#(#varints)* #(#enums)* #(#bits)* #(#quantities)* #(#packed)*)
}
