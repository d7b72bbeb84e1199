//! Places in packets where another message may stand: the packet goes on with it after its front.

use std::collections::HashSet;

use wireform_build::interpret::{Event, Target, Unknown, events};
use wireform_build::model::{Code, FamilyId, Node, Protocol, RecordId, SessionValues};

/// A place for a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// The bytes of a packet before it.
    pub front: Vec<u8>,
    room: Room,
}

/// The messages that may stand in a place.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Room {
    /// Those of families that have a code before each message.
    Families(Vec<FamilyId>),
    /// This one only.
    Record(RecordId),
}

impl Slot {
    /// The place of a packet that is one message, or begins with one.
    pub fn whole(family: FamilyId) -> Self {
        Self { front: Vec::new(), room: Room::Families(vec![family]) }
    }

    /// Whether a message may stand here.
    pub fn takes(&self, protocol: &Protocol, record: RecordId) -> bool {
        match &self.room {
            Room::Families(families) => with_code(protocol, record).iter().any(|family| families.contains(family)),
            Room::Record(own) => *own == record,
        }
    }
}

/// The places of messages in a packet. The first element of a list stands for the whole list; later ones have no places.
pub fn slots(protocol: &Protocol, target: Target, bytes: &[u8], params: &[Code], session: &SessionValues) -> Vec<Slot> {
    let Ok((_, events)) = events(protocol, target, bytes, params, session, &Unknown) else { return Vec::new() };
    let mut slots = Vec::new();
    let mut is_later = false;
    for (index, event) in events.iter().enumerate() {
        if let Event::Record(record) = event
            && !is_later
            && let Some(id) = protocol.records.iter().position(|one| std::ptr::eq(one, *record)).map(RecordId)
            && names(protocol, id).next().is_some()
        {
            let mut runs = events.iter().skip(index).filter_map(offset);
            let front = bytes.get(..runs.next().unwrap_or(bytes.len())).unwrap_or(bytes).to_vec();
            let families = with_code(protocol, id);
            let room = if families.is_empty() { Room::Record(id) } else { Room::Families(families) };
            slots.push(Slot { front, room });
        }
        is_later = matches!(event, Event::Element(1..));
    }
    slots
}

/// Where a run begins.
fn offset(event: &Event<'_>) -> Option<usize> {
    if let Event::Run { offset, .. } = event { Some(*offset) } else { None }
}

/// The families of a message that have a code before it.
fn with_code(protocol: &Protocol, record: RecordId) -> Vec<FamilyId> {
    let families = protocol.families.iter().enumerate().filter(|(_, family)| family.carrier.is_some());
    let has_it = families.filter(|(_, family)| family.members.iter().any(|member| member.record == record));
    has_it.map(|(id, _)| FamilyId(id)).collect()
}

/// The names that a message has in its families.
pub fn names(protocol: &Protocol, record: RecordId) -> impl Iterator<Item = &str> {
    let members = protocol.families.iter().flat_map(|family| &family.members);
    members.filter(move |member| member.record == record).map(|member| member.name.as_str())
}

/// The messages of families in a target, in the order of the model.
pub fn messages(protocol: &Protocol, target: Target) -> Vec<RecordId> {
    let first = match target {
        Target::Record(id) => Node::Record(id),
        Target::Family(id) | Target::Stream(id) => Node::Family(id),
    };
    let (mut seen, mut open) = (HashSet::from([first]), vec![first]);
    while let Some(node) = open.pop() {
        let inner: Vec<Node> = match node {
            Node::Record(RecordId(id)) => {
                let fields = protocol.records.get(id).map(|record| record.fields.as_slice()).unwrap_or_default();
                fields.iter().filter_map(|field| field.wire.holds()).collect()
            }
            Node::Family(FamilyId(id)) => {
                let members = protocol.families.get(id).map(|family| family.members.as_slice()).unwrap_or_default();
                members.iter().map(|member| Node::Record(member.record)).collect()
            }
        };
        open.extend(inner.into_iter().filter(|node| seen.insert(*node)));
    }
    let ids = (0..protocol.records.len()).map(RecordId);
    let is_message = |id: &RecordId| {
        target != Target::Record(*id) && seen.contains(&Node::Record(*id)) && names(protocol, *id).next().is_some()
    };
    ids.filter(is_message).collect()
}
