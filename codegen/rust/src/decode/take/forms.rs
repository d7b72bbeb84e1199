//! Neighbouring forms with the same encoding, merged into one branch.

use crate::model::{Form, Interval, sets};
use std::collections::HashMap;

/// The codes of each tag that select a form.
pub type Pattern = Vec<Vec<Interval>>;

/// Forms that differ only in their tags.
pub struct Alike<'f> {
    /// The first of them.
    pub form: &'f Form,
    /// The patterns that select one of them.
    pub patterns: Vec<Pattern>,
}

/// Merges neighbours that hold the same numbers in the same bytes.
pub fn alike<'f>(forms: impl Iterator<Item = &'f Form>) -> Vec<Alike<'f>> {
    let mut all: Vec<Alike<'f>> = Vec::new();
    for form in forms {
        match all.last_mut() {
            Some(last) if last.form.scalar == form.scalar && last.form.interval == form.interval => {
                last.patterns.push(form.pattern.clone());
            }
            _ => all.push(Alike { form, patterns: vec![form.pattern.clone()] }),
        }
    }
    for one in &mut all {
        one.patterns = fewest(std::mem::take(&mut one.patterns));
    }
    all
}

/// The union of patterns, in which those that differ in a single tag are merged.
pub fn fewest(mut patterns: Vec<Pattern>) -> Vec<Pattern> {
    for tag in 0..patterns.first().map_or(0, Vec::len) {
        let mut indices: HashMap<Pattern, usize> = HashMap::new();
        let mut all: Vec<Pattern> = Vec::new();
        for mut pattern in patterns {
            let own = std::mem::take(&mut pattern[tag]);
            let index = *indices.entry(pattern.clone()).or_insert(all.len());
            match all.get_mut(index).map(|one| &mut one[tag]) {
                // No intervals mean any number.
                Some(codes) if codes.is_empty() || own.is_empty() => codes.clear(),
                Some(codes) => *codes = sets::union([codes.as_slice(), &own].concat()),
                None => {
                    pattern[tag] = sets::union(own);
                    all.push(pattern);
                }
            }
        }
        patterns = all;
    }
    patterns
}
