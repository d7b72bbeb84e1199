//! The packets of a schema, if nobody names them: what no other part of the schema contains.

use std::collections::HashSet;

use wireform_build::interpret::Target;
use wireform_build::model::{Extent, FamilyId, Field, Item, Node, Protocol, Record, RecordId, Role, Wire};

use super::subject::Subject;

/// The target of a packet, by direction.
#[derive(Debug, Clone, Copy)]
pub enum Packets<'s> {
    /// The same in both directions.
    Same(Subject<'s>),
    /// To the port, and from it.
    Directed([Subject<'s>; 2]),
}

/// The transport of the packets, as far as the ports say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// Only ports of UDP are given.
    Udp,
    /// Only ports of TCP are given.
    Tcp,
    /// Both are, or none.
    Any,
}

/// Chooses the packets of a version; if its names do not say which are, gives all that could be.
pub fn chosen(protocol: &Protocol, transport: Transport) -> Result<Packets<'_>, Vec<Subject<'_>>> {
    let roots = roots(protocol, transport);
    match roots.as_slice() {
        [only] => Ok(Packets::Same(*only)),
        _ => directed(&roots).map(Packets::Directed).ok_or(roots),
    }
}

/// Records with a name, and families with a number, that nothing else contains. Those with the word `Tcp` in their name
/// are packets of TCP only, and then no others are. A message of TCP is an element of a record that is nothing but a list.
fn roots(protocol: &Protocol, transport: Transport) -> Vec<Subject<'_>> {
    let is_tcp = |root: &Subject<'_>| has_tcp(&root.name());
    let mut roots = outermost(protocol, &|_| false);
    match transport {
        Transport::Udp if roots.iter().all(is_tcp) => roots = outermost(protocol, &|record| has_tcp(&record.name)),
        Transport::Udp => roots.retain(|root| !is_tcp(root)),
        Transport::Tcp => {
            if roots.iter().any(is_tcp) {
                roots.retain(is_tcp);
            }
            roots.iter_mut().for_each(|root| root.target = element(root));
        }
        Transport::Any => {}
    }
    roots
}

/// Whether a name has this word.
fn has_tcp(name: &str) -> bool {
    words(name).iter().any(|word| word == "tcp")
}

/// The elements of a record that is only a list of them, up to the end of the bytes: a stream has no such end.
fn element(root: &Subject<'_>) -> Target {
    let Target::Record(id) = root.target else { return root.target };
    let record = |id: RecordId| root.protocol.records.get(id.0);
    // An element without a name is no packet by itself.
    let has_name = |id: RecordId| record(id).is_some_and(|one| !matches!(one.role, Role::Element { .. }));
    let Some([Field { wire: Wire::List { item, extent: Extent::Rest }, .. }]) = record(id).map(|one| &one.fields[..])
    else {
        return root.target;
    };
    match item {
        Item::Record { record, .. } if has_name(*record) => Target::Record(*record),
        Item::Family { family, .. } => Target::Family(*family),
        Item::Record { .. } | Item::Scalar { .. } | Item::Float { .. } => root.target,
    }
}

/// The same but for some records, as if these were not there.
fn outermost<'p>(protocol: &'p Protocol, is_left_out: &dyn Fn(&Record) -> bool) -> Vec<Subject<'p>> {
    let contained = contained(protocol, is_left_out);
    let families = (0..protocol.families.len()).map(FamilyId);
    let families = families.filter(|id| protocol.families.get(id.0).is_some_and(|family| family.carrier.is_some()));
    let families = families.filter(|id| !contained.contains(&Node::Family(*id))).map(Target::Family);
    let is_root = |(id, record): &(RecordId, &Record)| {
        let is_element = matches!(record.role, Role::Element { .. });
        !is_element && !is_left_out(record) && !contained.contains(&Node::Record(*id))
    };
    let records = records(protocol).filter(is_root).map(|(id, _)| Target::Record(id));
    families.chain(records).map(|target| Subject { protocol, target }).collect()
}

fn records(protocol: &Protocol) -> impl Iterator<Item = (RecordId, &Record)> {
    protocol.records.iter().enumerate().map(|(index, record)| (RecordId(index), record))
}

/// All that records hold, but for those that are left out, and all messages of families. A nested part of the circle that
/// holds it may be a packet all the same.
fn contained(protocol: &Protocol, is_left_out: &dyn Fn(&Record) -> bool) -> HashSet<Node> {
    let held = |record: &Record| -> Vec<Node> {
        let parts = record.fields.iter().filter_map(|field| Some((&field.wire, protocol.inside(&field.wire)?)));
        let leads_back = |node| record.circle.is_some() && protocol.circle(node) == record.circle.as_ref();
        parts.filter(|(wire, node)| wire.nested().is_none() || !leads_back(*node)).map(|(_, node)| node).collect()
    };
    let mut left_out: HashSet<RecordId> = HashSet::new();
    // A record stands after those that it contains, so the holders of an element come first here.
    let all: Vec<(RecordId, &Record)> = records(protocol).collect();
    for (id, record) in all.iter().rev() {
        let mut holders = all.iter().filter(|(_, other)| held(other).contains(&Node::Record(*id))).peekable();
        let is_element = matches!(record.role, Role::Element { .. }) && holders.peek().is_some();
        let only_left_out = is_element && holders.all(|(holder, _)| left_out.contains(holder));
        if is_left_out(record) || only_left_out {
            left_out.insert(*id);
        }
    }
    let kept = all.iter().filter(|(id, _)| !left_out.contains(id));
    let members = protocol.families.iter().flat_map(|family| &family.members);
    kept.flat_map(|(_, record)| held(record)).chain(members.map(|member| Node::Record(member.record))).collect()
}

/// The words of a name: `CompressedToServer` is compressed, to, server.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for one in name.chars().filter(|one| *one != '_') {
        match words.last_mut() {
            Some(last) if !one.is_uppercase() => last.push(one),
            _ => words.push(one.to_lowercase().collect()),
        }
    }
    words
}

/// The words for the two directions, the most telling first: those of packets to the port, and those of packets from it.
const DIRECTIONS: [[&[&[&str]]; 2]; 3] = [
    [&[&["to", "server"], &["from", "client"]], &[&["to", "client"], &["from", "server"]]],
    [&[&["client"]], &[&["server"]]],
    [
        &[&["request"], &["requests"], &["query"], &["queries"], &["command"], &["commands"]],
        &[&["response"], &["responses"], &["reply"], &["replies"], &["answer"], &["answers"]],
    ],
];

/// A direction that a name says: which words say so, which side it is, and the other words of the name.
#[derive(Debug, PartialEq, Eq)]
struct Direction {
    kind: usize,
    side: usize,
    others: Vec<String>,
}

fn direction(name: &str) -> Option<Direction> {
    let words = words(name);
    let said = |telling: &[&str]| words.windows(telling.len()).position(|some| some == telling);
    for (kind, sides) in DIRECTIONS.iter().enumerate() {
        for (side, all) in sides.iter().enumerate() {
            if let Some((at, len)) = all.iter().find_map(|telling| Some((said(telling)?, telling.len()))) {
                let (before, rest) = words.split_at(at);
                let others = before.iter().chain(rest.iter().skip(len)).cloned().collect();
                return Some(Direction { kind, side, others });
            }
        }
    }
    None
}

/// The only pair of which one name says that it goes to the port, and the other that it comes from there. Of several, it
/// is the pair whose names differ in nothing else, and have the fewest other words.
fn directed<'s>(roots: &[Subject<'s>]) -> Option<[Subject<'s>; 2]> {
    let said: Vec<(Subject<'s>, Direction)> =
        roots.iter().filter_map(|root| Some((*root, direction(&root.name())?))).collect();
    let [to, from] = [0, 1].map(|side| said.iter().filter(|(_, one)| one.side == side).collect::<Vec<_>>());
    if let ([to], [from]) = (to.as_slice(), from.as_slice()) {
        return Some([to.0, from.0]);
    }
    let mut pairs: Vec<(usize, [Subject<'s>; 2])> = Vec::new();
    for (target, one) in &to {
        let others = from.iter().filter(|(_, other)| other.kind == one.kind && other.others == one.others);
        pairs.extend(others.map(|(back, _)| (one.others.len(), [*target, *back])));
    }
    pairs.sort_by_key(|(others, _)| *others);
    match pairs.as_slice() {
        [(_, pair)] => Some(*pair),
        [(fewest, pair), (more, _), ..] if fewest < more => Some(*pair),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Packets, Transport, chosen, direction, words};
    use crate::support::schema;

    /// The names that are chosen of a schema, or those to choose from.
    fn names(items: &str, transport: Transport) -> Result<Vec<String>, Vec<String>> {
        let protocol = schema(items);
        match chosen(&protocol, transport) {
            Ok(Packets::Same(one)) => Ok(vec![one.name()]),
            Ok(Packets::Directed(two)) => Ok(two.iter().map(super::Subject::name).collect()),
            Err(all) => Err(all.iter().map(super::Subject::name).collect()),
        }
    }

    #[test]
    fn words_of_names() {
        assert_eq!(words("CompressedToServer"), ["compressed", "to", "server"]);
        assert_eq!(words("Tcp_Message"), ["tcp", "message"]);
    }

    #[test]
    fn directions_of_names() {
        let side = |name: &str| direction(name).map(|one| (one.kind, one.side));
        assert_eq!(side("FromClient"), Some((0, 0)));
        assert_eq!(side("ToClient"), Some((0, 1)));
        assert_eq!(side("ServerPacket"), Some((1, 1)));
        assert_eq!(side("Replies"), Some((2, 1)));
        assert_eq!(side("TcpRequest"), Some((2, 0)));
        assert_eq!(side("Datagram"), None);
    }

    #[test]
    fn only_what_nothing_contains_is_chosen() {
        let one =
            "struct Inner { x: u8 } struct Outer { all: [Inner; 2], one: F } family F: u8 { message M = 1 { x: u8 } }";
        assert_eq!(names(one, Transport::Any), Ok(vec!["Outer".to_owned()]));
        let two = "struct ToServer { x: u8 } struct ToClient { x: u8 } struct Other { x: u8 }";
        assert_eq!(names(two, Transport::Any), Ok(vec!["ToServer".to_owned(), "ToClient".to_owned()]));
        let many = "struct A { x: u8 } struct B { x: u8 }";
        assert_eq!(names(many, Transport::Any), Err(vec!["A".to_owned(), "B".to_owned()]));
    }

    #[test]
    fn of_several_pairs_the_plain_one_is_chosen() {
        let four = "struct ZipToServer { x: u8 } struct ZipToClient { x: u8 } struct ToServer { x: u8 } struct ToClient { x: u8 }";
        assert_eq!(names(four, Transport::Any), Ok(vec!["ToServer".to_owned(), "ToClient".to_owned()]));
        let alike =
            "struct ARequest { x: u8 } struct AReply { x: u8 } struct BRequest { x: u8 } struct BReply { x: u8 }";
        assert!(names(alike, Transport::Any).is_err());
    }

    #[test]
    fn what_contains_itself_is_chosen() {
        let value = "struct Value depth 9 { all: [Pair; u8] } struct Pair { key: nested Key, value: nested Value } struct Key { x: u8 }";
        assert_eq!(names(value, Transport::Any), Ok(vec!["Value".to_owned()]));
        let inside = format!("{value} struct Packet {{ value: nested Value }}");
        assert_eq!(names(&inside, Transport::Any), Ok(vec!["Packet".to_owned()]));
    }

    #[test]
    fn the_transport_decides_about_names_with_tcp() {
        let both = "struct Message { x: u8 } struct TcpMessage { all: [struct One { m: Message }; 2] }";
        assert_eq!(names(both, Transport::Any), Ok(vec!["TcpMessage".to_owned()]));
        assert_eq!(names(both, Transport::Udp), Ok(vec!["Message".to_owned()]));
        let beside = "struct Message { x: u8 } struct TcpMessage { x: u8 }";
        assert_eq!(names(beside, Transport::Tcp), Ok(vec!["TcpMessage".to_owned()]));
        assert_eq!(names(beside, Transport::Udp), Ok(vec!["Message".to_owned()]));
        assert!(names(beside, Transport::Any).is_err());
    }

    #[test]
    fn a_stream_is_of_the_elements_of_a_list() {
        let list = "struct Message { n: u8 } struct Connection { all: [Message; ..] }";
        assert_eq!(names(list, Transport::Udp), Ok(vec!["Connection".to_owned()]));
        assert_eq!(names(list, Transport::Tcp), Ok(vec!["Message".to_owned()]));
    }
}
