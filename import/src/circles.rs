//! Declarations that contain themselves: `nested` where the way back begins, and a depth for each circle.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::draft::{Body, Draft, Item, Wire};

/// The levels of all circles together: half of those that the language allows, since NBT has the others.
const MOST: usize = 256;

/// The levels of one circle: people who know more change it.
const DEPTH: usize = 16;

/// Names, and the names that each of them uses.
type Uses<'d> = HashMap<&'d str, Vec<&'d str>>;

/// Nests each use of an item that leads back to an item around it. The uses that were nested before, when the draft had other
/// circles, are no longer.
pub fn nest(draft: &mut Draft) {
    let mut versions: BTreeSet<u64> = draft.items.iter().flat_map(|item| item.versions.iter().copied()).collect();
    if versions.is_empty() {
        versions.insert(0);
    }
    let mut nested: Vec<HashSet<String>> = vec![HashSet::new(); draft.items.len()];
    let mut circles: Vec<Circle> = Vec::new();
    for version in &versions {
        let items = || draft.items.iter().enumerate().filter(|(_, item)| is_there(item, *version));
        let uses = uses(items().map(|(_, item)| item));
        let back = back_edges(items().map(|(_, item)| item), &uses);
        for (number, item) in items() {
            let own = back.iter().filter(|(from, _)| *from == item.name.name).map(|(_, to)| (*to).to_owned());
            if let Some(nested) = nested.get_mut(number) {
                nested.extend(own);
            }
        }
        for names in strongly_connected(&uses, &back) {
            match circles.iter_mut().find(|circle| circle.names.iter().any(|name| names.contains(name))) {
                // The circle of another version: a name for all of them has the depth, if there is one.
                Some(circle) => {
                    circle.versions.insert(*version);
                    circle.names.retain(|name| names.contains(name));
                }
                None => circles.push(Circle { names, versions: BTreeSet::from([*version]) }),
            }
        }
    }
    for (item, nested) in draft.items.iter_mut().zip(&nested) {
        nest_only(item, nested);
    }
    state_depths(&mut draft.items, &circles);
}

/// Nests nothing, as if it had not been done: the same declaration may be in a circle in one version and not in another.
pub fn unnest(draft: &mut Draft) {
    draft.items.iter_mut().for_each(|item| nest_only(item, &HashSet::new()));
}

/// Nests the uses of these names, and no others.
fn nest_only(item: &mut Item, names: &HashSet<String>) {
    item.body.lists_mut().into_iter().flatten().for_each(|field| {
        field.wires_mut(&mut |wire| {
            if let Wire::Named { name, nested, .. } = wire {
                *nested = names.contains(name);
            }
        });
    });
    if let Body::Struct { depth, .. } = &mut item.body {
        *depth = None;
    }
}

/// Names that contain each other, in some versions.
struct Circle {
    names: BTreeSet<String>,
    versions: BTreeSet<u64>,
}

fn is_there(item: &Item, version: u64) -> bool {
    item.left_out.is_none() && (item.versions.is_empty() || item.versions.contains(&version))
}

/// The items that each item uses.
fn uses<'d>(items: impl Iterator<Item = &'d Item>) -> Uses<'d> {
    let mut uses: Uses<'d> = HashMap::new();
    for item in items {
        uses.entry(&item.name.name).or_default().extend(item.body.uses());
    }
    uses
}

/// Whether an item has a list that a field of its elements ends. Such elements cannot be nested, so a way begins here.
fn has_ended_list(item: &Item) -> bool {
    item.body
        .wires()
        .any(|wire| matches!(wire, Wire::List { element, extent } if element.named().is_some() && extent.contains(':')))
}

/// The uses of an item inside of itself, found by a walk from each item.
fn back_edges<'d>(items: impl Iterator<Item = &'d Item>, uses: &Uses<'d>) -> HashSet<(&'d str, &'d str)> {
    let mut back = HashSet::new();
    let mut done: HashSet<&str> = HashSet::new();
    let (first, later): (Vec<&Item>, Vec<&Item>) = items.partition(|item| has_ended_list(item));
    for item in first.into_iter().chain(later) {
        if !done.insert(&item.name.name) {
            continue;
        }
        // The items around, each with the number of its uses that were seen: no recursion, since a source may be deep.
        let mut around: Vec<(&'d str, usize)> = vec![(&item.name.name, 0)];
        let mut inside: HashSet<&str> = HashSet::from([item.name.name.as_str()]);
        while let Some((name, seen)) = around.last_mut() {
            let name = *name;
            let next = uses.get(name).and_then(|all| all.get(*seen)).copied();
            *seen += 1;
            match next {
                None => {
                    around.pop();
                    inside.remove(name);
                }
                Some(next) if inside.contains(next) => {
                    back.insert((name, next));
                }
                Some(next) if uses.contains_key(next) && done.insert(next) => {
                    around.push((next, 0));
                    inside.insert(next);
                }
                Some(_) => {}
            }
        }
    }
    back
}

/// The circles: of each item to which a way leads back, all that it reaches and that reach it.
fn strongly_connected(uses: &Uses<'_>, back: &HashSet<(&str, &str)>) -> Vec<BTreeSet<String>> {
    let mut circles: Vec<BTreeSet<String>> = Vec::new();
    let heads: BTreeSet<&str> = back.iter().map(|(_, to)| *to).collect();
    for head in heads {
        if circles.iter().all(|circle| !circle.contains(head)) {
            let reached = reach(head, uses).into_iter().filter(|name| reach(name, uses).contains(head));
            circles.push(reached.map(ToOwned::to_owned).collect());
        }
    }
    circles
}

/// States a depth once in each circle, at a name of which no version is outside of the circle.
fn state_depths(items: &mut [Item], circles: &[Circle]) {
    let levels = u32::try_from((MOST / circles.len().max(1)).clamp(1, DEPTH)).unwrap_or(1);
    for circle in circles {
        let in_circle = |item: &&Item| item.versions.iter().all(|version| circle.versions.contains(version));
        let outside = |item: &&Item| item.versions.iter().all(|version| !circle.versions.contains(version));
        let head = circle.names.iter().find(|name| {
            let mut named = items.iter().filter(|item| item.name.name == **name && item.left_out.is_none());
            named.all(|item| in_circle(&item) || outside(&item))
        });
        let Some(head) = head.or_else(|| circle.names.first()) else { continue };
        for item in items.iter_mut().filter(|item| item.name.name == *head) {
            let is_in =
                item.versions.is_empty() || item.versions.iter().any(|version| circle.versions.contains(version));
            if let Body::Struct { depth, .. } = &mut item.body
                && is_in
            {
                *depth = Some(levels);
            }
        }
    }
}

/// All that an item uses, and what these use.
fn reach<'d>(from: &'d str, uses: &Uses<'d>) -> HashSet<&'d str> {
    let mut seen = HashSet::new();
    let mut left = vec![from];
    while let Some(name) = left.pop() {
        for next in uses.get(name).into_iter().flatten() {
            if seen.insert(*next) {
                left.push(next);
            }
        }
    }
    seen
}
