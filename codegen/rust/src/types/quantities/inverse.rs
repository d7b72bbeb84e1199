//! The inverse of a quantity, from the value to the raw number: inverse steps, rounding, values out of range.

use super::{clamping, steps};
use crate::model::{Code, Interval, Inverse, Number, Outside, Quantity, Rounding, Step};
use crate::quantity::{Arithmetic, expected, undone};
use crate::text::int::{self, Int};
use crate::text::literal::{self, Pattern};
use crate::text::tokens::{TokenStream, format_ident, quote};
use crate::types::newtype::{Body, out_of_range};

/// The rounding of the inverse.
pub(super) fn rounding(this: &Quantity) -> Rounding {
    match this.to_raw {
        Inverse::Derived(rounding) | Inverse::Written(_, rounding) => rounding,
    }
}

/// The body of `new`: [`whole`] for integers, [`float`] for floats.
pub(super) fn body(this: &Quantity, int: Int) -> Body {
    let arithmetic = Arithmetic::new(this);
    match this.number {
        Number::I32 | Number::I64 => whole(this, int, arithmetic.inside()),
        Number::F32 | Number::F64 => Body::Fallible(float(this, int, &arithmetic)),
    }
}

/// The steps of the inverse.
fn back(this: &Quantity) -> Vec<Step> {
    match &this.to_raw {
        Inverse::Written(steps, _) => steps.clone(),
        Inverse::Derived(_) => this.to_value.iter().rev().map(|step| undone(*step)).collect(),
    }
}

/// ```text
/// match value {
///     -90..=165 => Ok(Self { raw: cast::i32_to_u8(value.wrapping_add(90)) }),
///     _ => Err(..),
/// }
/// ```
fn whole(this: &Quantity, int: Int, inside: Interval) -> Body {
    let number = steps::whole_type(this.number);
    let back = back(this);
    let (turned, plus) = steps::affine(&back);
    // The values of the raw numbers in range.
    let values = if turned {
        Interval { min: plus.saturating_sub(inside.max), max: plus.saturating_sub(inside.min) }
    } else {
        Interval { min: inside.min.saturating_sub(plus), max: inside.max.saturating_sub(plus) }
    };
    let raw = int::convert_in_const(steps::whole_steps(quote!(value), &back, number), number, int);
    let error = out_of_range(&this.name, &expected(this));
    match this.outside {
        Outside::Refuse => match literal::pattern(&[values], number) {
            Pattern::Some(fits) => Body::Fallible(quote! {
                match value {
                    #fits => Ok(Self { raw: #raw }),
                    _ => Err(#error),
                }
            }),
            Pattern::Everything | Pattern::Nothing => Body::Total(quote!(Self { raw: #raw })),
        },
        Outside::Clamp => {
            let clamp = clamping(values, number).map(|arms| quote!(let value = match value { #arms value => value };));
            Body::Total(quote! {
                #clamp
                Self { raw: #raw }
            })
        }
        Outside::Wrap { period } if is_all(inside, period, int) => Body::Total(quote!(Self { raw: #raw })),
        Outside::Wrap { period } => {
            let first = if turned { values.max.saturating_sub(code(period)).saturating_add(1) } else { values.min };
            let (first, count) = (literal::number(first), literal::number(code(period)));
            let value = int::convert_in_const(quote!(value), number, Int::I128);
            let value =
                int::convert_in_const(quote!(::wireform::cast::wrapped(#value, #first, #count)), Int::I128, number);
            Body::Total(quote! {
                let value = #value;
                Self { raw: #raw }
            })
        }
    }
}

/// Whether a period spans all numbers of a type, so that truncation wraps.
fn is_all(inside: Interval, period: u128, int: Int) -> bool {
    inside == int.interval() && code(period) == inside.max.saturating_sub(inside.min).saturating_add(1)
}

fn code(period: u128) -> Code {
    Code::try_from(period).unwrap_or(Code::MAX)
}

/// ```text
/// let raw = cast::trunc(cast::f32_to_f64(value * 16.0));
/// if raw >= -2_147_483_648.0 && raw <= 2_147_483_647.0 {
///     Ok(Self { raw: cast::f64_to_i32(raw) })
/// } else {
///     Err(..)
/// }
/// ```
fn float(this: &Quantity, int: Int, arithmetic: &Arithmetic) -> TokenStream {
    let round = match rounding(this) {
        Rounding::Nearest => quote!(round),
        Rounding::Trunc => quote!(trunc),
        Rounding::Floor => quote!(floor),
    };
    let exact = exact(this);
    let raw = quote!(::wireform::cast::#round(#exact));
    let raw = match arithmetic.circle() {
        Some((first, period)) => {
            let (first, period) = (literal::double(first), literal::double(period));
            quote!(::wireform::cast::turned(#raw, #first, #period))
        }
        None => raw,
    };
    let (inside, error) = (arithmetic.inside(), out_of_range(&this.name, &expected(this)));
    let to = |int: Int| format_ident!("f64_to_{}", int.ident());
    let rest = match this.outside {
        Outside::Refuse => {
            let (cast, min, max) =
                (to(int), literal::double(at_least(inside.min)), literal::double(at_most(inside.max)));
            quote! {
                if raw >= #min && raw <= #max {
                    Ok(Self { raw: ::wireform::cast::#cast(raw) })
                } else {
                    Err(#error)
                }
            }
        }
        Outside::Clamp => {
            let cast = to(int);
            let raw = quote!(::wireform::cast::#cast(raw));
            let raw = match clamping(inside, int) {
                Some(arms) => quote!(match #raw { #arms raw => raw }),
                None => raw,
            };
            numbers_only(&raw, &error)
        }
        Outside::Wrap { period } if is_all(inside, period, int) && int.bits < Int::I64.bits => {
            let cast = to(Int::I64);
            numbers_only(&int::convert_in_const(quote!(::wireform::cast::#cast(raw)), Int::I64, int), &error)
        }
        Outside::Wrap { period } => {
            let (cast, first, count) = (to(Int::I128), literal::number(inside.min), literal::number(code(period)));
            let raw = quote!(::wireform::cast::wrapped(::wireform::cast::#cast(raw), #first, #count));
            numbers_only(&int::convert_in_const(raw, Int::I128, int), &error)
        }
    };
    quote! {
        let raw = #raw;
        #rest
    }
}

/// `cast::f32_to_f64(value) * 16.0`: the raw number before it is rounded, as `f64`. It is computed in `f64` to round to
/// nearest, otherwise in the value's type, as games do.
fn exact(this: &Quantity) -> TokenStream {
    let back = back(this);
    let single = quote!(::wireform::cast::f32_to_f64(value));
    match (this.number, &this.to_raw) {
        (Number::F32, Inverse::Derived(Rounding::Nearest)) => steps::float_steps(single, &back, false),
        (Number::F32, Inverse::Derived(_) | Inverse::Written(..)) => {
            let steps = steps::float_steps(quote!(value), &back, true);
            quote!(::wireform::cast::f32_to_f64(#steps))
        }
        (Number::F64 | Number::I32 | Number::I64, _) => steps::float_steps(quote!(value), &back, false),
    }
}

/// `if raw.is_nan() { return Err(..); } Ok(Self { raw })`: rejects NaN.
fn numbers_only(raw: &TokenStream, error: &TokenStream) -> TokenStream {
    quote! {
        if raw.is_nan() {
            return Err(#error);
        }
        Ok(Self { raw: #raw })
    }
}

/// The smallest `f64` that is not less than a whole number.
fn at_least(code: Code) -> f64 {
    let near = code as f64;
    if (near as Code) < code { near.next_up() } else { near }
}

/// The largest `f64` that is not more than a whole number.
fn at_most(code: Code) -> f64 {
    let near = code as f64;
    if near as Code > code { near.next_down() } else { near }
}
