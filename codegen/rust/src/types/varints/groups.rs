//! Varints of bit groups, low first, and LEB128, whose groups have seven bits. The top bit of a byte is a continuation bit,
//! except in a last group of eight. The runtime reads and writes them.

use super::{Shape, Short};
use crate::model::{Code, Interval, Varint};
use crate::text::int::{self, Int};
use crate::text::literal;
use crate::text::tokens::{TokenStream, quote};

const BYTE: Int = Int::U8;
const BITS: Int = Int::U64;
const SIGNED: Int = Int::I64;

/// The code of a number in these groups; the sign is the top bit of the last one.
pub(super) fn shape(this: &Varint, groups: &[u8], number: Int) -> Shape {
    let most = |group: &u8| literal::number((1 << u32::from(*group).min(7)) - 1);
    let short = groups.first().filter(|_| groups.len() > 1).map(most);
    let short = short.map(|most| Short { numbers: Some(quote!(0..=#most)), byte: byte(quote!(number), number) });
    let (take, taken) = if this.signed { (quote!(take_signed), SIGNED) } else { (quote!(take), BITS) };
    let read = int::convert_in_const(quote!(bits), taken, number);
    let single = if this.signed && groups.len() <= 1 {
        let width = literal::number(this.bits.into());
        int::convert_in_const(quote!(::wireform::varint::sign_extended(byte.into(), #width)), SIGNED, number)
    } else {
        int::widen(quote!(byte), BYTE, number)
    };
    let bits = match this.signed {
        true => {
            let wide = int::widen(quote!(number), number, SIGNED);
            let ones = literal::hex((1 << u32::from(this.bits).min(64)) - 1);
            quote!(#wide.cast_unsigned() & #ones)
        }
        false => int::widen(quote!(number), number, BITS),
    };
    in_groups(this, groups, (single, short), (take, read, bits))
}

/// The code of a number in groups of seven bits, as many as it needs; a signed one is sign-extended, or zigzag-coded.
pub(super) fn leb128(this: &Varint, zigzag: bool, number: Int) -> Shape {
    let seven = Interval::of_bits(7, this.signed);
    let numbers = literal::pattern(&[seven], number).some().filter(|_| this.bits > 7);
    let short = |byte: TokenStream| Some(Short { numbers, byte });
    let wide = int::widen(quote!(number), number, if this.signed { SIGNED } else { BITS });
    if this.signed && !zigzag {
        let (width, canonical) = (literal::number(this.bits.into()), this.canonical);
        let read = int::convert_in_const(quote!(number), SIGNED, number);
        let byte = byte(quote!(number), number);
        return Shape {
            single: int::widen(quote!((byte << 1).cast_signed() >> 1), Int::I8, number),
            long: (this.bits > 7).then(|| {
                let converted = (number != SIGNED).then(|| quote!(.map(|number| #read)));
                quote!(::wireform::varint::take_sleb128::<#width, #canonical>(first, input) #converted)
            }),
            put: quote!(::wireform::varint::put_sleb128(#wide, out);),
            short: short(quote!(#byte & 0x7F)),
            shortest: 1,
        };
    }
    let number_of = |bits: TokenStream| match zigzag {
        true => int::convert_in_const(quote!(::wireform::varint::of_zigzag(#bits)), SIGNED, number),
        false => int::convert_in_const(bits, BITS, number),
    };
    let bits = if zigzag { quote!(::wireform::varint::zigzag(#wide)) } else { wide };
    let single = if zigzag { number_of(quote!(byte.into())) } else { int::widen(quote!(byte), BYTE, number) };
    let short = short(int::convert_in_const(bits.clone(), BITS, BYTE));
    let groups: Vec<u8> = (0..this.bits).step_by(7).map(|low| this.bits.saturating_sub(low).min(7)).collect();
    in_groups(this, &groups, (single, short), (quote!(take), number_of(quote!(bits)), bits))
}

/// The low byte of a number.
fn byte(number: TokenStream, of: Int) -> TokenStream {
    int::convert_in_const(number, of, BYTE)
}

/// `Groups::new([7, 7, 7, 7, 4], false).take(first, input).map(|bits| cast::u64_to_u32(bits))`
fn in_groups(
    this: &Varint,
    groups: &[u8],
    (single, short): (TokenStream, Option<Short>),
    (take, read, bits): (TokenStream, TokenStream, TokenStream),
) -> Shape {
    let (canonical, widths) = (this.canonical, groups.iter().map(|width| literal::number(Code::from(*width))));
    let groups_of = quote!(::wireform::varint::Groups::new([#(#widths),*], #canonical));
    let converted = (read.to_string() != "bits").then(|| quote!(.map(|bits| #read)));
    let long = (groups.len() > 1).then(|| quote!(#groups_of.#take(first, input) #converted));
    Shape { single, long, put: quote!(#groups_of.put(#bits, out);), short, shortest: 1 }
}
