//! The index of the reference: complete, in order, and each link leads to a section that has the word.

use std::collections::{BTreeMap, BTreeSet};

use super::document;
use super::files::rust_files;
use super::markdown::{headings, links};
use super::{read, root};

/// The folder of the index, from which its links begin.
const FOLDER: &str = "schema/reference/";

/// Words in the code of the resolver that are not of the language: words of other languages, and those of diagnostics.
const OTHERS: &str = "absent argument arguments bit byte byteorder endian endianness eof eos from_raw getter inherited \
                      module neither new order rest several sizeof taken there variant version wraps u16 u32 has_ contains ff needs";

/// Sections that no word leads to: they list others.
const LISTS: [&str; 3] = ["the-wireform-schema-language", "chapters", "all-constructs"];

/// A row of the index.
struct Entry {
    title: String,
    links: Vec<String>,
}

impl Entry {
    /// The words in code, without arguments. A term has none.
    fn words(&self) -> Vec<&str> {
        self.title.split('`').skip(1).step_by(2).map(without_arguments).collect()
    }

    /// Whether a section has the words, or the term.
    fn is_in(&self, section: &str) -> bool {
        // Bars of tables are escaped.
        let section = section.replace("\\|", "|");
        let of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let has = |word: &str| {
            if word.chars().all(of_word) {
                section.split(|c| !of_word(c)).any(|other| other == word)
            } else {
                section.contains(word)
            }
        };
        let words = self.words();
        if words.is_empty() {
            section.to_lowercase().contains(&self.title.to_lowercase())
        } else {
            words.into_iter().all(has)
        }
    }

    /// The title as it is sorted.
    fn key(&self) -> String {
        self.title.replace('`', "").trim_start_matches('-').to_lowercase()
    }
}

fn without_arguments(code: &str) -> &str {
    match code.split_once('(') {
        Some((function, _)) if !function.is_empty() => function,
        _ => code,
    }
}

/// The entries of the index, by the headings of their tables.
fn tables() -> BTreeMap<String, Vec<Entry>> {
    let mut tables: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
    let mut section = String::new();
    for line in read("schema/reference/index.md").lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut section);
        } else if let Some(cells) = line.strip_prefix("| ") {
            let cells = cells.replace("\\|", "\0");
            let cells: Vec<String> = cells.split('|').map(|cell| cell.trim().replace('\0', "|")).collect();
            let linked = cells.get(2).map(|cell| links(cell).into_iter().map(str::to_owned).collect());
            let entry = Entry { title: cells.first().cloned().unwrap_or_default(), links: linked.unwrap_or_default() };
            tables.entry(section.clone()).or_default().push(entry);
        }
    }
    // The heads of the tables, and the lines below them.
    tables.values_mut().for_each(|entries| drop(entries.drain(..2)));
    tables
}

fn entries() -> Vec<Entry> {
    tables().into_values().flatten().collect()
}

/// Asserts that the index has all these words.
#[track_caller]
fn lists(words: impl IntoIterator<Item = String>, least: usize) {
    let words: BTreeSet<String> = words.into_iter().collect();
    assert!(words.len() >= least, "only {} words", words.len());
    let entries = entries();
    let listed: BTreeSet<&str> = entries.iter().flat_map(Entry::words).collect();
    let missing: Vec<&String> = words.iter().filter(|word| !listed.contains(word.as_str())).collect();
    assert!(missing.is_empty(), "{FOLDER}index.md lacks {missing:?}");
}

#[test]
fn it_lists_every_word_and_sign_of_the_grammar() {
    let grammar = read("schema/grammar.md");
    let (_, block) = grammar.split_once("```text\n").expect("the grammar");
    let (block, _) = block.split_once("```").expect("its end");
    lists(block.split('"').skip(1).step_by(2).map(str::to_owned), 80);
}

#[test]
fn it_lists_every_word_that_the_resolver_knows() {
    let tests = |folder: &str| folder == "tests";
    let others: BTreeSet<&str> = OTHERS.split(' ').collect();
    let words: BTreeSet<String> = rust_files(&root().join("codegen/language/src/resolve"), &tests)
        .iter()
        .filter(|file| !file.path.ends_with("tests.rs"))
        .flat_map(|file| quoted_words(&file.text))
        .collect();
    let unknown: Vec<&&str> = others.iter().filter(|word| !words.contains(**word)).collect();
    assert!(unknown.is_empty(), "the resolver has {unknown:?} no more");
    lists(words.into_iter().filter(|word| !others.contains(word.as_str())), 40);
}

/// The words in quotes in code, comments aside.
fn quoted_words(code: &str) -> Vec<String> {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let quoted = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    let is_word = |text: &&str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    quoted.filter(is_word).map(str::to_owned).collect()
}

#[test]
fn it_lists_every_kind_of_error_and_of_difference() {
    let page = read("schema/errors.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('|').next());
    lists(rows.flat_map(|cell| cell.split(['`', ',', ' '])).filter(|word| !word.is_empty()).map(str::to_owned), 30);
}

/// A term is in bold letters where it is explained. Bold letters that end with a full stop or a comma head a paragraph.
#[test]
fn it_lists_every_term_that_a_chapter_defines() {
    let mut terms = Vec::new();
    for page in document::reference(&root()) {
        let text = read(&page);
        let bold = text.split("**").skip(1).step_by(2).filter(|bold| !bold.ends_with(['.', ',']));
        terms.extend(bold.map(str::to_owned));
    }
    let listed: BTreeSet<String> = entries().iter().map(Entry::key).collect();
    let missing: Vec<&String> = terms.iter().filter(|term| !listed.contains(&term.to_lowercase())).collect();
    assert!(missing.is_empty(), "{FOLDER}index.md lacks {missing:?}");
    assert!(terms.len() > 15, "only {} terms", terms.len());
}

#[test]
fn it_leads_to_every_section() {
    let entries = entries();
    let led: BTreeSet<String> =
        entries.iter().flat_map(|entry| &entry.links).map(|link| page_and_anchor(link)).collect();
    for page in document::reference(&root()) {
        if page.ends_with("/index.md") {
            continue;
        }
        let sections = headings(&read(&page)).into_iter().filter(|heading| heading.level > 1);
        for heading in sections.filter(|heading| !LISTS.contains(&heading.anchor.as_str())) {
            let section = format!("{page}#{}", heading.anchor);
            assert!(led.contains(&section), "no word of the index leads to {section}");
        }
    }
}

#[test]
fn each_link_leads_to_a_section_that_has_the_word() {
    let mut wrong = Vec::new();
    for entry in entries() {
        assert!(!entry.links.is_empty(), "{} leads nowhere", entry.title);
        for target in entry.links.iter().map(|link| page_and_anchor(link)) {
            let (page, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let Some(section) = section(&read(page), anchor) else {
                wrong.push(format!("{target} is not there"));
                continue;
            };
            if !entry.is_in(&section) {
                wrong.push(format!("{target} does not have {}", entry.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn its_words_are_in_alphabetical_order_and_each_is_there_once() {
    let tables = tables();
    let keys: Vec<(String, &String)> = tables["Words"].iter().map(|entry| (entry.key(), &entry.title)).collect();
    for (entry, next) in keys.iter().zip(keys.iter().skip(1)) {
        assert!(entry < next, "{} is before {}", entry.1, next.1);
    }
    assert!(keys.len() > 150, "only {} words", keys.len());
}

/// The page of a link of the index, from the root of the workspace, with its anchor.
fn page_and_anchor(link: &str) -> String {
    match link.strip_prefix("../") {
        Some(link) => format!("schema/{link}"),
        None => format!("{FOLDER}{link}"),
    }
}

/// The text of a section with all sections in it; of the whole page without an anchor.
fn section(page: &str, anchor: &str) -> Option<String> {
    if anchor.is_empty() {
        return Some(page.to_owned());
    }
    let headings = headings(page);
    let at = headings.iter().position(|heading| heading.anchor == anchor)?;
    let (first, after) = headings.get(at..)?.split_first()?;
    let end = after.iter().find(|heading| heading.level <= first.level).map_or(usize::MAX, |heading| heading.line);
    Some(page.lines().take(end).skip(first.line).collect::<Vec<_>>().join("\n"))
}
