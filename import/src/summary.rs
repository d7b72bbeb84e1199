//! How much of a description is in the schema.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use crate::draft::{Body, Draft, Field, Note, Wire};

/// The packets and types of a description, by how much of them the schema says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Those of which all bytes are described.
    pub whole: Vec<String>,
    /// Those of which some bytes are kept as bytes.
    pub part: Vec<String>,
    /// Those that are left out.
    pub not: Vec<String>,
    /// Why, each time with the name. A reason that loses no bytes is here, too: a calculated value has none.
    pub reasons: Vec<(String, String)>,
}

impl Summary {
    /// Counts the items and messages of a draft that is settled.
    #[must_use]
    pub(crate) fn of(draft: &Draft) -> Self {
        let mut summary = Self::default();
        let cuts = cuts(draft);
        for item in &draft.items {
            let name = &item.name.name;
            match &item.body {
                Body::Family { messages, .. } => {
                    for message in messages {
                        let name = format!("{name}.{}", message.name.name);
                        match message.left_out.as_ref().or(item.left_out.as_ref()) {
                            Some(reason) => summary.leave_out(name, reason.kind()),
                            None => summary.count(name, &message.fields, &message.notes, &cuts),
                        }
                    }
                }
                Body::Struct { fields, .. } if item.counts && item.left_out.is_none() => {
                    summary.count(name.clone(), fields, &item.notes, &cuts);
                }
                _ if item.counts => {
                    summary.leave_out(name.clone(), item.left_out.as_ref().map_or("", |reason| reason.kind()))
                }
                _ => {}
            }
        }
        summary
    }

    fn leave_out(&mut self, name: String, reason: &str) {
        self.reasons.push((name.clone(), reason.to_owned()));
        self.not.push(name);
    }

    fn count(&mut self, name: String, fields: &[Field], notes: &[Note], cuts: &HashMap<&str, BTreeSet<String>>) {
        let lost = reasons(fields, notes, cuts);
        let kept = all_notes(fields, notes).into_iter().filter(|note| !note.loses);
        let all: BTreeSet<String> =
            lost.iter().cloned().chain(kept.map(|note| note.reason.kind().to_owned())).collect();
        self.reasons.extend(all.into_iter().map(|reason| (name.clone(), reason)));
        let counted = if lost.is_empty() { &mut self.whole } else { &mut self.part };
        counted.push(name);
    }

    /// How many there are.
    #[must_use]
    pub fn all(&self) -> usize {
        self.whole.len() + self.part.len() + self.not.len()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part, not) = (self.whole.len(), self.part.len(), self.not.len());
        writeln!(to, "{whole} of {} whole, {part} in part, {not} not", self.all())?;
        let mut by_reason: BTreeMap<&str, (usize, Vec<&str>)> = BTreeMap::new();
        for (name, reason) in &self.reasons {
            let (count, names) = by_reason.entry(reason).or_default();
            *count += 1;
            if names.len() < 3 {
                names.push(name);
            }
        }
        let mut rows: Vec<_> = by_reason.into_iter().collect();
        rows.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (reason, (count, names)) in rows {
            let more = if count > names.len() { ", .." } else { "" };
            writeln!(to, "  {count}: {reason}: {}{more}", names.join(", "))?;
        }
        Ok(())
    }
}

/// The reasons of what is cut in each struct and in all that it uses.
fn cuts(draft: &Draft) -> HashMap<&str, BTreeSet<String>> {
    let mut all: HashMap<&str, BTreeSet<String>> = HashMap::new();
    loop {
        let before: usize = all.values().map(BTreeSet::len).sum();
        for item in draft.items.iter().filter(|item| item.left_out.is_none()) {
            if let Body::Struct { fields, .. } = &item.body {
                let found = reasons(fields, &item.notes, &all);
                // Some versions may have another declaration of this name: a use is whole if all of them are.
                all.entry(&item.name.name).or_default().extend(found);
            }
        }
        if all.values().map(BTreeSet::len).sum::<usize>() == before {
            return all;
        }
    }
}

/// Why bytes of some fields, and of the structs that they use, have no description.
fn reasons(fields: &[Field], notes: &[Note], cuts: &HashMap<&str, BTreeSet<String>>) -> BTreeSet<String> {
    let own = all_notes(fields, notes).into_iter().filter(|note| note.loses).map(|note| note.reason.kind().to_owned());
    let used: HashSet<&str> = fields.iter().flat_map(Field::wires).filter_map(Wire::named).collect();
    own.chain(used.iter().filter_map(|name| cuts.get(*name)).flatten().cloned()).collect()
}

/// The notes of a declaration, and of all fields in it.
fn all_notes<'d>(fields: &'d [Field], notes: &'d [Note]) -> Vec<&'d Note> {
    fn add<'d>(field: &'d Field, to: &mut Vec<&'d Note>) {
        to.extend(&field.notes);
        field.fields().into_iter().for_each(|inner| add(inner, to));
    }
    let mut all: Vec<&Note> = notes.iter().collect();
    fields.iter().for_each(|field| add(field, &mut all));
    all
}
