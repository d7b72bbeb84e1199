//! Positions in texts with all ends of lines, and with characters of all lengths.

use lsp_types::{Position, Range};

use super::{Encoding, Text};

fn at(line: u32, character: u32) -> Position {
    Position { line, character }
}

/// Lines that end in `\n`, `\r\n`, `\r`, and characters of 1, 2, 3 and 4 bytes.
const MIXED: &str = "a\nbä\r\n€x\r\u{1f40d}y\n";

#[test]
fn lines_end_in_three_ways() {
    let text = Text::new(MIXED.to_owned());
    let starts = [0, 2, 7, 12, 18].map(|offset| text.position(offset, Encoding::Utf16));
    assert_eq!(starts, [at(0, 0), at(1, 0), at(2, 0), at(3, 0), at(4, 0)]);
    assert_eq!(text.all(Encoding::Utf16).end, at(4, 0));
}

#[test]
fn characters_count_in_units_of_the_client() {
    let text = Text::new(MIXED.to_owned());
    // After the snake, which has four bytes and two units.
    assert_eq!(text.position(16, Encoding::Utf16), at(3, 2));
    assert_eq!(text.position(16, Encoding::Utf8), at(3, 4));
    assert_eq!(text.offset(at(3, 2), Encoding::Utf16), 16);
    assert_eq!(text.offset(at(3, 4), Encoding::Utf8), 16);
    // In the middle of it.
    assert_eq!(text.offset(at(3, 1), Encoding::Utf16), 12);
    assert_eq!(text.offset(at(3, 2), Encoding::Utf8), 12);
    assert_eq!(text.position(14, Encoding::Utf8), at(3, 0));
}

#[test]
fn all_offsets_of_characters_come_back() {
    let text = Text::new(MIXED.to_owned());
    for encoding in [Encoding::Utf8, Encoding::Utf16] {
        for (offset, c) in MIXED.char_indices().filter(|(_, c)| *c != '\n') {
            let position = text.position(offset, encoding);
            assert_eq!(text.offset(position, encoding), offset, "{c:?} with {encoding:?}");
        }
    }
}

#[test]
fn positions_beyond_the_text_are_at_an_end() {
    let text = Text::new(MIXED.to_owned());
    assert_eq!(text.offset(at(1, 99), Encoding::Utf16), 5);
    assert_eq!(text.offset(at(99, 0), Encoding::Utf16), MIXED.len());
    assert_eq!(text.position(999, Encoding::Utf16), at(4, 0));
    assert_eq!(Text::new(String::new()).offset(at(3, 3), Encoding::Utf8), 0);
}

#[test]
fn the_mark_of_the_byte_order_counts_for_the_client_only() {
    let text = Text::new("\u{feff}ab\ncd".to_owned());
    assert_eq!(text.body(), "ab\ncd");
    assert_eq!(text.position(1, Encoding::Utf16), at(0, 2));
    assert_eq!(text.position(4, Encoding::Utf16), at(1, 1));
    assert_eq!(text.offset(at(0, 2), Encoding::Utf16), 1);
    assert_eq!(text.offset(at(0, 0), Encoding::Utf16), 0);
}

#[test]
fn changes_replace_ranges() {
    let mut text = Text::new("a\r\nb".to_owned());
    let mut change = |start, end, new: &str| {
        text.change(Some(Range { start, end }), new, Encoding::Utf16);
        text.body().to_owned()
    };
    assert_eq!(change(at(0, 1), at(1, 0), ""), "ab");
    assert_eq!(change(at(0, 2), at(0, 2), "\nc"), "ab\nc");
    // An end before the start is taken as the start.
    assert_eq!(change(at(1, 1), at(0, 0), "d"), "ab\ncd");
    text.change(None, "new", Encoding::Utf16);
    assert_eq!(text.body(), "new");
}
