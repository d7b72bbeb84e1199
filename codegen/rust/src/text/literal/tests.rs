//! Literals of numbers.

use super::*;

fn text(tokens: &TokenStream) -> String {
    tokens.to_string().replace(' ', "")
}

#[test]
fn patterns_are_short() {
    let byte = Int::U8;
    let of = |codes: &[(Code, Code)]| match pattern(
        &codes.iter().map(|(min, max)| Interval::new(*min, *max)).collect::<Vec<_>>(),
        byte,
    ) {
        Pattern::Nothing => "nothing".to_owned(),
        Pattern::Everything => "everything".to_owned(),
        Pattern::Some(tokens) => text(&tokens),
    };
    assert_eq!(of(&[(3, 3), (2, 2)]), "2|3");
    assert_eq!(of(&[(1, 1), (2, 2), (3, 3), (7, 7)]), "1..=3|7");
    assert_eq!(of(&[(9, 300)]), "9..");
    assert_eq!(of(&[(-5, 400)]), "everything");
    assert_eq!(of(&[(256, 400)]), "nothing");
}
