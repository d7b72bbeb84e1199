//! What a packet lacks that was cut off, worked out from the whole one: how the interpreter read that says which bytes are
//! which field. The first field that ends behind the cut is the one that is named, and what is missing of it at least is
//! what the reader asks for.

use wireform_build::interpret::{self, ReadError, ReadErrorKind, Step, StepKind, Target};
use wireform_build::model::{
    Code, Encoding, End, Extent, Field, Item, Node, Protocol, Scalar, SessionValues, Tag, Varint, VarintForm,
    VarintShape, Wire,
};

use crate::generated::{self, Generated, session};
use crate::prefixes::{asks, asks_left, is_complete};
use crate::protocols;
use crate::right::{Packets, targets};
use crate::schemas::Known;
use crate::vectors::packets;

/// So many packets of each message, struct and family.
const PACKETS: usize = 12;

#[test]
fn what_is_missing_of_a_vector_is_named() {
    let mut cuts = Cuts::default();
    for (generated, bytes) in packets() {
        let whole = Whole {
            protocol: generated.protocol,
            target: generated.target(),
            params: generated.params,
            session: &session(generated.protocol),
            bytes: &bytes,
        };
        cuts.of(&whole, Some(&generated));
    }
    println!("{cuts:?}");
    assert!(cuts.named > 3_000 && cuts.at_the_end < cuts.named / 4, "{cuts:?}");
}

#[test]
fn what_is_missing_of_any_packet_is_named() {
    let mut cuts = Cuts::default();
    for (protocol, generated) in protocols::all() {
        cuts.all_of(protocol, &generated);
    }
    println!("{cuts:?}");
    assert!(cuts.named > 30_000 && cuts.at_the_end < cuts.named / 4, "{cuts:?}");
}

/// A right packet, and what its receiver knows.
struct Whole<'w> {
    protocol: &'w Protocol,
    target: Target,
    params: &'w [Code],
    session: &'w SessionValues,
    bytes: &'w [u8],
}

impl Whole<'_> {
    /// How many bytes are read.
    fn read(&self, bytes: &[u8]) -> Result<usize, ReadError> {
        let mut session = self.session.clone();
        let read = interpret::read_in(self.protocol, self.target, bytes, self.params, &mut session)?;
        Ok(bytes.len() - read.rest.len())
    }
}

/// How many cuts were looked at.
#[derive(Debug, Default)]
struct Cuts {
    /// Those that are refused at the first field that does not fit.
    named: usize,
    /// Those that are told by what is left, or are whole without what was cut off.
    at_the_end: usize,
}

impl Cuts {
    /// Examples and random packets of whatever a protocol has; where generated code knows what their receivers do, it says
    /// the same.
    fn all_of(&mut self, protocol: &Protocol, generated: &[Generated]) {
        for target in targets(protocol) {
            for (bytes, Known { params, session }) in Packets::new(protocol, target, None).several(PACKETS) {
                let knows = |one: &&Generated| {
                    one.target() == target && *one.params == *params && session == generated::session(protocol)
                };
                let whole = Whole { protocol, target, params: &params, session: &session, bytes: &bytes };
                self.of(&whole, generated.iter().find(knows));
            }
        }
    }

    fn of(&mut self, whole: &Whole<'_>, generated: Option<&Generated>) {
        let Whole { protocol, target, params, session, bytes } = whole;
        let asked = |of: &dyn Fn(&Field) -> bool| asked(protocol, *target, of);
        let goes_on = matches!(target, Target::Stream(_)) || asked(&asks_the_end);
        let by_left = asked(&counts_from_the_end);
        let (steps, read) = interpret::trace(protocol, *target, bytes, params, session);
        assert!(read.is_ok());
        let leaves: Vec<&Step> = steps.iter().filter(|step| is_leaf(step)).collect();
        for len in 0..bytes.len() {
            let read = whole.read(&bytes[..len]);
            if let Some(generated) = generated {
                let ours = (generated.read)(&bytes[..len]).map(|read| read.bytes.len());
                assert_eq!(ours, read, "{bytes:02x?} at {len}");
            }
            let error = match read {
                Err(error) if !(by_left || goes_on && is_complete(&Err(error.clone()), len, bytes[len])) => error,
                read => {
                    assert!(goes_on || by_left, "{read:?} of {bytes:02x?} at {len}");
                    self.at_the_end += 1;
                    continue;
                }
            };
            let said = format!("{error} of {bytes:02x?} at {len}");
            let ReadErrorKind::Truncated { needed } = error.kind else { panic!("{said}") };
            let Some(step) = leaves.iter().find(|step| step.offset + step.len > len) else { panic!("{said}") };
            let (have, rest) = (&bytes[step.offset..len.max(step.offset)], step.offset + step.len - len);
            let inside = path(&step.path) != error.path || step.offset != error.offset;
            if error.path.ends_with("within") && inside {
                // All bytes of a region are taken at once: it is a field that holds others, and goes to the end of one.
                let ends = |step: &&&Step| step.offset + step.len == len + needed;
                assert!(error.offset <= len && leaves.iter().any(|step| ends(&step)), "{said}");
            } else {
                // The code of a message that nobody knows stands in nothing.
                let named = if step.path.is_empty() { step.name.clone() } else { path(&step.path) };
                let around = named.rsplit_once('.').map_or("", |(around, _)| around);
                let same = error.path == named || error.path == around || step.kind == StepKind::Terminator;
                assert!(same && (error.offset == step.offset || step.kind == StepKind::Terminator), "{said}: {step:?}");
                let could = could_need(protocol, step, &error.path, have, rest);
                assert!(could.contains(&needed), "{said}: {could:?} {step:?}");
            }
            self.named += 1;
        }
    }
}

/// Whether some field of a message, struct or family is such a one, or of what it holds.
fn asked(protocol: &Protocol, target: Target, of: &dyn Fn(&Field) -> bool) -> bool {
    match target {
        Target::Record(id) => protocol.records[id.0].fields.iter().any(|field| {
            of(field)
                || match field.wire.holds() {
                    Some(Node::Record(id)) => asked(protocol, Target::Record(id), of),
                    Some(Node::Family(id)) => asked(protocol, Target::Family(id), of),
                    _ => false,
                }
        }),
        Target::Family(id) | Target::Stream(id) => {
            protocol.families[id.0].members.iter().any(|member| asked(protocol, Target::Record(member.record), of))
        }
    }
}

fn asks_the_end(field: &Field) -> bool {
    match &field.wire {
        Wire::Bytes(extent) | Wire::Text { extent, .. } | Wire::List { extent, .. } => asks(extent),
        _ => asks_left(field),
    }
}

fn counts_from_the_end(field: &Field) -> bool {
    let from_the_end = |extent: &Extent| matches!(extent, Extent::AllBut(_) | Extent::Until { end: End::Left(_), .. });
    match &field.wire {
        Wire::Bytes(extent) | Wire::Text { extent, .. } | Wire::List { extent, .. } | Wire::Within { extent, .. } => {
            from_the_end(extent) || asks_left(field)
        }
        _ => asks_left(field),
    }
}

/// Whether it stands for bytes of its own.
fn is_leaf(step: &Step) -> bool {
    match step.kind {
        StepKind::Record | StepKind::List | StepKind::Part { .. } => false,
        StepKind::Code
        | StepKind::Field
        | StepKind::Derived
        | StepKind::Hook
        | StepKind::Bits
        | StepKind::Constant
        | StepKind::Reserved
        | StepKind::Terminator => step.len > 0,
    }
}

/// The path of a step as errors have it: without indices, and without the names of messages.
pub fn path(path: &str) -> String {
    let names = path.split('.').map(|name| name.split([' ', '[']).next().unwrap_or(""));
    names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(".")
}

/// How many bytes a field may ask for of which these are there and `rest` are not: as many as are certainly missing. What
/// it is, its name says, of all fields of the protocol that have it.
fn could_need(protocol: &Protocol, step: &Step, path: &str, have: &[u8], rest: usize) -> Vec<usize> {
    if step.kind == StepKind::Terminator {
        return (1..=rest).collect();
    }
    let label = path.rsplit('.').next().unwrap_or(path);
    let records = protocol.records.iter();
    let fields = records.clone().flat_map(|record| &record.fields).filter(|field| field.label == label);
    let mut could: Vec<usize> = fields.flat_map(|field| of_field(protocol, field, have, rest)).collect();
    if step.name == "code" {
        let carriers = protocol.families.iter().filter_map(|family| family.carrier);
        could.extend(carriers.map(|carrier| of_scalar(protocol, carrier, have, rest)));
    }
    could
}

fn of_field(protocol: &Protocol, field: &Field, have: &[u8], rest: usize) -> Vec<usize> {
    let scalar = |scalar: &Scalar| of_scalar(protocol, *scalar, have, rest);
    match &field.wire {
        Wire::Scalar { scalar: one, .. } | Wire::Bits { carrier: one, .. } => vec![scalar(one)],
        Wire::Match { tag: Tag::InPlace { scalar: one, .. }, .. } => vec![scalar(one)],
        Wire::Chosen { forms, .. } => forms.iter().filter_map(|form| form.scalar.as_ref()).map(scalar).collect(),
        Wire::Float { .. } | Wire::Padding { .. } | Wire::Magic(_) => vec![rest],
        Wire::Bytes(extent) => vec![of_bytes(protocol, extent, have, rest)],
        Wire::Text { extent, unit: None, encoding: Encoding::Utf8 | Encoding::Ascii | Encoding::Latin1 } => {
            vec![of_bytes(protocol, extent, have, rest)]
        }
        // Characters are read one by one, behind a count if there is one.
        Wire::Text { unit: Some(Scalar::Int { bytes, .. }), extent, .. }
            if !matches!(extent, Extent::Prefixed { .. }) =>
        {
            vec![usize::from(*bytes) - have.len() % usize::from(*bytes)]
        }
        Wire::Text { unit: Some(_), .. } => (1..=rest).collect(),
        Wire::List { item, extent } => {
            let count = match extent {
                Extent::Prefixed { scalar: one, .. } => Some(scalar(one)),
                _ => None,
            };
            count.into_iter().chain(of_item(protocol, item, have, rest)).collect()
        }
        Wire::Sparse { item, .. } => of_item(protocol, item, have, rest).into_iter().collect(),
        Wire::Within { extent: Extent::Prefixed { scalar: one, .. }, .. } => vec![scalar(one)],
        Wire::Match { .. } | Wire::Group { .. } | Wire::Record { .. } | Wire::Family { .. } | Wire::Within { .. } => {
            Vec::new()
        }
    }
}

fn of_item(protocol: &Protocol, item: &Item, have: &[u8], rest: usize) -> Option<usize> {
    match item {
        Item::Scalar { scalar, .. } => Some(of_scalar(protocol, *scalar, have, rest)),
        Item::Float { .. } => Some(rest),
        Item::Record { .. } | Item::Family { .. } => None,
    }
}

/// Bytes that are counted are taken at once, those up to an end are looked at one by one.
fn of_bytes(protocol: &Protocol, extent: &Extent, have: &[u8], rest: usize) -> usize {
    match extent {
        Extent::Until { .. } => 1,
        Extent::Prefixed { scalar, .. } => match *scalar {
            Scalar::Int { bytes, .. } if have.len() < usize::from(bytes) => usize::from(bytes) - have.len(),
            Scalar::Varint(id) => match varint(&protocol.varints[id.0], have) {
                0 => rest,
                missing => missing,
            },
            Scalar::Int { .. } => rest,
        },
        Extent::Fixed { .. } | Extent::Counted(_) | Extent::Given(_) | Extent::Rest | Extent::AllBut(_) => rest,
    }
}

fn of_scalar(protocol: &Protocol, scalar: Scalar, have: &[u8], rest: usize) -> usize {
    match scalar {
        Scalar::Int { .. } => rest,
        Scalar::Varint(id) => varint(&protocol.varints[id.0], have),
    }
}

/// How many bytes a number of variable width lacks at least; none if it is all there.
fn varint(varint: &Varint, have: &[u8]) -> usize {
    let Some(first) = have.first() else { return 1 };
    let more = |last: &u8| last & 0x80 != 0;
    let all = match &varint.shape {
        VarintShape::Forms(forms) => {
            let marked = forms.iter().find(|form: &&VarintForm| form.marker == Some(*first));
            1 + marked.map_or(0, |form| usize::from(form.bytes))
        }
        VarintShape::Groups(_) | VarintShape::Leb128 { .. } => have.len() + usize::from(have.last().is_some_and(more)),
        VarintShape::Quic => 1 << (first >> 6),
    };
    all.saturating_sub(have.len())
}
