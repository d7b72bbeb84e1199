//! Which item of the new schema is which of the old: by names, or else by what does not change with a name.
//!
//! The result is the old protocol with the names of the new one. From then on equal names mean the same item, in values
//! too, so no other part of the comparison knows about renaming.

mod fields;
mod types;

use std::collections::BTreeSet;

use wireform_build::model::{FamilyId, Protocol, RecordId, Role};

use crate::target::full_name;

/// An item whose name is another in the new schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rename {
    /// The item that has it: the name of a record, a family or a type, as the new schema has it; empty for the protocol.
    pub owner: String,
    /// A word for what has the name: `field`.
    pub what: &'static str,
    /// The name in the old schema.
    pub old: String,
    /// The name in the new one.
    pub new: String,
}

/// The old protocol with the names of the new one, and the names that it had.
#[derive(Debug, Clone)]
pub struct Paired {
    /// The old protocol.
    pub old: Protocol,
    /// Its names that are others now, in the order in which they were found.
    pub renames: Vec<Rename>,
}

/// Pairs the items of two protocols.
#[must_use]
pub fn paired(old: &Protocol, new: &Protocol) -> Paired {
    let mut pairs = Pairs { old: old.clone(), new, renames: Vec::new(), open: Vec::new(), seen: BTreeSet::new() };
    pairs.families();
    pairs.messages();
    pairs.by_name();
    while let Some((old, new)) = pairs.open.pop() {
        if pairs.seen.insert((old, new)) {
            pairs.record(old, new);
        }
    }
    pairs.types();
    Paired { old: pairs.old, renames: pairs.renames }
}

struct Pairs<'n> {
    old: Protocol,
    new: &'n Protocol,
    renames: Vec<Rename>,
    /// Records that are the same and are to be looked into.
    open: Vec<(RecordId, RecordId)>,
    seen: BTreeSet<(RecordId, RecordId)>,
}

impl Pairs<'_> {
    fn renamed(&mut self, owner: &str, what: &'static str, old: &str, new: &str) {
        let (owner, old, new) = (owner.to_owned(), old.to_owned(), new.to_owned());
        self.renames.push(Rename { owner, what, old, new });
    }

    /// Families without their name in the other schema, if most of their messages are the same.
    fn families(&mut self) {
        for id in 0..self.old.families.len() {
            let Some(old) = self.old.families.get(id) else { continue };
            if self.new.families.iter().any(|one| one.name == old.name) {
                continue;
            }
            let same = |new: &&wireform_build::model::Family| {
                let has = |code, name: &str| new.members.iter().any(|one| one.code == code && one.name == name);
                let shared = old.members.iter().filter(|one| has(one.code, &one.name)).count();
                let most = old.members.len().max(new.members.len());
                shared > 0 && shared.saturating_mul(2) >= most
            };
            let is_free =
                |new: &&wireform_build::model::Family| !self.old.families.iter().any(|one| one.name == new.name);
            let Some(new) = self.new.families.iter().filter(is_free).find(same) else { continue };
            let (before, now) = (old.name.clone(), new.name.clone());
            self.renamed(&now, "family", &before, &now);
            if let Some(family) = self.old.families.get_mut(id) {
                family.name = now;
            }
        }
    }

    /// Messages of one code in one family that have different names.
    fn messages(&mut self) {
        for id in (0..self.old.families.len()).map(FamilyId) {
            let Some(old) = self.old.families.get(id.0).cloned() else { continue };
            let Some(new) = self.new.families.iter().find(|one| one.name == old.name) else { continue };
            for (index, member) in old.members.iter().enumerate() {
                let Some(other) = new.members.iter().find(|one| one.code == member.code) else { continue };
                let is_lost = !new.members.iter().any(|one| one.name == member.name);
                let is_new = !old.members.iter().any(|one| one.name == other.name);
                if is_lost && is_new {
                    let record = self.old.records.get(member.record.0).map(|record| record.name.clone());
                    if let Some(member) = self.old.families.get_mut(id.0).and_then(|one| one.members.get_mut(index)) {
                        member.name.clone_from(&other.name);
                    }
                    if record.as_deref() == Some(member.name.as_str()) {
                        self.call(member.record, other.record);
                    } else {
                        self.renamed(&old.name, "message", &member.name, &other.name);
                    }
                }
                let code = |protocol: &Protocol, id: RecordId| protocol.records.get(id.0).and_then(|one| one.code());
                let stays = code(&self.old, member.record) == code(self.new, other.record);
                if is_lost && is_new && stays {
                    self.open.push((member.record, other.record));
                }
            }
        }
    }

    /// Messages and structs of the same full name.
    fn by_name(&mut self) {
        for id in (0..self.new.records.len()).map(RecordId) {
            if self.new.records.get(id.0).is_none_or(|record| matches!(record.role, Role::Element { .. })) {
                continue;
            }
            let name = full_name(self.new, id);
            let old = (0..self.old.records.len()).map(RecordId).find(|old| full_name(&self.old, *old) == name);
            self.open.extend(old.map(|old| (old, id)));
        }
        self.open.reverse();
    }

    /// Gives an old record the name of the new one, if nothing else has either name.
    fn call(&mut self, old: RecordId, new: RecordId) {
        let (before, now) = (full_name(&self.old, old), full_name(self.new, new));
        let (Some(record), Some(other)) = (self.old.records.get(old.0), self.new.records.get(new.0)) else { return };
        if record.name == other.name {
            return;
        }
        let element = matches!((&record.role, &other.role), (Role::Element { .. }, Role::Element { .. }));
        let has = |protocol: &Protocol, name: &str| {
            (0..protocol.records.len()).any(|id| full_name(protocol, RecordId(id)) == name)
        };
        if !element && (has(self.new, &before) || has(&self.old, &now)) {
            return;
        }
        let what = match other.role {
            Role::Message { .. } => "message",
            Role::Struct => "struct",
            Role::Element { .. } => "element",
        };
        let (before, short) = (record.name.clone(), other.name.clone());
        self.renamed(&now, what, &before, &short);
        if let Some(record) = self.old.records.get_mut(old.0) {
            record.name = short;
        }
    }
}
