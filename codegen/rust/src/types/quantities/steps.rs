//! The steps of a quantity as one expression, with as few parentheses as possible.

use crate::model::{Code, Number, Quantity, Ratio, Step};
use crate::text::int::{self, Int};
use crate::text::literal;
use crate::text::tokens::{TokenStream, format_ident, quote};

/// `cast::i32_to_f32(self.raw) / 16.0`: the value of a raw number.
pub(super) fn value(this: &Quantity, raw: TokenStream, int: Int) -> TokenStream {
    match this.number {
        Number::I32 | Number::I64 => {
            let whole = whole_type(this.number);
            whole_steps(int::convert_in_const(raw, int, whole), &this.to_value, whole)
        }
        Number::F32 | Number::F64 => {
            let is_single = this.number == Number::F32;
            let to = if is_single { "f32" } else { "f64" };
            let cast = format_ident!("{}_to_{to}", int.ident());
            float_steps(quote!(::wireform::cast::#cast(#raw)), &this.to_value, is_single)
        }
    }
}

/// The Rust type of a whole value.
pub(super) fn whole_type(number: Number) -> Int {
    Int { bits: if number == Number::I32 { 32 } else { 64 }, signed: true }
}

/// Integer steps folded into one: the number plus a constant, or a constant minus the number.
pub(super) fn affine(steps: &[Step]) -> (bool, Code) {
    steps.iter().fold((false, 0), |(turned, plus), step| {
        let by = |by: &Ratio| by.as_whole().unwrap_or(0);
        match step {
            Step::Add(c) => (turned, plus.saturating_add(by(c))),
            Step::Subtract(c) => (turned, plus.saturating_sub(by(c))),
            Step::SubtractFrom(c) => (!turned, by(c).saturating_sub(plus)),
            // Whole values are only added and subtracted.
            Step::Multiply(_) | Step::Divide(_) => (turned, plus),
        }
    })
}

/// `raw.wrapping_sub(90)`: no step leaves the type, as the resolver proved.
pub(super) fn whole_steps(number: TokenStream, steps: &[Step], int: Int) -> TokenStream {
    let (turned, plus) = affine(steps);
    literal::plus(if turned { quote!(#number.wrapping_neg()) } else { number }, plus, int)
}

/// The precedence of the last operation of an expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    Sum,
    Product,
    Atom,
}

/// `f32::from(raw) * 360.0 / 65536.0`: each step is one IEEE operation with its constant rounded once.
pub(super) fn float_steps(number: TokenStream, steps: &[Step], is_single: bool) -> TokenStream {
    let constant = |by: Ratio| if is_single { literal::single(by.to_f32()) } else { literal::double(by.to_f64()) };
    let size = |by: Ratio| constant(Ratio { over: by.over.saturating_abs(), under: by.under });
    let mut expr = (number, Binds::Atom);
    for step in steps {
        let at_least = |binds: Binds| {
            let (tokens, own) = &expr;
            if *own < binds { quote!((#tokens)) } else { tokens.clone() }
        };
        expr = match *step {
            Step::Add(by) | Step::Subtract(by) => {
                let (left, size) = (at_least(Binds::Sum), size(by));
                // `x + -c` and `x - c` are the same operation.
                let adds = matches!(step, Step::Add(_)) == (by.over >= 0);
                (if adds { quote!(#left + #size) } else { quote!(#left - #size) }, Binds::Sum)
            }
            Step::SubtractFrom(by) => {
                let (right, constant) = (at_least(Binds::Product), constant(by));
                (quote!(#constant - #right), Binds::Sum)
            }
            Step::Multiply(Ratio { over: -1, under: 1 }) => {
                let right = at_least(Binds::Atom);
                (quote!(-#right), Binds::Product)
            }
            Step::Multiply(by) => {
                let (left, constant) = (at_least(Binds::Product), constant(by));
                (quote!(#left * #constant), Binds::Product)
            }
            Step::Divide(by) => {
                let (left, constant) = (at_least(Binds::Product), constant(by));
                (quote!(#left / #constant), Binds::Product)
            }
        };
    }
    expr.0
}
