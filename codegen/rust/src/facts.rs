//! Facts about records and families that follow from the model. Each is computed once, after the facts of all records
//! and families inside.
//!
//! Backends decide from facts. They never make code in order to find out something about it.

pub mod borrows;
pub mod captures;
pub mod checks;
mod circles;
pub mod int;
pub mod numbers;
mod reads;
mod rest;
pub mod scopes;
mod sessions;
pub mod sizes;
pub mod widths;
pub mod writes;

use crate::model::{self, CellId, FamilyId, Field, FieldId, HookId, Nested, Node, Protocol, Record, RecordId, Wire};
use borrows::Borrows;
use captures::Captures;
use checks::Checks;
use checks::needed::{self, Needed};
pub use int::Int;
pub use reads::Reads;
use scopes::Scopes;
pub use sessions::with_session_parameters;
use std::collections::BTreeSet;

/// The facts about the records and families of a protocol.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    records: Vec<RecordFacts>,
    /// Whether a writer can reject a message of a family.
    families: Vec<bool>,
    /// The streams in records and families: messages that are read lazily.
    lazy: Nested<()>,
    hooks: Nested<HookId>,
    /// The records that are fields or elements of others.
    inside: BTreeSet<RecordId>,
    /// The records and families of which values are asked whether they take all that is left of their region.
    asked_for_rest: BTreeSet<Node>,
    /// The records and families in which nested parts of their own circle are.
    recursive: BTreeSet<Node>,
}

/// The facts about a record.
#[derive(Debug, Clone, Default)]
pub struct RecordFacts {
    /// The record, its groups and its arms.
    pub scopes: Scopes,
    /// The fields and scopes that borrow.
    pub borrows: Borrows,
    /// The cells that one scope reads from another.
    pub captures: Captures,
    /// The checks of its plain value.
    pub checks: Checks,
    /// The cells of each field.
    cells: Vec<Vec<CellId>>,
    /// Whether a rule uses the size of each field.
    measured: Vec<bool>,
    /// Whether each field is read by itself.
    alone: Vec<bool>,
    infallible_size: Option<u64>,
    array_size: Option<u64>,
    in_steps: bool,
    checked_before: bool,
}

/// The function that rejects a plain value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// None: every value can be written.
    Never,
    /// A check of the whole value before it is written; the writer writes any value.
    Before,
    /// The writer.
    AsWritten,
}

impl Facts {
    /// Computes the facts of a protocol.
    pub fn of(protocol: &Protocol) -> Self {
        let fields = protocol.records.iter().flat_map(|record| &record.fields);
        let inside = fields.filter_map(|field| field.wire.holds());
        let mut facts = Self {
            records: vec![RecordFacts::default(); protocol.records.len()],
            families: vec![true; protocol.families.len()],
            lazy: model::nested_streams(protocol),
            hooks: model::nested_hooks(protocol),
            asked_for_rest: rest::asked(protocol),
            recursive: circles::recursive(protocol),
            inside: inside.filter_map(|node| if let Node::Record(id) = node { Some(id) } else { None }).collect(),
        };
        for node in &protocol.order {
            match *node {
                Node::Record(id) => facts.records[id.0] = RecordFacts::of(protocol, &facts, &protocol.records[id.0]),
                Node::Family(id) => {
                    facts.families[id.0] = needed::of_family(protocol, &facts, &protocol.families[id.0]);
                }
            }
        }
        facts
    }

    /// The same, whatever records of other modules contain: so all modules that know a record say the same of it.
    pub fn exported(mut self, protocol: &Protocol) -> Self {
        self.inside.clear();
        self.asked_for_rest = rest::takers(protocol).collect();
        self
    }

    /// The facts about a record.
    pub fn record(&self, id: RecordId) -> &RecordFacts {
        &self.records[id.0]
    }

    /// Whether a record's plain value borrows.
    pub fn borrows(&self, record: RecordId) -> bool {
        // A record that is not complete yet has no scopes.
        self.records[record.0].borrows.is_of_value()
    }

    /// Whether a record contains streams, whose messages are read lazily.
    pub fn is_lazy(&self, record: RecordId) -> bool {
        !self.lazy.record(record).is_empty()
    }

    /// The records and families that contain streams.
    pub fn streams(&self) -> &Nested<()> {
        &self.lazy
    }

    /// Whether a record is a field or an element of another.
    pub fn is_inside(&self, record: RecordId) -> bool {
        self.inside.contains(&record)
    }

    /// Whether a writer asks a value whether it takes all that is left of its region.
    pub fn is_asked_for_rest(&self, node: Node) -> bool {
        self.asked_for_rest.contains(&node)
    }

    /// Whether a record or family contains nested parts of its own circle, so that its functions call themselves.
    pub fn is_recursive(&self, node: Node) -> bool {
        self.recursive.contains(&node)
    }

    /// Whether nested parts of a record's circle are in a field, or in a field inside of it.
    pub fn leads_back(&self, protocol: &Protocol, record: &Record, field: FieldId) -> bool {
        let wire = &record.fields[field.0].wire;
        let mut inside = wire.bodies().into_iter().flatten();
        circles::leads_back(protocol, &self.recursive, record, wire)
            || inside.any(|id| self.leads_back(protocol, record, *id))
    }

    /// Whether a field holds records of another circle, whose levels are counted there.
    pub fn is_of_another_circle(&self, protocol: &Protocol, record: &Record, field: FieldId) -> bool {
        let held = record.fields[field.0].wire.holds().filter(|node| self.recursive.contains(node));
        held.is_some_and(|node| protocol.circle(node) != record.circle.as_ref())
    }

    /// The hooks that records and families need.
    pub fn hooks(&self) -> &Nested<HookId> {
        &self.hooks
    }

    /// The size of an infallible fixed-size record.
    pub fn infallible_size(&self, record: RecordId) -> Option<u64> {
        self.records[record.0].infallible_size
    }

    /// The size of such a record that is a single run of fields.
    pub fn array_size(&self, record: RecordId) -> Option<u64> {
        self.records[record.0].array_size
    }

    /// Whether a record is written in a few steps, without a loop.
    pub fn is_in_steps(&self, record: RecordId) -> bool {
        self.records[record.0].in_steps
    }

    /// The function that rejects a record's plain value, if any.
    pub fn checked(&self, record: RecordId) -> Checked {
        let facts = &self.records[record.0];
        match (facts.checks.rejects(scopes::ROOT), facts.checked_before) {
            (false, _) => Checked::Never,
            (true, true) => Checked::Before,
            (true, false) => Checked::AsWritten,
        }
    }

    /// Whether a writer can reject a family's plain value.
    pub fn family_rejects(&self, family: FamilyId) -> bool {
        self.families[family.0]
    }
}

impl RecordFacts {
    fn of(protocol: &Protocol, facts: &Facts, record: &Record) -> Self {
        let mut cells = vec![Vec::new(); record.fields.len()];
        for (id, cell) in record.cells.iter().enumerate() {
            cells[cell.field.0].push(CellId(id));
        }
        let mut measured = vec![false; record.fields.len()];
        let rules = record.fields.iter().filter_map(|field| field.rule.as_ref());
        rules.flat_map(|rule| rule.measured()).for_each(|field| measured[field.0] = true);
        let scopes = Scopes::of(record);
        let is_alone = |(id, field): (usize, &Field)| {
            let needs_session = !(field.condition_needs().is_empty() && field.needs().is_empty());
            let is_found = measured.get(id) == Some(&true) || record.is_marked(FieldId(id));
            let is_known = record.cells_inside(FieldId(id)).next().is_some();
            is_found || needs_session || is_known || matches!(field.wire, Wire::Within { .. })
        };
        let alone: Vec<bool> = record.fields.iter().enumerate().map(is_alone).collect();
        let in_steps = sizes::in_steps(facts, record, &measured, &record.body);
        let array_size = sizes::array(protocol, facts, record, &alone);
        let checked_before = array_size.is_some() || (in_steps && sizes::is_short(record));
        let needed = Needed { protocol, facts, record, scopes: &scopes, as_written: !checked_before };
        let one = Self {
            borrows: Borrows::of(protocol, facts, record, &scopes),
            infallible_size: sizes::infallible(protocol, facts, record),
            array_size,
            in_steps,
            checked_before,
            checks: needed.checks(),
            scopes,
            cells,
            measured,
            alone,
            ..Self::default()
        };
        let captures = Captures::of(&one.reads(protocol, record));
        Self { captures, ..one }
    }

    /// The context in which the record's fields are asked for the cells that they read.
    pub fn reads<'a>(&'a self, protocol: &'a Protocol, record: &'a Record) -> Reads<'a> {
        let Self { scopes, checks, cells, checked_before, .. } = self;
        Reads { protocol, record, scopes, checks, cells, checked_as_written: !checked_before }
    }

    /// Whether a field is read by itself: a region, a field that needs session state, which is checked at its start, or
    /// a field whose place or end is recorded.
    pub fn is_alone(&self, field: FieldId) -> bool {
        self.alone[field.0]
    }

    /// Whether a rule uses the size of a field.
    pub fn is_measured(&self, field: FieldId) -> bool {
        self.measured[field.0]
    }

    /// Whether the record is checked while it is written, not as a whole before.
    pub fn is_checked_as_written(&self) -> bool {
        !self.checked_before
    }
}
