//! The words of the language: a table says for each where it may be, and what editors say about it.
//!
//! The lists of the parser, of the command and of the grammars for editors are those of the table. No word is reserved: in any
//! other place it is a name.

use std::sync::LazyLock;

/// A word of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keyword {
    pub word: &'static str,
    /// The names of the places where it may be.
    places: &'static str,
    /// The section of the reference about it, in the folder `schema`.
    pub section: &'static str,
    /// A line of a schema that has it.
    pub example: &'static str,
    /// A sentence about it.
    pub sentence: &'static str,
}

/// The words of one place, as far as passes ask for them. The table has more places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    /// Begin a declaration.
    Items,
    /// Are settings in the header of a protocol.
    Settings,
    /// Begin an entry that is no field.
    Entries,
    /// Begin a wire, as numbers do.
    Wires,
    /// Continue a field after its wire, in this order.
    Clauses,
    /// Are meanings of a number after `as`, as notations are.
    Values,
    /// Are options of a quantity or a digit.
    Options,
    /// Continue the head of a declaration.
    Heads,
}

impl Words {
    /// The names of the places in the table.
    const PLACES: [&str; 8] = ["item", "setting", "entry", "wire", "clause", "value", "option", "head"];

    /// The words, in the order in which diagnostics list them.
    #[must_use]
    pub fn list(self) -> &'static [&'static str] {
        LISTS.get(self as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether a word is one of them.
    #[must_use]
    pub fn has(self, word: &str) -> bool {
        self.list().contains(&word)
    }
}

impl Keyword {
    /// Whether it may be at the place of this name.
    #[must_use]
    pub fn is_at(&self, place: &str) -> bool {
        self.places.split(' ').any(|one| one == place)
    }
}

/// All words.
pub fn all() -> impl Iterator<Item = Keyword> {
    include_str!("keywords.txt").lines().filter_map(|row| {
        let mut columns = row.split('\t');
        let mut next = || columns.next();
        Some(Keyword { word: next()?, places: next()?, section: next()?, example: next()?, sentence: next()? })
    })
}

static LISTS: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let words = |place: &&str| all().filter(|word| word.is_at(place)).map(|word| word.word).collect();
    Words::PLACES.iter().map(words).collect()
});
