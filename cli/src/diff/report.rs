//! The comparison of two protocols: each item with what differs in it, and with the verdicts about its packets.

mod rust;

use std::collections::BTreeSet;

use wireform_build::interpret::Target;
use wireform_build::model::{FamilyId, Node, Protocol, RecordId, Role};

use super::changes::Models;
use super::changes::{self, Change, Class};
use super::order::other_orders;
use super::packets::{Hints, seeds};
use super::pairs::{Paired, Rename, paired};
use super::rust::RustChange;
use super::tree::{objects, text};
use super::uses::Uses;
use super::verdict::{Direction, Effort, Verdict};
use crate::model::tree::Object;
use crate::model::version;
use crate::target::full_name;

/// The comparison of two protocols.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The old and the new byte order, if all numbers have another one.
    pub order: Option<[String; 2]>,
    /// The items in which something differs, and those whose packets are not always read.
    pub items: Vec<Item>,
    /// How many messages, structs and families both have, and streams of which there is more to say.
    pub both: usize,
    /// Differences of Rust that belong to no item.
    pub rust: Vec<RustChange>,
}

/// A message, a struct, a family or a type.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// A word for it: `message`.
    pub kind: &'static str,
    /// Its name, after that of its family; the old one if it is gone.
    pub name: String,
    /// Its name before, if it was another.
    pub was: Option<String>,
    /// The side that has it, if only one does.
    pub only: Option<Side>,
    /// Its differences.
    pub changes: Vec<Change>,
    /// Whether packets are read.
    pub verdicts: Option<Verdicts>,
    /// The differences of its Rust.
    pub rust: Vec<RustChange>,
    /// Items in it in which something differs.
    pub through: Vec<String>,
}

/// One of two schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The old one.
    Old,
    /// The new one.
    New,
}

/// The verdicts about the packets of an item.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdicts {
    /// Whether a new reader reads what an old writer writes.
    pub new_reads_old: Verdict,
    /// Whether an old reader reads what a new writer writes.
    pub old_reads_new: Verdict,
}

impl Verdicts {
    /// Whether each packet is read, with the same values, in both directions.
    fn are_always(&self) -> bool {
        [&self.new_reads_old, &self.old_reads_new].into_iter().all(|one| *one == Verdict::Always)
    }
}

impl Item {
    /// Whether there is anything to say of it.
    #[must_use]
    pub fn is_told(&self) -> bool {
        let is_read = self.verdicts.as_ref().is_none_or(Verdicts::are_always);
        !(self.changes.is_empty() && self.rust.is_empty() && self.was.is_none() && self.only.is_none() && is_read)
    }

    /// Whether it is written differently, or means something else.
    #[must_use]
    pub fn differs(&self) -> bool {
        let own = self.changes.iter().any(|change| change.class != Class::Docs);
        own || self.was.is_some() || self.only.is_some()
    }
}

/// Compares two protocols.
#[must_use]
pub fn report(old: &Protocol, new: &Protocol) -> Report {
    let (_, mut report) = all(old, new, Effort::WHOLE);
    report.add_rust(old, new);
    report.merge_renames(new);
    report.items.retain(Item::is_told);
    report
}

/// The same without Rust, with all items, also those of which there is nothing to say; and the old protocol with the names
/// of the new one, by which its packets are read.
#[must_use]
pub fn all(old: &Protocol, new: &Protocol, effort: Effort) -> (Protocol, Report) {
    let Paired { old: renamed, renames } = paired(old, new);
    let report = Compare::new(&renamed, new, &renames).report(effort);
    (renamed, report)
}

struct Compare<'p> {
    /// The old protocol, with the names of the new one.
    old: &'p Protocol,
    new: &'p Protocol,
    renames: &'p [Rename],
    trees: [Object; 2],
}

impl<'p> Compare<'p> {
    fn new(old: &'p Protocol, new: &'p Protocol, renames: &'p [Rename]) -> Self {
        Self { old, new, renames, trees: [version(old), version(new)] }
    }

    fn report(&self, effort: Effort) -> Report {
        let mut items = self.types();
        items.extend(self.records());
        let families = self.families();
        let streams = families.iter().filter(|family| family.only.is_none());
        let streams: Vec<Item> =
            streams.map(|family| item("stream", format!("[{}]", family.name), None, Vec::new())).collect();
        items.extend(families);
        items.extend(streams);
        for item in &mut items {
            self.name(item);
        }
        let both = self.verdicts(&mut items, effort);
        without_same_streams(&mut items);
        let both = both.saturating_add(items.iter().filter(|item| item.kind == "stream").count());
        self.through(&mut items);
        let [old, new] = &self.trees;
        Report { order: other_orders([old, new]), items, both, rust: Vec::new() }
    }

    fn models(&self) -> Models<'_> {
        let [old, new] = &self.trees;
        Models { old, new }
    }

    /// Items of one key of the model.
    fn of_key(
        &self,
        key: &str,
        kind: impl Fn(&Object) -> Option<&'static str>,
        compare: impl Fn(&Object, &Object) -> Vec<Change>,
    ) -> Vec<Item> {
        let Models { old, new } = self.models();
        let (before, now) = (objects(old, key), objects(new, key));
        let name = |of: &Object| text(of, "name").unwrap_or_default().to_owned();
        let mut items = Vec::new();
        for one in &now {
            let Some(kind) = kind(one) else { continue };
            let other = before.iter().find(|other| name(other) == name(one));
            let changes = other.map(|other| compare(other, one)).unwrap_or_default();
            items.push(item(kind, name(one), other.is_none().then_some(Side::New), changes));
        }
        for one in before.iter().filter(|one| !now.iter().any(|other| name(other) == name(one))) {
            let Some(kind) = kind(one) else { continue };
            items.push(item(kind, name(one), Some(Side::Old), Vec::new()));
        }
        items
    }

    fn types(&self) -> Vec<Item> {
        let kinds = [
            ("varints", "varint"),
            ("enums", "enum"),
            ("bits", "bits"),
            ("quantities", "quantity"),
            ("packed", "packed"),
        ];
        let types = kinds.into_iter().flat_map(|(key, kind)| self.of_key(key, move |_| Some(kind), changes::types));
        let mut all: Vec<Item> = types.collect();
        all.extend(self.of_key("sessions", |_| Some("session"), changes::session));
        all.extend(self.of_key("hooks", |_| Some("hook"), changes::hook));
        all
    }

    fn records(&self) -> Vec<Item> {
        let kind = |of: &Object| match text(of, "role") {
            Some("struct") => Some("struct"),
            Some("message") => Some("message"),
            Some(_) => None,
            None => {
                super::tree::inner(of, "role").and_then(|role| super::tree::get(role, "message")).map(|_| "message")
            }
        };
        self.of_key("records", kind, |old, new| changes::record(self.models(), old, new))
    }

    fn families(&self) -> Vec<Item> {
        self.of_key("families", |_| Some("family"), changes::family)
    }

    /// Adds the old names.
    fn name(&self, item: &mut Item) {
        for rename in self.renames.iter().filter(|rename| rename.owner == item.name) {
            let is_own = rename.what == item.kind && last(&item.name) == rename.new;
            if is_own {
                item.was = Some(rename.old.clone());
            } else {
                let (old, new) = (Some(rename.old.clone()), Some(rename.new.clone()));
                item.changes.push(Change { class: Class::Names, path: rename.new.clone(), old, new });
            }
        }
    }

    /// Adds the verdicts; how many items that are no streams have any.
    fn verdicts(&self, items: &mut [Item], effort: Effort) -> usize {
        let (hints, old_seeds, new_seeds) =
            (Hints::of(self.old, self.new), seeds(self.old, self.new), seeds(self.new, self.old));
        let mut new_reads_old = Direction::new([self.old, self.new], (&old_seeds, &hints), effort);
        let mut old_reads_new = Direction::new([self.new, self.old], (&new_seeds, &hints), effort);
        let mut both = 0;
        for item in items.iter_mut().filter(|item| item.only.is_none()) {
            let targets = (target(self.old, item), target(self.new, item));
            let (Some(before), Some(now)) = targets else { continue };
            both = usize::saturating_add(both, usize::from(item.kind != "stream"));
            item.verdicts = Some(Verdicts {
                new_reads_old: new_reads_old.verdict(before, now),
                old_reads_new: old_reads_new.verdict(now, before),
            });
        }
        both
    }

    /// Adds the changed items that are in others.
    fn through(&self, items: &mut [Item]) {
        let changed: BTreeSet<String> =
            items.iter().filter(|item| item.differs()).map(|item| item.name.clone()).collect();
        for item in items {
            let inside = |protocol: &Protocol| match target(protocol, item) {
                Some(Target::Record(id)) => Uses(protocol).inside(Node::Record(id)),
                Some(Target::Family(id) | Target::Stream(id)) => Uses(protocol).inside(Node::Family(id)),
                None => BTreeSet::new(),
            };
            let all = &inside(self.old) | &inside(self.new);
            item.through = all.intersection(&changed).filter(|name| **name != item.name).cloned().collect();
        }
    }
}

/// The target of an item: the record of its full name, or its family.
#[must_use]
pub fn target(protocol: &Protocol, item: &Item) -> Option<Target> {
    match item.kind {
        "message" | "struct" => {
            let mut ids = (0..protocol.records.len()).map(RecordId);
            let is_it = |id: &RecordId| {
                let is_element =
                    protocol.records.get(id.0).is_some_and(|record| matches!(record.role, Role::Element { .. }));
                !is_element && full_name(protocol, *id) == item.name
            };
            ids.find(is_it).map(Target::Record)
        }
        "family" | "stream" => {
            let name = item.name.trim_matches(['[', ']']);
            let id = protocol.families.iter().position(|family| family.name == name)?;
            protocol.families.get(id).filter(|family| family.carrier.is_some())?;
            let id = FamilyId(id);
            Some(if item.kind == "stream" { Target::Stream(id) } else { Target::Family(id) })
        }
        _ => None,
    }
}

/// Leaves out streams of which there is no more to say than of one message.
fn without_same_streams(items: &mut Vec<Item>) {
    let words = |item: &Item| {
        let verdicts = item.verdicts.as_ref()?;
        Some((verdicts.new_reads_old.word(), verdicts.old_reads_new.word()))
    };
    let families: Vec<(String, _)> = items
        .iter()
        .filter(|item| item.kind == "family")
        .map(|item| (format!("[{}]", item.name), words(item)))
        .collect();
    items.retain(|item| item.kind != "stream" || !families.contains(&(item.name.clone(), words(item))));
}

fn item(kind: &'static str, name: String, only: Option<Side>, changes: Vec<Change>) -> Item {
    Item { kind, name, was: None, only, changes, verdicts: None, rust: Vec::new(), through: Vec::new() }
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
