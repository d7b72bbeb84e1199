//! Types link to their sections in the documents.

use super::*;

#[test]
fn public_types_link_to_their_sections() {
    let sections = ["pos", "kind", "inner"].map(|name| (name.to_owned(), format!("documents#{name}")));
    let options = Options { sections: sections.into(), ..Options::default() };
    let items = quote! {
        #[doc = " A."] #[derive(Debug)] pub struct Pos<'a> { #[doc = " x"] pub x: &'a [u8], }
        #[doc = " Of `Pos`."] impl Pos<'_> { pub enum Inner {} }
        #[derive(Debug)] pub enum Kind {}
        #[doc = " Hidden."] pub(super) struct PosView(u8);
        #[doc = " Not named."] pub struct Other(u8);
        #[doc = " A view."] pub struct KindView(u8);
    };
    let link = |section: &str, is_first| paragraph(&format!("super::super::documents#{section}"), is_first);
    let (pos, kind) = (link("pos", false), link("kind", true));
    let expected = quote! {
        #[doc = " A."] #pos #[derive(Debug)] pub struct Pos<'a> { #[doc = " x"] pub x: &'a [u8], }
        #[doc = " Of `Pos`."] impl Pos<'_> { pub enum Inner {} }
        #kind #[derive(Debug)] pub enum Kind {}
        #[doc = " Hidden."] pub(super) struct PosView(u8);
        #[doc = " Not named."] pub struct Other(u8);
        #[doc = " A view."] pub struct KindView(u8);
    };
    assert_eq!(Sections::of(&options).linked(items.clone(), 2).to_string(), expected.to_string());
    assert_eq!(Sections::of(&Options::default()).linked(items.clone(), 2).to_string(), items.to_string());
}
