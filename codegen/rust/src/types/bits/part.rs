//! A part of a layout: its getter, its setter and its validity.

use super::Layout;
use crate::facts::numbers::{self, Invalid};
use crate::field::value::{to_raw, value_type_from};
use crate::layout::words;
use crate::model::{Bits, BitsPart, Code, Enum, EnumCode, Held, Interval, Protocol, Value};
use crate::text::docs::{doc, doc_and, doc_item, quoted};
use crate::text::emitted::Emitted;
use crate::text::int::{self, Int};
use crate::text::literal;
use crate::text::names::{joined_ident, part_ident, variant_ident};
use crate::text::tokens::{ToTokens as _, TokenStream, quote};
use crate::types::newtype::{method, out_of_range};

/// The mask of a part in its carrier.
pub(super) fn mask(part: &BitsPart) -> Code {
    ones(part) << u32::from(part.low).min(64)
}

/// The mask of all bits of a layout that are not reserved, nested layouts included.
pub(super) fn meant(protocol: &Protocol, bits: &Bits) -> Code {
    let parts = bits.parts.iter().filter(|part| part.reserved().is_none());
    let of_part = |part: &BitsPart| match (part.value, part.constant) {
        (Value::Bits(id), None) => {
            let inner = protocol.bits.get(id.0).map_or(0, |inner| meant(protocol, inner));
            (inner & ones(part)) << u32::from(part.low).min(64)
        }
        _ => mask(part),
    };
    parts.fold(0, |all, part| all | of_part(part))
}

/// The mask of a part before it is shifted.
fn ones(part: &BitsPart) -> Code {
    (1 << u32::from(part.width).min(64)) - 1
}

/// The bits of the reserved parts of a layout as they are written, nested layouts included.
pub(super) fn filled(protocol: &Protocol, bits: &Bits) -> Code {
    let of_part = |part: &BitsPart| {
        let code = match (part.reserved(), part.constant, part.value) {
            (Some(fill), _, _) => fill,
            (None, None, Value::Bits(id)) => protocol.bits.get(id.0).map_or(0, |inner| filled(protocol, inner)),
            (None, _, _) => 0,
        };
        (code & ones(part)) << u32::from(part.low).min(64)
    };
    bits.parts.iter().fold(0, |all, part| all | of_part(part))
}

/// A part's bits in the default value.
pub(super) fn default_bits(protocol: &Protocol, part: &BitsPart) -> Code {
    let code = match (part.constant.or(part.reserved()), part.value) {
        (Some(code), _) => code,
        (None, Value::Enum(id)) => protocol.enums.get(id.0).and_then(Enum::default_name).map_or(0, |name| name.written),
        (None, Value::Quantity(_) | Value::Packed(_)) => {
            protocol.declared(part.value).and_then(|one| one.raw).map_or(0, |raw| raw.max.min(raw.min.max(0)))
        }
        (None, Value::Bits(id)) => protocol
            .bits
            .get(id.0)
            .map_or(0, |one| one.parts.iter().fold(0, |raw, inner| raw | default_bits(protocol, inner))),
        (None, Value::Int(_) | Value::Bool | Value::Truthy) => 0,
    };
    (code & ones(part)) << u32::from(part.low).min(64)
}

/// The interval of a part's numbers.
fn interval(part: &BitsPart) -> Interval {
    Interval::of_bits(u32::from(part.width), part.signed)
}

/// The integer type of a part's number.
fn int(part: &BitsPart) -> Int {
    Int::of_bits(u32::from(part.width), part.signed)
}

impl<'a> Layout<'a> {
    /// `(self.raw >> 4) & 3`: the bits of a part, in the carrier's type.
    fn field(self, part: &BitsPart) -> TokenStream {
        let (low, ones) = (literal::number(part.low.into()), small_hex(ones(part)));
        let is_top = u32::from(part.low) + u32::from(part.width) == self.int.bits;
        match (part.low, is_top) {
            (0, true) => quote!(self.raw),
            (0, false) => quote!(self.raw & #ones),
            (_, true) => quote!(self.raw >> #low),
            (_, false) => quote!((self.raw >> #low) & #ones),
        }
    }

    /// `::wireform::cast::u16_to_i16(self.raw << 4) >> 12`: the number of a part, in the part's own type, sign-extended
    /// if it is signed.
    fn number(self, part: &BitsPart) -> TokenStream {
        if !part.signed {
            return int::convert_in_const(self.field(part), self.int, int(part));
        }
        let width = u32::from(part.width);
        let above = self.int.bits.saturating_sub(width).saturating_sub(u32::from(part.low));
        let down = literal::number(self.int.bits.saturating_sub(width).into());
        let up = literal::number(above.into());
        let wide = Int { signed: true, ..self.int };
        let shifted = if above == 0 { quote!(self.raw) } else { quote!(self.raw << #up) };
        let shifted = int::convert_in_const(shifted, self.int, wide);
        let number = if width == self.int.bits { shifted } else { quote!(#shifted >> #down) };
        int::convert_in_const(number, wide, int(part))
    }

    /// The number of a part, in the integer type of its value type.
    fn code(self, part: &BitsPart) -> TokenStream {
        let number = self.number(part);
        self.repr(part).map_or_else(|| number.clone(), |repr| int::convert_in_const(number.clone(), int(part), repr))
    }

    /// The integer type of a part's value type; `None` for numbers and flags.
    fn repr(self, part: &BitsPart) -> Option<Int> {
        Int::of_value(self.protocol, part.value)
    }

    /// The public type of a part.
    fn ty(self, part: &BitsPart) -> TokenStream {
        // A value type names others without a path: all are in the protocol's module.
        value_type_from(&TokenStream::new(), self.protocol, part.value, int(part))
    }

    fn enumeration(self, part: &BitsPart) -> Option<&'a Enum> {
        let Value::Enum(id) = part.value else { return None };
        self.protocol.enums.get(id.0)
    }

    /// ```text
    /// pub const fn life_sequence(self) -> u8 {
    ///     (self.raw >> 3) & 1
    /// }
    /// ```
    pub(super) fn getter(self, name: &str, part: &BitsPart) -> TokenStream {
        let (getter, ty) = (part_ident(name), self.ty(part));
        let place = place_in_words(part);
        let docs = match part.docs.is_empty() {
            true => doc_item(&part.docs, &getter, &place, &[]),
            false => doc_item(&part.docs, &getter, "", &[&place]),
        };
        let value = match part.value {
            Value::Int(_) if part.value.held() == Held::Int => self.number(part),
            Value::Bool | Value::Truthy => {
                let field = self.field(part);
                quote!(#field != 0)
            }
            Value::Enum(_) => self.name_of(part),
            Value::Bits(_) | Value::Int(_) => {
                let code = self.code(part);
                quote!(#ty::from_raw(#code))
            }
            Value::Quantity(_) | Value::Packed(_) => {
                let code = self.code(part);
                quote!(#ty { raw: #code })
            }
        };
        method(&docs, getter, &quote!(self), ty, &value)
    }

    /// `match Move::from_code(code) { Some(name) => name, None => Move::Walk }`: the enum value of a part; the default
    /// if the number has no name.
    fn name_of(self, part: &BitsPart) -> TokenStream {
        let (ty, code) = (self.ty(part), self.code(part));
        let is_total = numbers::is_total(self.protocol, part.value);
        let default = self.enumeration(part).filter(|_| !is_total).and_then(Enum::default_name);
        match default {
            None => quote!(#ty::from_code(#code)),
            Some(default) => {
                let (name, written) = (variant_ident(&default.name), literal::number(default.written));
                let default = if default.stores_code() { quote!(#ty::#name(#written)) } else { quote!(#ty::#name) };
                quote! {
                    match #ty::from_code(#code) {
                        Some(name) => name,
                        None => #default,
                    }
                }
            }
        }
    }

    /// ```text
    /// pub const fn with_life_sequence(self, value: u8) -> Result<Self, Error> {
    ///     if value > 1 {
    ///         return Err(..);
    ///     }
    ///     Ok(Self { raw: self.raw & !8 | value << 3 })
    /// }
    /// ```
    pub(super) fn setter(self, name: &str, part: &BitsPart) -> TokenStream {
        let (setter, ty, mask) = (joined_ident("with_", name), self.ty(part), small_hex(mask(part)));
        let words = format!("A copy with this {}.", quoted(name));
        if matches!(part.value, Value::Bool | Value::Truthy) {
            let (docs, one) = (doc(&[], &words), small_hex(1 << u32::from(part.low).min(64)));
            let off = if part.width > 1 { quote!(!#mask) } else { quote!(!#one) };
            let on = if part.width > 1 { quote!((self.raw & #off) | #one) } else { quote!(self.raw | #one) };
            let body = quote!(if value { Self { raw: #on } } else { Self { raw: self.raw & #off } });
            return method(&docs, setter, &quote!(self, value: bool), quote!(Self), &body);
        }
        let (number, from) = to_raw(self.protocol, part.value, Emitted::path(quote!(value)), int(part));
        let number = number.to_token_stream();
        let fits = literal::pattern(&[interval(part)], from).some().filter(|_| !self.always_fits(part, from));
        let raw = self.with_bits(part, number.clone(), from);
        let refuses = self.enumeration(part).is_some_and(|one| self.may_hold_a_wrong_code(one));
        let of = format!("{}.{name}", self.this.name);
        let error = out_of_range(&of, &words::held(self.protocol, part.value, &[interval(part)]));
        let wrong_code = quote!(::wireform::Error::out_of_range(&#of, value.expected_code()));
        let checked = match (&fits, refuses) {
            (None, false) => {
                let body = quote!(Self { raw: #raw });
                return method(&doc(&[], &words), setter, &quote!(self, value: #ty), quote!(Self), &body);
            }
            (None, true) => quote! {
                if value.is_canonical() { Ok(Self { raw: #raw }) } else { Err(#wrong_code) }
            },
            (Some(fits), refuses) => {
                let (test, wrong) =
                    refuses.then(|| (quote!(if value.is_canonical()), quote!(#fits => Err(#wrong_code),))).unzip();
                quote! {
                    match #number {
                        #fits #test => Ok(Self { raw: #raw }),
                        #wrong
                        _ => Err(#error),
                    }
                }
            }
        };
        let bits = if part.width == 1 { "one bit".to_owned() } else { format!("{} bits", part.width) };
        let errors = match fits {
            Some(_) => format!("# Errors\nIf the value does not fit in {bits}."),
            None => "# Errors\nIf the value is not canonical.".to_owned(),
        };
        let docs = doc_and(&[], &words, &[&errors]);
        quote! {
            #docs
            #[inline]
            pub const fn #setter(self, value: #ty) -> ::core::result::Result<Self, ::wireform::Error> {
                #checked
            }
        }
    }

    /// Whether some value of an enum stores a code that is not its own.
    fn may_hold_a_wrong_code(self, one: &Enum) -> bool {
        one.codes.iter().any(EnumCode::stores_code) && !numbers::invalid_codes(self.protocol, one).is_empty()
    }

    /// Whether every value of the part's type fits in the part.
    fn always_fits(self, part: &BitsPart, from: Int) -> bool {
        let held = interval(part);
        match part.value {
            Value::Bits(id) => self.protocol.bits.get(id.0).is_some_and(|one| one.width <= part.width),
            value => numbers::possible(self.protocol, value, from).within(held),
        }
    }

    /// `(self.raw & !0x30) | (number << 4)`: the carrier with `number` in one part.
    fn with_bits(self, part: &BitsPart, number: TokenStream, from: Int) -> TokenStream {
        let (mask, low) = (mask(part), literal::number(part.low.into()));
        let number = int::convert_in_const(number, from, self.int);
        let number = if part.low == 0 { number } else { quote!((#number << #low)) };
        let everything = mask == self.int.interval().max;
        let mask = small_hex(mask);
        let cut = part.signed && u32::from(part.low) + u32::from(part.width) < self.int.bits;
        match (everything, cut) {
            (true, _) => number,
            (false, false) => quote!((self.raw & !#mask) | #number),
            (false, true) => quote!((self.raw & !#mask) | (#number & #mask)),
        }
    }

    /// `self.raw & 7 == 5`, `Move::from_code(code).is_some()`: the test that a part is valid; `None` if every number
    /// is.
    pub(super) fn valid(self, part: &BitsPart) -> Option<TokenStream> {
        if let Some(constant) = part.constant {
            let (field, code) = (self.field(part), literal::number(constant & ones(part)));
            return Some(quote!(#field == #code));
        }
        part.name.as_ref()?;
        let (ty, code) = (self.ty(part), self.code(part));
        match numbers::refused_of(self.protocol, part.value, interval(part))? {
            // A constant is a question of its part, not of its value.
            Invalid::Constant(_) => None,
            Invalid::Bool => {
                let field = self.field(part);
                Some(quote!(#field <= 1))
            }
            Invalid::Name(id) => self.has_name(part, &self.protocol.enums[id.0], &code),
            Invalid::Bits(_) => Some(quote!(#ty::from_raw(#code).is_valid())),
        }
    }

    /// The test that the number of a part has a name.
    fn has_name(self, part: &BitsPart, one: &Enum, code: &TokenStream) -> Option<TokenStream> {
        let held = interval(part);
        // `from_code` covers the numbers of the enum's own carrier; the part may hold others.
        let own = self.repr(part)?.interval();
        if held.within(own) && !numbers::is_total(self.protocol, part.value) {
            let ty = self.ty(part);
            return Some(quote!(#ty::from_code(#code).is_some()));
        }
        let (number, named) = (self.number(part), literal::pattern(&one.named_codes(), int(part)).some()?);
        Some(quote!(::core::matches!(#number, #named)))
    }
}

/// `Bits 4 and 5.`
fn place_in_words(part: &BitsPart) -> String {
    let (low, high) = (u32::from(part.low), u32::from(part.low) + u32::from(part.width) - u32::from(part.width > 0));
    match part.width {
        0 | 1 => format!("Bit {low}."),
        2 => format!("Bits {low} and {high}."),
        _ => format!("Bits {low} to {high}."),
    }
}

/// A mask as a literal, which is decimal if it is less than 10.
fn small_hex(mask: Code) -> TokenStream {
    if mask < 10 { literal::number(mask) } else { literal::hex(mask) }
}
