//! Value types: enums, bits, quantities, packed numbers, and the codecs of varints.

mod bits;
mod enums;
mod newtype;
mod packed;
mod quantities;
pub mod serde;
pub mod varints;

#[cfg(all(test, feature = "tidy"))]
mod tests;

use crate::emit::rust::scope::part::Part;
use crate::emit::rust::text::options::Options;
use crate::emit::rust::text::tokens::{TokenStream, quote};
use crate::model::{Protocol, VarintId};

/// The types of a part, in the order of the model.
pub fn emit(protocol: &Protocol, part: &Part, options: &Options) -> TokenStream {
    let varints = here(&protocol.varints, &part.varints)
        .map(|(id, one)| varints::varint(protocol, VarintId(id), one, part.units.contains(&VarintId(id))));
    let enums = here(&protocol.enums, &part.enums).map(|(_, one)| enums::enumeration(protocol, one, options));
    let bits = here(&protocol.bits, &part.bits).map(|(_, one)| bits::layout(protocol, one, options));
    let quantities =
        here(&protocol.quantities, &part.quantities).map(|(_, one)| quantities::quantity(protocol, one, options));
    let packed = here(&protocol.packed, &part.packed).map(|(_, one)| packed::number(protocol, one, options));
    quote!(#(#varints)* #(#enums)* #(#bits)* #(#quantities)* #(#packed)*)
}

/// The items of a part, each with its index.
fn here<'p, T>(all: &'p [T], here: &'p [bool]) -> impl Iterator<Item = (usize, &'p T)> {
    all.iter().enumerate().zip(here).filter(|(_, here)| **here).map(|(one, _)| one)
}
