//! The list of all pages as mdBook reads it, so that the folder of a protocol is the source of a book as it is.

use super::Page;

/// The page that lists pages: their files and titles, the index first.
pub(super) fn summary<'p>(pages: impl Iterator<Item = (&'p str, &'p str)>) -> Page {
    let mut text = "# Summary\n\n".to_owned();
    for (number, (file, title)) in pages.enumerate() {
        let indent = if number == 0 { "" } else { "  " };
        text.push_str(&format!("{indent}- [{title}]({file})\n"));
    }
    Page { file: "SUMMARY.md".to_owned(), text, labels: Vec::new(), listing: true }
}
