//! Facts about each record that are computed before its functions are emitted: whether a writer can fail, fixed sizes,
//! borrows, and taken names.
//!
//! A writer that cannot fail returns no `Result`, and one without checks is not emitted, as in code written by hand.
//! Records are visited in dependency order, so each answer builds on those before it.

use std::collections::{BTreeMap, BTreeSet};

use super::scope::{Place, Scope};
use super::tokens::{TokenStream, TokenTree};
use super::{bare, check, family, put, slot};
use crate::layout::{self, Inside};
use crate::model::{FamilyId, FieldId, HookId, Node, Protocol, Record, RecordId, Wire};

/// The facts about all records and families.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    records: Vec<RecordFacts>,
    families: Vec<bool>,
    /// The streams in records and families: messages that are read lazily.
    lazy: Inside<()>,
    /// The hooks that each of them needs.
    hooks: Inside<HookId>,
    /// The messages whose versions differ only in the code.
    many_codes: BTreeSet<RecordId>,
    /// The names of all types of the schema, with which a private type's name could collide.
    names: BTreeSet<String>,
    /// The needs of the separate functions that write one field, such as a region; `None` if nothing is written.
    apart: BTreeMap<(RecordId, FieldId), Option<Needs>>,
}

/// The inputs of a function that writes one field, besides the output.
#[derive(Debug, Clone, Copy)]
pub(super) struct Needs {
    /// It can reject the value.
    pub(super) fails: bool,
}

/// The function that rejects an owned value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    Never,
    /// `check`; `put` writes any value.
    Before,
    /// `put`.
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
    /// Whether the value borrows.
    borrows: bool,
}

impl RecordFacts {
    /// The facts of a record before they are computed.
    const UNKNOWN: Self =
        Self { checks: true, steps: false, checked_before: false, bare_size: None, array_size: None, borrows: false };
}

impl Facts {
    /// Computes the facts of each record once.
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
                    facts.compute_needs(protocol, id);
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

    /// Whether a record contains streams, whose messages are read lazily.
    pub(super) fn is_lazy(&self, record: RecordId) -> bool {
        !self.lazy.record(record).is_empty()
    }

    /// The hooks that records and families need.
    pub(super) fn hooks(&self) -> &Inside<HookId> {
        &self.hooks
    }

    /// These facts, with the messages whose code differs between versions.
    pub(super) fn with_many_codes(self, many_codes: BTreeSet<RecordId>) -> Self {
        Self { many_codes, ..self }
    }

    /// Whether the code of a message differs between versions.
    pub(super) fn has_many_codes(&self, protocol: &Protocol, record: &Record) -> bool {
        id_of(protocol, record).is_some_and(|id| self.many_codes.contains(&id))
    }

    /// The size of an infallible fixed-size record.
    pub(super) fn bare_size(&self, record: RecordId) -> Option<u64> {
        self.records.get(record.0).and_then(|facts| facts.bare_size)
    }

    /// The size of such a record that is a single run.
    pub(super) fn array_size(&self, record: RecordId) -> Option<u64> {
        self.records.get(record.0).and_then(|facts| facts.array_size)
    }

    /// Whether a record's value borrows.
    pub(super) fn borrows(&self, record: RecordId) -> bool {
        self.records.get(record.0).is_some_and(|facts| facts.borrows)
    }

    /// The function that rejects a record's owned value, if any.
    pub(super) fn refusal(&self, record: RecordId) -> Refusal {
        match self.records.get(record.0) {
            Some(RecordFacts { checks: false, .. }) => Refusal::Never,
            Some(RecordFacts { checked_before: true, .. }) => Refusal::Before,
            Some(_) | None => Refusal::AsWritten,
        }
    }

    /// Whether a record is written in a few steps, without a loop.
    pub(super) fn is_steps(&self, record: RecordId) -> bool {
        self.records.get(record.0).is_some_and(|facts| facts.steps)
    }

    /// Whether a record is checked as a whole before it is written.
    pub(super) fn is_checked_before(&self, protocol: &Protocol, record: &Record) -> bool {
        id_of(protocol, record).and_then(|id| self.records.get(id.0)).is_some_and(|facts| facts.checked_before)
    }

    /// Whether a writer can reject a family's owned value.
    pub(super) fn family_fails(&self, family: FamilyId) -> bool {
        self.families.get(family.0).copied().unwrap_or(true)
    }
}

impl Facts {
    /// The needs of the separate function that writes one field. The inner `None`: nothing is written; the outer: not
    /// computed yet.
    pub(super) fn needs(&self, protocol: &Protocol, record: &Record, field: FieldId) -> Option<Option<Needs>> {
        self.apart.get(&(id_of(protocol, record)?, field)).copied()
    }

    /// Computes the needs of a record's separate functions. Nested ones come first, so that each is emitted once to
    /// find its needs.
    fn compute_needs(&mut self, protocol: &Protocol, id: RecordId) {
        let record = &protocol.records[id.0];
        let fields = written_apart(&Scope::root(Place { protocol, module: None, facts: self }, record));
        for field in fields.into_iter().rev() {
            let root = Scope::root(Place { protocol, module: None, facts: self }, record);
            let needs = root.holder_of(field).and_then(|holder| put::regions::needs(&holder, field));
            self.apart.insert((id, field), needs);
        }
    }

    /// A name for a private type: with the first of the endings that gives no name of the schema.
    pub(super) fn private_name(&self, name: &str, endings: &[&str]) -> String {
        let free = endings.iter().map(|ending| format!("{name}{ending}")).find(|name| !self.names.contains(name));
        free.unwrap_or_else(|| format!("{name}{}{}", endings.concat(), self.names.len()))
    }
}

/// The fields that separate functions write, each before those inside it.
fn written_apart(scope: &Scope<'_>) -> Vec<FieldId> {
    let own = scope.body.iter().copied().filter(|id| scope.written_apart(id).is_some());
    own.chain(scope.children().iter().flat_map(written_apart)).collect()
}

/// The id of a record, from its address among those of its protocol.
fn id_of(protocol: &Protocol, record: &Record) -> Option<RecordId> {
    let from_first = std::ptr::from_ref(record).addr().checked_sub(protocol.records.as_ptr().addr())?;
    let index = from_first.checked_div(size_of::<Record>())?;
    protocol.records.get(index).filter(|one| std::ptr::eq(*one, record)).map(|_| RecordId(index))
}

/// The names of all types of a schema, as Rust spells them.
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

/// Whether statements can return an error.
pub(super) fn fails(statements: &TokenStream) -> bool {
    statements.clone().into_iter().any(|tree| match tree {
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Ident(ident) => ident == "return",
        TokenTree::Group(group) => fails(&group.stream()),
        TokenTree::Literal(_) => false,
    })
}
