//! Schemas of the grammar: a tree of entries, each with the earlier names that it uses.

use std::collections::BTreeSet;

use crate::random::Random;
use crate::table::{ITEMS, Name, ROWS, Row, SLOTS};

/// An entry of a schema, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The index of its row.
    pub row: usize,
    /// How many entries contain it.
    pub depth: usize,
    /// The names in its slots, as indices of [`Schema::names`].
    pub slots: Vec<usize>,
}

impl Entry {
    pub fn row(&self) -> &'static Row {
        &ROWS[self.row]
    }
}

/// A name, with the entry that declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    pub text: String,
    pub is_flag: bool,
    pub entry: usize,
}

/// A schema.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    pub entries: Vec<Entry>,
    pub names: Vec<Declared>,
}

impl Schema {
    /// All entries that may come next, in schemas of at most `most` entries.
    pub fn next(&self, most: usize) -> Vec<Entry> {
        let mut next = Vec::new();
        for depth in 0..=self.open() {
            let visible = self.visible(depth);
            for (row, found) in ROWS.iter().enumerate().filter(|(_, row)| row.most >= most) {
                for slots in filled(found, &visible, &self.names) {
                    next.push(Entry { row, depth, slots });
                }
            }
        }
        next
    }

    /// The depth of what the last entry can contain: one more than its own if it can contain something.
    fn open(&self) -> usize {
        self.entries.last().map_or(0, |last| last.depth + usize::from(last.row().contains()))
    }

    /// The names that an entry of a depth can use: those of entries before it that contain it, or stand beside one that
    /// does. A region has no scope of its own.
    fn visible(&self, depth: usize) -> Vec<usize> {
        let scope = |entry: usize| {
            // The entries around this one, from the inside on.
            let mut around = self.around(entry);
            let innermost = around.find(|outer| !self.entries[*outer].row().text.starts_with("within"));
            innermost.map_or((None, 0), |outer| (Some(outer), self.entries[outer].depth + 1))
        };
        let is_open =
            |outer: usize, at: usize| at <= depth && self.entries.iter().skip(outer + 1).all(|one| one.depth >= at);
        let seen = |name: &Declared| match scope(name.entry) {
            (None, _) => true,
            (Some(outer), at) => is_open(outer, at),
        };
        (0..self.names.len()).filter(|name| seen(&self.names[*name])).collect()
    }

    /// The entries around one, from the inside on.
    fn around(&self, entry: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(entry), |at| {
            let depth = self.entries[*at].depth.checked_sub(1)?;
            self.entries[..*at].iter().rposition(|one| one.depth == depth)
        })
        .skip(1)
    }

    /// With one more entry.
    pub fn with(&self, entry: Entry) -> Self {
        let mut longer = self.clone();
        let at = self.entries.len();
        longer.names.extend(entry.row().names.iter().map(|name| {
            let (Name::Number(text) | Name::Flag(text)) = name;
            Declared { text: placed(text, at), is_flag: matches!(name, Name::Flag(_)), entry: at }
        }));
        longer.entries.push(entry);
        longer
    }

    /// Whether each entry that needs content has some, and all entries have to do with each other. (Two entries may also
    /// stand beside each other.)
    pub fn is_whole(&self) -> bool {
        let is_filled = |at: usize| {
            let entry = &self.entries[at];
            !entry.row().needs_content() || self.entries.get(at + 1).is_some_and(|next| next.depth > entry.depth)
        };
        (0..self.entries.len()).all(is_filled) && (self.entries.len() <= 2 || self.is_connected())
    }

    fn is_connected(&self) -> bool {
        let mut part: Vec<usize> = (0..self.entries.len()).collect();
        for at in 0..self.entries.len() {
            let used = self.entries[at].slots.iter().map(|name| self.names[*name].entry);
            for other in used.chain(self.around(at).take(1)) {
                let (one, other) = (part[at], part[other]);
                part.iter_mut().filter(|part| **part == other).for_each(|part| *part = one);
            }
        }
        part.iter().all(|one| *one == part[0])
    }

    /// The rows of the entries that use a name.
    pub fn users(&self, name: usize) -> Vec<&'static str> {
        let users = self.entries.iter().filter(|entry| entry.slots.contains(&name));
        users.map(|entry| entry.row().text).collect()
    }

    /// The rows of its entries, each once.
    pub fn rows(&self) -> BTreeSet<&'static str> {
        self.entries.iter().map(|entry| entry.row().text).collect()
    }

    /// Its text.
    pub fn text(&self) -> String {
        let body = self.body(0..self.entries.len(), 0);
        let items: String =
            ITEMS.iter().filter(|(name, _)| body.contains(name)).map(|(_, item)| format!("{item}\n")).collect();
        format!("protocol net {{ byte_order: little }}\n{items}struct S {{ {body} }}\n")
    }

    /// The text of the entries of a depth.
    fn body(&self, range: std::ops::Range<usize>, depth: usize) -> String {
        let mut texts = Vec::new();
        for at in range.clone().filter(|at| self.entries[*at].depth == depth) {
            let end = (at + 1..range.end).find(|next| self.entries[*next].depth <= depth).unwrap_or(range.end);
            let entry = &self.entries[at];
            let mut slots = entry.slots.iter();
            let mut text = String::new();
            for letter in entry.row().text.chars() {
                match letter {
                    '@' => text.push_str(&self.body(at + 1..end, depth + 1)),
                    slot if SLOTS.contains(&slot) => {
                        slots.next().into_iter().for_each(|name| text.push_str(&self.names[*name].text));
                    }
                    letter => text.push(letter),
                }
            }
            texts.push(placed(&text, at));
        }
        texts.join(", ")
    }
}

/// A text of the table, with the names of a place.
fn placed(text: &str, at: usize) -> String {
    text.replace('#', ["a", "b", "c", "d"].get(at).unwrap_or(&"e"))
}

/// All ways to fill the slots of a row with visible names.
fn filled(row: &Row, visible: &[usize], names: &[Declared]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for slot in row.slots() {
        let fits = |name: &&usize| match slot {
            '$' => !names[**name].is_flag,
            '?' => names[**name].is_flag,
            _ => true,
        };
        let longer = |slots: Vec<usize>| {
            visible.iter().filter(fits).map(move |name| [slots.as_slice(), &[*name]].concat()).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// All schemas of one to `most` entries, the smallest first.
pub fn up_to(most: usize) -> Vec<Schema> {
    fn longer(schema: &Schema, most: usize, all: &mut Vec<Schema>) {
        if schema.entries.len() == most {
            all.extend(schema.is_whole().then(|| schema.clone()));
        } else {
            schema.next(most).into_iter().for_each(|entry| longer(&schema.with(entry), most, all));
        }
    }
    let mut all = Vec::new();
    (1..=most).for_each(|most| longer(&Schema::default(), most, &mut all));
    all
}

/// All schemas of one entry, every fourth one of two entries, and so many of three or four.
pub fn sample(count: u64, seed: u64) -> Vec<Schema> {
    let ones = up_to(1);
    let twos = up_to(2).into_iter().skip(ones.len()).step_by(4).collect();
    [ones, twos, random(count, seed)].concat()
}

/// So many schemas of three or four entries out of all rows.
pub fn random(count: u64, seed: u64) -> Vec<Schema> {
    let mut random = Random(seed);
    (0..count)
        .map(|at| {
            let entries = if at % 2 == 0 { 3 } else { 4 };
            std::iter::repeat_with(|| one(entries, &mut random)).flatten().next().expect("some random schema is whole")
        })
        .collect()
}

/// A schema of random entries, unless they have nothing to do with each other.
fn one(entries: usize, random: &mut Random) -> Option<Schema> {
    let mut schema = Schema::default();
    for _ in 0..entries {
        let row = random.below(ROWS.len());
        let next: Vec<Entry> = schema.next(0).into_iter().filter(|entry| entry.row == row).collect();
        schema = schema.with(random.pick(&next)?.clone());
    }
    schema.is_whole().then_some(schema)
}
