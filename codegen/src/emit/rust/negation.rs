//! The opposite of a condition, as a person writes it.

use super::boolean;
use super::int::without_parentheses;
use super::tokens::{Delimiter, TokenStream, Tree, quote};

/// The opposite of a test, without a `!` in front where Rust has a word or an operator for it. What stands beside a
/// `<` is a whole number.
pub(super) fn negation(test: &TokenStream) -> TokenStream {
    let test = without_parentheses(test.clone());
    match test.to_string().as_str() {
        "true" => return quote!(false),
        "false" => return quote!(true),
        _ => {}
    }
    let trees: Vec<Tree<'_>> = test.trees().collect();
    if trees.first().is_some_and(|first| first.is_ident("if")) {
        return opposite_branches(&trees).unwrap_or_else(|| quote!(!(#test)));
    }
    if let Some(opposite) = boolean::opposite(&test) {
        return opposite;
    }
    let operators: Vec<usize> = (0..trees.len()).filter(|at| trees.get(*at).is_some_and(is_operator)).collect();
    let (first, last) = match operators.as_slice() {
        [] => return opposite_call(&trees).unwrap_or_else(|| quote!(!#test)),
        [only] => (*only, *only),
        [first, second] if *second == first.saturating_add(1) => (*first, *second),
        _ => return quote!(!(#test)),
    };
    let part = |from: usize, to: usize| -> TokenStream { trees.iter().copied().take(to).skip(from).collect() };
    let behind = last.saturating_add(1);
    let (left, operator, right) = (part(0, first), part(first, behind), part(behind, trees.len()));
    match operator.text() {
        "!" if left.is_empty() => right,
        "==" => quote!(#left != #right),
        "!=" => quote!(#left == #right),
        "<" => quote!(#left >= #right),
        "<=" => quote!(#left > #right),
        ">" => quote!(#left <= #right),
        ">=" => quote!(#left < #right),
        // The one of a macro.
        "!" => quote!(!#test),
        _ => quote!(!(#test)),
    }
}

fn is_operator(tree: &Tree<'_>) -> bool {
    tree.is_punct(&['|', '&', '=', '<', '>', '!'])
}

/// `if a { !b } else { !c }` for `if a { b } else { c }`; nothing where something stands behind the last branch. (The
/// first test alone, turned round, would choose the other branch, which is no opposite.)
fn opposite_branches(trees: &[Tree<'_>]) -> Option<TokenStream> {
    let (mut turned, mut rest) = (TokenStream::new(), trees);
    while let Some(at) = rest.iter().position(|tree| tree.is_group(Delimiter::Brace)) {
        let (head, [branch, behind @ ..]) = rest.split_at(at) else { return None };
        if behind.first().is_some_and(|next| !next.is_ident("else")) {
            return None;
        }
        let head: TokenStream = head.iter().copied().collect();
        let opposite = negation(&branch.inside().rest());
        turned = quote!(#turned #head { #opposite });
        rest = behind;
    }
    rest.is_empty().then_some(turned)
}

/// `a.is_none()` for `a.is_some()`, `a.is_none_or(|b| ..)` for `a.is_some_and(|b| ..)`.
fn opposite_call(trees: &[Tree<'_>]) -> Option<TokenStream> {
    let [before @ .., Tree::Ident(method), arguments @ Tree::Group(..)] = trees else { return None };
    let before: TokenStream = before.iter().copied().collect();
    match *method {
        "is_some" => Some(quote!(#before is_none())),
        "is_none" => Some(quote!(#before is_some())),
        "is_eq" => Some(quote!(#before is_ne())),
        "is_ne" => Some(quote!(#before is_eq())),
        "is_some_and" => {
            // `|`, a name, `|`
            let mut closure = arguments.inside();
            let head: TokenStream = closure.by_ref().take(3).collect();
            let body = negation(&closure.rest());
            Some(quote!(#before is_none_or(#head #body)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_mostly_a_word_for_it() {
        let text = |test: TokenStream| negation(&test).to_string().replace(' ', "");
        assert_eq!(text(quote!(self.a.is_some())), "self.a.is_none()");
        assert_eq!(text(quote!(!self.a)), "self.a");
        assert_eq!(text(quote!(self.a)), "!self.a");
        assert_eq!(text(quote!(true)), "false");
        assert_eq!(text(quote!((self.a <= 255))), "self.a>255");
        assert_eq!(text(quote!(self.a != 1)), "self.a==1");
        assert_eq!(text(quote!(self.a == 1 || self.a > 7)), "self.a!=1&&self.a<=7");
        assert_eq!(text(quote!((1..=2).contains(&self.a))), "!(1..=2).contains(&self.a)");
        assert_eq!(text(quote!(self.a.is_some_and(|a| a.b != 3))), "self.a.is_none_or(|a|a.b==3)");
        assert_eq!(text(quote!(::core::matches!(self.a, A::B { .. }))), "!::core::matches!(self.a,A::B{..})");
        assert_eq!(text(quote!(self.a && self.b == 2)), "!self.a||self.b!=2");
    }

    #[test]
    fn of_branches_each_is_turned_round() {
        let text = |test: TokenStream| negation(&test).to_string().replace(' ', "");
        assert_eq!(text(quote!(if a == 1 { b <= 2 } else { c })), "ifa==1{b>2}else{!c}");
        assert_eq!(
            text(quote!(if a || b {
                c != 2
            } else if d {
                false
            } else {
                e
            })),
            "ifa||b{c==2}elseifd{true}else{!e}"
        );
        assert_eq!(text(quote!(if a { if b { c } else { d } } else { e && f })), "ifa{ifb{!c}else{!d}}else{!e||!f}");
        assert_eq!(text(quote!(if a { 1 } else { 2 } == b)), "!(ifa{1}else{2}==b)");
    }
}
