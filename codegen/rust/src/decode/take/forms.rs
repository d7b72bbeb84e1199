//! Neighbouring forms with the same encoding, merged into one branch.

use crate::model::{Form, Interval, sets};

/// The codes of each tag that select a form.
type Pattern = Vec<Vec<Interval>>;

/// Forms that differ only in their tags.
pub struct Alike<'f> {
    /// The first of them.
    pub form: &'f Form,
    /// The patterns that select one of them.
    pub(super) patterns: Vec<Pattern>,
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

/// Merges patterns that differ in one tag only.
fn fewest(patterns: Vec<Pattern>) -> Vec<Pattern> {
    let mut fewer: Vec<Pattern> = Vec::new();
    for pattern in patterns {
        let met = fewer.iter_mut().find_map(|other| only_difference(other, &pattern).map(|tag| (other, tag)));
        match met {
            Some((other, tag)) => {
                if let (Some(ours), Some(theirs)) = (other.get_mut(tag), pattern.get(tag)) {
                    // No intervals mean any number.
                    let any = ours.is_empty() || theirs.is_empty();
                    *ours = if any { Vec::new() } else { sets::union([ours.as_slice(), theirs].concat()) };
                }
            }
            None => fewer.push(pattern),
        }
    }
    fewer
}

fn only_difference(one: &Pattern, other: &Pattern) -> Option<usize> {
    let mut different = one.iter().zip(other).enumerate().filter(|(_, (one, other))| one != other);
    let (first, more) = (different.next(), different.next());
    first.filter(|_| more.is_none()).map(|(tag, _)| tag)
}
