//! A compiled schema: one protocol per version.

use super::{Docs, Protocol, Version};

/// The protocol of a schema, in each of its versions. A schema that declares no versions has one protocol.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    /// The only protocol, or the one of the oldest version.
    pub first: Protocol,
    /// The later versions, in ascending order.
    pub later: Vec<Protocol>,
}

impl From<Protocol> for Schema {
    /// A schema without versions.
    fn from(protocol: Protocol) -> Self {
        Self { first: protocol, later: Vec::new() }
    }
}

impl Schema {
    /// The name in `protocol sauerbraten { .. }`.
    pub fn name(&self) -> &str {
        &self.first.name
    }

    /// The `//!` comments at the head of the file.
    pub fn docs(&self) -> &Docs {
        &self.first.docs
    }

    /// The protocols, the oldest first.
    pub fn protocols(&self) -> impl DoubleEndedIterator<Item = &Protocol> {
        std::iter::once(&self.first).chain(&self.later)
    }

    /// The only protocol, or that of the newest version.
    pub fn newest(&self) -> &Protocol {
        self.later.last().unwrap_or(&self.first)
    }

    /// The protocol of a version: `v259`, or `259`.
    pub fn version(&self, name: &str) -> Option<&Protocol> {
        let bare = name.strip_prefix('v').unwrap_or(name);
        let same = |version: &Version| version.name.strip_prefix('v') == Some(bare);
        self.protocols().find(|protocol| protocol.version.as_ref().is_some_and(same))
    }
}
