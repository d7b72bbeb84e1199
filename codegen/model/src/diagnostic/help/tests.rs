//! Edits in any order.

use super::Edit;
use crate::source::{FileId, Span};

#[test]
fn edits_are_applied_in_the_order_of_the_text() {
    let edit = |start, end, text: &str| Edit::new(Span::new(FileId(0), start, end), text);
    let applied = |edits: &[Edit]| Edit::applied("x: short, y", edits);
    assert_eq!(applied(&[edit(10, 11, "z"), edit(3, 8, "i16")]).as_deref(), Some("x: i16, z"));
    assert_eq!(applied(&[edit(11, 11, ","), edit(0, 0, "{")]).as_deref(), Some("{x: short, y,"));
    assert_eq!(applied(&[edit(3, 8, ""), edit(5, 6, "")]), None);
    assert_eq!(applied(&[edit(11, 12, "")]), None);
}
