//! Decoding and encoding of numbers of fixed size.

use super::float_type;
use crate::model::{ByteOrder, FloatWidth, Protocol, Scalar};
use crate::text::emitted::{Binding, Emitted};
use crate::text::int::Int;
use crate::text::tokens::{Ident, Literal, TokenStream, format_ident, quote};

/// `self.run[2]`, `u16::from_le_bytes(..)`: decodes a number of fixed size from `array`, at `offset`, or from all of
/// it. A varint is stored as its number.
pub fn decode(array: &TokenStream, offset: Option<usize>, scalar: Scalar) -> Emitted {
    match scalar {
        Scalar::Int { bytes: 1, signed, .. } => {
            let only = Literal::usize_unsuffixed(offset.unwrap_or(0));
            Emitted::operand(if signed { quote!(#array[#only].cast_signed()) } else { quote!(#array[#only]) })
        }
        Scalar::Int { bytes, .. } => from_bytes(&bytes_of(array, offset, usize::from(bytes)), scalar),
        Scalar::Varint(_) => Emitted::path(array),
    }
}

/// The integer type from which the bit fields of a carrier are taken.
pub fn carrier_int(protocol: &Protocol, carrier: Scalar) -> Int {
    Int { signed: false, ..Int::of_scalar(protocol, carrier) }
}

/// A carrier of fixed size, as an unsigned number.
pub fn carrier_of(carrier: Scalar, array: &TokenStream, offset: Option<usize>) -> Emitted {
    let unsigned = match carrier {
        Scalar::Int { bytes, order, .. } => Scalar::Int { bytes, signed: false, order },
        varint @ Scalar::Varint(_) => varint,
    };
    decode(array, offset, unsigned)
}

/// `u16::from_le_bytes(*array)`, `::wireform::number::i24_le(*array)`: decodes a number from exactly its bytes.
pub fn from_bytes(array: &TokenStream, scalar: Scalar) -> Emitted {
    let Scalar::Int { bytes, signed, order } = scalar else { return Emitted::number(0) };
    Emitted::operand(match Width::of(bytes, signed) {
        Width::Whole(int) => {
            let from = format_ident!("from_{}_bytes", suffix(order));
            quote!(#int::#from(#array))
        }
        Width::Odd(name) => {
            let from = format_ident!("{name}_{}", suffix(order));
            quote!(::wireform::number::#from(#array))
        }
    })
}

/// `[cn]`, `yaw.to_le_bytes()`: encodes a number of fixed size as an array.
pub fn encode(number: &Emitted, scalar: Scalar) -> TokenStream {
    match scalar {
        Scalar::Int { bytes: 1, signed: false, .. } => quote!([#number]),
        Scalar::Int { .. } => to_bytes(number, scalar),
        Scalar::Varint(_) => quote!([]),
    }
}

/// Encodes a number by a function that returns its bytes, such as `to_le_bytes`.
pub fn to_bytes(number: &Emitted, scalar: Scalar) -> TokenStream {
    let Scalar::Int { bytes, signed, order } = scalar else { return quote!([]) };
    match Width::of(bytes, signed) {
        Width::Whole(int) => {
            let to = format_ident!("to_{}_bytes", suffix(order));
            // A literal has no type of its own on which a method could be called.
            if let Emitted::Number(..) = number {
                return quote!(#int::#to(#number));
            }
            let number = number.within(Binding::Operand);
            quote!(#number.#to())
        }
        Width::Odd(name) => {
            let to = format_ident!("{name}_{}_bytes", suffix(order));
            quote!(::wireform::number::#to(#number))
        }
    }
}

/// The Rust type for a number of a size.
enum Width {
    /// An integer type.
    Whole(Ident),
    /// No type; the runtime has functions whose names begin with this: `i24`.
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

/// `f32::from_le_bytes(..)`: decodes a float from `array`, at `offset`, or from all of it.
pub fn decode_float(array: &TokenStream, offset: Option<usize>, width: FloatWidth, order: ByteOrder) -> TokenStream {
    let ty = float_type(width);
    let all = bytes_of(array, offset, usize::from(width.bytes()));
    let from = format_ident!("from_{}_bytes", suffix(order));
    quote!(#ty::#from(#all))
}

/// `x.to_le_bytes()`: encodes a float as an array.
pub fn encode_float(float: &TokenStream, order: ByteOrder) -> TokenStream {
    let to = format_ident!("to_{}_bytes", suffix(order));
    quote!(#float.#to())
}

/// `size` bytes of the borrowed `array`, as an array: `*array`, or `[array[2], array[3]]`, or a segment of it if they
/// are many.
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
