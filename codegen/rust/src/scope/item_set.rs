//! Sets of a protocol's items that are emitted together: all of them, those that no other module has, or in a schema with
//! versions the items that all versions share, and those of one version.

use crate::model::same::Same;
use crate::model::{
    BitsId, Carrier, Content, EnumId, Expr, Family, FamilyId, Held, HookId, Item, PackedId, Param, Protocol,
    QuantityId, Record, RecordId, Scalar, Schema, Text, Value, VarintId, Wire,
};
use std::collections::BTreeSet;

/// A set of a protocol's items.
#[derive(Debug, Clone, Default)]
pub struct ItemSet {
    /// The items that all versions share, or that other modules have; none if these are emitted together.
    pub same: Same,
    /// Whether the set contains the shared items, and not the others.
    shared: bool,
    /// The element types of lists, each once.
    pub items: Vec<Item>,
    /// The units of text, each once.
    pub units: Vec<VarintId>,
    /// Pairs of a family and a record, if the family's parameters include all that the record needs.
    pub conversions: Vec<(FamilyId, RecordId)>,
}

impl ItemSet {
    /// All items.
    pub fn whole(protocol: &Protocol) -> Self {
        let mut set = Self { conversions: conversions(protocol), ..Self::default() };
        for wire in wires(protocol) {
            set.uses(element(protocol, wire), unit(wire));
        }
        set
    }

    /// All items but those that other modules have; `emitted` says whether one of these implements an element.
    pub fn besides(self, same: Same, emitted: impl Fn(&Item) -> bool) -> Self {
        let mut set = Self { same, ..self };
        set.conversions.retain(|pair| !is_shared(pair, &set.same));
        set.items.retain(|item| !emitted(item));
        set
    }

    /// The items that another module has.
    pub fn elsewhere(same: Same) -> Self {
        Self { same, shared: true, ..Self::default() }
    }

    /// Adds what code of other modules may do with the items of these names: have records, and numbers as they are declared,
    /// in lists, and varints as the units of text.
    pub fn export(&mut self, protocol: &Protocol, names: &BTreeSet<String>) {
        for (id, record) in protocol.records.iter().enumerate().filter(|(_, record)| names.contains(&record.name)) {
            let args = vec![Expr::Literal(0); record.params.len()];
            self.uses(Some(Item::Record { record: RecordId(id), args }), None);
        }
        for value in protocol.declared_values() {
            let declared = protocol.declared(value).filter(|declared| names.contains(declared.name));
            if let Some(Carrier::Scalar(scalar)) = declared.map(|declared| declared.carrier) {
                self.uses(Some(Item::Scalar { scalar, value }), None);
            }
        }
        for (id, _) in protocol.varints.iter().enumerate().filter(|(_, varint)| names.contains(&varint.name)) {
            let (id, value) = (VarintId(id), Value::Int(None));
            self.uses(Some(Item::Scalar { scalar: Scalar::Varint(id), value }), Some(id));
        }
    }

    /// The items of one kind that belong to the set, each with its index; `ids` is the field of [`Self::same`] for that
    /// kind.
    pub fn here<'p, T, I>(&'p self, all: &'p [T], ids: &'p [Option<I>]) -> impl Iterator<Item = (usize, &'p T)> {
        let is_shared = |index: &usize| ids.get(*index).is_some_and(Option::is_some);
        all.iter().enumerate().filter(move |(index, _)| is_shared(index) == self.shared)
    }

    /// Whether a record is the element of some list.
    pub fn is_element(&self, record: RecordId) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Record { record: one, .. } if *one == record))
    }

    fn uses(&mut self, item: Option<Item>, unit: Option<VarintId>) {
        if let Some(item) = item
            && !self.items.iter().any(|one| alike(one, &item))
        {
            self.items.push(item);
        }
        if let Some(unit) = unit
            && !self.units.contains(&unit)
        {
            self.units.push(unit);
        }
    }
}

/// The parts of a schema with versions.
pub struct ItemSets {
    /// Items of the first version that all versions share.
    pub common: ItemSet,
    /// The remaining items of each version.
    pub own: Vec<ItemSet>,
    /// Shared messages of the first version that have another code in some version.
    pub many_codes: BTreeSet<RecordId>,
}

impl ItemSets {
    pub fn of(schema: &Schema) -> Self {
        // The first version is compared with itself too, so that one rule serves all.
        let mut sames: Vec<Same> = schema.protocols().map(|protocol| Same::of(&schema.first, protocol)).collect();
        drop_unshared(&schema.first, &mut sames);
        let many_codes = many_codes(schema, &sames);
        let same = sames.first().cloned().unwrap_or_default();
        let mut common = ItemSet { conversions: conversions(&schema.first), same, shared: true, ..ItemSet::default() };
        common.conversions.retain(|pair| is_shared(pair, &common.same));
        let mut own = Vec::new();
        for (protocol, same) in schema.protocols().zip(sames) {
            let mut rest = ItemSet { conversions: conversions(protocol), same, ..ItemSet::default() };
            // If one of the two is specific to a version, only that version can convert.
            rest.conversions.retain(|pair| !is_shared(pair, &rest.same));
            for wire in wires(protocol) {
                if let Some(item) = element(protocol, wire) {
                    match rest.same.renumbered(&item) {
                        Some(item) => common.uses(Some(item), None),
                        None => rest.uses(Some(item), None),
                    }
                }
                if let Some(unit) = unit(wire) {
                    match rest.same.renumbered(&unit) {
                        Some(unit) => common.uses(None, Some(unit)),
                        None => rest.uses(None, Some(unit)),
                    }
                }
            }
            own.push(rest);
        }
        Self { common, own, many_codes }
    }
}

/// The elements of a wire, or its nested part.
fn element(protocol: &Protocol, wire: &Wire) -> Option<Item> {
    match wire {
        Wire::Nested { part, args } => protocol.nested_item(*part, args),
        wire => wire.item().cloned(),
    }
}

fn many_codes(schema: &Schema, sames: &[Same]) -> BTreeSet<RecordId> {
    let mut differing = BTreeSet::new();
    for (protocol, same) in schema.protocols().zip(sames) {
        for (record, first) in protocol.records.iter().zip(&same.records) {
            if let Some(id) = first
                && schema.first.records[id.0].code() != record.code()
            {
                differing.insert(*id);
            }
        }
    }
    differing
}

/// Makes each version emit its own copy of items that some version lacks.
fn drop_unshared(first: &Protocol, sames: &mut [Same]) {
    fn drop<T: Copy + PartialEq>(
        count: usize,
        sames: &mut [Same],
        ids: impl Fn(&mut Same) -> &mut Vec<Option<T>>,
        id: impl Fn(usize) -> T,
    ) {
        for index in 0..count {
            let id = Some(id(index));
            if sames.iter_mut().any(|same| !ids(same).contains(&id)) {
                for same in &mut *sames {
                    for slot in ids(same).iter_mut().filter(|slot| **slot == id) {
                        *slot = None;
                    }
                }
            }
        }
    }
    drop(first.varints.len(), sames, |same| &mut same.varints, VarintId);
    drop(first.enums.len(), sames, |same| &mut same.enums, EnumId);
    drop(first.bits.len(), sames, |same| &mut same.bits, BitsId);
    drop(first.quantities.len(), sames, |same| &mut same.quantities, QuantityId);
    drop(first.packed.len(), sames, |same| &mut same.packed, PackedId);
    drop(first.hooks.len(), sames, |same| &mut same.hooks, HookId);
    drop(first.records.len(), sames, |same| &mut same.records, RecordId);
    drop(first.families.len(), sames, |same| &mut same.families, FamilyId);
}

/// The pairs of a family and a record whose parameters are all session values of the family.
fn conversions(protocol: &Protocol) -> Vec<(FamilyId, RecordId)> {
    let knows = |family: &Family, param: &Param| family.params.iter().any(|one| one.session == param.session);
    let fits = |family: &Family, record: &Record| {
        let mut params = record.params.iter();
        !record.params.is_empty() && params.all(|param| param.session.is_some() && knows(family, param))
    };
    let mut pairs = Vec::new();
    for (record_id, record) in protocol.records.iter().enumerate() {
        let families = protocol.families.iter().enumerate().filter(|(_, family)| fits(family, record));
        pairs.extend(families.map(|(family, _)| (FamilyId(family), RecordId(record_id))));
    }
    pairs
}

/// Whether both of a pair are shared.
fn is_shared((family, record): &(FamilyId, RecordId), same: &Same) -> bool {
    same.families.get(family.0).is_some_and(Option::is_some) && same.records.get(record.0).is_some_and(Option::is_some)
}

fn wires(protocol: &Protocol) -> impl Iterator<Item = &Wire> {
    protocol.records.iter().flat_map(|record| &record.fields).map(|field| &field.wire)
}

fn unit(wire: &Wire) -> Option<VarintId> {
    match wire {
        Wire::Octets { content: Content::Text(Text { unit: Scalar::Varint(unit), .. }), .. } => Some(*unit),
        _ => None,
    }
}

/// Whether one implementation serves both elements.
pub fn alike(one: &Item, other: &Item) -> bool {
    match (one, other) {
        (Item::Record { record: one, .. }, Item::Record { record: other, .. }) => one == other,
        (Item::Family { family: one, .. }, Item::Family { family: other, .. }) => one == other,
        (Item::Scalar { scalar: one, value }, Item::Scalar { scalar: other, value: other_value }) => {
            one == other && (value == other_value || [value, other_value].iter().all(|value| value.held() == Held::Int))
        }
        (one, other) => one == other,
    }
}
