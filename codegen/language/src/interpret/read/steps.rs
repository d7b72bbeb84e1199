//! Steps of a reader, for explanations. They are made only if requested.

use super::super::env::Env;
use super::super::fields::Slot;
use super::super::trace::{Step, StepKind, Told, field_doc, first_line};
use super::super::value::Value;
use super::super::zero::zero;
use super::Reader;
use super::at::{At, label};
use crate::model::{Code, FieldId, Record};

impl Reader<'_, '_> {
    /// Reports a step with the bytes from `offset` to the cursor.
    pub(super) fn step(
        &mut self,
        kind: StepKind,
        name: &str,
        offset: usize,
        raw: Option<Code>,
        value: Value,
        doc: impl FnOnce() -> Option<String>,
    ) {
        self.step_in(kind, (name, name), offset, raw, value, doc);
    }

    /// The same of a step that may be called otherwise in a path.
    fn step_in(
        &mut self,
        kind: StepKind,
        (name, in_path): (&str, &str),
        offset: usize,
        raw: Option<Code>,
        value: Value,
        doc: impl FnOnce() -> Option<String>,
    ) {
        if let Some(steps) = &mut self.steps {
            let len = self.cursor.offset().saturating_sub(offset);
            let (depth, path) = (self.path.len(), path(&self.path, in_path));
            self.step_count = self.step_count.saturating_add(1);
            steps(Told::Step(Step {
                depth,
                offset,
                len,
                path,
                name: name.to_owned(),
                kind,
                raw,
                value,
                read_as: None,
                doc: doc(),
            }));
        }
    }

    /// Reports the field at which reading stopped, unless a step after the first `before` shows it, or a field in it.
    pub(super) fn rejected(&mut self, at: &At<'_, '_>, before: usize) {
        if self.step_count == before {
            self.field_step(at, StepKind::Rejected, None, || Value::Null);
        }
    }

    /// Notes the values that rules gave instead of those on the wire.
    pub(super) fn repaired(&mut self, env: &Env<'_, Slot>, fields: &[FieldId]) {
        let Some(steps) = &mut self.steps else { return };
        for slot in fields.iter().map(|id| env.slot(*id)) {
            steps(Told::ReadAs(slot.step, slot.value.clone()));
        }
    }

    /// Reports the fields of a state that are not zero and come from the base of its delta. An absent field comes from nowhere.
    pub(super) fn inherited(&mut self, record: &Record, change: &Value, state: &Value) {
        if self.steps.is_none() {
            return;
        }
        for field in record.scope(&record.body).iter().filter_map(|id| record.fields.get(id.0)) {
            let Some(name) = field.name.as_deref().filter(|name| change.field(name) == Some(&Value::Null)) else {
                continue;
            };
            let is_told =
                |value: &&Value| !matches!(value, Value::Null) && **value != zero(self.protocol, record, field);
            let Some(value) = state.field(name).filter(is_told) else { continue };
            let doc = || first_line(&field.docs);
            self.step(StepKind::Inherited, name, self.cursor.offset(), value.raw(), value.clone(), doc);
        }
    }

    /// Reports a field as a single step.
    pub(super) fn field_step(
        &mut self,
        at: &At<'_, '_>,
        kind: StepKind,
        raw: Option<Code>,
        value: impl FnOnce() -> Value,
    ) {
        if self.steps.is_some() {
            let doc = || field_doc(at.env.protocol, at.env.record, at.field);
            self.step_in(kind, names(at), at.offset, raw, value(), doc);
        }
    }

    /// Reports a step that contains the following ones, up to `close`.
    pub(super) fn open(&mut self, kind: StepKind, name: &str, doc: impl FnOnce() -> Option<String>) {
        self.open_in(kind, (name, name), Value::Null, doc);
    }

    /// Reports a message of a family in the field of this name, which has none if it is the packet, or an element by itself.
    pub(super) fn open_member(&mut self, field: &str, member: &str, doc: impl FnOnce() -> Option<String>) {
        let name = if field.is_empty() { member.to_owned() } else { format!("{field} {member}") };
        let in_path = if field.is_empty() && !self.path.is_empty() { "" } else { &name };
        self.open_in(StepKind::Record, (&name, in_path), Value::Null, doc);
    }

    fn open_in(&mut self, kind: StepKind, names: (&str, &str), value: Value, doc: impl FnOnce() -> Option<String>) {
        if self.steps.is_some() {
            self.step_in(kind, names, self.cursor.offset(), None, value, doc);
            self.path.push(names.1.to_owned());
        }
    }

    /// Reports a field as a step that contains the following ones.
    pub(super) fn open_field(&mut self, at: &At<'_, '_>, kind: StepKind) {
        self.open_as(at, kind, || Value::Null);
    }

    pub(super) fn open_as(&mut self, at: &At<'_, '_>, kind: StepKind, value: impl FnOnce() -> Value) {
        if self.steps.is_some() {
            self.open_in(kind, names(at), value(), || field_doc(at.env.protocol, at.env.record, at.field));
        }
    }

    pub(super) fn close(&mut self) {
        if self.steps.is_some() {
            self.path.pop();
        }
    }
}

/// The name of a field, and that in a path: an element that is its only field has none there, as in errors.
fn names<'p>(at: &At<'_, 'p>) -> (&'p str, &'p str) {
    let name = label(at.field);
    (name, if at.path().is_empty() { "" } else { name })
}

/// The path of a step: `players[0].state.health`. It has no empty names, and not that of the outermost record, except
/// for a message of a stream.
fn path(outer: &[String], name: &str) -> String {
    let mut path = String::new();
    let whole = usize::from(!outer.first().is_some_and(|first| first.starts_with('[')));
    let names = outer.iter().map(String::as_str).chain([name]);
    for name in names.skip(whole).filter(|name| !name.is_empty()) {
        if !path.is_empty() && !name.starts_with('[') {
            path.push('.');
        }
        path.push_str(name);
    }
    path
}
