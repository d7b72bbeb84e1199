//! Conditions in emitted code: conjunction, disjunction, negation and choice, with parentheses only where Rust needs
//! them.

use super::emitted::{Binding, Emitted};
use super::tokens::{TokenStream, quote};

/// `a && b`: the conjunction of conditions; `true` if there are none.
pub fn all(tests: impl IntoIterator<Item = Emitted>) -> Emitted {
    joined(tests, true, |tests| Emitted::Other(Binding::And, quote!(#(#tests)&&*)))
}

/// `a || b`: the disjunction of conditions; `false` if there are none.
pub fn any(tests: impl IntoIterator<Item = Emitted>) -> Emitted {
    joined(tests, false, |tests| Emitted::Other(Binding::Or, quote!(#(#tests)||*)))
}

/// Joins conditions: drops `neutral` ones, and returns the opposite constant if one of them is that.
fn joined(
    tests: impl IntoIterator<Item = Emitted>,
    neutral: bool,
    join: impl Fn(&[TokenStream]) -> Emitted,
) -> Emitted {
    let tests: Vec<Emitted> = tests.into_iter().filter(|test| !test.is(neutral)).collect();
    match tests.as_slice() {
        [] => Emitted::Flag(neutral),
        [only] => only.clone(),
        tests if tests.iter().any(|test| test.is(!neutral)) => Emitted::Flag(!neutral),
        tests => join(&tests.iter().map(|test| test.within(Binding::Comparison)).collect::<Vec<_>>()),
    }
}

/// `!a`: the negation of a condition.
pub fn not(test: &Emitted) -> Emitted {
    if let Emitted::Flag(flag) = test {
        return Emitted::Flag(!flag);
    }
    let test = test.within(Binding::Operand);
    Emitted::operand(quote!(!#test))
}

/// `a != b`: whether two conditions differ.
pub fn unlike(left: &Emitted, right: &Emitted) -> Emitted {
    let (left, right) = (left.within(Binding::Operand), right.within(Binding::Operand));
    Emitted::comparison(quote!(#left != #right))
}

/// `if test { yes } else { no }`: a choice between conditions; shorter if one of them is constant.
pub fn choice(test: &Emitted, yes: &Emitted, no: &Emitted) -> Emitted {
    match (yes, no) {
        (Emitted::Flag(true), _) => any([test.clone(), no.clone()]),
        (Emitted::Flag(false), _) => all([not(test), no.clone()]),
        (_, Emitted::Flag(true)) => any([not(test), yes.clone()]),
        (_, Emitted::Flag(false)) => all([test.clone(), yes.clone()]),
        _ => Emitted::branch(quote!(if #test { #yes } else { #no })),
    }
}

#[cfg(test)]
mod tests;
