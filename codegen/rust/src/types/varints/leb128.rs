//! LEB128: seven bits per byte, low first, as many bytes as the number needs.

use super::{Shape, Short};
use crate::model::{Code, Interval, Varint};
use crate::text::int::{self, Int};
use crate::text::literal;
use crate::text::tokens::{TokenStream, quote};

const SIGNED_BYTE: Int = Int::I8;
const BYTE: Int = Int::U8;
const BITS: Int = Int::U64;

/// The encoding of the sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    None,
    /// The highest encoded bit is the sign.
    Extended,
    /// 0, -1, 1, -2 .. as 0, 1, 2, 3.
    Zigzag,
}

/// The reader and the writer of such a varint.
pub(super) fn shape(this: &Varint, zigzag: bool, number: Int) -> Shape {
    let sign = match (this.signed, zigzag) {
        (false, _) => Sign::None,
        (true, false) => Sign::Extended,
        (true, true) => Sign::Zigzag,
    };
    let single = match sign {
        Sign::None => int::widen(quote!(byte), BYTE, number),
        Sign::Extended => int::widen(quote!((byte << 1).cast_signed() >> 1), SIGNED_BYTE, number),
        Sign::Zigzag => int::widen(unfolded(quote!(byte)), SIGNED_BYTE, number),
    };
    let has_long = this.bits > 7;
    let (long, short) = (has_long.then(|| long(this, sign, number)), Some(short(this, sign, number)));
    Shape { single, long, put: put(sign, number), short, shortest: 1 }
}

/// The one-byte form: numbers of seven bits.
fn short(this: &Varint, sign: Sign, number: Int) -> Short {
    let signed = sign != Sign::None;
    let seven = Interval { min: if signed { -0x40 } else { 0 }, max: if signed { 0x3F } else { 0x7F } };
    let numbers = literal::pattern(&[seven], number).some().filter(|_| this.bits > 7);
    let byte = match sign {
        Sign::None => int::convert_in_const(quote!(number), number, BYTE),
        Sign::Extended => {
            let byte = int::convert_in_const(quote!(number), number, BYTE);
            quote!(#byte & 0x7F)
        }
        Sign::Zigzag => {
            let high = literal::number(number.bits.saturating_sub(1).into());
            let bits = quote!((number << 1) ^ (number >> #high));
            if number == BYTE { quote!((#bits)) } else { int::convert_in_const(bits, number, BYTE) }
        }
    };
    Short { numbers, byte }
}

/// Decodes zigzag: 0, 1, 2, 3 as 0, -1, 1, -2.
fn unfolded(bits: TokenStream) -> TokenStream {
    quote!((#bits >> 1).cast_signed() ^ (#bits & 1).cast_signed().wrapping_neg())
}

/// ```text
/// let mut bits = u64::from(first & 0x7F);
/// let mut shift = 7;
/// loop {
///     let byte = input.byte()?;
///     if shift == 28 && byte > 0x0F {
///         return Err(Fault::Varint);
///     }
///     bits |= u64::from(byte & 0x7F).wrapping_shl(shift);
///     if byte < 0x80 {
///         return Ok(cast::u64_to_u32(bits));
///     }
///     shift = shift.wrapping_add(7);
/// }
/// ```
fn long(this: &Varint, sign: Sign, number: Int) -> TokenStream {
    let before = (u32::from(this.bits).saturating_sub(1)) / 7 * 7;
    let last = literal::number(before.into());
    let refused = refused_at_the_end(u32::from(this.bits).saturating_sub(before), sign);
    // A redundant last byte.
    let needless = this.canonical.then(|| {
        let test = match sign {
            Sign::None | Sign::Zigzag => quote!(byte == 0),
            Sign::Extended => {
                quote!(byte == 0 && before & 0x40 == 0 || byte == 0x7F && before & 0x40 != 0)
            }
        };
        quote!(if #test { return Err(::wireform::Fault::Varint); })
    });
    let keeps =
        (this.canonical && sign == Sign::Extended).then_some((quote!(let mut before = first;), quote!(before = byte;)));
    let (keep_first, keep) = keeps.unzip();
    let number = match sign {
        Sign::None => int::convert_in_const(quote!(bits), BITS, number),
        Sign::Zigzag => int::convert_in_const(unfolded(quote!(bits)), Int::I64, number),
        Sign::Extended => int::convert_in_const(
            quote!(bits.wrapping_shl(unused).cast_signed().wrapping_shr(unused)),
            Int::I64,
            number,
        ),
    };
    let unused = (sign == Sign::Extended).then(|| quote!(let unused = 57_u32.saturating_sub(shift);));
    quote! {
        let mut bits = u64::from(first & 0x7F);
        let mut shift = 7;
        #keep_first
        loop {
            let byte = input.byte()?;
            if shift == #last && #refused {
                return Err(::wireform::Fault::Varint);
            }
            #needless
            bits |= u64::from(byte & 0x7F).wrapping_shl(shift);
            if byte < 0x80 {
                #unused
                return Ok(#number);
            }
            #keep
            shift = shift.wrapping_add(7);
        }
    }
}

/// `byte > 0x0F`: the test that the last byte of the longest form has more than `bits` bits, or a continuation bit.
fn refused_at_the_end(bits: u32, sign: Sign) -> TokenStream {
    let end = |bits: u32| -> Code { (1 << bits.min(7)) - 1 };
    match sign {
        Sign::None | Sign::Zigzag => {
            let most = literal::hex(end(bits));
            quote!(byte > #most)
        }
        Sign::Extended => {
            let (most, least) = (end(bits.saturating_sub(1)), 0x7F - end(bits.saturating_sub(1)));
            let (most_hex, least_hex) = (literal::hex(most), literal::hex(least));
            match most {
                0 => quote!(!::core::matches!(byte, 0x00 | 0x7F)),
                0x3F => quote!(byte > 0x7F),
                _ => quote!(!::core::matches!(byte, 0x00..=#most_hex | #least_hex..=0x7F)),
            }
        }
    }
}

/// ```text
/// let mut bits = u64::from(number);
/// while bits > 0x7F {
///     out.array([cast::u64_to_u8(bits) | 0x80]);
///     bits >>= 7;
/// }
/// out.array([cast::u64_to_u8(bits)]);
/// ```
fn put(sign: Sign, number: Int) -> TokenStream {
    if sign == Sign::Extended {
        let wide = int::widen(quote!(number), number, Int::I64);
        return quote! {
            let mut rest = #wide;
            while !::core::matches!(rest, -0x40..=0x3F) {
                out.array([::wireform::cast::i64_to_u8(rest) | 0x80]);
                rest >>= 7;
            }
            out.array([::wireform::cast::i64_to_u8(rest) & 0x7F]);
        };
    }
    let bits = match sign {
        Sign::None | Sign::Extended => {
            let bits = int::widen(quote!(number), number, BITS);
            quote!(let mut bits = #bits;)
        }
        Sign::Zigzag => {
            let wide = int::widen(quote!(number), number, Int::I64);
            quote! {
                let value = #wide;
                let mut bits = ((value << 1) ^ (value >> 63)).cast_unsigned();
            }
        }
    };
    quote! {
        #bits
        while bits > 0x7F {
            out.array([::wireform::cast::u64_to_u8(bits) | 0x80]);
            bits >>= 7;
        }
        out.array([::wireform::cast::u64_to_u8(bits)]);
    }
}
