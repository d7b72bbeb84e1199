//! How many bytes a field lacks of which only the first came: as many as are certainly missing, which its model says.

use wireform_build::interpret::{Step, StepKind, Target};
use wireform_build::model::{
    Extent, Field, FieldId, Item, Node, Protocol, RecordId, Scalar, Tag, Varint, VarintShape, Wire,
};

use crate::paths::{in_record, is_in, node};

/// How many bytes may be asked for of a step of which these are there and `rest` are not. Which field it is, the path of the
/// error says; in a family several messages may have such a one.
pub fn could_need(
    protocol: &Protocol,
    target: Target,
    step: &Step,
    path: &str,
    have: &[u8],
    rest: usize,
) -> Vec<usize> {
    if step.kind == StepKind::Terminator {
        return (1..=rest).collect();
    }
    let mut fields = Vec::new();
    find(protocol, node(target), path, &mut fields);
    let mut could: Vec<usize> = fields.into_iter().flat_map(|field| of_field(protocol, field, have, rest)).collect();
    if step.name == "code" {
        let carriers = protocol.families.iter().filter_map(|family| family.carrier);
        could.extend(carriers.map(|carrier| missing(protocol, carrier, have)));
    }
    could
}

/// The fields of this path.
fn find<'p>(protocol: &'p Protocol, node: Node, path: &str, found: &mut Vec<&'p Field>) {
    match node {
        Node::Family(id) => {
            let members = protocol.families[id.0].members.iter();
            members.for_each(|member| find(protocol, Node::Record(member.record), path, found));
        }
        Node::Record(RecordId(id)) => {
            let record = &protocol.records[id];
            for (at, field) in record.fields.iter().enumerate() {
                let own = in_record(record, FieldId(at));
                if own == path {
                    found.push(field);
                }
                if let Some(node) = field.wire.holds()
                    && is_in(path, &own)
                {
                    let inside = path[own.len()..].trim_start_matches('.');
                    find(protocol, node, inside, found);
                }
            }
        }
    }
}

fn of_field(protocol: &Protocol, field: &Field, have: &[u8], rest: usize) -> Vec<usize> {
    let scalar = |scalar: &Scalar| missing(protocol, *scalar, have);
    match &field.wire {
        Wire::Scalar { scalar: one, .. } | Wire::Bits { carrier: one, .. } => vec![scalar(one)],
        Wire::Match { tag: Tag::InPlace { scalar: one, .. }, .. } => vec![scalar(one)],
        Wire::Chosen { forms, .. } => forms.iter().filter_map(|form| form.scalar.as_ref()).map(scalar).collect(),
        Wire::Float { .. } | Wire::Padding { .. } | Wire::Magic(_) => vec![rest],
        Wire::Bytes(extent) | Wire::Text { extent, unit: None, .. } => vec![of_bytes(protocol, extent, have, rest)],
        Wire::Text { extent, unit: Some(unit), .. } => vec![of_units(protocol, *unit, extent, have)],
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
        Item::Scalar { scalar, .. } => Some(missing(protocol, *scalar, have)),
        Item::Float { .. } => Some(rest),
        Item::Record { .. } | Item::Family { .. } => None,
    }
}

/// Bytes that are counted are taken at once, those up to an end are looked at one by one.
fn of_bytes(protocol: &Protocol, extent: &Extent, have: &[u8], rest: usize) -> usize {
    match extent {
        Extent::Until { .. } => 1,
        Extent::Prefixed { scalar, .. } => match missing(protocol, *scalar, have) {
            0 => rest,
            missing => missing,
        },
        Extent::Fixed { .. } | Extent::Counted(_) | Extent::Given(_) | Extent::Rest | Extent::AllBut(_) => rest,
    }
}

/// Characters that are numbers are read one by one, behind their count if that stands in front.
fn of_units(protocol: &Protocol, unit: Scalar, extent: &Extent, have: &[u8]) -> usize {
    let mut have = have;
    if let Extent::Prefixed { scalar, .. } = extent {
        match behind(protocol, *scalar, have) {
            Some(characters) => have = characters,
            None => return missing(protocol, *scalar, have),
        }
    }
    while let Some(others) = behind(protocol, unit, have) {
        have = others;
    }
    missing(protocol, unit, have)
}

/// What stands behind a number, if all of that is there.
fn behind<'h>(protocol: &Protocol, scalar: Scalar, have: &'h [u8]) -> Option<&'h [u8]> {
    have.get(width(protocol, scalar, have)..)
}

/// How many bytes a number lacks at least; none if it is all there.
fn missing(protocol: &Protocol, scalar: Scalar, have: &[u8]) -> usize {
    width(protocol, scalar, have).saturating_sub(have.len())
}

/// How many bytes a number has at least that begins so.
fn width(protocol: &Protocol, scalar: Scalar, have: &[u8]) -> usize {
    match scalar {
        Scalar::Int { bytes, .. } => usize::from(bytes),
        Scalar::Varint(id) => of_varint(&protocol.varints[id.0], have),
    }
}

/// How many bytes the shortest has: where each has a marker, that and a number.
fn least(varint: &Varint) -> usize {
    match &varint.shape {
        VarintShape::Forms(forms) => {
            let widths = forms.iter().map(|form| usize::from(form.bytes) + usize::from(form.marker.is_some()));
            widths.min().unwrap_or(1)
        }
        VarintShape::Groups(_) | VarintShape::Leb128 { .. } | VarintShape::Quic => 1,
    }
}

fn of_varint(varint: &Varint, have: &[u8]) -> usize {
    let Some(first) = have.first() else { return least(varint) };
    let last = have.iter().position(|byte| byte & 0x80 == 0).unwrap_or(have.len());
    match &varint.shape {
        VarintShape::Forms(forms) => {
            let marked = forms.iter().find(|form| form.marker == Some(*first));
            let bare = forms.iter().find(|form| form.marker.is_none());
            match (marked, bare) {
                (Some(form), _) => 1 + usize::from(form.bytes),
                (None, Some(form)) => usize::from(form.bytes),
                (None, None) => 1,
            }
        }
        VarintShape::Groups(groups) => (last + 1).min(groups.len()),
        VarintShape::Leb128 { .. } => last + 1,
        VarintShape::Quic => 1 << (first >> 6),
    }
}
