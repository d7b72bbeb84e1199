//! Numbers of fixed size, out of arrays of bytes and into them.

use super::super::condition;
use super::super::int::{self, Int};
use super::super::tokens::{Ident, Literal, TokenStream, format_ident, quote};
use super::{float_bytes, float_type};
use crate::model::{ByteOrder, FloatWidth, Scalar};

/// A number of fixed size out of `array`, from `offset`, or all of it.
pub(in crate::emit::rust) fn decode(array: &TokenStream, offset: Option<usize>, scalar: Scalar) -> TokenStream {
    match scalar {
        Scalar::Int { bytes: 1, signed, .. } => {
            let only = Literal::usize_unsuffixed(offset.unwrap_or(0));
            if signed { quote!(#array[#only].cast_signed()) } else { quote!(#array[#only]) }
        }
        Scalar::Int { bytes, .. } => from_bytes(&bytes_of(array, offset, usize::from(bytes)), scalar),
        Scalar::Varint(_) => quote!(0),
    }
}

/// A number of fixed size, of just its bytes.
pub(in crate::emit::rust) fn from_bytes(array: &TokenStream, scalar: Scalar) -> TokenStream {
    let Scalar::Int { bytes, signed, order } = scalar else { return quote!(0) };
    match Width::of(bytes, signed) {
        Width::Whole(int) => {
            let from = format_ident!("from_{}_bytes", suffix(order));
            quote!(#int::#from(#array))
        }
        Width::Odd(name) => {
            let from = format_ident!("{name}_{}", suffix(order));
            quote!(::wireform::number::#from(#array))
        }
    }
}

/// The bytes of a number of fixed size: an array.
pub(in crate::emit::rust) fn encode(number: &TokenStream, scalar: Scalar) -> TokenStream {
    match scalar {
        Scalar::Int { bytes: 1, signed: false, .. } => {
            let number = int::without_parentheses(number.clone());
            quote!([#number])
        }
        Scalar::Int { .. } => to_bytes(number, scalar),
        Scalar::Varint(_) => quote!([]),
    }
}

/// The bytes of a number, by the function that makes them.
pub(in crate::emit::rust) fn to_bytes(number: &TokenStream, scalar: Scalar) -> TokenStream {
    let Scalar::Int { bytes, signed, order } = scalar else { return quote!([]) };
    match Width::of(bytes, signed) {
        Width::Whole(int) => {
            let to = format_ident!("to_{}_bytes", suffix(order));
            // A method can be called on a value, but a literal has no type of its own.
            if int::is_constant(number) {
                let number = int::without_parentheses(number.clone());
                return quote!(#int::#to(#number));
            }
            let number = condition::operand(number.clone());
            quote!(#number.#to())
        }
        Width::Odd(name) => {
            let to = format_ident!("{name}_{}_bytes", suffix(order));
            let number = int::without_parentheses(number.clone());
            quote!(::wireform::number::#to(#number))
        }
    }
}

/// Whether Rust has a type for a number of so many bytes.
enum Width {
    /// It has this one.
    Whole(Ident),
    /// It has none, and the runtime has functions whose names begin so: `i24`.
    Odd(String),
}

impl Width {
    fn of(bytes: u8, signed: bool) -> Self {
        let bits = u32::from(bytes) * 8;
        match bytes {
            1 | 2 | 4 | 8 => Self::Whole(Int::of_bits(bits, signed).ident()),
            _ => Self::Odd(format!("{}{bits}", if signed { "i" } else { "u" })),
        }
    }
}

/// `le` or `be`.
fn suffix(order: ByteOrder) -> &'static str {
    match order {
        ByteOrder::Little => "le",
        ByteOrder::Big => "be",
    }
}

/// A float out of `array`, from `offset`, or all of it.
pub(in crate::emit::rust) fn decode_float(
    array: &TokenStream,
    offset: Option<usize>,
    width: FloatWidth,
    order: ByteOrder,
) -> TokenStream {
    let ty = float_type(width);
    let all = bytes_of(array, offset, usize::try_from(float_bytes(width)).unwrap_or(8));
    match order {
        ByteOrder::Little => quote!(#ty::from_le_bytes(#all)),
        ByteOrder::Big => quote!(#ty::from_be_bytes(#all)),
    }
}

/// So many bytes of `array`, which is borrowed, as an array: `*array`, or `[array[2], array[3]]`, or a segment of it
/// where these would be many.
fn bytes_of(array: &TokenStream, offset: Option<usize>, size: usize) -> TokenStream {
    let Some(offset) = offset else { return quote!(*#array) };
    if size > 4 {
        let literal = Literal::usize_unsuffixed;
        let (offset, size) = (literal(offset), literal(size));
        return quote!(*::wireform::number::segment::<#offset, #size, _>(#array));
    }
    let indices = (offset..).take(size).map(Literal::usize_unsuffixed);
    quote!([#(#array[#indices]),*])
}
