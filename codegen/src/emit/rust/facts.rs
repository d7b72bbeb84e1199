//! What is known of each record before its functions are emitted: which writers can fail and which have anything to do,
//! how large its bytes and its value are, what it borrows, and the names that are taken.
//!
//! A function that can not fail gives no `Result`, and one that has nothing to check is not emitted: that is what a
//! person would write, and what clippy asks for. Records are looked at in the order in which they refer to each other,
//! so each answer stands on the answers before it.

use std::collections::{BTreeMap, BTreeSet};

use super::scope::{Place, Scope};
use super::tokens::{TokenStream, TokenTree};
use super::{bare, check, family, put, slot};
use crate::layout::{self, Inside};
use crate::model::{FamilyId, FieldId, HookId, Node, Protocol, Record, RecordId, Wire};

/// The answers, for all records and families.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    records: Vec<RecordFacts>,
    families: Vec<bool>,
    /// Which records, and which families, hold messages that are read when they are reached.
    lazy: Inside<()>,
    /// The functions of the program that each needs.
    hooks: Inside<HookId>,
    /// The messages that are the same in all versions but for their codes.
    many_codes: BTreeSet<RecordId>,
    /// The names of all types that a schema makes, as far as a name of our own could meet them.
    names: BTreeSet<String>,
    /// What the functions need that write one field, a region say; nothing where there is nothing to write.
    apart: BTreeMap<(RecordId, FieldId), Option<Needs>>,
}

/// What a function that writes one field needs besides the output.
#[derive(Debug, Clone, Copy)]
pub(super) struct Needs {
    pub(super) own_value: bool,
    pub(super) parameters: bool,
    /// It can refuse the value.
    pub(super) fails: bool,
}

/// Where a plain value is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    Never,
    /// By `check`; `put` writes what it is given.
    Before,
    /// By `put`.
    AsWritten,
}

#[derive(Debug, Clone, Copy)]
struct RecordFacts {
    checks: bool,
    /// See [`put::is_steps`].
    steps: bool,
    /// See [`put::is_checked_before`].
    checked_before: bool,
    /// See [`bare::size`].
    bare_size: Option<u64>,
    /// See [`bare::array_size`].
    array_size: Option<u64>,
    /// Whether the plain value holds anything that is not its own.
    borrows: bool,
}

impl RecordFacts {
    /// What is said of a record that nobody has asked yet.
    const UNKNOWN: Self =
        Self { checks: true, steps: false, checked_before: false, bare_size: None, array_size: None, borrows: false };
}

impl Facts {
    /// Asks each record once.
    pub(super) fn of(protocol: &Protocol) -> Self {
        let mut facts = Self {
            records: vec![RecordFacts::UNKNOWN; protocol.records.len()],
            families: vec![true; protocol.families.len()],
            lazy: layout::streams_inside(protocol),
            hooks: layout::hooks_inside(protocol),
            many_codes: BTreeSet::new(),
            names: names(protocol),
            apart: BTreeMap::new(),
        };
        for node in &protocol.order {
            match *node {
                Node::Record(id) => {
                    let record = &protocol.records[id.0];
                    let place = Place { protocol, module: None, facts: &facts };
                    let (steps, checked_before) = (put::is_steps(place, record), put::is_checked_before(place, record));
                    facts.records[id.0] = RecordFacts { steps, checked_before, ..RecordFacts::UNKNOWN };
                    facts.ask_apart(protocol, id);
                    let place = Place { protocol, module: None, facts: &facts };
                    let scope = Scope::root(place, record);
                    let known = RecordFacts {
                        checks: if checked_before { check::has_checks(&scope) } else { put::fails(&scope) },
                        steps,
                        checked_before,
                        bare_size: bare::size(place, record),
                        array_size: bare::array_size(place, record),
                        borrows: slot::record_borrows(&place, record),
                    };
                    facts.records[id.0] = known;
                }
                Node::Family(id) => {
                    let family = &protocol.families[id.0];
                    facts.families[id.0] = family::fails(&Place { protocol, module: None, facts: &facts }, family);
                }
            }
        }
        facts
    }

    /// Whether a record holds messages that are read when they are reached.
    pub(super) fn is_lazy(&self, record: RecordId) -> bool {
        !self.lazy.record(record).is_empty()
    }

    /// The functions of the program that records and families need.
    pub(super) fn hooks(&self) -> &Inside<HookId> {
        &self.hooks
    }

    /// The same, where versions give these messages other codes.
    pub(super) fn with_many_codes(self, many_codes: BTreeSet<RecordId>) -> Self {
        Self { many_codes, ..self }
    }

    /// Whether each version has its own code for a message.
    pub(super) fn has_many_codes(&self, protocol: &Protocol, record: &Record) -> bool {
        id_of(protocol, record).is_some_and(|id| self.many_codes.contains(&id))
    }

    /// The bytes of a record that is as many whatever it says, and of which nothing is refused.
    pub(super) fn bare_size(&self, record: RecordId) -> Option<u64> {
        self.records.get(record.0).and_then(|facts| facts.bare_size)
    }

    /// The bytes of such a record that is nothing but fields of fixed size.
    pub(super) fn array_size(&self, record: RecordId) -> Option<u64> {
        self.records.get(record.0).and_then(|facts| facts.array_size)
    }

    /// Whether a record's plain value holds anything that is not its own.
    pub(super) fn borrows(&self, record: RecordId) -> bool {
        self.records.get(record.0).is_some_and(|facts| facts.borrows)
    }

    /// Whether a record's plain value can be refused, and by what.
    pub(super) fn refusal(&self, record: RecordId) -> Refusal {
        match self.records.get(record.0) {
            Some(RecordFacts { checks: false, .. }) => Refusal::Never,
            Some(RecordFacts { checked_before: true, .. }) => Refusal::Before,
            Some(_) | None => Refusal::AsWritten,
        }
    }

    /// Whether a record is written by a few steps, without a loop.
    pub(super) fn is_steps(&self, record: RecordId) -> bool {
        self.records.get(record.0).is_some_and(|facts| facts.steps)
    }

    /// Whether a record is checked as a whole before it is written.
    pub(super) fn is_checked_before(&self, protocol: &Protocol, record: &Record) -> bool {
        id_of(protocol, record).and_then(|id| self.records.get(id.0)).is_some_and(|facts| facts.checked_before)
    }

    /// Whether a family's plain value can be refused.
    pub(super) fn family_fails(&self, family: FamilyId) -> bool {
        self.families.get(family.0).copied().unwrap_or(true)
    }
}

impl Facts {
    /// What the function needs that writes one field; `None` where there is nothing to write. The outer `None`: nobody
    /// has asked yet.
    pub(super) fn needs(&self, protocol: &Protocol, record: &Record, field: FieldId) -> Option<Option<Needs>> {
        self.apart.get(&(id_of(protocol, record)?, field)).copied()
    }

    /// Asks for all functions of a record that write one field. Those that stand in others come first, so that each is
    /// made once to see what it needs.
    fn ask_apart(&mut self, protocol: &Protocol, id: RecordId) {
        let record = &protocol.records[id.0];
        let fields = written_apart(&Scope::root(Place { protocol, module: None, facts: self }, record));
        for field in fields.into_iter().rev() {
            let root = Scope::root(Place { protocol, module: None, facts: self }, record);
            let needs = root.holder_of(field).and_then(|holder| put::regions::needs(&holder, field));
            self.apart.insert((id, field), needs);
        }
    }

    /// A name for a private type: the first of the endings that no type of the schema has.
    pub(super) fn private_name(&self, name: &str, endings: &[&str]) -> String {
        let free = endings.iter().map(|ending| format!("{name}{ending}")).find(|name| !self.names.contains(name));
        free.unwrap_or_else(|| format!("{name}{}{}", endings.concat(), self.names.len()))
    }
}

/// The fields that are written by functions of their own, each in front of those in it.
fn written_apart(scope: &Scope<'_>) -> Vec<FieldId> {
    let own = scope.body.iter().copied().filter(|id| scope.written_apart(id).is_some());
    own.chain(scope.children().iter().flat_map(written_apart)).collect()
}

/// The place of a record among those of its protocol.
fn id_of(protocol: &Protocol, record: &Record) -> Option<RecordId> {
    let from_first = std::ptr::from_ref(record).addr().checked_sub(protocol.records.as_ptr().addr())?;
    let index = from_first.checked_div(size_of::<Record>())?;
    protocol.records.get(index).filter(|one| std::ptr::eq(*one, record)).map(|_| RecordId(index))
}

/// All names of types that hold fields.
fn names(protocol: &Protocol) -> BTreeSet<String> {
    let nested = protocol.records.iter().flat_map(|record| &record.fields).flat_map(|field| match &field.wire {
        Wire::Group { name, delta, .. } => delta.iter().map(|delta| delta.name.clone()).chain([name.clone()]).collect(),
        Wire::Match { name, arms, .. } => {
            let arms = arms.iter().map(|arm| format!("{name}{}", arm.name));
            arms.chain([name.clone()]).collect()
        }
        _ => Vec::new(),
    });
    let states = protocol.records.iter().filter_map(|record| record.delta.as_ref()).map(|delta| delta.name.clone());
    let declared = protocol.records.iter().map(|record| record.name.clone()).chain(states);
    let types = protocol.enums.iter().map(|one| &one.name).chain(protocol.bits.iter().map(|one| &one.name));
    let types =
        types.chain(protocol.quantities.iter().map(|one| &one.name)).chain(protocol.packed.iter().map(|one| &one.name));
    let types =
        types.chain(protocol.varints.iter().map(|one| &one.name)).chain(protocol.families.iter().map(|one| &one.name));
    let types = types.chain(protocol.hooks.iter().map(|one| &one.name));
    nested.chain(declared).chain(types.cloned()).map(|name| crate::names::type_name(&name)).collect()
}

/// Whether statements can end a function early with an error.
pub(super) fn fails(statements: &TokenStream) -> bool {
    statements.clone().into_iter().any(|tree| match tree {
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Ident(ident) => ident == "return",
        TokenTree::Group(group) => fails(&group.stream()),
        TokenTree::Literal(_) => false,
    })
}
