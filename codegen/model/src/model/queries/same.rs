//! Equality between versions: the items of a later version that are the same as in the first.
//!
//! Two records are equal if all their parts are. The code of a message does not count, so that one implementation
//! serves all codes. (It counts for families, which select messages by it.) Items are compared in dependency order,
//! with their ids replaced by those of the equal items in the first version. Nested parts may be later than what contains
//! them: those of one name are assumed to be equal, until they turn out not to be.

mod renumber;

use crate::model::{
    BitsId, EnumId, FamilyId, HookId, NestedId, Node, PackedId, Protocol, QuantityId, Record, RecordId, Role, VarintId,
};
use renumber::Renumber;

/// For each item of a protocol, the equal item of the first version; `None` if there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Same {
    /// Indexed like [`Protocol::varints`].
    pub varints: Vec<Option<VarintId>>,
    /// Indexed like [`Protocol::enums`].
    pub enums: Vec<Option<EnumId>>,
    /// Indexed like [`Protocol::bits`].
    pub bits: Vec<Option<BitsId>>,
    /// Indexed like [`Protocol::quantities`].
    pub quantities: Vec<Option<QuantityId>>,
    /// Indexed like [`Protocol::packed`].
    pub packed: Vec<Option<PackedId>>,
    /// Indexed like [`Protocol::hooks`].
    pub hooks: Vec<Option<HookId>>,
    /// Indexed like [`Protocol::records`].
    pub records: Vec<Option<RecordId>>,
    /// Indexed like [`Protocol::families`].
    pub families: Vec<Option<FamilyId>>,
    /// Indexed like [`Protocol::nested`].
    pub nested: Vec<Option<NestedId>>,
}

impl Same {
    /// Compares a later version with the first.
    pub fn of(first: &Protocol, later: &Protocol) -> Self {
        let mut same = Self::default();
        for one in &later.varints {
            same.varints.push(first.varints.iter().position(|other| one == other).map(VarintId));
        }
        same.enums = same.positions(&later.enums, &first.enums, EnumId);
        same.quantities = same.positions(&later.quantities, &first.quantities, QuantityId);
        same.packed = same.positions(&later.packed, &first.packed, PackedId);
        // The parts of a layout may be layouts, which come earlier.
        for one in &later.bits {
            same.bits.push(same.position(one, &first.bits).map(BitsId));
        }
        same.hooks = same.positions(&later.hooks, &first.hooks, HookId);
        let named = |part: &Node| first.nested.iter().position(|other| first.name(*other) == later.name(*part));
        same.nested = later.nested.iter().map(|part| named(part).map(NestedId)).collect();
        loop {
            same.compare_nodes(first, later);
            let is_true = |(part, other): (&Node, &Option<NestedId>)| {
                other.is_none_or(|other| same.node(*part).is_some_and(|found| found == first.nested[other.0]))
            };
            let held: Vec<bool> = later.nested.iter().zip(&same.nested).map(is_true).collect();
            if !held.contains(&false) {
                return same;
            }
            same.nested.iter_mut().zip(held).filter(|(_, held)| !held).for_each(|(part, _)| *part = None);
        }
    }

    /// The record or family that is equal to one of a later version.
    fn node(&self, node: Node) -> Option<Node> {
        match node {
            Node::Record(id) => self.records.get(id.0).copied().flatten().map(Node::Record),
            Node::Family(id) => self.families.get(id.0).copied().flatten().map(Node::Family),
        }
    }

    /// Compares records and families, as far as nested parts are known to be equal.
    fn compare_nodes(&mut self, first: &Protocol, later: &Protocol) {
        self.records = vec![None; later.records.len()];
        self.families = vec![None; later.families.len()];
        for node in &later.order {
            match *node {
                Node::Record(id) => {
                    let one = &later.records[id.0];
                    let found = self.renumbered(&comparable(one)).and_then(|record| {
                        first.records.iter().position(|other| {
                            module_name(first, other) == module_name(later, one)
                                && record.name == other.name
                                && record == comparable(other)
                        })
                    });
                    self.records[id.0] = found.map(RecordId);
                }
                Node::Family(id) => {
                    let found = self.position(&later.families[id.0], &first.families);
                    self.families[id.0] = found.map(FamilyId);
                }
            }
        }
    }

    /// Drops the items of other names, and all that refer to them. A message is kept with its family, and with its code.
    pub fn retain(&mut self, first: &Protocol, later: &Protocol, is_kept: impl Fn(&str) -> bool) {
        loop {
            let old = self.clone();
            self.varints = kept(&old.varints, &later.varints, |_, one| is_kept(&one.name));
            self.enums = kept(&old.enums, &later.enums, |_, one| is_kept(&one.name) && old.has(one));
            self.bits = kept(&old.bits, &later.bits, |_, one| is_kept(&one.name) && old.has(one));
            self.quantities = kept(&old.quantities, &later.quantities, |_, one| is_kept(&one.name) && old.has(one));
            self.packed = kept(&old.packed, &later.packed, |_, one| is_kept(&one.name) && old.has(one));
            self.hooks = kept(&old.hooks, &later.hooks, |_, one| is_kept(&one.name) && old.has(one));
            self.families = kept(&old.families, &later.families, |_, one| is_kept(&one.name) && old.has(one));
            self.records = kept(&old.records, &later.records, |id: RecordId, one| {
                let with_family = one.module.is_none_or(|family| old.families[family.0].is_some());
                let with_code = first.records[id.0].code() == one.code();
                is_kept(&one.name) && with_family && with_code && old.has(&comparable(one))
            });
            self.nested = kept(&old.nested, &later.nested, |_, part| old.node(*part).is_some());
            if *self == old {
                return;
            }
        }
    }

    /// Adds the items that are the same in one more protocol.
    pub fn add(&mut self, more: &Self) {
        added(&mut self.varints, &more.varints);
        added(&mut self.enums, &more.enums);
        added(&mut self.bits, &more.bits);
        added(&mut self.quantities, &more.quantities);
        added(&mut self.packed, &more.packed);
        added(&mut self.hooks, &more.hooks);
        added(&mut self.records, &more.records);
        added(&mut self.families, &more.families);
        added(&mut self.nested, &more.nested);
    }

    /// Whether all items that an item refers to have an equal one in the first version.
    fn has<T: Renumber + Clone>(&self, item: &T) -> bool {
        self.renumbered(item).is_some()
    }

    /// The ids of the equal items in the first version.
    fn positions<T: Renumber + Clone + PartialEq, I>(
        &self,
        later: &[T],
        first: &[T],
        id: fn(usize) -> I,
    ) -> Vec<Option<I>> {
        later.iter().map(|one| self.position(one, first).map(id)).collect()
    }

    /// The index of the equal item in the first version.
    fn position<T: Renumber + Clone + PartialEq>(&self, item: &T, first: &[T]) -> Option<usize> {
        let item = self.renumbered(item)?;
        first.iter().position(|other| *other == item)
    }

    /// An item with the ids of the first version; `None` if it refers to an item without an equal one.
    pub fn renumbered<T: Renumber + Clone>(&self, item: &T) -> Option<T> {
        let mut item = item.clone();
        item.renumber(self)?;
        Some(item)
    }
}

/// The ids of those items that are kept.
fn kept<I: Copy, T>(ids: &[Option<I>], items: &[T], is_kept: impl Fn(I, &T) -> bool) -> Vec<Option<I>> {
    ids.iter().zip(items).map(|(id, item)| id.filter(|id| is_kept(*id, item))).collect()
}

fn added<I: Copy>(ids: &mut Vec<Option<I>>, more: &[Option<I>]) {
    ids.resize(more.len(), None);
    ids.iter_mut().zip(more).for_each(|(id, more)| *id = id.or(*more));
}

/// A record without its irrelevant properties: the family, which comes after its members and is compared by name;
/// examples; names of aliases; and the code, since its carrier determines the length.
fn comparable(record: &Record) -> Record {
    let mut record = Record { module: None, examples: Vec::new(), ..record.clone() };
    for field in &mut record.fields {
        (field.alias, field.element_alias) = (None, None);
    }
    if let Role::Message { code: Some(code) } = &mut record.role {
        code.code = 0;
    }
    record
}

/// The name of the family in whose module a record lives.
fn module_name<'p>(protocol: &'p Protocol, record: &Record) -> Option<&'p str> {
    record.module.map(|family| protocol.families[family.0].name.as_str())
}
