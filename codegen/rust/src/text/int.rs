//! Rust's integer types, and lossless conversions between them in emitted code.

use super::condition;
use super::emitted::{Binding, Emitted};
use super::literal::number;
use super::tokens::{Ident, ToTokens, TokenStream, format_ident, quote};
use crate::model::{Interval, sets};

pub use crate::facts::Int;

impl Int {
    /// `u16`
    pub fn ident(self) -> Ident {
        format_ident!("{}{}", if self.signed { "i" } else { "u" }, self.bits)
    }

    /// `u32::from(x)`, `::wireform::cast::i64_to_i32(x)`: `number`, of type `from`, as this type; if this type is
    /// narrower, the number is known to fit.
    pub fn convert(self, number: Emitted, from: Int) -> Emitted {
        if self == from {
            return number;
        }
        let to = self.ident();
        Emitted::operand(if self.holds(from) {
            quote!(#to::from(#number))
        } else {
            let cast = format_ident!("{}_to_{}", from.ident(), to);
            quote!(::wireform::cast::#cast(#number))
        })
    }

    /// `usize::from(x)`: a number of this type as an amount, if all such numbers are one.
    pub fn to_usize(self, number: &Emitted) -> Option<TokenStream> {
        (!self.signed && self.bits <= 16).then(|| quote!(usize::from(#number)))
    }
}

/// `::wireform::cast::i8_to_u8(x)`: converts a number in a constant function; if narrowed, it is known to fit.
pub fn convert_in_const(number: TokenStream, from: Int, to: Int) -> TokenStream {
    if from == to {
        return number;
    }
    let cast = format_ident!("{}_to_{}", from.ident(), to.ident());
    quote!(::wireform::cast::#cast(#number))
}

/// Converts a number between types, in a function that is not constant.
pub fn widen(number: TokenStream, from: Int, to: Int) -> TokenStream {
    to.convert(Emitted::operand(number), from).into_token_stream()
}

/// `{ let raw = ..; asked(raw) }`: `asked` of a variable for `raw`, which is bound first unless it is a path.
pub fn of_raw<T: ToTokens>(raw: &Emitted, asked: impl Fn(&Emitted) -> T) -> TokenStream {
    if let Emitted::Variable(_) | Emitted::Path(_) = raw {
        return asked(raw).to_token_stream();
    }
    let asked = asked(&Emitted::path(quote!(raw)));
    quote!({ let raw = #raw; #asked })
}

/// `x >= 3`, `(3..=7).contains(&x)`: whether `value`, of type `int`, is in one of the intervals.
pub fn within(value: &Emitted, int: Int, intervals: &[Interval]) -> Emitted {
    among(value, int, intervals, true)
}

/// `x < 3`, `!(3..=7).contains(&x)`: whether `value`, of type `int`, is in none of the intervals.
pub fn outside(value: &Emitted, int: Int, intervals: &[Interval]) -> Emitted {
    among(value, int, intervals, false)
}

/// Whether a value is in one of the intervals, or, not `inside`, in none.
pub fn among(value: &Emitted, int: Int, intervals: &[Interval], inside: bool) -> Emitted {
    let holes = holes(int, intervals);
    let negated = holes.is_some() == inside;
    let tests = tests(value, int, holes.as_deref().unwrap_or(intervals), negated);
    if negated { condition::all(tests) } else { condition::any(tests) }
}

/// The complement of the intervals, if its test needs fewer numbers.
fn holes(int: Int, intervals: &[Interval]) -> Option<Vec<Interval>> {
    let whole = int.interval();
    let is_end = |one: &Interval| one.min == one.max || one.min == whole.min || one.max == whole.max;
    let numbers = |set: &[Interval]| set.iter().map(|one| if is_end(one) { 1 } else { 2 }).sum::<usize>();
    let (all, holes) = (sets::clip(intervals, whole), sets::complement(intervals, whole));
    (!holes.is_empty() && numbers(&holes) < numbers(&all)).then_some(holes)
}

/// The shortest test for each interval, or its negation. The intervals are merged and clipped to the type.
fn tests(value: &Emitted, int: Int, intervals: &[Interval], negated: bool) -> impl Iterator<Item = Emitted> {
    let (whole, value) = (int.interval(), value.within(Binding::Operand));
    let met = intervals.iter().copied().filter(|one| one.max >= whole.min && one.min <= whole.max);
    sets::union(met.collect()).into_iter().map(move |one| {
        let (min, max) = (number(one.min), number(one.max));
        Emitted::comparison(match (one.min <= whole.min, one.max >= whole.max, negated) {
            (true, true, _) => return Emitted::Flag(!negated),
            (_, _, false) if one.min == one.max => quote!(#value == #min),
            (_, _, true) if one.min == one.max => quote!(#value != #min),
            (true, false, false) => quote!(#value <= #max),
            (true, false, true) => quote!(#value > #max),
            (false, true, false) => quote!(#value >= #min),
            (false, true, true) => quote!(#value < #min),
            (false, false, false) => return Emitted::operand(quote!((#min..=#max).contains(&#value))),
            (false, false, true) => return Emitted::operand(quote!(!(#min..=#max).contains(&#value))),
        })
    })
}

#[cfg(test)]
mod tests;
