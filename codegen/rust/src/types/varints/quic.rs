//! The varints of QUIC (RFC 9000, section 16): the top two bits encode the length.

use super::{Shape, Short};
use crate::model::Varint;
use crate::text::tokens::quote;

/// The reader and the writer of such a varint.
///
/// ```text
/// let high = first & 0x3F;
/// Ok(match first >> 6 { 1 => u64::from(u16::from_be_bytes([high, input.byte()?])), .. })
/// ```
pub(super) fn shape(this: &Varint) -> Shape {
    let forms = [
        (quote!(1), quote!(u64::from(u16::from_be_bytes([high, input.byte()?]))), quote!(64)),
        (
            quote!(2),
            quote!(u64::from((u32::from(high) << 24) | ::wireform::number::u24_be(*input.array()?))),
            quote!(16_384),
        ),
        (
            quote!(_),
            quote!((u64::from(high) << 56) | ::wireform::number::u56_be(*input.array()?)),
            quote!(1_073_741_824),
        ),
    ];
    let arms =
        forms.iter().map(
            |(bits, number, least)| {
                if this.canonical { quote!(#bits => (#number, #least),) } else { quote!(#bits => #number,) }
            },
        );
    let number = quote!(match first >> 6 { #(#arms)* });
    let result = if this.canonical {
        quote! {
            let (number, least) = #number;
            if number < least { Err(::wireform::Fault::Varint) } else { Ok(number) }
        }
    } else {
        quote!(Ok(#number))
    };
    let long = quote! {
        let high = first & 0x3F;
        #result
    };
    let put = quote! {
        match number {
            0..=63 => { out.array([::wireform::cast::u64_to_u8(number)]); }
            64..=16_383 => { out.array((::wireform::cast::u64_to_u16(number) | 0x4000).to_be_bytes()); }
            16_384..=1_073_741_823 => {
                out.array((::wireform::cast::u64_to_u32(number) | 0x8000_0000).to_be_bytes());
            }
            _ => { out.array((number | 0xC000_0000_0000_0000).to_be_bytes()); }
        }
    };
    let short = Short { numbers: Some(quote!(0..=63)), byte: quote!(::wireform::cast::u64_to_u8(number)) };
    Shape { single: quote!(u64::from(byte)), long: Some(long), put, short: Some(short), shortest: 1 }
}
