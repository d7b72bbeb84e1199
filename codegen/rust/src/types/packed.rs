//! Packed numbers: digits of mixed radix, the least significant first.

use super::newtype::{Body, call, constructor, declaration, default_impl, format_impl, from_raw, method};
use super::newtype::{out_of_range, raw};
use super::quantities::{clamping, unit_of};
use super::serde;
use crate::field::on_wire;
use crate::model::{Code, Digit, Interval, Outside, Packed, Protocol};
use crate::quantity::expected_digit;
use crate::quantity::unit;
use crate::scope::locals;
use crate::text::docs::{doc, doc_item};
use crate::text::int::{self, Int};
use crate::text::literal;
use crate::text::names::{part_ident, type_ident};
use crate::text::options::Options;
use crate::text::tokens::{Ident, TokenStream, quote};

/// The type of a packed number, with its methods and impls.
pub(super) fn number(protocol: &Protocol, this: &Packed, options: &Options) -> TokenStream {
    let int = Int::of_carrier(protocol, this.carrier);
    let ty = type_ident(&this.name);
    let digits = placed(this);
    let declaration = declared(protocol, this, int, options);
    let (from_raw, raw) = (from_raw(this.raw, int), raw(int));
    let getters = digits.iter().map(|digit| digit.getter(int));
    let new = new(this, &digits, int);
    let default = default_impl(&ty, this.raw);
    let display = display(this, &digits);
    let serde = serde::of_packed(this, int, options);
    quote! {
        #declaration
        impl #ty { #from_raw #raw #new #(#getters)* }
        #default
        #display
        #serde
    }
}

/// A digit, with its position in the number.
struct Placed<'a> {
    digit: &'a Digit,
    /// The argument of `new`.
    name: Ident,
    /// The raw number of one step of the digit.
    weight: Code,
    is_top: bool,
    /// The values on the wire, before they are clamped.
    held: Interval,
    /// The type of the values.
    int: Int,
}

fn placed(this: &Packed) -> Vec<Placed<'_>> {
    let mut weight: Code = 1;
    let mut digits = Vec::with_capacity(this.digits.len());
    let names = locals::of_digits(this.digits.iter().map(|digit| digit.name.as_str()));
    for ((index, digit), name) in this.digits.iter().enumerate().zip(names) {
        let is_top = index.saturating_add(1) == this.digits.len();
        let steps = if is_top { this.raw.max / weight.max(1) } else { digit.radix.saturating_sub(1) };
        let wide = Int { bits: 32, signed: true };
        let held = Interval { min: digit.first, max: digit.first.saturating_add(steps) };
        let int = if held.within(wide.interval()) { wide } else { Int::I64 };
        digits.push(Placed { digit, name, weight, is_top, held, int });
        weight = weight.saturating_mul(digit.radix);
    }
    digits
}

/// ```text
/// pub struct Look {
///     raw: u16,
/// }
/// ```
fn declared(protocol: &Protocol, this: &Packed, int: Int, options: &Options) -> TokenStream {
    let docs = doc_item(
        &this.docs,
        &type_ident(&this.name),
        "A number with several digits.",
        &[&on_wire::number(protocol, this.carrier)],
    );
    let default = (this.raw.min <= 0 && 0 <= this.raw.max).then_some("Default");
    declaration(&docs, &type_ident(&this.name), int, default, options)
}

impl Placed<'_> {
    fn values(&self) -> Interval {
        let last = self.digit.first.saturating_add(self.digit.radix).saturating_sub(1);
        Interval { min: self.digit.first, max: last }
    }

    /// ```text
    /// pub const fn pitch(self) -> i32 {
    ///     match cast::u16_to_i32(self.raw / 360).wrapping_sub(90) {
    ///         91.. => 90,
    ///         digit => digit,
    ///     }
    /// }
    /// ```
    fn getter(&self, from: Int) -> TokenStream {
        let (getter, ty) = (part_ident(&self.digit.name), self.int.ident());
        let unit = self.digit.unit.as_deref().map(|unit| format!(", in {}", unit::many(unit))).unwrap_or_default();
        let values = self.values();
        let has_more = self.digit.outside == Outside::Refuse && self.held.max > values.max;
        let more = if has_more { " Larger values are read unchanged." } else { "" };
        let docs = doc(&self.digit.docs, &format!("From {} to {}{unit}.{more}", values.min, values.max));
        let (weight, radix) = (literal::number(self.weight), literal::number(self.digit.radix));
        let digit = if self.weight == 1 { quote!(self.raw) } else { quote!(self.raw / #weight) };
        let digit = if self.is_top { digit } else { quote!(#digit % #radix) };
        let value = literal::plus(int::convert_in_const(digit, from, self.int), self.digit.first, self.int);
        let beyond = Interval { min: values.max.saturating_add(1), max: Code::MAX };
        let value = match literal::pattern(&[beyond], self.int).some() {
            Some(beyond) if self.is_top && self.digit.outside == Outside::Clamp => {
                let last = literal::number(values.max);
                quote!(match #value { #beyond => #last, digit => digit })
            }
            _ => value,
        };
        method(&docs, getter, &quote!(self), ty, &value)
    }

    /// The documentation of an argument of `new`, as the line of a list.
    fn words(&self) -> String {
        let (name, values) = (&self.digit.name, self.values());
        let unit = self.digit.unit.as_deref().map(|unit| format!(", in {}", unit::many(unit))).unwrap_or_default();
        let outside = match self.digit.outside {
            Outside::Refuse => "",
            Outside::Clamp => "; other values are clamped",
            Outside::Wrap { .. } => "; other values wrap",
        };
        format!("\n- `{name}` from {} to {}{unit}{outside}", values.min, values.max)
    }

    /// `if !::core::matches!(yaw, 0..=359) { return Err(..); }`: brings an argument of `new` into its range, or rejects
    /// it.
    fn inside(&self, of: &str) -> Option<TokenStream> {
        let (name, values) = (&self.name, self.values());
        match self.digit.outside {
            Outside::Refuse => {
                let fits = literal::pattern(&[values], self.int).some()?;
                let error = out_of_range(&format!("{of}.{}", self.digit.name), &expected_digit(self.digit));
                Some(quote! {
                    if !::core::matches!(#name, #fits) {
                        return Err(#error);
                    }
                })
            }
            Outside::Clamp => {
                let arms = clamping(values, self.int);
                Some(quote!(let #name = match #name { #arms inside => inside };))
            }
            Outside::Wrap { .. } => {
                let (wide, first, radix) = (Int::I128, literal::number(values.min), literal::number(self.digit.radix));
                let to = int::convert_in_const(quote!(#name), self.int, wide);
                let wrapped =
                    int::convert_in_const(quote!(::wireform::cast::wrapped(#to, #first, #radix)), wide, self.int);
                Some(quote!(let #name = #wrapped;))
            }
        }
    }
}

/// ```text
/// pub const fn new(yaw: i32, pitch: i32) -> Self { .. }
/// ```
fn new(this: &Packed, digits: &[Placed<'_>], int: Int) -> TokenStream {
    let argument = |digit: &Placed<'_>| {
        let (name, ty) = (&digit.name, digit.int.ident());
        quote!(#name: #ty)
    };
    let arguments: Vec<_> = digits.iter().map(argument).collect();
    let inside = digits.iter().map(|digit| digit.inside(&this.name));
    let raw = digits.iter().map(|digit| {
        let name = &digit.name;
        let steps = int::convert_in_const(
            literal::plus(quote!(#name), digit.digit.first.saturating_neg(), digit.int),
            digit.int,
            int,
        );
        let weight = literal::number(digit.weight);
        if digit.weight == 1 { steps } else { quote!(#steps.wrapping_mul(#weight)) }
    });
    let raw = raw.rev().reduce(|sum, next| quote!(#sum.wrapping_add(#next))).unwrap_or(quote!(0));
    let refused: Vec<_> = digits
        .iter()
        .filter(|digit| digit.digit.outside == Outside::Refuse)
        .map(|digit| format!("`{}`", digit.digit.name))
        .collect();
    let body = if refused.is_empty() {
        Body::Total(quote!(#(#inside)* Self { raw: #raw }))
    } else {
        Body::Fallible(quote!(#(#inside)* Ok(Self { raw: #raw })))
    };
    let errors = format!("# Errors\nIf {} is out of range.", refused.join(" or "));
    let lines: String = digits.iter().map(Placed::words).collect();
    constructor(&format!("Converts from digits:{lines}"), &errors, &arguments, &body)
}

/// `yaw 6 degrees, pitch -10 degrees`
fn display(this: &Packed, digits: &[Placed<'_>]) -> TokenStream {
    let (ty, name) = (type_ident(&this.name), &this.name);
    let getters: Vec<_> = digits.iter().map(|digit| call(&part_ident(&digit.digit.name))).collect();
    let unit = |digit: &Placed<'_>, value: &TokenStream| {
        let ones = if digit.int.signed { quote!(1 | -1) } else { quote!(1) };
        digit.digit.unit.as_deref().map(|unit| unit_of(unit, &quote!(matches!(#value, #ones))))
    };
    let lines = digits.iter().zip(&getters).enumerate().map(|(index, (digit, value))| {
        let between = if index == 0 { "" } else { ", " };
        let format = format!("{between}{} {{}}", digit.digit.name);
        let unit = unit(digit, value).map(|unit| quote!(f.write_str(#unit)?;));
        quote!(::core::write!(f, #format, #value)?; #unit)
    });
    let fields = digits.iter().zip(&getters).map(|(digit, value)| {
        let name = &digit.digit.name;
        match unit(digit, value) {
            None => quote!(.field(#name, &#value)),
            Some(unit) => quote!(.field(#name, &::core::format_args!("{}{}", #value, #unit))),
        }
    });
    let debug = format_impl("Debug", &ty, &quote!(f.debug_struct(#name) #(#fields)* .finish()));
    let display = format_impl("Display", &ty, &quote!(#(#lines)* ::core::result::Result::Ok(())));
    quote!(#debug #display)
}
