//! Varints of bit groups, low first. The top bit of a byte is a continuation bit, except in a last group of eight.

use super::{Shape, Short, first_that_fits};
use crate::model::{Code, Varint};
use crate::text::int::{self, Int};
use crate::text::literal;
use crate::text::tokens::{TokenStream, quote};

const BYTE: Int = Int::U8;

/// The reader and the writer of such a varint.
pub(super) fn shape(this: &Varint, groups: &[u8], number: Int) -> Shape {
    let bits = Int { signed: false, ..number };
    let all = groups.len() <= 1;
    let single = quote!(byte);
    let single =
        if all { extended(int::convert_in_const(single, BYTE, bits), this, number) } else { unsigned(single, number) };
    let long = (!all).then(|| long(this, groups, number));
    let most = |group: &u8| literal::number((1 << u32::from(*group).min(7)) - 1);
    let short = groups.first().filter(|_| !all).map(most).map(|most| {
        let byte = int::convert_in_const(quote!(number), number, BYTE);
        Short { numbers: Some(quote!(0..=#most)), byte }
    });
    Shape { single, long, put: put(this, groups, number), short, shortest: 1 }
}

/// The bits of a group in its byte.
fn in_group(byte: TokenStream, group: u8) -> TokenStream {
    let ones = literal::hex((1 << u32::from(group).min(8)) - 1);
    if group < 8 { quote!(#byte & #ones) } else { byte }
}

/// `if byte >= 0x80 { return Err(::wireform::Fault::Varint); }`: rejects a later byte with bits between the group and
/// the continuation bit, a last byte with that bit, or, if the varint is canonical, a byte of zeros.
fn refused(group: u8, is_last: bool, canonical: bool) -> Option<TokenStream> {
    let in_group = |byte: u8| u32::from(byte & 0x7F) < 1 << u32::from(group).min(7);
    let is_refused = |byte: &u8| {
        let stray = group < 8 && !in_group(*byte);
        let follows = group < 8 && *byte >= 0x80;
        stray || (is_last && follows) || (canonical && *byte == 0)
    };
    let bytes: Vec<u8> = (0..=u8::MAX).filter(is_refused).collect();
    literal::byte_test(&bytes).map(|test| quote!(if #test { return Err(::wireform::Fault::Varint); }))
}

/// A byte as a number that is not negative.
fn unsigned(byte: TokenStream, number: Int) -> TokenStream {
    int::widen(byte, BYTE, number)
}

/// `(bits << 3).cast_signed() >> 3`: bits as a number, sign-extended if it is signed.
fn extended(bits: TokenStream, this: &Varint, number: Int) -> TokenStream {
    let unused = literal::number(number.bits.saturating_sub(this.bits.into()).into());
    match (this.signed, number.bits == u32::from(this.bits)) {
        (false, _) => bits,
        (true, true) => quote!(#bits.cast_signed()),
        (true, false) => quote!((#bits << #unused).cast_signed() >> #unused),
    }
}

/// ```text
/// let bits = u32::from(first & 0x7F);
/// let byte = input.byte()?;
/// let bits = bits | u32::from(byte & 0x7F) << 7;
/// if byte < 0x80 {
///     return Ok(bits.cast_signed());
/// }
/// ```
fn long(this: &Varint, groups: &[u8], number: Int) -> TokenStream {
    let bits = Int { signed: false, ..number };
    let last = groups.len().saturating_sub(1);
    let mut low = 0;
    let mut steps = Vec::new();
    for (index, group) in groups.iter().copied().enumerate() {
        let shift = literal::number(low);
        low = low.saturating_add(Code::from(group));
        if index == 0 {
            let bits = int::widen(in_group(quote!(first), group.min(7)), BYTE, bits);
            let most = literal::hex(0x80 | ((1 << u32::from(group).min(7)) - 1));
            // Bits between the group and the continuation bit, or none of the latter: the byte would be a number by
            // itself.
            let refused = (group < 7).then(|| {
                quote!(if !::core::matches!(first, 0x80..=#most) {
                    return Err(::wireform::Fault::Varint);
                })
            });
            steps.push(quote!(#refused let bits = #bits;));
            continue;
        }
        let more = int::widen(in_group(quote!(byte), group), BYTE, bits);
        // `<<` binds more tightly than `&`.
        let more = if bits == BYTE { quote!((#more)) } else { more };
        let refused = refused(group, index == last, this.canonical);
        let done = if index == last {
            let number = extended(quote!(bits), this, number);
            quote!(Ok(#number))
        } else {
            let number = if this.signed { quote!(bits.cast_signed()) } else { quote!(bits) };
            quote!(if byte < 0x80 { return Ok(#number); })
        };
        steps.push(quote! {
            let byte = input.byte()?;
            #refused
            let bits = bits | (#more << #shift);
            #done
        });
    }
    quote!(#(#steps)*)
}

/// ```text
/// match bits {
///     0..=127 => out.array([cast::u32_to_u8(bits)]),
///     _ => out.array([cast::u32_to_u8(bits) | 0x80, cast::u32_to_u8(bits >> 7)]),
/// }
/// ```
fn put(this: &Varint, groups: &[u8], number: Int) -> TokenStream {
    let bits = Int { signed: false, ..number };
    let own = if this.signed { quote!(number.cast_unsigned()) } else { quote!(number) };
    let spare = this.signed && number.bits > u32::from(this.bits);
    let ones = literal::hex((1 << u32::from(this.bits).min(64)) - 1);
    let own = if spare { quote!(#own & #ones) } else { own };
    let (bits_name, own) =
        if this.signed { (quote!(bits), Some(quote!(let bits = #own;))) } else { (quote!(number), None) };
    let mut low: u32 = 0;
    let mut before: Vec<TokenStream> = Vec::new();
    let mut arms = Vec::new();
    let mut from: Code = 0;
    for group in groups.iter().copied() {
        let shift = literal::number(low.into());
        let shifted = if low == 0 { bits_name.clone() } else { quote!(#bits_name >> #shift) };
        let byte = int::convert_in_const(shifted, bits, BYTE);
        let byte = if bits == BYTE && low > 0 { quote!((#byte)) } else { byte };
        low = low.saturating_add(group.into());
        let to = (1 << low.min(64)) - 1;
        let bytes = quote!(out.array([#(#before,)* #byte]););
        let (min, max) = (literal::number(from), literal::number(to));
        arms.push((quote!(#min..=#max), bytes));
        from = to.saturating_add(1);
        // The continuation bit overwrites the eighth bit of a group of seven.
        let cut = in_group(byte.clone(), group);
        before.push(if group < 7 { quote!((#cut) | 0x80) } else { quote!(#byte | 0x80) });
    }
    let choice = first_that_fits(&bits_name, &arms);
    quote! {
        #own
        #choice
    }
}
