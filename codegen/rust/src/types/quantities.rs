//! Quantities: a type over the raw number, with the value computed on demand.
//!
//! The arithmetic is that of [`crate::quantity`], operation by operation: [`steps`] emits the expression, [`inverse`]
//! its inverse.

mod inverse;
mod steps;

use super::newtype::{Body, constructor, declaration, default_impl, format_impl, from_raw, method, raw};
use super::serde;
use crate::field::on_wire;
use crate::model::{Code, Interval, Loss, Number, Outside, Protocol, Quantity, Rounding};
use crate::quantity::{Arithmetic, unit};
use crate::text::docs::{doc, doc_item, quoted};
use crate::text::int::Int;
use crate::text::literal;
use crate::text::names::type_ident;
use crate::text::options::Options;
use crate::text::tokens::{Ident, TokenStream, format_ident, quote};

/// The type of a quantity, with its methods and impls.
pub(super) fn quantity(protocol: &Protocol, this: &Quantity, options: &Options) -> TokenStream {
    let int = Int::of_carrier(protocol, this.carrier);
    let ty = type_ident(&this.name);
    let declaration = declared(protocol, this, int, options);
    let (from_raw, raw) = (from_raw(this.raw, int), raw(int));
    let (body, get) = (inverse::body(this, int), get(this, int));
    let (new, all) = (new(this, &body), matches!(body, Body::Total(_)).then(|| quote!(; all)));
    let default = default_impl(&ty, this.raw);
    let display = display(this);
    let value = value_type(this.number);
    let serde = serde::of_quantity(this, int, &value, options);
    quote! {
        #declaration
        impl #ty { #from_raw #raw #new #get }
        ::wireform::amount! { #ty, #value #all }
        #default
        #display
        #serde
    }
}

/// ```text
/// pub struct Cubes {
///     raw: i32,
/// }
/// ```
fn declared(protocol: &Protocol, this: &Quantity, int: Int, options: &Options) -> TokenStream {
    let unit = this.unit.as_deref().map(|unit| format!(", in {}", unit::many(unit))).unwrap_or_default();
    let value = format!("The value is {}{unit}.", quoted(&this.text));
    let loss = match this.loss {
        Loss::None => None,
        Loss::Counted(1) => Some("One raw number does not round-trip through its value.".to_owned()),
        Loss::Counted(count) => Some(format!("{count} raw numbers do not round-trip through their values.")),
        Loss::NotExact => Some("Raw numbers may not round-trip through their values.".to_owned()),
    };
    let on = on_wire::number(protocol, this.carrier);
    // Without a comment the formula is the first line.
    let formula = (!this.docs.is_empty()).then_some(value.as_str());
    let more: Vec<_> = [formula, loss.as_deref(), Some(&on)].into_iter().flatten().collect();
    let docs = doc_item(&this.docs, &type_ident(&this.name), &value, &more);
    let ordered = this.increasing && !matches!(this.outside, Outside::Wrap { .. });
    let order: &[&'static str] = if ordered { &["PartialOrd", "Ord"] } else { &[] };
    let default = (this.raw.min <= 0 && 0 <= this.raw.max).then_some("Default");
    declaration(&docs, &type_ident(&this.name), int, order.iter().copied().chain(default), options)
}

/// The Rust type of a value.
fn value_type(number: Number) -> Ident {
    match number {
        Number::I32 => format_ident!("i32"),
        Number::I64 => format_ident!("i64"),
        Number::F32 => format_ident!("f32"),
        Number::F64 => format_ident!("f64"),
    }
}

/// ```text
/// pub const fn new(value: f32) -> Result<Self, Error> { .. }
/// ```
fn new(this: &Quantity, body: &Body) -> TokenStream {
    let value = value_type(this.number);
    let unit = this.unit.as_deref().map(|unit| format!(" in {}", unit::many(unit))).unwrap_or_default();
    let is_float = matches!(this.number, Number::F32 | Number::F64);
    let rounded = match inverse::rounding(this) {
        _ if !is_float => "",
        Rounding::Nearest => ", rounded to the nearest raw number",
        Rounding::Trunc => ", rounded toward zero",
        Rounding::Floor => ", rounded down",
    };
    let what = match this.outside {
        Outside::Refuse => "",
        Outside::Clamp => " Values out of range are clamped.",
        Outside::Wrap { .. } => " Values out of range wrap.",
    };
    let range = this.range.map(|range| {
        let end = |value: f64| if this.number == Number::F32 { (value as f32).to_string() } else { value.to_string() };
        format!(", from {} to {}{}", end(range.min), if range.inclusive { "" } else { "less than " }, end(range.max))
    });
    let summary = format!("Converts from a value{unit}{}{rounded}.{what}", range.unwrap_or_default());
    let errors = match this.outside {
        Outside::Refuse => "# Errors\nIf the value is out of range.",
        Outside::Clamp => "# Errors\nIf the value is NaN.",
        Outside::Wrap { .. } => "# Errors\nIf the value is not finite.",
    };
    constructor(&summary, errors, &[quote!(value: #value)], body)
}

/// ```text
/// pub const fn get(self) -> f32 {
///     cast::i32_to_f32(self.raw) / 16.0
/// }
/// ```
fn get(this: &Quantity, int: Int) -> TokenStream {
    let value = value_type(this.number);
    let unit = this.unit.as_deref().map(|unit| format!(", in {}", unit::many(unit))).unwrap_or_default();
    let inside = Arithmetic::new(this).inside();
    let arms = if this.outside == Outside::Clamp && this.range.is_some() { clamping(inside, int) } else { None };
    let what = if arms.is_some() { " Raw numbers out of range are clamped." } else { "" };
    let docs = doc(&[], &format!("The value{unit}.{what}"));
    let clamp = arms.as_ref().map(|arms| quote!(let raw = match self.raw { #arms raw => raw };));
    let raw = if arms.is_some() { quote!(raw) } else { quote!(self.raw) };
    let result = steps::value(this, raw, int);
    method(&docs, quote!(get), &quote!(self), value, &quote!(#clamp #result))
}

/// Arms that clamp a number to an interval: `181.. => 180,`.
pub(super) fn clamping(inside: Interval, int: Int) -> Option<TokenStream> {
    let arm = |codes: Interval, end: Code| {
        let (pattern, end) = (literal::pattern(&[codes], int).some()?, literal::number(end));
        Some(quote!(#pattern => #end,))
    };
    let below = arm(Interval { min: Code::MIN, max: inside.min.saturating_sub(1) }, inside.min);
    let beyond = arm(Interval { min: inside.max.saturating_add(1), max: Code::MAX }, inside.max);
    let arms: TokenStream = below.into_iter().chain(beyond).collect();
    (!arms.is_empty()).then_some(arms)
}

/// `impl Display`, as in `624.6875 cubes`. Debug output is the same.
fn display(this: &Quantity) -> TokenStream {
    let ty = type_ident(&this.name);
    let body = match &this.unit {
        None => quote!(::core::fmt::Display::fmt(&self.get(), f)),
        Some(unit) if unit::one(unit) == unit::many(unit) => {
            let unit = format!(" {}", unit::many(unit));
            quote! {
                ::core::fmt::Display::fmt(&self.get(), f)?;
                f.write_str(#unit)
            }
        }
        Some(unit) => {
            let unit = unit_of(unit, &is_one(&quote!(value), this.number));
            quote! {
                let value = self.get();
                ::core::fmt::Display::fmt(&value, f)?;
                f.write_str(#unit)
            }
        }
    };
    let debug = format_impl("Debug", &ty, &quote!(::core::fmt::Display::fmt(self, f)));
    let display = format_impl("Display", &ty, &body);
    quote!(#debug #display)
}

/// `value.abs().to_bits() == 1_f32.to_bits()`: the test that a value takes the singular of its unit.
fn is_one(value: &TokenStream, number: Number) -> TokenStream {
    match number {
        Number::I32 | Number::I64 => quote!(matches!(#value, 1 | -1)),
        // Compares bits: `==` on IEEE numbers is usually a mistake.
        Number::F32 => quote!(#value.abs().to_bits() == 1_f32.to_bits()),
        Number::F64 => quote!(#value.abs().to_bits() == 1_f64.to_bits()),
    }
}

/// `if is_one { " degree" } else { " degrees" }`: the unit after a value, in the singular or the plural.
pub(super) fn unit_of(unit: &str, is_one: &TokenStream) -> TokenStream {
    let [one, many] = [unit::one(unit), unit::many(unit)].map(|unit| format!(" {unit}"));
    if one == many { quote!(#many) } else { quote!(if #is_one { #one } else { #many }) }
}
