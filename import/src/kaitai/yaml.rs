//! YAML as a tree of texts: Kaitai's keys and numbers (`0x10`, `true`) mean something by how they are written.

use std::collections::HashSet;

use saphyr_parser::{Event, Parser, ScalarStyle};

use crate::Unreadable;

/// How deep a tree may be.
const DEEPEST: usize = 64;
/// How many nodes a tree may have.
const MOST: usize = 200_000;

/// A node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its line, from 1.
    pub line: usize,
    /// The content.
    pub kind: Kind,
}

/// The content of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A text, and whether it is in quotes.
    Scalar(String, bool),
    /// `- a`
    List(Vec<Node>),
    /// `key: a`
    Map(Vec<(String, Node)>),
}

impl Node {
    /// The value of a key. A key without a value is as none.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|(name, _)| name == key).map(|(_, node)| node).filter(|node| !node.is_empty())
    }

    /// The text of a key, if it is one.
    pub fn text_of(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Self::text)
    }

    /// Whether a key is `true`.
    pub fn flag(&self, key: &str) -> bool {
        self.text_of(key) == Some("true")
    }

    /// The text.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar(text, _) => Some(text),
            _ => None,
        }
    }

    /// The elements of a list.
    pub fn list(&self) -> &[Self] {
        match &self.kind {
            Kind::List(list) => list,
            _ => &[],
        }
    }

    /// The entries of a map, in their order.
    pub fn entries(&self) -> &[(String, Self)] {
        match &self.kind {
            Kind::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The entries of a map in this one.
    pub fn entries_of(&self, key: &str) -> &[(String, Self)] {
        self.get(key).map_or(&[], Self::entries)
    }

    fn is_empty(&self) -> bool {
        matches!(&self.kind, Kind::Scalar(text, false) if matches!(text.as_str(), "" | "~" | "null"))
    }

    /// Calls `see` with it and with each node in it.
    pub fn walk<'n>(&'n self, see: &mut dyn FnMut(&'n Self)) {
        see(self);
        match &self.kind {
            Kind::Scalar(..) => {}
            Kind::List(list) => list.iter().for_each(|node| node.walk(see)),
            Kind::Map(entries) => entries.iter().for_each(|(_, node)| node.walk(see)),
        }
    }
}

/// A list or a map that is not at its end.
struct Open {
    node: Node,
    /// The key whose value comes next, in a map.
    key: Option<String>,
    /// All keys.
    keys: HashSet<String>,
}

impl Open {
    fn new(line: usize, kind: Kind) -> Self {
        Self { node: Node { line, kind }, key: None, keys: HashSet::new() }
    }
}

/// The tree of the first document.
pub fn parse(text: &str) -> Result<Node, Unreadable> {
    let mut open: Vec<Open> = Vec::new();
    let mut count = 0;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|wrong| {
            Unreadable::new(format!("this is no YAML: {}", wrong.info())).line(wrong.marker().line())
        })?;
        let line = span.start.line();
        count += 1;
        if count > MOST {
            return Err(Unreadable::new(format!("the file has more than {MOST} nodes")).line(line));
        }
        let whole = match event {
            Event::Alias(_) => {
                return Err(Unreadable::new("an alias, `*name`, repeats a part of the file")
                    .line(line)
                    .help("write the part out where it is repeated"));
            }
            Event::Scalar(text, style, ..) => {
                Node { line, kind: Kind::Scalar(text.into_owned(), style != ScalarStyle::Plain) }
            }
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() >= DEEPEST => {
                return Err(Unreadable::new(format!("more than {DEEPEST} levels are around this")).line(line));
            }
            Event::SequenceStart(..) => {
                open.push(Open::new(line, Kind::List(Vec::new())));
                continue;
            }
            Event::MappingStart(..) => {
                open.push(Open::new(line, Kind::Map(Vec::new())));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(done) => done.node,
                None => continue,
            },
            _ => continue,
        };
        let Some(around) = open.last_mut() else { return Ok(whole) };
        match (&mut around.node.kind, around.key.take()) {
            (Kind::List(list), _) => list.push(whole),
            (Kind::Map(entries), Some(key)) => entries.push((key, whole)),
            (Kind::Map(_), None) => match whole.kind {
                Kind::Scalar(key, _) if !around.keys.insert(key.clone()) => {
                    return Err(Unreadable::new(format!("`{key}` is there twice")).line(line));
                }
                Kind::Scalar(key, _) => around.key = Some(key),
                _ => return Err(Unreadable::new("a key is a text").line(line)),
            },
            (Kind::Scalar(..), _) => {}
        }
    }
    Err(Unreadable::new("the file is empty"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_text() {
        let node = parse("meta:\n  id: a\nenums:\n  e:\n    0x10: b\n    true: 'c'\n").unwrap();
        let keys: Vec<_> = node.get("enums").unwrap().entries_of("e").iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["0x10", "true"]);
        assert_eq!(node.get("meta").unwrap().text_of("id"), Some("a"));
    }

    #[test]
    fn what_has_no_end_is_refused() {
        for (text, title) in [
            ("a: &x [1]\nb: *x\n", "line 2: an alias, `*name`, repeats a part of the file"),
            ("a: 1\na: 2\n", "line 2: `a` is there twice"),
            ("", "the file is empty"),
            (&"[".repeat(100), "line 1: more than 64 levels are around this"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string().lines().next(), Some(title), "{text}");
        }
    }
}
