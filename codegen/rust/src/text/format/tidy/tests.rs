//! Long items are broken as rustfmt breaks them.

use crate::text::tokens::quote;

#[test]
fn long_strings_are_broken() {
    let text = "a + ".repeat(80);
    let laid = super::tidy(&quote!(const A: &str = #text;), 0);
    assert!(laid.lines().all(|line| line.len() <= super::LONGEST) && laid.lines().count() > 2, "{laid}");
    let read: syn::ItemConst = syn::parse_str(&laid).expect("a constant");
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(read), .. }) = *read.expr else { panic!("{laid}") };
    assert_eq!(read.value(), text);
}

#[test]
fn blank_lines_separate_items() {
    let tokens = quote! {
        /// A.
        pub struct A { /// x
            pub x: u8, /// y
            pub y: u8 }
        impl A {
            const K: u8 = 1;
            fn f(&self) -> u8 { let a = 1; match a { 1 => { 2 } _ => { 3 } } }
            fn g() {}
        }
        impl<T> B for C<T> where T: D, {
            type E = T;
            fn h() {}
        }
        mod m { struct S; fn f() {} }
    };
    insta::assert_snapshot!(super::tidy(&tokens, 0));
}
