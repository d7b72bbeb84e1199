//! The chapters of the reference: short, all of them on the front page, and each leads to the next.

use std::collections::BTreeSet;

use super::document::{self, Document};
use super::markdown::links;
use super::{read, root};

/// A longer chapter covers more than one subject.
const MOST_LINES: usize = 400;
const INDEX: &str = "schema/reference/index.md";

#[test]
fn no_chapter_is_long() {
    for page in document::reference(&root()) {
        let lines = read(&page).lines().count();
        assert!(lines <= MOST_LINES, "{page} has {lines} lines, {MOST_LINES} are the most");
    }
}

#[test]
fn every_chapter_has_schemas_that_are_compiled() {
    let pages = document::reference(&root());
    let compiled: BTreeSet<String> =
        Document::new(&root(), &pages).schemas().into_iter().map(|schema| schema.page).collect();
    let expected: BTreeSet<String> = pages.into_iter().filter(|page| page != INDEX).collect();
    assert_eq!(compiled, expected);
    assert!(expected.len() > 10, "only {} pages", expected.len());
}

#[test]
fn the_front_page_lists_the_chapters_in_the_order_in_which_they_lead_to_each_other() {
    let front = read("schema/README.md");
    let (_, table) = front.split_once("\n## Chapters\n").expect("the list of chapters");
    let (table, _) = table.split_once("\n## ").expect("a section after it");
    let listed: Vec<String> = links(table).into_iter().map(|link| format!("schema/{link}")).collect();

    let mut pages: BTreeSet<String> = document::reference(&root()).into_iter().collect();
    assert!(pages.remove("schema/README.md") && pages.remove(INDEX));
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), pages);

    for (page, next) in listed.iter().zip(listed.iter().skip(1)) {
        let name = next.rsplit('/').next().unwrap_or_default();
        let text = read(page);
        let last = text.lines().last().unwrap_or_default();
        assert!(last.starts_with("Next: ") && links(last).first() == Some(&name), "{page} ends with `{last}`");
    }
}

#[test]
fn every_chapter_says_first_what_it_covers() {
    for page in document::reference(&root()).iter().filter(|page| page.contains("/reference/") && *page != INDEX) {
        let text = read(page);
        let first = text.lines().nth(2).unwrap_or_default();
        assert!(text.starts_with("# ") && first.starts_with("This chapter covers "), "{page} begins with `{first}`");
    }
}

#[test]
fn the_pages_of_the_language_say_cannot_in_one_word() {
    let others = ["schema/guide.md", "schema/errors.md", "schema/grammar.md"].map(str::to_owned);
    for page in document::reference(&root()).into_iter().chain(others) {
        let words = read(&page).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!words.to_lowercase().contains("can not"), "{page}: write `cannot`");
    }
}
