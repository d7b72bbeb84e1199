//! The words of the language: each that the grammar has is explained, by a section that the reference has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use wireform_build::keywords::{self, Keyword};
use wireform_build::lexemes::lexemes;
use wireform_cli::lsp::Analysis;
use wireform_cli::lsp::completion::notation::{self, Part};
use wireform_cli::lsp::hover::{Hovers, hover};

use crate::support::{FILE, root};

/// The words that each rule of the grammar quotes.
fn quoted() -> BTreeMap<String, BTreeSet<String>> {
    let page = fs::read_to_string(root().join("schema/grammar.md")).expect("the grammar");
    let grammar = notation::of_page(&page).expect("the rules");
    let words = |rule: &String| {
        let mut words = BTreeSet::new();
        grammar.rule(rule).expect("a rule").each(&mut |part| match part {
            Part::Quoted(word) if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                words.insert(word.clone());
            }
            _ => {}
        });
        words
    };
    grammar.names().map(|rule| (rule.clone(), words(rule))).collect()
}

/// The places of the words that a rule of the grammar quotes.
const PLACES: [(&str, &[&str]); 25] = [
    ("file", &["item"]),
    ("item", &["item", "varint", "clause"]),
    ("groups", &["group", "groups"]),
    ("message", &["item"]),
    ("guard", &["clause"]),
    ("depth", &["head"]),
    ("options", &["option", "measure"]),
    ("rounding", &["rounding", "option"]),
    ("parts", &["bit_order", "clause"]),
    ("entry", &["entry", "base"]),
    ("region", &["region"]),
    ("clauses", &["clause"]),
    ("value", &["value"]),
    ("notation", &["notation"]),
    ("carrier", &["wire"]),
    ("wire", &["wire", "encoding", "clause"]),
    ("group", &["wire"]),
    ("target", &["target"]),
    ("utf16", &["wire", "encoding"]),
    ("extent", &["end", "or_end"]),
    ("compare", &["measure"]),
    ("primary", &["clause"]),
    ("argument", &["wire"]),
    ("contents", &[]),
    ("body", &[]),
];

#[test]
fn words_of_the_grammar_are_those_of_the_table_at_their_places() {
    let all: Vec<Keyword> = keywords::all().collect();
    let at = |place: &'static str| all.iter().filter(move |word| word.is_at(place)).map(move |word| (place, word.word));
    let known: BTreeSet<(&str, &str)> =
        PLACES.iter().flat_map(|(_, places)| *places).flat_map(|place| at(place)).collect();
    let quoted = quoted();
    let mut found = BTreeSet::new();
    for (rule, words) in &quoted {
        let places = PLACES.iter().find(|(name, _)| name == rule).map_or(&[][..], |(_, places)| places);
        for word in words.iter().filter(|word| !matches!(word.as_str(), "f32" | "f64")) {
            let here = places.iter().map(|place| (*place, word.as_str())).filter(|here| known.contains(here));
            assert!(here.clone().count() > 0, "`{word}` of the rule `{rule}` has none of the places {places:?}");
            found.extend(here);
        }
    }
    let others: Vec<_> = known.difference(&found).collect();
    assert!(others.is_empty(), "no rule quotes {others:?}");
}

#[test]
fn every_word_of_the_grammar_is_explained() {
    let words: BTreeSet<String> = quoted().into_values().flatten().collect();
    assert!(words.len() > 55, "{words:?}");
    for word in words {
        // Whether or not a text with this word alone is a schema.
        let compiled = Analysis::from(wireform_build::load_text("word.wire", word.as_str()));
        let (_, markdown) = hover(&compiled, FILE, 0).unwrap_or_else(|| panic!("{word} is not explained"));
        assert!(markdown.starts_with(&format!("```wire\n{word}\n```\n\n")), "{markdown}");
    }
}

#[test]
fn each_word_has_one_row_with_a_sentence_and_a_line_that_has_it() {
    let words: Vec<Keyword> = keywords::all().collect();
    let once: BTreeSet<&str> = words.iter().map(|word| word.word).collect();
    assert!(words.len() > 90 && once.len() == words.len(), "{} rows of {} words", words.len(), once.len());
    for Keyword { word, example, sentence, .. } in words {
        assert!(sentence.ends_with('.') && sentence.len() < 200, "{word}: {sentence}");
        assert!(
            example.len() <= 72 && lexemes(example).any(|one| example.get(one.range) == Some(word)),
            "{word}: {example}"
        );
        let texts = [example.to_owned(), format!("struct S {{ {example} }}")];
        let mistakes = texts.map(|text| wireform_build::tree(&text).1);
        assert!(mistakes.iter().any(Vec::is_empty), "{word}: {example}: {:?}", mistakes[1]);
    }
}

#[test]
fn every_word_leads_to_a_section() {
    let places = keywords::all().map(|word| word.section);
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
