//! Conditions in emitted code: conjunction, disjunction, negation and choice, with parentheses only where Rust needs
//! them.

use super::int::without_parentheses;
use super::tokens::{TokenStream, TokenTree, Tokens as _, is_punct, is_word, quote};

/// The conjunction of conditions; `true` if there are none.
pub(super) fn all(tests: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    joined(tests, true, |tests| quote!(#(#tests)&&*))
}

/// The disjunction of conditions; `false` if there are none.
pub(super) fn any(tests: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    joined(tests, false, |tests| quote!(#(#tests)||*))
}

/// Joins conditions: drops `neutral` ones, and is the opposite constant if one of them is.
fn joined(
    tests: impl IntoIterator<Item = TokenStream>,
    neutral: bool,
    join: impl Fn(&[TokenStream]) -> TokenStream,
) -> TokenStream {
    let is = |test: &TokenStream, constant: bool| test.is(if constant { "true" } else { "false" });
    let tests: Vec<TokenStream> = tests.into_iter().filter(|test| !is(test, neutral)).collect();
    match tests.as_slice() {
        [] => quote!(#neutral),
        [only] => only.clone(),
        tests => match tests.iter().find(|test| is(test, !neutral)) {
            Some(absorbing) => absorbing.clone(),
            None => join(&tests.iter().cloned().map(term).collect::<Vec<_>>()),
        },
    }
}

/// The negation of a condition.
pub(super) fn not(test: &TokenStream) -> TokenStream {
    match test {
        test if test.is("true") => quote!(false),
        test if test.is("false") => quote!(true),
        test => {
            let test = operand(test.clone());
            quote!(!#test)
        }
    }
}

/// Whether two conditions differ.
pub(super) fn unlike(left: &TokenStream, right: TokenStream) -> TokenStream {
    let right = operand(right);
    quote!(#left != #right)
}

/// `if test { yes } else { no }` of conditions; shorter where one of them is constant.
pub(super) fn choice(test: &TokenStream, yes: &TokenStream, no: &TokenStream) -> TokenStream {
    match (yes, no) {
        (yes, no) if yes.to_string() == no.to_string() => no.clone(),
        (yes, _) if yes.is("true") => any([test.clone(), no.clone()]),
        (yes, _) if yes.is("false") => all([not(test), no.clone()]),
        (_, no) if no.is("true") => any([not(test), yes.clone()]),
        (_, no) if no.is("false") => all([test.clone(), yes.clone()]),
        _ => quote!(if #test { #yes } else { #no }),
    }
}

/// A condition as the operand of `!` or `!=`.
pub(super) fn operand(condition: TokenStream) -> TokenStream {
    parenthesised(condition, &['|', '&', '=', '<', '>'])
}

/// A condition as one of several joined by `&&` or `||`.
pub(super) fn term(condition: TokenStream) -> TokenStream {
    parenthesised(condition, &['|', '&'])
}

/// Parentheses around a condition that has one of these operators, or branches, outside of brackets.
fn parenthesised(condition: TokenStream, operators: &[char]) -> TokenStream {
    let condition = without_parentheses(condition);
    let binds_less = |tree: &TokenTree| is_punct(tree, operators) || is_word(tree, "if") || is_word(tree, "match");
    if condition.trees().iter().any(binds_less) { quote!((#condition)) } else { condition }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(tokens: &TokenStream) -> String {
        tokens.to_string().replace(' ', "")
    }

    #[test]
    fn operands_have_parentheses_where_they_are_needed() {
        let (either, equal) = (quote!(a || b), quote!(c == 1));
        assert_eq!(text(&all([either.clone(), equal.clone()])), "(a||b)&&c==1");
        assert_eq!(text(&any([quote!(true), equal.clone()])), "true");
        assert_eq!(text(&any([])), "false");
        assert_eq!(text(&not(&either)), "!(a||b)");
        assert_eq!(text(&not(&quote!(self.a.is_some()))), "!self.a.is_some()");
        assert_eq!(text(&unlike(&quote!(a), equal)), "a!=(c==1)");
    }

    #[test]
    fn choices_with_a_constant_are_no_branches() {
        let of = |yes: TokenStream, no: TokenStream| text(&choice(&quote!(a == 1), &yes, &no));
        assert_eq!(of(quote!(true), quote!(b)), "a==1||b");
        assert_eq!(of(quote!(false), quote!(b || c)), "!(a==1)&&(b||c)");
        assert_eq!(of(quote!(b), quote!(false)), "a==1&&b");
        assert_eq!(of(quote!(b), quote!(b)), "b");
        assert_eq!(of(quote!(b), quote!(c)), "ifa==1{b}else{c}");
    }
}
