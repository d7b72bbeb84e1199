//! Pictures of bytes: well-formed, inside of a phone's screen, and of characters that a style sheet can hold.

use roxmltree::{Document, Node};
use wireform_build::emit::markdown::Page;

/// The width of a page on a phone, in pixels.
const WIDTH: f64 = 340.;

/// The largest picture, a frame of M-Bus with eight shapes, has 7,800 bytes; most have 1,500.
const BYTES: usize = 8_000;

/// A text, and the size of its letters.
struct Text {
    x: f64,
    y: f64,
    end: f64,
}

/// Panics if a picture is not as it should be.
pub fn check(picture: &Page) {
    let Page { file, text, .. } = picture;
    assert!(text.len() <= BYTES, "{file} has {} bytes", text.len());
    // rustdoc has it in an address in a style of the page, where a remainder (`size % 2`) is no escape.
    assert!(!text.contains(['"', '#', '\\', '\n']) && !text.contains("</style"), "{file}: {text}");
    assert!(text.split('%').skip(1).all(|behind| behind.starts_with(' ')), "{file}: {text}");
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{file}: {error}: {text}"));
    let root = document.root_element();
    assert_eq!(number(&root, "width"), WIDTH, "{file}");
    let height = number(&root, "height");
    let texts: Vec<Text> =
        root.descendants().filter(|node| node.has_tag_name("text")).map(|node| read(&node)).collect();
    assert!(!texts.is_empty(), "{file} shows nothing");
    for (at, text) in texts.iter().enumerate() {
        assert!(text.end <= WIDTH && text.y < height, "{file}: text ends at {} {}", text.end, text.y);
        let same_line = texts.iter().skip(at + 1).filter(|other| other.y == text.y);
        let overlaps = |other: &Text| text.x < other.end && other.x < text.end;
        assert!(!same_line.into_iter().any(overlaps), "{file}: texts overlap at {} {}", text.x, text.y);
    }
}

fn read(node: &Node<'_, '_>) -> Text {
    let is_small = node.parent().is_some_and(|parent| parent.attribute("class") == Some("s"));
    // Six tenths of the size of the letters, as in all usual fonts of one width.
    let letter = if is_small { 5.4 } else { 6.6 };
    let x = number(node, "x");
    let letters = node.text().unwrap_or_default().chars().count() as f64;
    Text { x, y: number(node, "y"), end: x + letters * letter }
}

fn number(node: &Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no {name} in {node:?}"))
}
