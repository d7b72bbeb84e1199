//! Questions about pieces of the model: by their keys, and without what changes neither bytes nor values.

use crate::model::tree::{Object, Tree};

/// Keys of what is for people, of names that bytes do not have, and of what follows from the rest.
const BESIDE: &[&str] = &[
    "text",
    "documentation",
    "source_name",
    "type",
    "element_type",
    "type_name",
    "examples",
    "length",
    "canonical_length",
];

/// A piece by its key.
pub fn get<'t>(object: &'t Object, key: &str) -> Option<&'t Tree> {
    object.0.iter().find(|(known, _)| *known == key).map(|(_, tree)| tree)
}

/// A text by its key.
pub fn text<'t>(object: &'t Object, key: &str) -> Option<&'t str> {
    if let Some(Tree::Text(text)) = get(object, key) { Some(text) } else { None }
}

/// An object by its key.
pub fn inner<'t>(object: &'t Object, key: &str) -> Option<&'t Object> {
    get(object, key).and_then(object_of)
}

/// A number by its key.
pub fn number(object: &Object, key: &str) -> Option<i128> {
    if let Some(Tree::Number(number)) = get(object, key) { Some(*number) } else { None }
}

/// Whether a flag is there.
pub fn flag(object: &Object, key: &str) -> bool {
    get(object, key) == Some(&Tree::Bool(true))
}

/// The pieces of a list by its key.
pub fn all<'t>(object: &'t Object, key: &str) -> &'t [Tree] {
    if let Some(Tree::List(all)) = get(object, key) { all } else { &[] }
}

/// The objects of a list by its key.
pub fn objects<'t>(object: &'t Object, key: &str) -> Vec<&'t Object> {
    all(object, key).iter().filter_map(object_of).collect()
}

/// A piece that is an object.
pub fn object_of(tree: &Tree) -> Option<&Object> {
    if let Tree::Object(object) = tree { Some(object) } else { None }
}

/// The same piece without what changes neither bytes nor values.
pub fn bare(tree: &Tree) -> Tree {
    match tree {
        Tree::List(all) => Tree::List(all.iter().map(bare).collect()),
        Tree::Object(object) => Tree::Object(bare_object(object, &[])),
        other => other.clone(),
    }
}

/// The same object without what changes neither bytes nor values, and without these keys.
pub fn bare_object(object: &Object, without: &[&str]) -> Object {
    let kept = object.0.iter().filter(|(key, _)| !BESIDE.contains(key) && !without.contains(key));
    Object(kept.map(|(key, tree)| (*key, bare(tree))).collect())
}

/// The name in the record: a path, or the name if that is the path.
pub fn path(object: &Object) -> &str {
    text(object, "path").or_else(|| text(object, "name")).unwrap_or_default()
}

/// The documentation of an item, and its name in other sources, as lines.
pub fn docs(object: &Object) -> Vec<String> {
    let line = |tree: &Tree| if let Tree::Text(text) = tree { Some(text.clone()) } else { None };
    let source = text(object, "source_name").map(|name| format!("{name:?}"));
    source.into_iter().chain(all(object, "documentation").iter().filter_map(line)).collect()
}
