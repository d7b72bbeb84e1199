//! Which values of the session have to be handed to what.

use std::collections::BTreeSet;

use super::Inside;
use crate::model::{Node, Protocol, Record, RecordId, Role, SessionId, Wire};

/// Which values of the session have to be handed to a thing: those that it needs to be read or written, and those that it
/// says where it stands in an element of a list of which the next one needs them.
#[must_use]
pub fn sessions_inside(protocol: &Protocol) -> Inside<SessionId> {
    let needs = |node| match node {
        Node::Record(RecordId(id)) => protocol.records.get(id).map(needed).unwrap_or_default(),
        Node::Family(_) => BTreeSet::new(),
    };
    let (needed, said) = (Inside::of_nodes(protocol, needs, |_, _| true), said(protocol));
    let mut wanted = Inside::nothing(protocol);
    // What holds something stands behind it.
    for node in protocol.order.iter().rev() {
        let Node::Record(id) = node else { continue };
        let Some(record) = protocol.records.get(id.0) else { continue };
        for wire in record.fields.iter().map(|field| &field.wire) {
            let Some(inner) = wire.holds() else { continue };
            if let Wire::List { .. } | Wire::Sparse { .. } = wire {
                wanted.add(inner, needed.node(inner).iter().copied());
            }
            if tells(record, wire) {
                wanted.add(inner, wanted.record(*id).clone());
            }
        }
    }
    let own = |node| needs(node).into_iter().chain(wanted.node(node) & said.node(node)).collect();
    Inside::of_nodes(protocol, own, |_, _| true)
}

/// What is needed of a record without what stands in it.
fn needed(record: &Record) -> BTreeSet<SessionId> {
    record.fields.iter().flat_map(|field| field.condition_needs().into_iter().chain(field.needs())).collect()
}

/// What the messages of a family say, and what the streams in a record say to whatever is behind it.
fn said(protocol: &Protocol) -> Inside<SessionId> {
    let own = |node| {
        let Node::Record(id) = node else { return BTreeSet::new() };
        let sessions = (0..).map(SessionId).zip(&protocol.sessions);
        sessions.filter(|(_, session)| session.message == id).map(|(session, _)| session).collect()
    };
    Inside::of_nodes(protocol, own, tells)
}

/// Whether what is said in a field of a record is known behind the record.
fn tells(record: &Record, wire: &Wire) -> bool {
    !matches!(record.role, Role::Message { .. }) && wire.tells()
}
