//! Prints a tree as JSON that people can compare line by line: what fits is one line, and so is each of several objects in
//! a list.

use serde_json::Value as Json;

use super::tree::{Object, Tree};
use crate::json::text as escaped;

/// The longest line, unless a single text is longer.
const WIDTH: usize = 120;

/// The brackets of a list or an object, and its pieces with their keys.
type Pieces<'t> = ([char; 2], Vec<(Option<&'static str>, &'t Tree)>);

/// The JSON of a tree, with an end of line.
pub fn json(tree: &Tree) -> String {
    let mut out = String::new();
    print(tree, 0, &mut out);
    out.push('\n');
    out
}

/// Prints a piece in its line, or on a line for each of its own pieces.
fn print(tree: &Tree, depth: usize, out: &mut String) {
    let before = out.len();
    let start = out.rfind('\n').map_or(0, |end| end.saturating_add(1));
    if in_line(tree, start.saturating_add(WIDTH), out) {
        return;
    }
    out.truncate(before);
    let Some(([open, close], pieces)) = pieces(tree) else { return out.push_str(&single(tree)) };
    let line = |depth: usize| format!("\n{}", "  ".repeat(depth));
    out.push(open);
    for (index, (key, piece)) in pieces.into_iter().enumerate() {
        out.push_str(if index == 0 { "" } else { "," });
        out.push_str(&line(depth.saturating_add(1)));
        push_key(key, out);
        print(piece, depth.saturating_add(1), out);
    }
    out.push_str(&line(depth));
    out.push(close);
}

/// Prints a piece without an end of line, and says whether the output has at most this length and each object in a list
/// may share its line.
fn in_line(tree: &Tree, most: usize, out: &mut String) -> bool {
    let Some(([open, close], pieces)) = pieces(tree) else {
        out.push_str(&single(tree));
        return out.len() <= most;
    };
    // An object with one key is a name or an operation.
    let is_large = |piece: &Tree| matches!(piece, Tree::Object(Object(entries)) if entries.len() > 1);
    if pieces.len() > 1 && pieces.iter().any(|(key, piece)| key.is_none() && is_large(piece)) {
        return false;
    }
    out.push(open);
    for (index, (key, piece)) in pieces.into_iter().enumerate() {
        out.push_str(if index == 0 { "" } else { ", " });
        push_key(key, out);
        if !in_line(piece, most, out) {
            return false;
        }
    }
    out.push(close);
    out.len() <= most
}

fn push_key(key: Option<&str>, out: &mut String) {
    out.extend(key.map(|key| format!("\"{key}\": ")));
}

/// The pieces of a list or an object.
fn pieces(tree: &Tree) -> Option<Pieces<'_>> {
    match tree {
        Tree::List(list) => Some((['[', ']'], list.iter().map(|piece| (None, piece)).collect())),
        Tree::Object(Object(entries)) => {
            Some((['{', '}'], entries.iter().map(|(key, piece)| (Some(*key), piece)).collect()))
        }
        Tree::Number(_) | Tree::Float(_) | Tree::Bool(_) | Tree::Text(_) => None,
    }
}

/// The JSON of a piece that is neither. JSON has no infinite numbers: these are texts.
fn single(tree: &Tree) -> String {
    match tree {
        Tree::Number(number) => number.to_string(),
        Tree::Float(float) if float.is_finite() => Json::from(*float).to_string(),
        Tree::Float(float) => format!("\"{float}\""),
        Tree::Bool(flag) => flag.to_string(),
        Tree::Text(text) => escaped(&Json::from(text.as_str())),
        Tree::List(_) | Tree::Object(_) => String::new(),
    }
}
