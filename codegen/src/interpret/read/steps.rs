//! Steps of a reader, for explanations. They are made only if requested.

use super::super::env::Env;
use super::super::fields::Slot;
use super::super::trace::{Step, StepKind, field_doc};
use super::super::value::Value;
use super::Reader;
use crate::model::{Code, Field};

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
        if let Some(steps) = &mut self.steps {
            let len = self.cursor.offset().saturating_sub(offset);
            let (depth, path) = (self.path.len(), path(&self.path, name));
            steps.push(Step { depth, offset, len, path, name: name.to_owned(), kind, raw, value, doc: doc() });
        }
    }

    /// Reports a field as a single step.
    pub(super) fn field_step(
        &mut self,
        env: &Env<'_, Slot>,
        field: &Field,
        kind: StepKind,
        offset: usize,
        raw: Option<Code>,
        value: impl FnOnce() -> Value,
    ) {
        if self.steps.is_some() {
            let doc = || field_doc(env.protocol, env.record, field);
            self.step(kind, label(field), offset, raw, value(), doc);
        }
    }

    /// Reports a step that contains the following ones, up to `close`.
    pub(super) fn open(&mut self, kind: StepKind, name: &str, doc: impl FnOnce() -> Option<String>) {
        if self.steps.is_some() {
            self.step(kind, name, self.cursor.offset(), None, Value::Null, doc);
            self.path.push(name.to_owned());
        }
    }

    /// Reports a field as a step that contains the following ones.
    pub(super) fn open_field(&mut self, env: &Env<'_, Slot>, field: &Field, kind: StepKind) {
        if self.steps.is_some() {
            self.open(kind, label(field), || field_doc(env.protocol, env.record, field));
        }
    }

    pub(super) fn close(&mut self) {
        if self.steps.is_some() {
            self.path.pop();
        }
    }
}

/// The name of a field, or its label if it has none.
pub(super) fn label(field: &Field) -> &str {
    field.name.as_deref().unwrap_or(&field.label)
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
