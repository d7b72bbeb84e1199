//! The variable-length integers of QUIC (RFC 9000, section 16): the top two bits say how many bytes.

use quote::quote;

use super::Shape;
use crate::model::Varint;

/// How such a varint is read and written.
pub(super) fn shape(this: &Varint) -> Shape {
    let check = |most: u64| {
        let most = crate::emit::rust::literal::whole(most.into());
        this.canonical.then(|| quote!(if number <= #most { return Err(::wireform::Fault::Varint); }))
    };
    let (two, four, eight) = (check(63), check(16_383), check(1_073_741_823));
    let long = quote! {
        let high = first & 0x3F;
        let number = match first >> 6 {
            1 => {
                let number = u64::from(u16::from_be_bytes([high, input.byte()?]));
                #two
                number
            }
            2 => {
                let low = ::wireform::number::u24_be(*input.array()?);
                let number = u64::from((u32::from(high) << 24) | low);
                #four
                number
            }
            _ => {
                let low = ::wireform::number::u56_be(*input.array()?);
                let number = (u64::from(high) << 56) | low;
                #eight
                number
            }
        };
        Ok(number)
    };
    let put = quote! {
        match number {
            0..=63 => out.array([::wireform::cast::u64_to_u8(number)]),
            64..=16_383 => out.array((::wireform::cast::u64_to_u16(number) | 0x4000).to_be_bytes()),
            16_384..=1_073_741_823 => out.array((::wireform::cast::u64_to_u32(number) | 0x8000_0000).to_be_bytes()),
            _ => out.array((number | 0xC000_0000_0000_0000).to_be_bytes()),
        }
    };
    Shape { single: quote!(u64::from(byte)), long: Some(long), put, shortest: 1 }
}
