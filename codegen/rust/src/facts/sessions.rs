//! Session state as parameters: code that needs a state has it passed, like any other context.

use crate::model::{self, Expr, FamilyId, Input, Item, Param, Protocol, RecordId, Schema, Session, SessionId, Wire};
use std::collections::BTreeSet;

/// Lowers session state to parameters: every record and family that needs a state, itself or nested, has a parameter
/// for it, after its own.
pub fn with_session_parameters(schema: &Schema) -> Schema {
    Schema { first: lowered(&schema.first), later: schema.later.iter().map(lowered).collect() }
}

fn lowered(protocol: &Protocol) -> Protocol {
    let mut protocol = protocol.clone();
    let needs = model::session_params(&protocol);
    let sessions = protocol.sessions.clone();
    let params = |ids: &BTreeSet<SessionId>| -> Vec<Param> {
        ids.iter().filter_map(|id| Some(param(sessions.get(id.0)?, *id))).collect()
    };
    for (id, record) in protocol.records.iter_mut().enumerate() {
        for field in &mut record.fields {
            let passed = needs.wire(&field.wire).iter().copied().map(Expr::Session);
            match &mut field.wire {
                Wire::Record { args, .. }
                | Wire::Family { args, .. }
                | Wire::List { item: Item::Record { args, .. } | Item::Family { args, .. }, .. }
                | Wire::Sparse { item: Item::Record { args, .. } | Item::Family { args, .. }, .. } => {
                    args.extend(passed);
                }
                _ => {}
            }
        }
        record.params.extend(params(needs.record(RecordId(id))));
    }
    for (id, family) in protocol.families.iter_mut().enumerate() {
        for member in &mut family.members {
            member.args.extend(needs.record(member.record).iter().copied().map(Input::Session));
        }
        family.params.extend(params(needs.family(FamilyId(id))));
    }
    protocol
}

fn param(session: &Session, id: SessionId) -> Param {
    Param { name: session.name.clone(), docs: session.docs.clone(), kind: session.kind, session: Some(id) }
}
