//! Session state of records and families: the values that each takes as parameters.

use crate::model::Nested;
use crate::model::{Node, Protocol, Record, RecordId, Role, SessionId, Wire};
use std::collections::BTreeSet;

/// The session values that each record and family takes: those that it needs to be read or written, and those that it
/// updates, if it is in an element of a list and later elements need them.
pub fn session_params(protocol: &Protocol) -> Nested<SessionId> {
    let needs = |node| match node {
        Node::Record(RecordId(id)) => protocol.records.get(id).map(needed).unwrap_or_default(),
        Node::Family(_) => BTreeSet::new(),
    };
    let (needed, updated) = (Nested::of_nodes(protocol, needs, |_, _| true), updated(protocol));
    let mut needed_later = Nested::empty(protocol);
    // In reverse dependency order: each record or family before those nested in it.
    for node in protocol.order.iter().rev() {
        let Node::Record(id) = node else { continue };
        let Some(record) = protocol.records.get(id.0) else { continue };
        for wire in record.fields.iter().map(|field| &field.wire) {
            let Some(inner) = wire.holds() else { continue };
            if let Wire::List { .. } | Wire::Sparse { .. } = wire {
                needed_later.add(inner, needed.node(inner).iter().copied());
            }
            if propagates(record, wire) {
                needed_later.add(inner, needed_later.record(*id).clone());
            }
        }
    }
    let own = |node| needs(node).into_iter().chain(needed_later.node(node) & updated.node(node)).collect();
    Nested::of_nodes(protocol, own, |_, _| true)
}

/// The session values that a record itself needs, without nested ones.
fn needed(record: &Record) -> BTreeSet<SessionId> {
    record.fields.iter().flat_map(|field| field.condition_needs().into_iter().chain(field.needs())).collect()
}

/// The session values that the messages of a family update, and those that the streams in a record update.
fn updated(protocol: &Protocol) -> Nested<SessionId> {
    let own = |node| {
        let Node::Record(id) = node else { return BTreeSet::new() };
        let sessions = (0..).map(SessionId).zip(&protocol.sessions);
        sessions.filter(|(_, session)| session.message == id).map(|(session, _)| session).collect()
    };
    Nested::of_nodes(protocol, own, propagates)
}

/// Whether updates in a field of a record are visible after the record.
fn propagates(record: &Record, wire: &Wire) -> bool {
    !matches!(record.role, Role::Message { .. }) && wire.tells()
}
