//! The least nesting of a value: how many nested parts of its circle are within each other at least.

use crate::model::{
    CellId, Code, Extent, Family, FamilyId, Field, FieldId, Item, Node, Presence, Protocol, Record, RecordId, Wire,
};

/// For each record and family the levels of its least value; `None` if none is finite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heights {
    records: Vec<Option<u16>>,
    families: Vec<Option<u16>>,
}

/// The least nesting of all records and families.
pub fn heights(protocol: &Protocol) -> Heights {
    let mut found =
        Heights { records: vec![None; protocol.records.len()], families: vec![None; protocol.families.len()] };
    // Each pass finds the values of one more level, until there are no others.
    loop {
        let before = found.clone();
        for node in &protocol.order {
            match *node {
                Node::Record(id) => found.records[id.0] = found.record(protocol, &protocol.records[id.0]),
                Node::Family(id) => found.families[id.0] = found.family(&protocol.families[id.0]),
            }
        }
        if found == before {
            return found;
        }
    }
}

impl Heights {
    /// The levels of the least value.
    pub fn of(&self, node: Node) -> Option<u16> {
        match node {
            Node::Record(RecordId(id)) => self.records.get(id).copied().flatten(),
            Node::Family(FamilyId(id)) => self.families.get(id).copied().flatten(),
        }
    }

    fn record(&self, protocol: &Protocol, record: &Record) -> Option<u16> {
        self.body((protocol, record), &record.body)
    }

    fn family(&self, family: &Family) -> Option<u16> {
        let members = family.members.iter().filter_map(|member| self.of(Node::Record(member.record)));
        members.chain(family.open.then_some(0)).min()
    }

    fn body(&self, of: (&Protocol, &Record), body: &[FieldId]) -> Option<u16> {
        let fields = body.iter().filter_map(|id| Some((*id, of.1.fields.get(id.0)?)));
        let mut heights = fields.map(|(id, field)| self.field(of, id, field));
        heights.try_fold(0, |highest, one| Some(one?.max(highest)))
    }

    fn field(&self, of: (&Protocol, &Record), id: FieldId, field: &Field) -> Option<u16> {
        if field.presence != Presence::Always {
            return Some(0);
        }
        match &field.wire {
            Wire::Nested { part, .. } => {
                let part = *of.0.nested.get(part.0)?;
                let own = of.1.circle.is_some() && of.1.circle.as_ref() == of.0.circle(part);
                self.of(part)?.checked_add(u16::from(own))
            }
            Wire::List { item, extent } if has_elements(of.1, id, field, extent) => self.item(item),
            Wire::List { .. } | Wire::Sparse { .. } => Some(0),
            Wire::Match { arms, .. } => arms.iter().filter_map(|arm| self.body(of, &arm.body)).min(),
            Wire::Group { body, .. } | Wire::Within { body, .. } => self.body(of, body),
            wire => wire.holds().map_or(Some(0), |node| self.of(node)),
        }
    }

    fn item(&self, item: &Item) -> Option<u16> {
        item.holds().map_or(Some(0), |node| self.of(node))
    }
}

/// Whether each value of a list has an element.
fn has_elements(record: &Record, id: FieldId, field: &Field, extent: &Extent) -> bool {
    let counted = |cell: CellId| record.cells.get(cell.0).map_or(0, |cell| cell.interval.min);
    let least: Code = match extent {
        Extent::Fixed { count, or_end: false } => (*count).into(),
        Extent::Counted(length) => counted(length.cell).saturating_mul(length.times).saturating_add(length.plus),
        Extent::Prefixed { cell, .. } => counted(*cell),
        Extent::Fixed { .. } | Extent::Given(_) | Extent::Until { .. } | Extent::Rest | Extent::AllBut(_) => 0,
    };
    least > 0 || field.rule.as_ref().and_then(|rule| rule.lens(id)).is_some_and(|lens| lens.min > 0)
}
