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
use crate::emit::rust::text::emitted::Emitted;
use crate::emit::rust::text::int::Int;
use crate::emit::rust::text::options::Options;
use crate::emit::rust::text::tokens;
use crate::emit::rust::text::tokens::{ToTokens, TokenStream, format_ident, quote};
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

/// `#[derive(Debug, Clone)]`: the derives of all such types, and the user's additional ones.
fn derives(always: &[&str], options: &Options) -> TokenStream {
    let name = |path: &str| path.rsplit("::").next().unwrap_or(path).trim().to_owned();
    // Every type implements these two, by hand if it does not derive them.
    let has = |name: &str| always.contains(&name) || ["Debug", "Default"].contains(&name);
    let further = options.derives.iter().filter(|path| !has(&name(path)));
    let serde = options.serde.then_some("::serde::Serialize");
    let all = always.iter().copied().chain(further.map(String::as_str)).chain(serde);
    let all = all.map(tokens::path);
    quote!(#[derive(#(#all),*)])
}

/// Converts a number between types, in a function that is not constant.
fn widen(number: TokenStream, from: Int, to: Int) -> TokenStream {
    to.convert(Emitted::operand(number), from).into_token_stream()
}

/// Converts a number between types, in a constant function; if narrowed, it is known to fit.
fn convert(number: TokenStream, from: Int, to: Int) -> TokenStream {
    if from == to {
        return number;
    }
    let cast = format_ident!("{}_to_{}", from.ident(), to.ident());
    quote!(::wireform::cast::#cast(#number))
}
