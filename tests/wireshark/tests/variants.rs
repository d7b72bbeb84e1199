//! The engine knows every word of the model, and stops at one that it does not know when it loads the model.

use std::collections::{BTreeMap, BTreeSet};

use wireform_wireshark_tests::lua;
use wireform_wireshark_tests::written::{features, reference};

use crate::folder;

/// The words of each place, as `cli/model.md` has them.
const WORDS: [(&str, &str); 11] = [
    ("comparison", "!= < <= == > >="),
    ("cover", "by constants from parameter"),
    ("edge", "end field start"),
    ("encoding", "ascii latin1 utf16 utf8"),
    (
        "expression",
        "add all any compare divide in len multiply negate number parameter part remainder session size subtract",
    ),
    ("extent", "all_but all_but_trailer before count fixed given number rest through until"),
    ("input", "remaining_bytes"),
    ("owner", "nobody schema writer"),
    ("presence", "if remaining_bytes width_by_match"),
    ("rule", "ascending float test"),
    (
        "wire",
        "bytes constant_bytes family float group inline_bits list list_with_mask nested number record region reserved_space \
         shape_by_match text width_by_match",
    ),
];
/// The words of roles; each may stand alone or have more to say.
const ROLES: &str = "element message struct";

#[test]
fn a_word_that_is_not_known_is_an_error_and_all_words_are_known() {
    let all: Vec<_> = [features(), reference()].into_iter().flatten().collect();
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut silent = Vec::new();
    // A mistake in one Lua is one in all.
    let Some(lua) = lua::all().into_iter().next() else { return };
    for loaded in &all {
        let script = wireform_cli::dissector::reader(&loaded.schema) + include_str!("../lua/variants.lua");
        for line in lua.run(&folder("variants"), &script).lines() {
            let (word, told) = line.split_once(": ").expect("what Lua says of a word");
            let (place, word) = word.split_once(' ').expect("a place and a word");
            known.entry(place.to_owned()).or_default().insert(word.to_owned());
            if !told.starts_with("unknown ") {
                silent.push(format!("{}: {line}", loaded.path));
            }
        }
    }
    assert!(silent.is_empty(), "{} words: {:#?}", silent.len(), &silent[..silent.len().min(40)]);
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>();
    let expected: BTreeMap<String, BTreeSet<String>> =
        WORDS.into_iter().chain([("role", ROLES)]).map(|(place, all)| (place.to_owned(), words(all))).collect();
    assert_eq!(known, expected);
}
