//! Records and families alike: what stands in a field, once, as elements or nested.

use crate::model::{Circle, Expr, Item, NestedId, Node, Param, Protocol, Wire};

impl Protocol {
    /// The record or family in a field: once, as the elements of a list, or nested.
    pub fn inside(&self, wire: &Wire) -> Option<Node> {
        wire.holds().or_else(|| self.nested.get(wire.nested()?.0).copied())
    }

    /// A nested part, as if it were the element of a list.
    pub fn nested_item(&self, part: NestedId, args: &[Expr]) -> Option<Item> {
        let args = args.to_vec();
        Some(match *self.nested.get(part.0)? {
            Node::Record(record) => Item::Record { record, args },
            Node::Family(family) => Item::Family { family, args },
        })
    }

    /// The name of a record or family.
    pub fn name(&self, node: Node) -> &str {
        let name = match node {
            Node::Record(id) => self.records.get(id.0).map(|record| &record.name),
            Node::Family(id) => self.families.get(id.0).map(|family| &family.name),
        };
        name.map_or("", String::as_str)
    }

    /// The parameters of a record or family.
    pub fn params(&self, node: Node) -> &[Param] {
        let params = match node {
            Node::Record(id) => self.records.get(id.0).map(|record| &record.params),
            Node::Family(id) => self.families.get(id.0).map(|family| &family.params),
        };
        params.map_or(&[], Vec::as_slice)
    }

    /// The circle that a record or family is part of.
    pub fn circle(&self, node: Node) -> Option<&Circle> {
        match node {
            Node::Record(id) => self.records.get(id.0)?.circle.as_ref(),
            Node::Family(id) => self.families.get(id.0)?.circle.as_ref(),
        }
    }
}
