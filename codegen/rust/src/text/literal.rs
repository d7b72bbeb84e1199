//! Literals and patterns of numbers.

use super::tokens::{self, TokenStream, quote};
use crate::facts::Int;
use crate::model::{Code, FloatWidth, Interval, sets};

/// `300`: an unsuffixed number.
pub fn number(code: Code) -> TokenStream {
    signed(code < 0, &code.unsigned_abs().to_string())
}

/// A number with a type suffix, where nothing else determines its type: `-1_i16`.
pub fn typed(code: Code, int: Int) -> TokenStream {
    signed(code < 0, &format!("{}_{}", code.unsigned_abs(), int.ident()))
}

/// An unsuffixed length.
pub fn length(length: u64) -> TokenStream {
    number(length.into())
}

/// A maximal length, unsuffixed; `None` if no buffer is that long.
pub fn longest(length: Option<u64>) -> Option<TokenStream> {
    length.filter(|length| i32::try_from(*length).is_ok()).map(self::length)
}

/// `value.wrapping_sub(90)`: the sum fits the type, so a constant beyond the type may wrap.
pub fn plus(value: TokenStream, by: Code, int: Int) -> TokenStream {
    let Interval { min, max } = int.interval();
    let size = by.saturating_abs();
    if by == 0 {
        value
    } else if size > max {
        let count = max.saturating_sub(min).saturating_add(1);
        let round = by.saturating_sub(min).checked_rem_euclid(count).unwrap_or(0).saturating_add(min);
        let round = number(round);
        quote!(#value.wrapping_add(#round))
    } else {
        let size = number(size);
        if by > 0 { quote!(#value.wrapping_add(#size)) } else { quote!(#value.wrapping_sub(#size)) }
    }
}

/// A byte or a mask: `0x80`.
pub fn hex(code: Code) -> TokenStream {
    let digits = format!("{:02X}", code.unsigned_abs());
    signed(code < 0, &format!("0x{digits}"))
}

/// `0.5`: an unsuffixed `f32`, with the fewest digits that identify it.
pub fn single(number: f32) -> TokenStream {
    signed(number.is_sign_negative(), &format!("{:?}", number.abs()))
}

/// An unsuffixed `f64`, likewise.
pub fn double(number: f64) -> TokenStream {
    signed(number.is_sign_negative(), &format!("{:?}", number.abs()))
}

/// An unsuffixed float of the given width.
pub fn float(number: f64, width: FloatWidth) -> TokenStream {
    match width {
        FloatWidth::F32 => single(number as f32),
        FloatWidth::F64 => double(number),
    }
}

/// `3 | 16..=31`: codes as a pattern over an integer type.
pub fn pattern(codes: &[Interval], int: Int) -> Pattern {
    let all = int.interval();
    let joined = sets::clip(codes, all);
    match joined.as_slice() {
        [] => Pattern::Nothing,
        [only] if *only == all => Pattern::Everything,
        _ => {
            let alternatives = joined.iter().map(|code| alternative(*code, int));
            Pattern::Some(quote!(#(#alternatives)|*))
        }
    }
}

/// `byte < 0x80`, `::core::matches!(byte, ..)`: a test that `byte` is one of these sorted bytes; `None` if they are all
/// bytes or none.
pub fn byte_test(bytes: &[u8]) -> Option<TokenStream> {
    let (first, last) = (*bytes.first()?, *bytes.last()?);
    let others: Vec<u8> = (0..=u8::MAX).filter(|byte| !bytes.contains(byte)).collect();
    others.first()?;
    let (low, high) = (hex(first.into()), hex(Code::from(last).saturating_add(1)));
    let is_run = usize::from(last.abs_diff(first)).saturating_add(1) == bytes.len();
    let (ours, theirs) = (byte_pattern(bytes), byte_pattern(&others));
    // The bits in which some of them differ: if they are all that have the others, these tell.
    let (common, any) = bytes.iter().fold((u8::MAX, 0), |(common, any), byte| (common & byte, any | byte));
    let differ = common ^ any;
    let by_bits = bytes.len() == 1 << differ.count_ones() && ours.len().min(theirs.len()) > 2;
    Some(match (first, last) {
        _ if by_bits => {
            let (mask, constant) = (hex((!differ).into()), hex(common.into()));
            quote!(byte & #mask == #constant)
        }
        _ if bytes.len() == 1 => quote!(byte == #low),
        (0, _) if is_run => quote!(byte < #high),
        (_, u8::MAX) if is_run => quote!(byte >= #low),
        _ if ours.len() <= theirs.len() => quote!(::core::matches!(byte, #(#ours)|*)),
        _ => quote!(!::core::matches!(byte, #(#theirs)|*)),
    })
}

/// Alternatives for sorted bytes.
fn byte_pattern(bytes: &[u8]) -> Vec<TokenStream> {
    let codes = sets::union(bytes.iter().map(|byte| Interval::only((*byte).into())).collect());
    codes.into_iter().map(|codes| range(codes, hex)).collect()
}

/// A pattern over an integer type.
#[derive(Debug)]
pub enum Pattern {
    /// Matches no number.
    Nothing,
    /// Matches some.
    Some(TokenStream),
    /// Matches every number.
    Everything,
}

impl Pattern {
    /// The pattern, if it matches some numbers and not others.
    pub fn some(self) -> Option<TokenStream> {
        if let Self::Some(pattern) = self { Some(pattern) } else { None }
    }
}

/// `3`, `3 | 4`, `3..=9`, `i8::MIN..=9` (macros accept no pattern that begins with `..=`), `3..`
fn alternative(code: Interval, int: Int) -> TokenStream {
    let (all, ty) = (int.interval(), int.ident());
    let (min, max) = (number(code.min), number(code.max));
    match (code.min == all.min && code.min < 0, code.max == all.max) {
        _ if code.max.saturating_sub(code.min) <= 1 => range(code, number),
        (true, false) => quote!(#ty::MIN..=#max),
        (false, true) => quote!(#min..),
        _ => range(code, number),
    }
}

/// `3`, `3 | 4`, `3..=9`, with numbers in the notation of `spelled`.
pub fn range(codes: Interval, spelled: impl Fn(Code) -> TokenStream) -> TokenStream {
    let (min, max) = (spelled(codes.min), spelled(codes.max));
    match codes.max.saturating_sub(codes.min) {
        0 => min,
        1 => quote!(#min | #max),
        _ => quote!(#min..=#max),
    }
}

fn signed(negative: bool, digits: &str) -> TokenStream {
    let digits = tokens::literal(digits);
    if negative { quote!(-#digits) } else { quote!(#digits) }
}

#[cfg(test)]
mod tests;
