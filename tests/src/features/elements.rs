//! Elements that are text, bytes and numbers: how a list compares and prints them, wherever it is.

use wireform::Text;
use wireform_tests::features::bounds::{Texts, TextsView};
use wireform_tests::features::lists::{Octets, OctetsView};

const OCTETS: &[u8] = b"\x01\x02\x0a\x0b\
    abcdefghijklmnopqrstuvwxyzabcdefg\
    \x05\x01\xff\x00\
    \x02caf\xE9\0a, b\0\
    \x01\x02\x01\x07\x00";

#[test]
fn a_list_is_compared_with_its_elements() {
    let texts = TextsView::parse_exact(b"cold\0wet\0").expect("two texts").texts();
    let strings: Vec<String> = vec!["cold".to_owned(), "wet".to_owned()];
    assert_eq!(texts, ["cold", "wet"]);
    assert_eq!(["cold", "wet"], texts);
    assert_eq!(texts, strings);
    assert_eq!(strings, texts);
    assert_eq!(texts, strings.as_slice());
    assert_eq!(texts, strings[..]);
    assert_ne!(texts, ["cold"]);
    assert_ne!(texts, ["wet", "cold"]);
    assert_eq!(texts, Texts { texts: (&["cold", "wet"]).into() }.texts);
    assert!(texts.contains(&"wet") && texts.contains(&strings[0]) && !texts.contains(&"dry"));

    let octets = OctetsView::parse_exact(OCTETS).expect("some of each");
    let names = octets.names();
    assert!(names == ["caf\u{e9}", "a, b"] && names.contains(&"caf\u{e9}") && names.contains("a, b"));
    assert!(names == ["caf\u{e9}".to_owned(), "a, b".to_owned()] && names.contains(&Text::from("a, b")));
    assert!(octets.nested() == [[&b"\x07"[..], b""]] && octets.nested().iter().all(|blobs| blobs.contains(b"\x07")));
    assert!(octets.nested().iter().all(|blobs| blobs.contains(&b"\x07") && blobs.contains(&vec![7])));
    assert!(octets.many().to_array()[..2] == [*b"a", *b"b"]);
}

#[test]
fn a_list_prints_as_its_message_does() {
    let octets = OctetsView::parse_exact(OCTETS).expect("some of each");
    let names = r#"["café", "a, b"]"#;
    assert_eq!((octets.names().to_string(), format!("{:?}", octets.names())), (names.to_owned(), names.to_owned()));
    let nested = r#"[[hex "07", hex ""]]"#;
    assert_eq!(octets.nested().to_string(), nested);
    let many = octets.many().to_string();
    assert!(many.starts_with(r#"[hex "61", hex "62", "#), "{many}");
    let text = octets.to_string();
    let first = r#"Octets { two: [hex "0102", hex "0a0b"], many: "#;
    let last = format!(r#", some: [Some(hex "ff"), None, Some(hex "")], names: {names}, nested: {nested} }}"#);
    assert_eq!(text, format!("{first}{many}{last}"));
    assert_eq!(octets.to_value().to_string(), text);
    assert_eq!(Octets::default().nested.to_string(), "[]");
}

#[test]
fn errors_name_the_list_and_the_index_of_an_element() -> Result<(), wireform::Error> {
    let missing = TextsView::parse_exact(b"cold\0wet").expect_err("the second has no end");
    assert_eq!(missing.to_string(), "Texts.texts[1] at byte 5: 1 more byte needed, but the packet ends here");
    let ends = Texts { texts: (&["cold", "w\0et"]).into() }.write(&mut [0; 16]).expect_err("a terminator");
    assert_eq!(ends.to_string(), "Texts.texts[1]: a reader would end it elsewhere");

    let (_, cut) = OCTETS.split_last().ok_or(ends)?;
    let missing = OctetsView::parse_exact(cut).expect_err("the last length");
    assert_eq!(missing.to_string(), "Octets.nested[0][1] at byte 56: 1 more byte needed, but the packet ends here");
    Ok(())
}
