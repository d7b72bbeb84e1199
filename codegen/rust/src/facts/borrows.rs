//! Borrowing: whether a plain value, or a view, refers to bytes of its packet.

use super::Facts;
use super::scopes::{ROOT, ScopeId, Scopes};
use crate::layout;
use crate::model::{Content, Family, FieldId, Item, Node, Protocol, Record, Scalar, Wire};

/// The fields and scopes of a record that borrow.
#[derive(Debug, Clone, Default)]
pub struct Borrows {
    /// By field: the plain value, the view.
    fields: Vec<(bool, bool)>,
    /// By scope, likewise.
    scopes: Vec<(bool, bool)>,
}

impl Borrows {
    /// Finds the fields and scopes of a record that borrow.
    pub(super) fn of(protocol: &Protocol, facts: &Facts, record: &Record, scopes: &Scopes) -> Self {
        let mut borrows = Self { fields: vec![(false, false); record.fields.len()], scopes: Vec::new() };
        // The fields of a group or of an arm are after it.
        for id in (0..record.fields.len()).rev().map(FieldId) {
            let one = Field { protocol, facts, record, scopes, inner: &borrows };
            borrows.fields[id.0] = (one.value(id), one.view(id));
        }
        let of_scope = |id: ScopeId| {
            let body = &scopes.get(id).body;
            (body.iter().any(|id| borrows.value(*id)), id == ROOT || body.iter().any(|id| borrows.view(*id)))
        };
        let of_scopes: Vec<_> = scopes.outer_first().map(of_scope).collect();
        Self { scopes: of_scopes, ..borrows }
    }

    /// Whether a field's plain value borrows: text, or bytes or a list of variable length.
    pub fn value(&self, field: FieldId) -> bool {
        self.fields[field.0].0
    }

    /// Whether a field's part of a view borrows: it is a segment of the packet.
    pub fn view(&self, field: FieldId) -> bool {
        self.fields[field.0].1
    }

    /// Whether the record's plain value borrows.
    pub(super) fn is_of_value(&self) -> bool {
        self.scopes.first().is_some_and(|(value, _)| *value)
    }

    /// Whether a scope's plain value borrows, and its view.
    pub fn scope(&self, scope: ScopeId) -> (bool, bool) {
        self.scopes[scope.0]
    }
}

struct Field<'a> {
    protocol: &'a Protocol,
    facts: &'a Facts,
    record: &'a Record,
    scopes: &'a Scopes,
    /// The answers for the fields inside of groups and arms.
    inner: &'a Borrows,
}

impl Field<'_> {
    fn value(&self, id: FieldId) -> bool {
        let field = &self.record.fields[id.0];
        field.name.is_some()
            && match &field.wire {
                Wire::Octets { extent, content: Content::Free } => !layout::is_array(extent),
                Wire::Octets { content: Content::Text(_), .. } | Wire::Nested { .. } => true,
                Wire::List { item, extent } if !layout::is_array_of(self.protocol, item, extent) => true,
                Wire::Group { .. } | Wire::Match { .. } => self.any_in(&field.wire, Borrows::value),
                wire => wire.holds().is_some_and(|node| self.facts.borrows_of(self.protocol, node)),
            }
    }

    fn view(&self, id: FieldId) -> bool {
        let (field, is_public) = (&self.record.fields[id.0], self.scopes.is_public(id));
        match &field.wire {
            wire @ Wire::Group { .. } => is_public && self.any_in(wire, Borrows::view),
            wire @ Wire::Match { .. } => self.any_in(wire, Borrows::view),
            Wire::Scalar { scalar, .. } => is_public && matches!(scalar, Scalar::Int { .. }),
            Wire::Bits { carrier, .. } => field.shows_carrier() && matches!(carrier, Scalar::Int { .. }),
            Wire::Chosen { .. }
            | Wire::Padding { .. }
            | Wire::Octets { content: Content::Constant(_), .. }
            | Wire::Within { .. } => false,
            Wire::List { item, extent } if layout::is_array_of(self.protocol, item, extent) => self.value(id),
            _ => true,
        }
    }

    fn any_in(&self, wire: &Wire, borrows: fn(&Borrows, FieldId) -> bool) -> bool {
        wire.bodies().into_iter().flat_map(|body| self.record.scope(body)).any(|id| borrows(self.inner, id))
    }
}

impl Facts {
    /// Whether the plain value of a record or family borrows.
    fn borrows_of(&self, protocol: &Protocol, node: Node) -> bool {
        match node {
            Node::Record(id) => self.borrows(id),
            Node::Family(id) => self.borrows_of_family(&protocol.families[id.0]),
        }
    }

    /// Whether an element of a list borrows.
    pub fn borrows_of_item(&self, protocol: &Protocol, item: &Item) -> bool {
        item.holds().is_some_and(|node| self.borrows_of(protocol, node))
    }

    /// Whether a family's plain value borrows. (An unknown message is stored as bytes.)
    pub fn borrows_of_family(&self, family: &Family) -> bool {
        family.open || family.members.iter().any(|member| self.borrows(member.record))
    }
}

#[cfg(test)]
mod tests;
