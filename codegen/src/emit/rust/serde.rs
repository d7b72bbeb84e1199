//! What serde sees of plain values and of their types.

use super::Options;
use super::int::Int;
use super::tokens::{Ident, TokenStream, quote};
use crate::model::{Extent, Field, Wire};

/// serde has a word for arrays of up to so many elements.
const LONGEST: u64 = 32;

/// What stands at a field of a plain value that is a longer array.
pub(super) fn attribute(field: &Field, options: &Options) -> Option<TokenStream> {
    let count = match &field.wire {
        Wire::Bytes(Extent::Fixed { count, or_end: false }) | Wire::Sparse { count, .. } => *count,
        _ => 0,
    };
    let is_long = options.serde && count > LONGEST;
    is_long.then(|| quote!(#[serde(serialize_with = "::wireform::serialize_array")]))
}

/// ```text
/// impl<'de> ::serde::Deserialize<'de> for Cubes {
///     fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> ::core::result::Result<Self, D::Error> {
///         let raw = <i32 as ::serde::Deserialize<'de>>::deserialize(from)?;
///         Self::from_raw(raw).ok_or_else(|| <D::Error as ::serde::de::Error>::custom("no number of `Cubes`"))
///     }
/// }
/// ```
///
/// By hand, since a derive would take any number. `total`: whether `from_raw` takes all of them.
pub(super) fn deserialize(ty: &Ident, int: Int, total: bool, options: &Options) -> Option<TokenStream> {
    let repr = int.ident();
    let told = format!("no number of `{ty}`");
    let value = if total {
        quote!(Ok(Self::from_raw(raw)))
    } else {
        quote!(Self::from_raw(raw).ok_or_else(|| <D::Error as ::serde::de::Error>::custom(#told)))
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
