//! Conditions are as short as a person writes them.

use super::*;
use crate::text::tokens::ToTokens;

fn text(condition: &Emitted) -> String {
    condition.to_token_stream().to_string().replace(' ', "")
}

fn either() -> Emitted {
    any([Emitted::operand(quote!(b)), Emitted::operand(quote!(c))])
}

#[test]
fn operands_have_parentheses_where_they_are_needed() {
    let equal = Emitted::comparison(quote!(c == 1));
    assert_eq!(text(&all([either(), equal.clone()])), "(b||c)&&c==1");
    assert_eq!(text(&any([Emitted::Flag(true), equal.clone()])), "true");
    assert_eq!(text(&any([])), "false");
    assert_eq!(text(&not(&either())), "!(b||c)");
    assert_eq!(text(&not(&Emitted::operand(quote!(self.a.is_some())))), "!self.a.is_some()");
    assert_eq!(text(&unlike(&Emitted::operand(quote!(a)), &equal)), "a!=(c==1)");
}

#[test]
fn choices_with_a_constant_are_no_branches() {
    let test = Emitted::comparison(quote!(a == 1));
    let of = |yes: &Emitted, no: &Emitted| text(&choice(&test, yes, no));
    let (b, c) = (Emitted::operand(quote!(b)), Emitted::operand(quote!(c)));
    assert_eq!(of(&Emitted::Flag(true), &b), "a==1||b");
    assert_eq!(of(&Emitted::Flag(false), &either()), "!(a==1)&&(b||c)");
    assert_eq!(of(&b, &Emitted::Flag(false)), "a==1&&b");
    assert_eq!(of(&b, &c), "ifa==1{b}else{c}");
}
