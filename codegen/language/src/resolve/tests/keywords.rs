//! Lists of words that have another order than the table, or a meaning each.

use std::collections::BTreeSet;

use crate::ast::BitOrder;
use crate::keywords::all;
use crate::model::Notation;
use crate::resolve::example::REASONS;

#[test]
fn other_lists_are_those_of_the_table() {
    let lists: [(&str, &[&str]); 3] =
        [("notation", &Notation::ALL.map(Notation::word)), ("bit_order", &BitOrder::WORDS), ("reason", &REASONS)];
    for (place, list) in lists {
        let words: BTreeSet<&str> = all().filter(|word| word.is_at(place)).map(|word| word.word).collect();
        assert_eq!(words, list.iter().copied().collect(), "{place}");
    }
}
