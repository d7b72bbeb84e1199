//! Constructs that would go through nested parts of a circle twice, and so through the parts of twenty levels a million times:
//! sizes of regions that a writer needs before it writes the region, and the order of elements. A size that nothing else
//! needs is written later.

use crate::model::{CellId, Check, Extent, FieldId, Input, Length, Node, Protocol, Record, RecordId, Scalar, Wire};
use crate::resolve::resolver::Resolver;

impl Resolver<'_> {
    /// Rejects what goes through nested parts of a circle twice. All declarations are bound.
    pub(in crate::resolve) fn go_once_through_circles(&mut self) -> Option<()> {
        let mut found = Vec::new();
        for (id, record) in self.protocol.records.iter().enumerate() {
            for field in (0..record.fields.len()).map(FieldId) {
                let size = early_size(&self.protocol, record, field).map(|cell| (RecordId(id), cell, EARLY));
                found.extend(size);
                found.extend(ordered(&self.protocol, record, field).map(|(element, cell)| (element, cell, ORDERED)));
            }
        }
        let mut fine = Some(());
        for (record, cell, what) in found {
            let place = self.places.get(record.0).and_then(|places| places.cells.get(cell.0)).copied();
            let Some(span) = place else { continue };
            fine = self.not_yet(what, span);
        }
        fine
    }
}

const EARLY: &str = "a size that is needed before the nested parts behind it are written is";
const ORDERED: &str = "an order of elements in which parts of their own circle are nested is";

/// The number by which a list is in order, where its elements hold parts of the record's circle.
fn ordered(protocol: &Protocol, record: &Record, list: FieldId) -> Option<(RecordId, CellId)> {
    let circle = record.circle.as_ref()?;
    let field = record.fields.get(list.0)?;
    let Check::Ascending { cell } = field.rule.as_ref()?.check else { return None };
    let Node::Record(element) = field.wire.holds()? else { return None };
    (protocol.circle(Node::Record(element)) == Some(circle)).then_some((element, cell?))
}

/// The size of a region that is needed before the region is written, where the region holds parts of the record's circle.
fn early_size(protocol: &Protocol, record: &Record, region: FieldId) -> Option<CellId> {
    let circle = record.circle.as_ref()?;
    let Wire::Within { extent: Extent::Counted(Length { cell, .. }), .. } = &record.fields.get(region.0)?.wire else {
        return None;
    };
    let is_own = |wire: &Wire| protocol.inside(wire).and_then(|node| protocol.circle(node)) == Some(circle);
    let holds = |id: FieldId| record.fields.get(id.0).is_some_and(|field| is_own(&field.wire));
    if !inside(record, region).into_iter().any(holds) {
        return None;
    }
    let number = record.cells.get(cell.0)?.field;
    let bodies = record.fields.iter().flat_map(|field| field.wire.bodies()).chain([record.body.as_slice()]);
    let is_beside = bodies.into_iter().any(|body| body.contains(&number) && body.contains(&region));
    let varies = matches!(record.fields.get(number.0)?.wire, Wire::Bits { carrier: Scalar::Varint(_), .. });
    let reads = |at: usize| {
        let Some(field) = record.fields.get(at) else { return false };
        let tests = field.presence.test().map(|test| test.inputs()).unwrap_or_default();
        let wires = field.wire.inputs().into_iter().map(|(_, input)| input).filter(|_| FieldId(at) != region);
        tests.into_iter().chain(wires).any(|input| input == Input::Cell(*cell))
    };
    (!is_beside || varies || (0..record.fields.len()).any(reads)).then_some(*cell)
}

/// The fields in a field.
fn inside(record: &Record, field: FieldId) -> Vec<FieldId> {
    let bodies = record.fields.get(field.0).map(|field| field.wire.bodies()).unwrap_or_default();
    bodies.into_iter().flatten().flat_map(|id| [vec![*id], inside(record, *id)].concat()).collect()
}
