//! The sizes that pages name, and those that are written: none but these, and of numbers all of them.

use std::collections::BTreeSet;

use wireform_build::emit::markdown::Claims;
use wireform_build::model::{FieldId, Record};

use super::numbers::is_number;
use super::observed::Observed;
use crate::paths::in_record;

/// Where named and written sizes differ.
#[derive(Default)]
pub struct Compared {
    /// How many are looked for.
    pub count: usize,
    /// Named, and not written.
    pub unseen: Vec<String>,
    /// Written, and not named.
    pub untold: Vec<String>,
}

impl Compared {
    /// Compares the sizes of a record, of its fields, and of codes before shapes.
    pub fn of(record: &Record, claims: &Claims, observed: &Observed) -> Self {
        let mut compared = Self::default();
        let is_simple = record.fields.iter().all(|field| is_number(&field.wire));
        compared.add("", &claims.size, &observed.whole, is_simple);
        for (index, field) in record.fields.iter().enumerate() {
            let path = format!(".{}", in_record(record, FieldId(index)));
            compared.add(&path, &claims.sizes[index], &observed.fields[index], is_number(&field.wire));
            if let Some(said) = &claims.codes[index] {
                compared.add(&format!("{path}.code"), said, &observed.codes[index], true);
            }
        }
        compared
    }

    fn add(&mut self, of: &str, said: &str, found: &BTreeSet<u64>, all: bool) {
        let sizes = Sizes::parse(said);
        let untold: Vec<&u64> = found.iter().filter(|size| !sizes.contains(**size)).collect();
        if !untold.is_empty() {
            self.untold.push(format!("{of}: {untold:?} of {said} bytes"));
        }
        // A field that is never written may be impossible.
        if all && !found.is_empty() {
            self.count += 1;
            let unseen: Vec<u64> = sizes.ends().filter(|size| !found.contains(size)).collect();
            if !unseen.is_empty() {
                self.unseen.push(format!("{of}: {unseen:?} of {said} bytes"));
            }
        }
    }
}

/// Numbers of bytes as the pages have them: `2`, `1, 3 or 5`, `1 to 4`, `3 or more`.
enum Sizes {
    Some(Vec<u64>),
    Range(u64, Option<u64>),
}

impl Sizes {
    fn parse(text: &str) -> Self {
        let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("no sizes: {text}"));
        if let Some(least) = text.strip_suffix(" or more") {
            return Self::Range(number(least), None);
        }
        match text.split_once(" to ") {
            Some((least, most)) => Self::Range(number(least), Some(number(most))),
            None => Self::Some(text.replace(" or ", ", ").split(", ").map(number).collect()),
        }
    }

    fn contains(&self, size: u64) -> bool {
        match self {
            Self::Some(all) => all.contains(&size),
            Self::Range(least, most) => *least <= size && most.is_none_or(|most| size <= most),
        }
    }

    /// All of them that are named.
    fn ends(&self) -> impl Iterator<Item = u64> {
        match self {
            Self::Some(all) => all.clone(),
            Self::Range(least, most) => [*least].into_iter().chain(*most).collect(),
        }
        .into_iter()
    }
}
