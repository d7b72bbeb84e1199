//! Cells that a field reads: in its reader, its check and its writer.

use super::captures::Act;
use super::checks::{Checks, users_tags};
use super::scopes::Scopes;
use super::widths::Given;
use crate::model::{
    Absent, CellId, Check, Checksum, FieldId, Form, Input, Presence, Protocol, Record, Rule, Says, Test, Wire,
};
use std::collections::BTreeSet;

/// The context in which a record's fields are asked.
#[derive(Debug, Clone, Copy)]
pub struct Reads<'a> {
    pub(super) protocol: &'a Protocol,
    pub(super) record: &'a Record,
    pub(super) scopes: &'a Scopes,
    pub(super) checks: &'a Checks,
    /// The cells of each field.
    pub(super) cells: &'a [Vec<CellId>],
    /// Whether the record is checked while it is written, not as a whole before.
    pub(super) checked_as_written: bool,
}

impl Reads<'_> {
    /// Whether a function rejects values.
    pub(super) fn checks(&self, act: Act) -> bool {
        act == Act::Check || (act == Act::Put && self.checked_as_written)
    }

    /// The cells of a field.
    pub(super) fn cells_of(&self, id: FieldId) -> &[CellId] {
        &self.cells[id.0]
    }

    /// The cells of a field, and of the payloads of its arms.
    pub(super) fn cells_held(&self, id: FieldId) -> Vec<CellId> {
        let payloads = self.record.fields[id.0].wire.payloads();
        [id].into_iter().chain(payloads).flat_map(|id| self.cells_of(id)).copied().collect()
    }

    /// The cells that the record's checksums read.
    pub(super) fn of_checksums(&self) -> Vec<CellId> {
        let all = self.record.checksums.iter();
        let tests = all.clone().filter_map(|one| self.record.condition_of(one)).flat_map(Test::inputs);
        all.flat_map(Checksum::inputs).chain(tests).filter_map(Input::cell).collect()
    }

    /// Adds the cells that a field's rule reads.
    pub(super) fn of_rule(&self, id: FieldId, cells: &mut BTreeSet<CellId>) {
        if let Some(Rule { check: Check::Test(test), .. }) = &self.record.fields[id.0].rule {
            cells.extend(test.inputs().into_iter().filter_map(Input::cell));
        }
    }

    /// Adds the cells that a field reads.
    pub(super) fn of_field(&self, id: FieldId, act: Act, cells: &mut BTreeSet<CellId>) {
        let field = &self.record.fields[id.0];
        if let Presence::When { test, checked, absent, .. } = &field.presence {
            // Only the test decides for a field that the user never sees, and for one whose value does not show its
            // presence.
            let decides = || !self.scopes.is_public(id) || (*checked && *absent != Absent::Nothing);
            if act == Act::Take || (act == Act::Put && decides()) {
                cells.extend(test.inputs().into_iter().filter_map(Input::cell));
            }
        }
        if act == Act::Take {
            self.of_rule(id, cells);
        }
        if self.checks(act) {
            cells.extend(self.checks.field(id).always.iter().flat_map(|check| check.cells(self.record, id)));
        }
        self.of_present(id, act, cells);
    }

    /// Adds the cells that a field reads, except those that decide whether it is present.
    pub(super) fn of_present(&self, id: FieldId, act: Act, cells: &mut BTreeSet<CellId>) {
        let wire = &self.record.fields[id.0].wire;
        // Reserved space has no value, so its writer needs its length, too.
        let is_space = matches!(wire, Wire::Padding { .. });
        // In a trailer, a reader knows how many bytes are in front of the numbers.
        let is_measured = act == Act::Take && self.record.trailer_of(id).is_some();
        for (says, input) in wire.inputs().into_iter().filter(|_| !is_measured) {
            if act == Act::Take || says == Says::Argument || (act == Act::Put && is_space) {
                cells.extend(input.cell());
            }
        }
        if let (Act::Put, Wire::Chosen { tags, forms, .. }) = (act, wire) {
            cells.extend(tested_tags(tags, forms).into_iter().filter_map(Input::cell));
            cells.extend(self.limiting_tags(id, tags));
        }
        if self.checks(act) {
            cells.extend(self.checks.cells_of_present(self.record, id));
        }
        for payload in wire.payloads() {
            self.of_field(payload, act, cells);
        }
    }

    /// The tags that the user sets, if they limit the widths for a derived tag.
    fn limiting_tags(&self, id: FieldId, tags: &[Input]) -> Vec<CellId> {
        let derives = tags.iter().any(|tag| self.record.derives_tag(id, *tag));
        let limits = || Given::of(self.protocol, self.record, id).differ();
        if derives && limits() { users_tags(self.record, id) } else { Vec::new() }
    }
}

/// The tags that a writer tests to find the form of a number. It writes the last form without a test.
fn tested_tags(tags: &[Input], forms: &[Form]) -> Vec<Input> {
    let with_bytes: Vec<&Form> = forms.iter().filter(|form| form.scalar.is_some()).collect();
    let is_one = with_bytes.windows(2).all(|two| matches!(two, [one, other] if one.scalar == other.scalar));
    let tested = with_bytes.split_last().filter(|_| !is_one).map_or(&[][..], |(_, tested)| tested);
    let is_tested =
        |column: usize| tested.iter().any(|form| form.pattern.get(column).is_some_and(|pattern| !pattern.is_empty()));
    tags.iter().enumerate().filter(|(column, _)| is_tested(*column)).map(|(_, tag)| *tag).collect()
}
