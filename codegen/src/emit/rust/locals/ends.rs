//! Names of a private struct's fields that all begin, or all end, with the same word.
//!
//! `wide_x`, `wide_y`, `wide_z` say in a schema what they are. As the only fields of a struct that nobody sees they are
//! `x`, `y`, `z`, as clippy asks.

use crate::model::{Field, FieldId, Record, Wire};
use crate::names::field_name;

use super::super::scope::Place;
use super::super::shape::{self, Item, Kept, Run};

/// Fewer fields of a struct may be called as they like.
pub(in crate::emit::rust) const MANY_FIELDS: usize = 3;

/// The fields of one private struct.
pub(super) struct Together {
    /// Those that are called as a field of the record.
    pub(super) names: Vec<String>,
    /// Those that are called as several fields: `wide_x_to_wide_z`.
    others: Vec<String>,
}

/// The private structs of a record: views of what stands in it, and what their stretches keep.
pub(super) fn structs(place: Place<'_>, record: &Record) -> Vec<Together> {
    let nested = record.fields.iter().flat_map(|field| match &field.wire {
        Wire::Group { body, .. } => vec![body],
        Wire::Match { arms, .. } => arms.iter().filter(|arm| !arm.transparent).map(|arm| &arm.body).collect(),
        _ => Vec::new(),
    });
    let mut all = Vec::new();
    for (body, is_root) in std::iter::once((&record.body, true)).chain(nested.map(|body| (body, false))) {
        let items = shape::items(place, record, body);
        for item in &items {
            if let Item::Stretch(stretch) = item {
                let mut one = Together { names: Vec::new(), others: Vec::new() };
                for part in &stretch.parts {
                    match part {
                        Kept::Run(run) => one.run(record, run),
                        Kept::Chosen(id) => one.field(record, *id),
                    }
                }
                all.push(one);
            }
        }
        // The view of a whole record has `bytes` besides.
        if !is_root {
            let mut one = Together { names: Vec::new(), others: Vec::new() };
            for item in &items {
                match item {
                    Item::Run(run) => one.run(record, run),
                    Item::Varints(ids) | Item::Optionals(ids) => ids.iter().for_each(|id| one.field(record, *id)),
                    Item::Field(id) => one.field(record, *id),
                    Item::Region(_) | Item::RegionEnd(_) => {}
                    Item::Stretch(_) => one.others.push("shape".to_owned()),
                }
            }
            all.push(one);
        }
    }
    all
}

impl Together {
    fn field(&mut self, record: &Record, id: FieldId) {
        if let Some(name) = record.fields.get(id.0).and_then(|field| field.name.as_deref()) {
            self.names.push(field_name(name));
        }
    }

    fn run(&mut self, record: &Record, run: &Run) {
        let field = |index: usize| run.fields.get(index).and_then(|placed| record.fields.get(placed.field.0));
        let name = |field: Option<&Field>| field.and_then(|field| field.name.as_deref()).map(field_name);
        match (name(field(0)), name(field(run.fields.len().saturating_sub(1)))) {
            (Some(only), _) if run.fields.len() == 1 => self.names.push(only),
            (Some(first), Some(last)) => self.others.push(format!("{first}_to_{last}")),
            _ => self.others.push("run".to_owned()),
        }
    }

    /// The names without the words that all have in common; nothing where there are none, or where nothing would stay.
    pub(super) fn bare(&self) -> Option<Vec<(&String, String)>> {
        let all: Vec<Vec<&str>> = self.names.iter().chain(&self.others).map(|name| name.split('_').collect()).collect();
        if all.len() < MANY_FIELDS || self.names.is_empty() || all.iter().any(|words| words.len() < 2) {
            return None;
        }
        let first = all.first()?;
        let shared = |word: &dyn Fn(&[&str], usize) -> Option<String>| {
            let is_shared = |at: &usize| all.iter().all(|words| word(words, *at) == word(first, *at));
            (0..first.len()).take_while(is_shared).count()
        };
        let word = |words: &[&str], at: usize| words.get(at).map(|word| (*word).to_owned());
        let before = shared(&word);
        let behind = shared(&|words, at| words.len().checked_sub(at + 1).and_then(|at| word(words, at)));
        if before == 0 && behind == 0 {
            return None;
        }
        let bare = |name: &String| {
            let words: Vec<&str> = name.split('_').collect();
            words.get(before..words.len().saturating_sub(behind)).map(|words| words.join("_"))
        };
        self.names.iter().map(|name| bare(name).map(|bare| (name, bare))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Together;

    #[test]
    fn words_that_all_share_are_left_out() {
        let bare = |names: &[&str], others: &[&str]| {
            let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
            let one = Together { names: owned(names), others: owned(others) };
            one.bare().map(|bare| bare.into_iter().map(|(_, bare)| bare).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(bare(&["wide_x", "wide_y", "wide_z"], &[]).as_deref(), Some("x y z"));
        assert_eq!(bare(&["a_len", "b_len", "c_d_len"], &[]).as_deref(), Some("a b c_d"));
        assert_eq!(bare(&["wide_x", "wide_y"], &["wide_a_to_wide_b"]).as_deref(), Some("x y"));
        assert_eq!(bare(&["wide_x", "wide_y"], &["run"]), None);
        assert_eq!(bare(&["wide_x", "wide_y"], &[]), None);
        assert_eq!(bare(&["wide_x", "wide_y", "narrow_z"], &[]), None);
    }
}
