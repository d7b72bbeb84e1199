//! Support of serde for plain values and their types.

use crate::emit::rust::text::int::Int;
use crate::emit::rust::text::options::Options;
use crate::emit::rust::text::tokens::{Ident, TokenStream, quote};
use crate::model::{Extent, Field, Wire};

/// The longest arrays for which serde implements its traits.
const LONGEST: u64 = 32;

/// The attribute of a field that is a longer array.
pub fn attribute(field: &Field, options: &Options) -> Option<TokenStream> {
    let count = match &field.wire {
        Wire::Bytes(Extent::Fixed { count, or_end: false }) | Wire::Sparse { count, .. } => *count,
        _ => 0,
    };
    let is_long = options.serde && count > LONGEST;
    is_long.then(|| quote!(#[serde(serialize_with = "::wireform::serialize_array")]))
}

/// An implementation of `Deserialize`.
///
/// ```text
/// impl<'de> ::serde::Deserialize<'de> for Cubes {
///     fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> ::core::result::Result<Self, D::Error> {
///         let raw = <i32 as ::serde::Deserialize<'de>>::deserialize(from)?;
///         Self::from_raw(raw).ok_or_else(|| <D::Error as ::serde::de::Error>::custom("no number of `Cubes`"))
///     }
/// }
/// ```
///
/// Not derived, since a derive would accept any number. `total`: whether `from_raw` accepts all of them.
pub fn deserialize(ty: &Ident, int: Int, total: bool, options: &Options) -> Option<TokenStream> {
    let repr = int.ident();
    let message = format!("no number of `{ty}`");
    let value = if total {
        quote!(Ok(Self::from_raw(raw)))
    } else {
        quote!(Self::from_raw(raw).ok_or_else(|| <D::Error as ::serde::de::Error>::custom(#message)))
    };
    options.serde.then(|| {
        quote! {
            impl<'de> ::serde::Deserialize<'de> for #ty {
                fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> ::core::result::Result<Self, D::Error> {
                    let raw = <#repr as ::serde::Deserialize<'de>>::deserialize(from)?;
                    #value
                }
            }
        }
    })
}
