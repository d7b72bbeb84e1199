//! Numbers by which two schemas differ: those that only one of them has, and their neighbours. A packet with such a number
//! is likely to be read otherwise.

use std::collections::BTreeSet;

use wireform_build::model::{Code, Protocol};

use crate::model::tree::{Object, Tree};
use crate::model::version;

/// The numbers, in ascending order.
#[derive(Debug, Clone, Default)]
pub struct Hints(pub Vec<Code>);

impl Hints {
    /// The numbers by which two protocols differ.
    #[must_use]
    pub fn of(old: &Protocol, new: &Protocol) -> Self {
        let [old, new] = [old, new].map(version);
        let mut found = BTreeSet::new();
        objects(&old, &new, &mut found);
        let near = |code: Code| [code.saturating_sub(1), code, code.saturating_add(1)];
        let mut all: Vec<Code> = found.into_iter().flat_map(near).collect();
        all.sort_unstable();
        all.dedup();
        Self(all)
    }
}

/// The numbers that differ between two pieces of the model.
fn trees(old: &Tree, new: &Tree, found: &mut BTreeSet<Code>) {
    if old == new {
        return;
    }
    match (old, new) {
        (Tree::Object(old), Tree::Object(new)) => objects(old, new, found),
        (Tree::List(old), Tree::List(new)) => {
            let named = |all: &[Tree], name: &Tree| all.iter().find(|one| name_of(one) == Some(name)).cloned();
            for (index, one) in new.iter().enumerate() {
                let other = match name_of(one) {
                    Some(name) => named(old, name),
                    None => old.get(index).cloned(),
                };
                match other {
                    Some(other) => trees(&other, one, found),
                    None => all(one, found),
                }
            }
            let lost = old.iter().enumerate().filter(|(index, one)| match name_of(one) {
                Some(name) => named(new, name).is_none(),
                None => *index >= new.len(),
            });
            lost.for_each(|(_, one)| all(one, found));
        }
        (old, new) => {
            all(old, found);
            all(new, found);
        }
    }
}

fn objects(old: &Object, new: &Object, found: &mut BTreeSet<Code>) {
    // Where a sign begins.
    let sign = |of: &Object| of.0.iter().any(|(key, _)| *key == "signed");
    if sign(old) != sign(new) {
        found.extend([127, 255, 32_767, 65_535]);
    }
    for (key, tree) in &new.0 {
        match old.0.iter().find(|(other, _)| other == key) {
            Some((_, other)) => trees(other, tree, found),
            None => all(tree, found),
        }
    }
    let lost = old.0.iter().filter(|(key, _)| !new.0.iter().any(|(other, _)| other == key));
    lost.for_each(|(_, tree)| all(tree, found));
}

fn name_of(tree: &Tree) -> Option<&Tree> {
    let Tree::Object(object) = tree else { return None };
    object.0.iter().find(|(key, _)| *key == "name" || *key == "path").map(|(_, name)| name)
}

/// All numbers of a piece.
fn all(tree: &Tree, found: &mut BTreeSet<Code>) {
    match tree {
        Tree::Number(code) => {
            found.insert(*code);
        }
        Tree::List(all_of) => all_of.iter().for_each(|one| all(one, found)),
        Tree::Object(object) => {
            object.0.iter().filter(|(key, _)| *key != "examples").for_each(|(_, one)| all(one, found))
        }
        Tree::Float(_) | Tree::Bool(_) | Tree::Text(_) => {}
    }
}
