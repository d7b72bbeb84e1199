//! Tokens that are text, held against those of proc_macro2: what is quoted, taken apart and put together again is the
//! same code.

use proc_macro2::{Spacing, TokenTree};

use super::{Literal, Template, TokenStream, Tree, Trees, filled, format_ident, quote};

/// What is easily taken for something else.
const TEXTS: [&str; 24] = [
    "r#type self_ r#match r r1 b br c",
    r###"r"a\" r#"a"b"# r##"a"#b"## br"\" br#""x"# x"###,
    r#""" "a\"b" "\\" "(" "'" "//" b"\"" b"\\" x"#,
    r#"b'a' b'\'' b'\\' b'"' b'(' 'a' '\'' '\\' '"' '(' '\x41' '\u{e9}' x"#,
    r#"'é' '→' "é😀" été aé 'x'"#,
    "fn f<'a, 'b: 'a>(x: &'a [u8], y: &'static str) where 'b: 'a",
    "'outer: loop { break 'outer; } impl A<'_> for B<'_>",
    "['a'..='z', 'a' | 'b'] match c { 'a'=>'b', _=>'c' }",
    "1 1_000u64 0b1010 0o17 0xFFu8 1.0 1.5f32 1e5 1E5",
    "1e-5 1e+5 1E-5 1.5e-3 1.5e-3f32 1_0e-1",
    "5usize-x 5usize+x 5isize-1 0xE-1 0xFe+1 0b1-1 1-1",
    "1..2 1..=2 x.0 x.0.1 1.max(2) 1.0.max(2.0) a[1]..",
    "a+=b-=c*=d/=e%=f^=g&=h|=i<<=j>>=k",
    "a += b -= c *= d /= e %= f ^= g &= h |= i <<= j >>= k",
    "a==b!=c<=d>=e&&f||g<<h>>i",
    "a..b..=c=>d->e::f, ..., ..=x, ..",
    "- -1 & &x * *y ! !z = -1 < -1 = =",
    "a=-1 a<-1 a==-1 (-1) &*x &&x &&&x **x !&x -*x a*-b a/-b a%-b",
    "Vec<Vec<u8>> Vec<Vec<Vec<u8>>> A::<B<C>>::d fn() -> A<B> |x| -> A<B> { x }",
    "Option<&'a T> <T as A<B>>::C [T; 4] x as u8 as u16",
    "|a, b| a || b, || c, |_| |_| d",
    r##"#[doc = "a"] #![b] a!(b) c![d] e!{f} $x @y ~z ?q"##,
    "() [] {} (()) [[]] {{}} ( ) [ ] { } ({[a]}) {(a)[b]}",
    "a.b()?.c[d](e){f};g,h:i",
];

/// The tokens of some text, brackets and operators one each.
fn theirs(text: &str) -> Vec<String> {
    fn add(stream: proc_macro2::TokenStream, all: &mut Vec<(String, bool)>) {
        for tree in stream {
            match tree {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        proc_macro2::Delimiter::Parenthesis => ("(", ")"),
                        proc_macro2::Delimiter::Bracket => ("[", "]"),
                        proc_macro2::Delimiter::Brace => ("{", "}"),
                        proc_macro2::Delimiter::None => ("", ""),
                    };
                    all.push((open.to_owned(), false));
                    add(group.stream(), all);
                    all.push((close.to_owned(), false));
                }
                TokenTree::Punct(punct) => all.push((punct.to_string(), punct.spacing() == Spacing::Joint)),
                TokenTree::Ident(_) | TokenTree::Literal(_) => all.push((tree.to_string(), false)),
            }
        }
    }
    let mut all = Vec::new();
    add(text.parse().unwrap_or_else(|error| panic!("{text}: {error}")), &mut all);
    operators(all)
}

fn of_trees(trees: Trees<'_>) -> Vec<String> {
    fn add(trees: Trees<'_>, all: &mut Vec<(String, bool)>) {
        for tree in trees {
            match tree {
                Tree::Group(delimiter, text) => {
                    let (open, close) = text.split_at(1);
                    assert!(open == ["(", "[", "{"][delimiter as usize] && tree.is_group(delimiter));
                    all.push((open.to_owned(), false));
                    add(tree.inside(), all);
                    all.push((close[close.len() - 1..].to_owned(), false));
                }
                Tree::Punct(punct, joint) => all.push((punct.to_string(), joint)),
                Tree::Ident(text) | Tree::Literal(text) => all.push((text.to_owned(), false)),
            }
        }
    }
    let mut all = Vec::new();
    add(trees, &mut all);
    operators(all)
}

/// Joins the characters of operators: proc_macro2 says of any two that they stand side by side.
fn operators(tokens: Vec<(String, bool)>) -> Vec<String> {
    const LONG: [&str; 24] = [
        "<<=", ">>=", "...", "..=", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "==", "!=", "<=", ">=", "&&", "||",
        "<<", ">>", "->", "=>", "::", "..",
    ];
    let mut joined = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        // Up to the first behind which there is a space.
        let joint = tokens[at..].iter().take_while(|(_, joint)| *joint).count();
        let run: String = tokens[at..].iter().take(joint + 1).map(|(text, _)| text.as_str()).collect();
        let operator = LONG.into_iter().find(|long| joint > 0 && run.starts_with(long));
        joined.push(operator.unwrap_or(&tokens[at].0).to_owned());
        at += operator.map_or(1, str::len);
    }
    joined
}

/// That all agree on what some tokens are, also when these were taken apart.
fn same(tokens: &TokenStream, expected: &[String]) {
    let text = tokens.text();
    assert_eq!(theirs(text), expected, "{text}");
    assert_eq!(of_trees(tokens.trees()), expected, "{text}");
    let again: TokenStream = tokens.trees().collect();
    assert_eq!(theirs(again.text()), expected, "{text} again: {}", again.text());
    assert_eq!(theirs(&tokens.to_string()), expected, "{text} shown: {tokens}");
    let doubled = quote!(#tokens; (#tokens) [#tokens] { #tokens });
    let sides = [("", ";"), ("(", ")"), ("[", "]"), ("{", "}")];
    let whole = sides.iter().flat_map(|(open, close)| {
        let side = |text: &&str| (!text.is_empty()).then(|| (*text).to_owned());
        side(open).into_iter().chain(expected.iter().cloned()).chain(side(close))
    });
    assert_eq!(theirs(doubled.text()), whole.collect::<Vec<_>>(), "{}", doubled.text());
}

#[test]
fn any_text_is_taken_apart_as_rust_is() {
    for text in TEXTS {
        same(&TokenStream::from(text.to_owned()), &theirs(text));
    }
}

/// What is quoted, and the same as text.
macro_rules! quoted {
    ($({ $($token:tt)* })*) => { [$((quote!($($token)*), stringify!($($token)*))),*] };
}

#[test]
fn what_is_quoted_is_what_was_written() {
    let all = quoted! {
        { fn f<'a, T: ?Sized>(&'a self, r#type: &[u8; 4]) -> Result<Vec<Vec<u8>>, ()> { a += 1; b *= -2; c } }
        { #[doc = "a \"b\""] #[derive(Debug)] pub struct S<'a>(&'a str, b'\'', r#"x"y"#, "\u{e9}"); }
        { match x { -1..=5 | 7 => y >>= 2, 8.. => !z, _ => |a, b| a || b } }
        { () {} [] (a) [a] [a = "b"] (()) [[]] {{}} ((a)) }
        { 'outer: loop { break 'outer } ::core::mem::take(&mut a) == &&b && *c < -d }
    };
    for (tokens, text) in all {
        same(&tokens, &theirs(text));
    }
}

#[test]
fn names_and_repetitions_stand_where_they_are_named() {
    let (name, number, bytes) =
        (format_ident!("r#{}", "type"), Literal::u8_unsuffixed(7), Literal::byte_string(b"\"\\\0"));
    let names = ["a", "b"].map(|name| format_ident!("{name}"));
    let types = [quote!(u8), quote!(Vec<u8>)];
    let none: [TokenStream; 0] = [];
    let (some, nothing, both) = (quote!(-x), quote!(), [&names[..], &names].concat());
    let is = true;
    let all = [
        (quote!(let #name: u8 = #number; #bytes #is), "let r#type: u8 = 7; b\"\\\"\\\\\\0\" true"),
        (quote!(f(#(#names),*)), "f(a, b)"),
        (quote!(f { #(#names: #types),* }), "f { a: u8, b: Vec<u8> }"),
        (quote!(#(#names)|* => #(#names)&&*), "a | b => a && b"),
        (quote!(#(let #names = #some;)* #(#none),*), "let a = -x; let b = -x;"),
        (quote!(a #(#names #nothing)* b), "a a b b"),
        (quote!(#(#[a(#names)] { [#types; 2] })*), "#[a(a)] { [u8; 2] } #[a(b)] { [Vec<u8>; 2] }"),
        (quote!(#(#both)+*), "a + b + a + b"),
        (quote!(1 - #some * #some & #name), "1 - -x * -x & r#type"),
        (quote!(a.#name::<#(#types),*>(&#name, &&#some)?), "a.r#type::<u8, Vec<u8>>(&r#type, &&-x)?"),
    ];
    for (tokens, text) in all {
        same(&tokens, &theirs(text));
    }
}

#[test]
fn every_byte_and_character_has_a_literal() {
    for byte in 0..=u8::MAX {
        let text = Literal::byte_character(byte).to_string();
        assert_eq!(syn::parse_str::<syn::LitByte>(&text).map(|literal| literal.value()).ok(), Some(byte), "{text}");
        assert_eq!(theirs(&text), of_trees(TokenStream::from(text.clone()).trees()));
    }
    let bytes: Vec<u8> = (0..=u8::MAX).collect();
    let text = Literal::byte_string(&bytes).to_string();
    assert_eq!(syn::parse_str::<syn::LitByteStr>(&text).map(|literal| literal.value()).ok(), Some(bytes));
    let every = "a\"b\\c'd\n\0\u{e9}\u{301}\u{202e}";
    let text = Literal::string(every).to_string();
    assert_eq!(syn::parse_str::<syn::LitStr>(&text).map(|literal| literal.value()).ok().as_deref(), Some(every));
    assert_eq!(of_trees(TokenStream::from(text.clone()).trees()), theirs(&text));
}

/// No version of rustc promises how `stringify!` spaces what it is given.
#[test]
fn holes_are_found_however_they_are_spaced() {
    let (name, list) = (quote!(x), quote!(a, b));
    let expected = theirs("let x = [a, b]; x");
    for template in [
        const { Template::of("let #name = [#(#all), *]; #name") },
        const { Template::of("let # name = [# ( # all ), *] ; # name") },
        const { Template::of("let #\nname = [#(\n#all\n) , *];\n#name") },
    ] {
        let template: &'static Template<3> = Box::leak(Box::new(template));
        assert_eq!(theirs(filled(template, &[&name, &list, &name]).text()), expected);
    }
}
