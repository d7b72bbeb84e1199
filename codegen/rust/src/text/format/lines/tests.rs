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
