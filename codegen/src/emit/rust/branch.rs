//! Branches as a person writes them, where what stands in them is only known when it was made.

use super::boolean;
use super::code::mentions;
use super::int::{choose, is_constant, operand, term, without_parentheses};
use super::negation::negation;
use super::tokens::{Delimiter, Ident, TokenStream, Tree, format_ident, quote};

/// `if let Some(name) = option { statements }`; an `if` alone in there becomes `if option.is_some_and(|name| ..)`.
pub(super) fn if_some(name: &Ident, option: &TokenStream, statements: &TokenStream) -> TokenStream {
    if statements.is_empty() {
        return TokenStream::new();
    }
    match only_if(statements) {
        Some((condition, body)) if !mentions(&condition, name.as_str()) => {
            let condition = term(condition);
            quote!(if #option.is_some() && #condition #body)
        }
        Some((condition, body)) => quote!(if #option.is_some_and(|#name| #condition) #body),
        None => quote!(if let Some(#name) = #option { #statements }),
    }
}

/// `if let pattern = value { statements }`; an `if` alone in there becomes `if matches!(value, pattern if ..)`.
pub(super) fn if_let(pattern: &TokenStream, value: &TokenStream, block: &TokenStream) -> TokenStream {
    let inside = block.trees().next().map(|tree| tree.inside().rest()).unwrap_or_default();
    match only_if(&inside) {
        Some((condition, body)) if !uses(&body, pattern) => {
            quote!(if ::core::matches!(#value, #pattern if #condition) #body)
        }
        _ => quote!(if let #pattern = #value #block),
    }
}

/// Whether a block has something of what a pattern binds.
fn uses(block: &TokenStream, pattern: &TokenStream) -> bool {
    let bound = pattern.trees().filter(|tree| matches!(tree, Tree::Group(..))).flat_map(|group| group.inside());
    bound.into_iter().any(|tree| matches!(tree, Tree::Ident(name) if mentions(block, name)))
}

/// The condition and the block of statements that are one `if` without an `else`.
fn only_if(statements: &TokenStream) -> Option<(TokenStream, TokenStream)> {
    let mut trees: Vec<Tree<'_>> = statements.trees().collect();
    let is_block = |tree: &Tree<'_>| tree.is_group(Delimiter::Brace);
    let last = trees.pop().filter(is_block)?;
    let mut condition = trees.into_iter();
    let begins = condition.next().is_some_and(|tree| tree.is_ident("if"));
    let condition: Vec<Tree<'_>> = condition.collect();
    let is_let = |tree: &Tree<'_>| tree.is_ident("let");
    let ends = |tree: &Tree<'_>| is_block(tree) || tree.is_punct(&[';']);
    let simple = begins && !condition.iter().any(ends) && !condition.iter().any(is_let);
    simple.then(|| (condition.into_iter().collect(), quote!(#last)))
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
            let ty = format_ident!("{ty}");
            quote!(#ty::from(#test))
        }
        None => {
            let otherwise = otherwise(no);
            quote!(if #test { #yes } #otherwise)
        }
    }
}

/// What is the body of a function needs no braces of its own.
pub(super) fn without_braces(tokens: TokenStream) -> TokenStream {
    let mut trees = tokens.trees();
    match (trees.next(), trees.next()) {
        (Some(only), None) if only.is_group(Delimiter::Brace) => only.inside().rest(),
        _ => tokens,
    }
}

/// `else { no }`, or `else if ..` where that is all of it.
pub(super) fn otherwise(no: &TokenStream) -> TokenStream {
    let begins = no.trees().next().is_some_and(|tree| tree.is_ident("if"));
    if begins && only_branches(no) { quote!(else #no) } else { quote!(else { #no }) }
}

/// Whether an expression that begins with `if` ends with the block of its last `else`.
fn only_branches(tokens: &TokenStream) -> bool {
    let mut trees = tokens.trees().peekable();
    while let Some(tree) = trees.next() {
        if tree.is_group(Delimiter::Brace) && trees.peek().is_some_and(|next| !next.is_ident("else")) {
            return false;
        }
    }
    true
}

/// `|name| body`, or the function alone where that is called with nothing but `name`.
pub(super) fn closure(name: &Ident, body: &TokenStream) -> TokenStream {
    let mut trees: Vec<Tree<'_>> = body.trees().collect();
    let is_argument = |arguments: &Tree<'_>| {
        let mut inside = arguments.inside();
        let is_name = inside.next().is_some_and(|only| only.is_ident(name.as_str()));
        arguments.is_group(Delimiter::Parenthesis) && is_name && inside.next().is_none()
    };
    let is_called = trees.pop().is_some_and(|last| is_argument(&last));
    let in_path = |tree: &Tree<'_>| matches!(tree, Tree::Ident(_) | Tree::Punct(':', _));
    if is_called && !trees.is_empty() && trees.iter().all(in_path) {
        return trees.into_iter().collect();
    }
    quote!(|#name| #body)
}

/// `|name| body`, or the method alone where the body is nothing but a call of it; `ty` is the type that it takes by
/// value.
pub(super) fn method(name: &Ident, body: &TokenStream, ty: &TokenStream) -> TokenStream {
    let trees: Vec<Tree<'_>> = body.trees().collect();
    match trees.as_slice() {
        [Tree::Ident(this), Tree::Punct('.', _), called @ Tree::Ident(_), arguments @ Tree::Group(..)]
            if *this == name.as_str() && arguments.inside().next().is_none() =>
        {
            quote!(#ty::#called)
        }
        _ => closure(name, body),
    }
}

/// `if test { yes } else { no }` of conditions, as one where a side is known.
pub(super) fn condition_if(test: &TokenStream, yes: &TokenStream, no: &TokenStream) -> TokenStream {
    let (so, not) = (|| term(test.clone()), || term(negation(test)));
    let condition = match (yes.to_string().as_str(), no.to_string().as_str()) {
        (yes, no) if yes == no => no.to_owned().into(),
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
    };
    boolean::shortest(condition)
}

/// `left != right` of two conditions; where the right one is a negation, they are compared without it.
pub(super) fn unlike(left: &TokenStream, right: TokenStream) -> TokenStream {
    let right = operand(right);
    let mut trees = right.trees();
    if trees.next().is_some_and(|first| first.is_punct(&['!'])) {
        let positive = trees.rest();
        return quote!(#left == #positive);
    }
    quote!(#left != #right)
}

/// Whether a value is not the one that stands for an absent field.
pub(super) fn differs(value: &TokenStream, absent: &TokenStream) -> TokenStream {
    match absent.to_string().as_str() {
        "false" => value.clone(),
        "true" => quote!(!#value),
        // A float is compared bit by bit: there are two zeros, and many numbers that are none.
        text if text.contains(['.', 'e']) && is_constant(absent) => {
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
        let closure = |body: TokenStream| super::closure(&format_ident!("kept"), &body).to_string();
        assert_eq!(closure(quote!(Core::from_code(kept))), quote!(Core::from_code).to_string());
        assert_eq!(closure(quote!(Core::from_code(kept + 1))), quote!(|kept| Core::from_code(kept + 1)).to_string());
        assert_eq!(closure(quote!(kept.get())), quote!(|kept| kept.get()).to_string());
    }

    #[test]
    fn a_method_is_not_wrapped() {
        let method = |body: TokenStream| super::method(&format_ident!("gun"), &body, &quote!(Gun)).to_string();
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
        let (name, option) = (format_ident!("a"), quote!(self.a));
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
        assert_eq!(text(differs(&quote!(self.a), &quote!(0.0))), "self.a.total_cmp(&0.0).is_ne()");
    }
}
