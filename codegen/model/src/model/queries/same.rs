//! What versions have in common: the items of a later version that are the same as in the first.
//!
//! Two records are the same if everything that they are made of is; the code of a message does not count, since what
//! differs in nothing else can be made once for all codes. (It counts for families, which tell messages by it.) So items are compared in the order in which they
//! rest on each other, each with its ids exchanged for those that the same things have in the first version.

mod renumber;

use crate::model::{
    BitsId, EnumId, FamilyId, HookId, Node, PackedId, Protocol, QuantityId, Record, RecordId, Role, VarintId,
};
use renumber::Renumber;

/// For each item of a protocol, the same item of the first version; `None` where there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Same {
    /// Of [`Protocol::varints`].
    pub varints: Vec<Option<VarintId>>,
    /// Of [`Protocol::enums`].
    pub enums: Vec<Option<EnumId>>,
    /// Of [`Protocol::bits`].
    pub bits: Vec<Option<BitsId>>,
    /// Of [`Protocol::quantities`].
    pub quantities: Vec<Option<QuantityId>>,
    /// Of [`Protocol::packed`].
    pub packed: Vec<Option<PackedId>>,
    /// Of [`Protocol::hooks`].
    pub hooks: Vec<Option<HookId>>,
    /// Of [`Protocol::records`].
    pub records: Vec<Option<RecordId>>,
    /// Of [`Protocol::families`].
    pub families: Vec<Option<FamilyId>>,
}

impl Same {
    /// Compares a later version with the first.
    pub fn of(first: &Protocol, later: &Protocol) -> Self {
        let mut same = Self {
            records: vec![None; later.records.len()],
            families: vec![None; later.families.len()],
            ..Self::default()
        };
        for one in &later.varints {
            same.varints.push(first.varints.iter().position(|other| one == other).map(VarintId));
        }
        for one in &later.enums {
            same.enums.push(same.position(one, &first.enums).map(EnumId));
        }
        for one in &later.quantities {
            same.quantities.push(same.position(one, &first.quantities).map(QuantityId));
        }
        for one in &later.packed {
            same.packed.push(same.position(one, &first.packed).map(PackedId));
        }
        // A layout may have parts that are layouts; those stand earlier.
        for one in &later.bits {
            same.bits.push(same.position(one, &first.bits).map(BitsId));
        }
        for one in &later.hooks {
            same.hooks.push(same.position(one, &first.hooks).map(HookId));
        }
        for node in &later.order {
            match *node {
                Node::Record(id) => {
                    let one = &later.records[id.0];
                    let found = same.renumbered(&comparable(one)).and_then(|record| {
                        first.records.iter().position(|other| {
                            module_name(first, other) == module_name(later, one)
                                && record.name == other.name
                                && record == comparable(other)
                        })
                    });
                    same.records[id.0] = found.map(RecordId);
                }
                Node::Family(id) => {
                    let found = same.position(&later.families[id.0], &first.families);
                    same.families[id.0] = found.map(FamilyId);
                }
            }
        }
        same
    }

    /// The place of the same item in the first version.
    fn position<T: Renumber + Clone + PartialEq>(&self, item: &T, first: &[T]) -> Option<usize> {
        let item = self.renumbered(item)?;
        first.iter().position(|other| *other == item)
    }

    /// An item with the ids of the first version; `None` if it rests on something that is not the same there.
    pub fn renumbered<T: Renumber + Clone>(&self, item: &T) -> Option<T> {
        let mut item = item.clone();
        item.renumber(self)?;
        Some(item)
    }
}

/// A record without what does not count: the family, which comes after its members and is compared by name; examples,
/// which show bytes of one version and change nothing; how people call a wire; and the code, as long as it takes as many
/// bytes.
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
