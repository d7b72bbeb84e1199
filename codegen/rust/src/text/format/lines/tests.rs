//! A statement, field or item has a line.

use quote::quote;

#[test]
fn a_statement_is_a_line() {
    let tokens = quote! {
        /// A "thing" of C:\\.
        #[doc = " A \"second\" line."]
        #[derive(Debug, Clone)]
        pub struct A<'a, T> { /// x
            pub x: Option<&'a [T]>, pub y: [u8; 4], }
        impl<'a, T: Copy> A<'a, T> where T: ::core::fmt::Debug {
            const K: Option<Vec<u8>> = None;
            fn f(&self, out: &mut [u8]) -> Result<usize, ()> {
                let Self { x, .. } = *self;
                if a < 2 && !x.is_empty() { return Err(()); } else { *out = [0; 4]; }
                match a { -1 => 2, 3..=4 | 7 => f::<u8>(&a)?, _ if a >> 2 > 1 => { g(|x, y| { x & 1 == y }) } }
                Ok(Self { x, ..Self::default() })
            }
            fn g() {}
        }
        mod m { use super::{a, b}; struct S; }
    };
    insta::assert_snapshot!(super::lines(&tokens, 0));
}

#[test]
fn no_token_is_lost_or_changed() {
    let tokens = quote! {
        fn f(a: &&u8, b: (u8,)) -> Vec<Vec<u8>> { let c: Option<Vec<u8>> = a - -1 << 2 >> 1; & &c; x = **a & !b; a..=-1; a < -1; |x| -> u8 { x } }
        static A: &'static str = "a\tb"; type F = fn(&'static u8) -> u8; impl<T: ?Sized> A for B<T> {}
    };
    let text = super::lines(&tokens, 0);
    let read: proc_macro2::TokenStream = text.parse().expect("tokens of Rust");
    assert_eq!(read.to_string(), tokens.to_string(), "{text}");
}

#[test]
fn what_follows_short_braces_has_a_line_of_its_own() {
    let tokens = quote! {
        impl A {
            /// One.
            #[inline]
            pub fn one(&self) -> u8 { self.one }
            /// Two.
            #[inline]
            pub fn two(&self) -> u8 { self.two }
            fn three() { let a = if b <= -1 { 1 } else { 2 }; let c = a < 1; d(c); }
        }
        ::wireform::value! { A, "A" }
        ::wireform::message! { A }
        impl B { const C: u8 = 1; }
    };
    let text = super::lines(&tokens, 0);
    let starts = ["pub fn", "/// Two", "# [inline]", "let a", "let c", "d (", ":: wireform :: message", "impl B"];
    for start in starts {
        assert!(text.lines().any(|line| line.trim_start().starts_with(start)), "{start} in {text}");
    }
}
