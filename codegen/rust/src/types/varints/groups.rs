//! Varints of bit groups, low first, and LEB128, whose groups have seven bits. The top bit of a byte is a continuation bit,
//! except in a last group of eight. The runtime reads and writes them.

use super::{Shape, Short};
use crate::model::{Code, Groups, Interval, Varint};
use crate::text::int::{self, Int};
use crate::text::literal;
use crate::text::tokens::{TokenStream, format_ident, quote};

const BYTE: Int = Int::U8;
const BITS: Int = Int::U64;
const SIGNED: Int = Int::I64;

/// The code of a number in these groups; the sign is the top bit of the last one, or of the first.
pub(super) fn shape(this: &Varint, groups: &Groups, number: Int) -> Shape {
    if groups.sign {
        return with_sign(this, groups, number);
    }
    let widths = &groups.widths;
    let most = |group: &u8| literal::number((1 << u32::from(*group).min(7)) - 1);
    let short = if groups.high_first { widths.last() } else { widths.first() };
    let short = short.filter(|_| widths.len() > 1).map(most);
    let short = short.map(|most| Short { numbers: Some(quote!(0..=#most)), byte: byte(quote!(number), number) });
    let (take, put, taken) = match (groups.high_first, this.signed) {
        (true, _) => ("take_high", "put_high", BITS),
        (false, true) => ("take_signed", "put", SIGNED),
        (false, false) => ("take", "put", BITS),
    };
    let read = int::convert_in_const(quote!(bits), taken, number);
    let single = if this.signed && widths.len() <= 1 {
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
    in_groups(this, widths, (single, short), Uses { take, put, read, bits })
}

/// The code of a number with its sign in the first group.
fn with_sign(this: &Varint, groups: &Groups, number: Int) -> Shape {
    let first = groups.widths.first().copied().unwrap_or(1);
    let place = literal::number(first.saturating_sub(1).into());
    let of_bits = |bits: TokenStream| {
        int::convert_in_const(quote!(::wireform::varint::of_sign_bit::<#place>(#bits)), SIGNED, number)
    };
    let wide = int::widen(quote!(number), number, SIGNED);
    let bits = quote!(::wireform::varint::with_sign_bit::<#place>(#wide));
    let numbers = literal::pattern(&[Interval::of_bits(first.into(), true)], number).some();
    let short = Short { numbers, byte: int::convert_in_const(bits.clone(), BITS, BYTE) };
    let code = Uses { take: "take", put: "put", read: of_bits(quote!(bits)), bits };
    in_groups(this, &groups.widths, (of_bits(quote!(byte.into())), Some(short)), code)
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
    let code = Uses { take: "take", put: "put", read: number_of(quote!(bits)), bits };
    in_groups(this, &groups, (single, short), code)
}

/// The low byte of a number.
fn byte(number: TokenStream, of: Int) -> TokenStream {
    int::convert_in_const(number, of, BYTE)
}

/// How the runtime's groups are used.
struct Uses {
    take: &'static str,
    put: &'static str,
    /// The number of `bits`.
    read: TokenStream,
    /// The bits of `number`.
    bits: TokenStream,
}

/// `Groups::new([7, 7, 7, 7, 4], false).take(first, input).map(|bits| cast::u64_to_u32(bits))`
fn in_groups(this: &Varint, groups: &[u8], (single, short): (TokenStream, Option<Short>), uses: Uses) -> Shape {
    let Uses { take, put, read, bits } = uses;
    let (take, put) = (format_ident!("{take}"), format_ident!("{put}"));
    let (canonical, widths) = (this.canonical, groups.iter().map(|width| literal::number(Code::from(*width))));
    let groups_of = quote!(::wireform::varint::Groups::new([#(#widths),*], #canonical));
    let converted = (read.to_string() != "bits").then(|| quote!(.map(|bits| #read)));
    let long = (groups.len() > 1).then(|| quote!(#groups_of.#take(first, input) #converted));
    Shape { single, long, put: quote!(#groups_of.#put(#bits, out);), short, shortest: 1 }
}
