//! JSON in which an object may have a key several times, as Wireshark's trees of packets have.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A piece of JSON.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// `null`
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(serde_json::Number),
    /// A text: most values of fields are.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Keys with their values, in order.
    Object(Vec<(String, Node)>),
}

impl Node {
    /// Reads JSON.
    ///
    /// # Errors
    /// If the text is none.
    pub fn parse(text: &str) -> serde_json::Result<Self> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        // Trees are as deep as packets are nested.
        deserializer.disable_recursion_limit();
        let node = Self::deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(node)
    }

    /// The entries of an object; none of anything else.
    #[must_use]
    pub fn entries(&self) -> &[(String, Node)] {
        if let Self::Object(entries) = self { entries } else { &[] }
    }

    /// The elements of a list; none of anything else.
    #[must_use]
    pub fn elements(&self) -> &[Node] {
        if let Self::List(list) = self { list } else { &[] }
    }

    /// The text; none of anything else.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The first value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.all(key).next()
    }

    /// All values of a key, in order.
    pub fn all(&self, key: &str) -> impl Iterator<Item = &Node> {
        self.entries().iter().filter(move |(name, _)| name == key).map(|(_, node)| node)
    }

    /// All values of a key in this object and in those inside of it, in order.
    #[must_use]
    pub fn deep(&self, key: &str) -> Vec<&Node> {
        let mut found = Vec::new();
        self.walk(&mut |name, node| {
            if name == key {
                found.push(node);
            }
        });
        found
    }

    /// Calls a function with each key and its value, each object before what is in it.
    pub fn walk<'n>(&'n self, each: &mut impl FnMut(&'n str, &'n Node)) {
        match self {
            Self::Object(entries) => entries.iter().for_each(|(key, node)| {
                each(key, node);
                node.walk(each);
            }),
            Self::List(list) => list.iter().for_each(|node| node.walk(each)),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Text(_) => {}
        }
    }
}

struct Nodes;

impl<'de> Visitor<'de> for Nodes {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Node, E> {
        Ok(Node::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Node, E> {
        Ok(serde_json::Number::from_f64(number).map_or(Node::Null, Node::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Node, A::Error> {
        let mut list = Vec::new();
        while let Some(node) = all.next_element()? {
            list.push(node);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = all.next_entry()? {
            entries.push(entry);
        }
        Ok(Node::Object(entries))
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Nodes)
    }
}
