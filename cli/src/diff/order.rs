//! The byte order of all numbers of a schema. The model has it in each number, so another one is a line in each field: it is
//! told once, too.

use std::collections::BTreeSet;

use super::tree::{get, object_of};
use crate::model::tree::{Object, Tree};

/// The byte orders of an old and a new schema, if each has one in all of several numbers, and they differ.
pub fn other_orders([old, new]: [&Object; 2]) -> Option<[String; 2]> {
    let (old, new) = (only_order(old)?, only_order(new)?);
    (old != new).then_some([old, new])
}

/// The byte order of all numbers that have any, if they are several and it is one.
fn only_order(model: &Object) -> Option<String> {
    let (mut found, mut count) = (BTreeSet::new(), 0_usize);
    let mut open: Vec<&Tree> = model.0.iter().map(|(_, tree)| tree).collect();
    while let Some(tree) = open.pop() {
        if let Tree::List(all) = tree {
            open.extend(all);
        }
        let Some(object) = object_of(tree) else { continue };
        if let Some(Tree::Text(order)) = get(object, "order") {
            found.insert(order);
            count = count.saturating_add(1);
        }
        open.extend(object.0.iter().map(|(_, tree)| tree));
    }
    if found.len() == 1 && count > 1 { found.pop_first().cloned() } else { None }
}
