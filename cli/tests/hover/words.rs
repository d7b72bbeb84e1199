//! The words of the language: each that the grammar has is explained, by a section that the reference has.

use std::collections::BTreeSet;
use std::fs;

use wireform_cli::lsp::Analysis;
use wireform_cli::lsp::hover::{Hovers, hover};

use crate::support::{FILE, root};

const WORDS: &str = include_str!("../../src/lsp/hover/words.txt");

fn rows() -> Vec<[&'static str; 3]> {
    let row = |line: &'static str| {
        let row: Vec<&str> = line.split('\t').collect();
        <[&str; 3]>::try_from(row).unwrap_or_else(|row| panic!("{row:?}"))
    };
    WORDS.lines().map(row).collect()
}

/// The words in quotes of the grammar.
fn of_grammar() -> BTreeSet<String> {
    let page = fs::read_to_string(root().join("schema/grammar.md")).expect("the grammar");
    let (_, after) = page.split_once("```text\n").expect("the rules");
    let (rules, _) = after.split_once("\n```").expect("the end of the rules");
    let quoted = rules.split('"').skip(1).step_by(2);
    quoted.filter(|word| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')).map(str::to_owned).collect()
}

#[test]
fn every_word_of_the_grammar_is_explained() {
    let words = of_grammar();
    assert!(words.len() > 55, "{words:?}");
    for word in words {
        // Whether or not a text with this word alone is a schema.
        let compiled = Analysis::from(wireform_build::load_text("word.wire", word.as_str()));
        let (_, markdown) = hover(&compiled, FILE, 0).unwrap_or_else(|| panic!("{word} is not explained"));
        assert!(markdown.starts_with(&format!("```wire\n{word}\n```\n\n")), "{markdown}");
    }
}

#[test]
fn words_are_in_order_and_have_a_sentence() {
    let rows = rows();
    let order = |word: &str| (word.to_lowercase(), word.to_owned());
    assert!(rows.windows(2).all(|two| order(two[0][0]) < order(two[1][0])), "in alphabetical order, none twice");
    for [word, _, sentence] in rows {
        assert!(sentence.ends_with('.') && sentence.len() < 200, "{word}: {sentence}");
    }
}

#[test]
fn every_word_leads_to_a_section() {
    let places = rows().into_iter().map(|[_, place, _]| place);
    let others = ["reference/numbers.md#integers", "reference/numbers.md#floats", "reference/checks.md#checksums"];
    for place in places.chain(others) {
        let (file, anchor) = place.split_once('#').map_or((place, None), |(file, anchor)| (file, Some(anchor)));
        let page = fs::read_to_string(root().join("schema").join(file)).unwrap_or_else(|_| panic!("no page {place}"));
        let titles = page.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches(['#', ' ']));
        let has = |anchor: &str| titles.clone().any(|title| title.to_lowercase().replace(' ', "-") == anchor);
        assert!(anchor.is_none_or(has), "no section {place}");
    }
}

#[test]
fn numbers_and_checksums_are_explained() {
    let words = "u8 i24be u3 f64le crc_32_iso_hdlc sum_8 xor_8 lrc_8 fletcher_16 internet u65 f16 crc_99";
    let compiled = Analysis::from(wireform_build::load_text("words.wire", words));
    let mut told = String::new();
    let mut at = 0;
    for word in words.split(' ') {
        let text = hover(&compiled, FILE, at).map_or("nothing".to_owned(), |(_, text)| text);
        told.push_str(&format!("{word}: {}\n", text.split("\n\n").nth(1).unwrap_or(&text)));
        at += u32::try_from(word.len()).expect("a short word") + 1;
    }
    insta::assert_snapshot!(told);
}

#[test]
fn words_link_their_section_where_the_pages_are() {
    let compiled = Analysis::from(wireform_build::load_text("word.wire", "ascending"));
    let (_, plain) = hover(&compiled, FILE, 0).expect("an explanation");
    assert!(
        plain.ends_with("See *Lengths and order* in `schema/reference/checks.md` of Wireform's repository."),
        "{plain}"
    );
    let pages = root().join("schema");
    let (_, linked) = Hovers::new(&compiled).linked(&pages).at(FILE, 0).expect("an explanation");
    let (before, rest) = linked.split_once("See [*Lengths and order*](file://").expect("a link");
    let (address, after) = rest.split_once(')').expect("its end");
    assert!(plain.starts_with(before));
    assert_eq!(after, " in `schema/reference/checks.md`.");
    let line: usize =
        address.rsplit_once("/schema/reference/checks.md#L").expect("a line").1.parse().expect("a number");
    let page = fs::read_to_string(pages.join("reference/checks.md")).expect("the page");
    assert_eq!(page.lines().nth(line - 1), Some("### Lengths and order"));
    // Where there are no pages, there is no link.
    let (_, none) = Hovers::new(&compiled).linked(&pages.join("none")).at(FILE, 0).expect("an explanation");
    assert_eq!(none, plain);
}
