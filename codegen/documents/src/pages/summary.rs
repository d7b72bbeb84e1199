//! The list of all pages as mdBook reads it, so that a folder of protocols is the source of a book as it is.

use crate::pages::legend;
use crate::pages::page::Page;

/// The list: of each protocol the titles and the files of its pages, the index first.
#[must_use]
pub fn summary(protocols: &[Vec<(String, String)>]) -> Page {
    let mut text = "# Summary\n\n".to_owned();
    for pages in protocols {
        for (number, (title, file)) in pages.iter().enumerate() {
            let indent = if number == 0 { "" } else { "  " };
            text.push_str(&format!("{indent}- [{title}]({file})\n"));
        }
    }
    text.push_str(&format!("- [{}]({})\n", legend::TITLE, legend::NAME));
    Page::new("SUMMARY.md".to_owned(), None, text)
}
