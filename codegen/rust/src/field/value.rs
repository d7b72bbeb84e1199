//! Value types of raw numbers, and the conversion in both directions.

use crate::facts::numbers::{self, Invalid, is_total};
use crate::layout::words;
use crate::model::{Absent, Code, Held, Interval, Notation, Protocol, Scalar, Value};
use crate::scope::Context;
use crate::text::emitted::{Binding, Emitted};
use crate::text::int::{self, Int};
use crate::text::literal::number;
use crate::text::names;
use crate::text::tokens::{ToTokens, TokenStream, format_ident, quote};

/// `Gun`, `i32`, `bool`: the Rust type of a value whose raw number has the type `int`.
pub fn value_type(context: &Context<'_>, value: Value, int: Int) -> TokenStream {
    value_type_from(&context.root(), context.protocol, value, int)
}

/// The same, from the path `root` to the protocol's module.
pub fn value_type_from(root: &TokenStream, protocol: &Protocol, value: Value, int: Int) -> TokenStream {
    let name = match value {
        Value::Int(Some(notation)) if let Some(name) = notation.rust_type() => {
            let name = format_ident!("{name}");
            return quote!(::wireform::#name);
        }
        Value::Int(_) => {
            let int = int.ident();
            return quote!(#int);
        }
        Value::Bool | Value::Truthy => return quote!(bool),
        _ => protocol.declared(value).map_or("", |one| one.name),
    };
    let name = names::type_ident(name);
    quote!(#root #name)
}

/// `Axis::from_code(raw)`, `raw != 0`: the value of a valid raw number.
pub fn from_raw(context: &Context<'_>, value: Value, raw: Emitted, int: Int) -> Emitted {
    let ty = value_type(context, value, int);
    let raw = match Int::of_value(context.protocol, value) {
        Some(repr) => repr.convert(raw, int),
        None => raw,
    };
    match value.held() {
        Held::Int => raw,
        Held::Bool => {
            let raw = raw.within(Binding::Operand);
            Emitted::comparison(quote!(#raw != 0))
        }
        Held::Type => {
            let from = format_ident!("from_{}", raw_name(value));
            // The reader rejected all numbers without a value.
            let or_default = (!is_total(context.protocol, value)).then(|| quote!(.unwrap_or_default()));
            Emitted::operand(quote!(#ty::#from(#raw) #or_default))
        }
    }
}

/// The name of a raw number in the functions of its type.
fn raw_name(value: Value) -> &'static str {
    if let Value::Enum(_) = value { "code" } else { "raw" }
}

/// `self.gun.code()`, `u8::from(self.in_clip)`: the raw number of a value, and its type.
pub fn to_raw(protocol: &Protocol, value: Value, expr: Emitted, int: Int) -> (Emitted, Int) {
    let raw = match value.held() {
        Held::Int => expr,
        Held::Bool => Emitted::operand(quote!(u8::from(#expr))),
        Held::Type => {
            let raw = format_ident!("{}", raw_name(value));
            Emitted::operand(quote!(#expr.#raw()))
        }
    };
    (raw, Int::of_raw(protocol, value, int))
}

/// The raw number of a value as an integer of type `int`, and its type: bits are unsigned even if `int` is signed.
pub fn to_number(protocol: &Protocol, value: Value, expr: Emitted, int: Int) -> (Emitted, Int) {
    let (raw, from) = to_raw(protocol, value, expr, int);
    let Value::Bits(id) = value else { return (raw, from) };
    let width = protocol.bits[id.0].width;
    if int.signed && u32::from(width) < int.bits {
        // The sign is the highest bit of an integer that is narrower than Rust's.
        let (wide, width) = (Int::U64.convert(raw, from), number(Code::from(width)));
        let signed = quote!(::wireform::number::signed_part(#wide, 0, #width));
        return (int.convert(Emitted::operand(signed), Int::I64), int);
    }
    (int.convert(raw, from), int)
}

/// The number that is written for a value: bits of fixed size are written unchanged, those of a varint as its number.
pub fn to_written(protocol: &Protocol, scalar: Scalar, value: Value, expr: Emitted, int: Int) -> (Emitted, Int) {
    match scalar {
        Scalar::Int { .. } => to_raw(protocol, value, expr, int),
        Scalar::Varint(_) => to_number(protocol, value, expr, int),
    }
}

/// A raw number in errors, in its notation: `::wireform::Fact::hex(raw)`.
pub fn fact(value: Value, raw: &impl ToTokens) -> TokenStream {
    match value.notation().map(Notation::rust_type) {
        None => quote!(#raw),
        Some(None) => quote!(::wireform::Fact::hex(#raw)),
        Some(Some(name)) => {
            let ty = format_ident!("{name}");
            quote!(::wireform::#ty::from_raw(#raw))
        }
    }
}

/// The kind of the error for a rejected raw number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    Constant,
    Bool,
    Value,
}

impl ToTokens for Why {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        format_ident!("{self:?}").to_tokens(tokens);
    }
}

/// The rejection of a raw number by a reader.
pub struct Rejection {
    /// The condition.
    pub test: Emitted,
    /// The kind of the error.
    pub why: Why,
    /// The accepted numbers, as text.
    expected: Option<String>,
    /// The value type of the number.
    value: Value,
}

impl Rejection {
    pub fn of_constant(test: Emitted, value: Value, code: Code) -> Self {
        Self { test, why: Why::Constant, expected: Some(words::number(value, code)), value }
    }

    /// `::wireform::Malformed::Value.unlike(&"part", at, &"65, 68 to 70 or 89", code)`: the error for the number
    /// `found`.
    pub fn error(&self, path: &TokenStream, at: &TokenStream, found: &TokenStream) -> TokenStream {
        let (why, found) = (self.why, fact(self.value, found));
        match &self.expected {
            Some(expected) => quote!(::wireform::Malformed::#why.unlike(#path, #at, &#expected, #found)),
            None => quote!(::wireform::Malformed::#why.found(#path, #at, #found)),
        }
    }
}

/// `if gun > 5`: the rejection of a raw number by a reader; `None` if every number is valid.
pub fn refused(context: &Context<'_>, value: Value, raw: &Emitted, int: Int, interval: Interval) -> Option<Rejection> {
    numbers::refused_of(context.protocol, value, interval).map(|refused| rejection(context, value, refused, raw, int))
}

/// The rejection for this reason.
pub fn rejection(context: &Context<'_>, value: Value, refused: Invalid, raw: &Emitted, int: Int) -> Rejection {
    let ty = value_type(context, value, int);
    let own = Int::of_value(context.protocol, value);
    let (test, why, expected) = match refused {
        Invalid::Constant(code) => {
            return Rejection::of_constant(int::outside(raw, int, &[Interval::only(code)]), value, code);
        }
        Invalid::Bool => (int::outside(raw, int, &[Interval::new(0, 1)]), Why::Bool, None),
        Invalid::Name(id) => {
            let one = &context.protocol.enums[id.0];
            // `from_code` covers the numbers of the enum's own wire; this one may have others.
            let test = if own == Some(int) && !is_total(context.protocol, value) {
                Emitted::operand(quote!(#ty::from_code(#raw).is_none()))
            } else {
                int::outside(raw, int, &one.named_codes())
            };
            (test, Why::Value, Some(words::names(one)))
        }
        Invalid::Bits(_) => {
            let raw = own.unwrap_or(int).convert(raw.clone(), int);
            (Emitted::operand(quote!(!#ty::from_raw(#raw).is_valid())), Why::Value, None)
        }
    };
    Rejection { test, why, expected, value }
}

/// The default of an absent number, as its value type.
pub fn absent(context: &Context<'_>, value: Value, int: Int, absent: &Absent) -> Option<Emitted> {
    match absent {
        Absent::Nothing | Absent::Base(_) | Absent::Float(_) => None,
        Absent::Raw(code) => Some(literal(context, value, int, *code)),
    }
}

/// A raw number of the schema as a value.
pub fn literal(context: &Context<'_>, value: Value, int: Int, code: Code) -> Emitted {
    match value.held() {
        Held::Bool => Emitted::Flag(code != 0),
        Held::Int => Emitted::number(code),
        Held::Type => {
            let own = Int::of_value(context.protocol, value).unwrap_or(int);
            from_raw(context, value, Emitted::number(code), own)
        }
    }
}
