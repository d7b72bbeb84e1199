//! Attributes of users: which texts are some, and where they go.

use super::*;

#[test]
fn attributes_are_those_of_rust() {
    for text in ["#[repr(align(4))]", "#[a] #[b::c(d)]", "#[::a::b]", "#[serde(rename = \"x\")]", "/// Text"] {
        assert!(is_attributes(text), "{text}");
    }
    for text in ["", "repr(C)", "#[a] struct X;", "#![a]", "#[]", "#[a", "#[1]", "# a", "#[a] //", "#(a)"] {
        assert_eq!(is_attributes(text), text == "#[a] //", "{text}");
    }
}

#[test]
fn an_attribute_is_added_to_one_type_field_or_variant() {
    let items = quote! {
        #[doc = " A."] #[derive(Debug)] pub struct Pos<'a> { #[doc = " x"] pub x: &'a [u8], pub y: u8, pub r#type: u8 }
        impl Pos<'_> { pub fn x(&self) {} }
        #[derive(Debug)] pub struct PosView<'a> { x: &'a [u8] }
        pub enum Kind { #[default] First = 1, Second(x), Other(u8) }
    };
    let attributes = |all: &[(&str, &str)]| {
        let attributes = all.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Attributes::of(&Options { attributes, ..Options::default() }).added(items.clone()).to_string()
    };
    let expected = quote! {
        #[doc = " A."] #[derive(Debug)] #[a] pub struct Pos<'a> {
            #[doc = " x"] #[b] pub x: &'a [u8], pub y: u8, #[c] pub r#type: u8
        }
        impl Pos<'_> { pub fn x(&self) {} }
        #[derive(Debug)] pub struct PosView<'a> { x: &'a [u8] }
        pub enum Kind { #[default] #[d] First = 1, #[e] Second(x), Other(u8) }
    };
    let all =
        [("pos", "#[a]"), ("Pos.x", "#[b]"), ("Pos.type", "#[c]"), ("Kind.First", "#[d]"), ("Kind.Second", "#[e]")];
    assert_eq!(attributes(&all), expected.to_string());
    assert_eq!(attributes(&[]), items.to_string());
    let code = quote!(pub mod inner { #items }).to_string();
    let expected = [
        "Pos",
        "Pos.x",
        "Pos.y",
        "Pos.type",
        "PosView",
        "PosView.x",
        "Kind",
        "Kind.First",
        "Kind.Second",
        "Kind.Other",
    ];
    assert_eq!(places(&code), expected);
}
