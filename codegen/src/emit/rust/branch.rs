//! Branches as a person writes them, where what stands in them is only known when it was made.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote;

use super::int::{choose, is_constant, operand, term, without_parentheses};
use super::negation::negation;

/// `if let Some(name) = option { statements }`; an `if` alone in there becomes `if option.is_some_and(|name| ..)`.
pub(super) fn if_some(name: &Ident, option: &TokenStream, statements: &TokenStream) -> TokenStream {
    if statements.is_empty() {
        return TokenStream::new();
    }
    match only_if(statements) {
        Some((condition, body)) => quote!(if #option.is_some_and(|#name| #condition) #body),
        None => quote!(if let Some(#name) = #option { #statements }),
    }
}

/// The condition and the block of statements that are one `if` without an `else`.
fn only_if(statements: &TokenStream) -> Option<(TokenStream, TokenTree)> {
    let mut trees: Vec<TokenTree> = statements.clone().into_iter().collect();
    let is_block = |tree: &TokenTree| matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let last = trees.pop().filter(is_block)?;
    let mut condition = trees.into_iter();
    let begins = matches!(condition.next(), Some(TokenTree::Ident(word)) if word == "if");
    let condition: Vec<TokenTree> = condition.collect();
    let is_let = |tree: &TokenTree| matches!(tree, TokenTree::Ident(word) if word == "let");
    let ends = |tree: &TokenTree| is_block(tree) || matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ';');
    let simple = begins && !condition.iter().any(ends) && !condition.iter().any(is_let);
    simple.then(|| (condition.into_iter().collect(), last))
}

/// `if test { body } else if .. else { last }`; the last of the tests has no negation in front.
pub(super) fn chain(
    tested: impl DoubleEndedIterator<Item = (TokenStream, TokenStream)>,
    last: TokenStream,
) -> TokenStream {
    let mut behind: Option<TokenStream> = None;
    for (test, body) in tested.rev() {
        behind = Some(match behind {
            None => choose(test, &body, &last),
            Some(behind) => quote!(if #test { #body } else #behind),
        });
    }
    behind.unwrap_or(last)
}

/// `if test { yes } else { no }`, where the first of two numbers says its type; 1 and 0 are the test itself.
pub(super) fn number_if(test: &TokenStream, yes: &TokenStream, no: &TokenStream) -> TokenStream {
    let text = yes.to_string();
    let as_number = match (text.split_once('_'), no.to_string().as_str()) {
        (Some(("1", ty)), "0") => Some((ty, without_parentheses(test.clone()))),
        (Some(("0", ty)), "1") => Some((ty, negation(test))),
        _ => None,
    };
    match as_number {
        Some((ty, test)) => {
            let ty = quote::format_ident!("{ty}");
            quote!(#ty::from(#test))
        }
        None => {
            let otherwise = otherwise(no);
            quote!(if #test { #yes } #otherwise)
        }
    }
}

/// `else { no }`, or `else if ..` where that is all of it.
pub(super) fn otherwise(no: &TokenStream) -> TokenStream {
    let begins = matches!(no.clone().into_iter().next(), Some(TokenTree::Ident(word)) if word == "if");
    if begins && only_branches(no.clone()) { quote!(else #no) } else { quote!(else { #no }) }
}

/// Whether an expression that begins with `if` ends with the block of its last `else`.
fn only_branches(tokens: TokenStream) -> bool {
    let mut trees = tokens.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let is_block = matches!(&tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let goes_on = |next: &TokenTree| matches!(next, TokenTree::Ident(word) if word == "else");
        if is_block && trees.peek().is_some_and(|next| !goes_on(next)) {
            return false;
        }
    }
    true
}

/// `|name| body`, or the function alone where that is called with nothing but `name`.
pub(super) fn closure(name: &Ident, body: &TokenStream) -> TokenStream {
    let mut trees: Vec<TokenTree> = body.clone().into_iter().collect();
    let argument = trees.pop().and_then(|tree| match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some(group.stream().to_string()),
        _ => None,
    });
    let in_path = |tree: &TokenTree| match tree {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == ':',
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    };
    if argument == Some(name.to_string()) && !trees.is_empty() && trees.iter().all(in_path) {
        return trees.into_iter().collect();
    }
    quote!(|#name| #body)
}

/// `|name| body`, or the method alone where the body is nothing but a call of it; `ty` is the type that it takes by
/// value.
pub(super) fn method(name: &Ident, body: &TokenStream, ty: &TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = body.clone().into_iter().collect();
    match trees.as_slice() {
        [TokenTree::Ident(this), TokenTree::Punct(dot), TokenTree::Ident(called), TokenTree::Group(arguments)]
            if this == name && dot.as_char() == '.' && arguments.stream().is_empty() =>
        {
            quote!(#ty::#called)
        }
        _ => closure(name, body),
    }
}

/// `if test { yes } else { no }` of conditions, as one where a side is known.
pub(super) fn condition_if(test: &TokenStream, yes: &TokenStream, no: &TokenStream) -> TokenStream {
    let (so, not) = (|| term(test.clone()), || term(negation(test)));
    match (yes.to_string().as_str(), no.to_string().as_str()) {
        (yes, no) if yes == no => no.parse().unwrap_or_default(),
        ("true", "false") => test.clone(),
        ("false", "true") => negation(test),
        ("true", _) => {
            let (so, no) = (so(), term(no.clone()));
            quote!(#so || #no)
        }
        ("false", _) => {
            let (not, no) = (not(), term(no.clone()));
            quote!(#not && #no)
        }
        (_, "true") => {
            let (not, yes) = (not(), term(yes.clone()));
            quote!(#not || #yes)
        }
        (_, "false") => {
            let (so, yes) = (so(), term(yes.clone()));
            quote!(#so && #yes)
        }
        _ => choose(test.clone(), yes, no),
    }
}

/// `left != right` of two conditions; where the right one is a negation, they are compared without it.
pub(super) fn unlike(left: &TokenStream, right: TokenStream) -> TokenStream {
    let right = operand(right);
    let mut trees = right.clone().into_iter();
    if matches!(trees.next(), Some(TokenTree::Punct(punct)) if punct.as_char() == '!') {
        let positive: TokenStream = trees.collect();
        return quote!(#left == #positive);
    }
    quote!(#left != #right)
}

/// Whether a value is not the one that stands for an absent field.
pub(super) fn differs(value: &TokenStream, absent: &TokenStream) -> TokenStream {
    match absent.to_string().as_str() {
        "false" => value.clone(),
        "true" => quote!(!#value),
        // A float is compared bit by bit, unless it is zero: there are two zeros, and both are meant.
        text if text.contains(['.', 'e']) && is_constant(absent) && text.trim_matches(['-', ' ']) != "0.0" => {
            quote!(#value.total_cmp(&#absent).is_ne())
        }
        _ => quote!(#value != #absent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_not_wrapped() {
        let closure = |body: TokenStream| super::closure(&quote::format_ident!("kept"), &body).to_string();
        assert_eq!(closure(quote!(Core::from_code(kept))), quote!(Core::from_code).to_string());
        assert_eq!(closure(quote!(Core::from_code(kept + 1))), quote!(|kept| Core::from_code(kept + 1)).to_string());
        assert_eq!(closure(quote!(kept.get())), quote!(|kept| kept.get()).to_string());
    }

    #[test]
    fn a_method_is_not_wrapped() {
        let method = |body: TokenStream| super::method(&quote::format_ident!("gun"), &body, &quote!(Gun)).to_string();
        assert_eq!(method(quote!(gun.code())), quote!(Gun::code).to_string());
        assert_eq!(method(quote!(gun.code() + 1)), quote!(|gun| gun.code() + 1).to_string());
        assert_eq!(method(quote!(gun.at(1))), quote!(|gun| gun.at(1)).to_string());
    }

    #[test]
    fn what_is_a_branch_follows_else() {
        assert_eq!(
            otherwise(&quote!(if a { 1 } else { 2 })).to_string(),
            quote!(else if a { 1 } else { 2 }).to_string()
        );
        assert_eq!(otherwise(&quote!(a)).to_string(), quote!(else { a }).to_string());
        let sum = quote!(if a { 1 } else { 2 } + 3);
        assert_eq!(otherwise(&sum).to_string(), quote!(else { #sum }).to_string());
    }

    fn text(tokens: TokenStream) -> String {
        tokens.to_string().replace(' ', "")
    }

    #[test]
    fn an_if_alone_in_an_if_is_one() {
        let (name, option) = (quote::format_ident!("a"), quote!(self.a));
        let one = if_some(
            &name,
            &option,
            &quote!(if a.len() > 3 {
                return;
            }),
        );
        assert_eq!(text(one), "ifself.a.is_some_and(|a|a.len()>3){return;}");
        let two = if_some(&name, &option, &quote!(if a { f(); } if b { g(); }));
        assert_eq!(text(two), "ifletSome(a)=self.a{ifa{f();}ifb{g();}}");
        let other = if_some(
            &name,
            &option,
            &quote!(if a {
                f();
            } else {
                g();
            }),
        );
        assert_eq!(text(other), "ifletSome(a)=self.a{ifa{f();}else{g();}}");
    }

    #[test]
    fn one_and_zero_are_the_test() {
        assert_eq!(text(number_if(&quote!(a > 3), &quote!(1_u16), &quote!(0))), "u16::from(a>3)");
        assert_eq!(text(number_if(&quote!(a.is_some()), &quote!(0_u8), &quote!(1))), "u8::from(a.is_none())");
        assert_eq!(text(number_if(&quote!(a), &quote!(2_u8), &quote!(1))), "ifa{2_u8}else{1}");
    }

    #[test]
    fn conditions_with_a_known_side_are_one() {
        let of = |yes: TokenStream, no: TokenStream| text(condition_if(&quote!(a == 1), &yes, &no));
        assert_eq!(of(quote!(true), quote!(false)), "a==1");
        assert_eq!(of(quote!(false), quote!(true)), "a!=1");
        assert_eq!(of(quote!(true), quote!(b < 3)), "a==1||b<3");
        assert_eq!(of(quote!(false), quote!(b < 3 || c)), "a!=1&&(b<3||c)");
        assert_eq!(of(quote!(b < 3), quote!(true)), "a!=1||b<3");
        assert_eq!(of(quote!(b < 3), quote!(false)), "a==1&&b<3");
        assert_eq!(of(quote!(b < 3), quote!(b < 3)), "b<3");
        assert_eq!(of(quote!(b < 3), quote!(c)), "ifa==1{b<3}else{c}");
    }

    #[test]
    fn comparisons_have_no_negation_in_them() {
        assert_eq!(text(unlike(&quote!(a.is_some()), quote!(!known.b))), "a.is_some()==known.b");
        assert_eq!(text(unlike(&quote!(a.is_some()), quote!(b != 1))), "a.is_some()!=(b!=1)");
        assert_eq!(text(differs(&quote!(self.a), &quote!(false))), "self.a");
        assert_eq!(text(differs(&quote!(self.a), &quote!(-0.5))), "self.a.total_cmp(&-0.5).is_ne()");
        assert_eq!(text(differs(&quote!(self.a), &quote!(0.0))), "self.a!=0.0");
    }
}
