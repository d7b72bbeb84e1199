//! Restrictions on rules with repair: nothing else may depend on the number, and the repair must satisfy its rule.
//!
//! A packet is decoded by the number on the wire, but the value holds the repaired one. If that number decided about
//! other fields, the decoded value could not be encoded again.

use crate::diagnostic::Diagnostic;
use crate::layout;
use crate::model::{Absent, CellId, Check, Code, Record, Test, Value};
use crate::source::Span;

use crate::resolve::ownership::uses::Use;
use crate::resolve::record::builder::Builder;
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::Resolver;

impl Builder<'_, '_> {
    /// Rejects uses of numbers that may be repaired; the first use of each number.
    pub(in crate::resolve) fn repaired_decide_nothing(&mut self, uses: &[Use]) {
        let mut told: Vec<CellId> = Vec::new();
        for (cell, span, label) in uses.iter().flat_map(reads) {
            let Some(field) = self.frame.cells.get(cell.0).map(|found| found.field) else { continue };
            let Some(repair) = self.frame.place(field).repair.filter(|_| !told.contains(&cell)) else { continue };
            told.push(cell);
            let name = self.name_of(cell);
            let written = self.resolver.sources.text(repair);
            let help = format!("drop its `else {written}`: packets with such a number are refused then");
            let title = format!("`{name}` may be repaired, so nothing else goes by it");
            self.complain(
                Diagnostic::new(title, span, label)
                    .other(repair, "read in place of the number that came")
                    .note("packets are laid out by the number that came, which is not in the value that is written")
                    .help(help)
                    .help(format!("or drop the whole rule, and let the program repair `{name}`")),
            );
        }
    }
}

/// The cells that a use reads, with the purpose.
fn reads(one: &Use) -> Vec<(CellId, Span, &'static str)> {
    match one {
        Use::Tested { conjuncts, .. } => {
            let reads = conjuncts.iter().flat_map(|one| &one.reads);
            reads.map(|read| (read.cell, read.span, "decides whether this is there")).collect()
        }
        Use::Form { cell, span, .. } => vec![(*cell, *span, "chooses a width")],
        Use::Arm { cell, span, .. } => vec![(*cell, *span, "chooses what follows")],
        Use::Mask { cell, span, .. } => vec![(*cell, *span, "says which places are filled")],
        Use::Count { cell, span, .. } | Use::Computed { cell, span, .. } => {
            vec![(*cell, *span, "says how much follows")]
        }
        Use::Place { cell, span, .. } => vec![(*cell, *span, "ends the list")],
        Use::Argument { cell, span, .. } | Use::Part { cell, span } => vec![(*cell, *span, "passed on")],
        Use::Read { cell, span, .. } => vec![(*cell, *span, "read here")],
        Use::Ruled { cell, span } => vec![(*cell, *span, "in the rule of another field")],
    }
}

impl Resolver<'_> {
    /// Rejects a repair that violates its own rule for any values of the other numbers.
    pub(in crate::resolve) fn check_repairs(&mut self, record: &Record, places: &RecordPlaces) -> Option<()> {
        let mut whole = true;
        for (field, place) in record.fields.iter().zip(&places.fields) {
            let (Some(rule), Some(span)) = (&field.rule, place.repair) else { continue };
            let holds = match (&rule.check, &rule.repair, field.wire.number()) {
                (Check::Float { low, high }, Some(Absent::Float(value)), _) => {
                    let above = low.is_none_or(|(end, belongs)| if belongs { end <= *value } else { end < *value });
                    let below = high.is_none_or(|(end, belongs)| if belongs { *value <= end } else { *value < end });
                    Some(above && below)
                }
                (Check::Test(test), Some(Absent::Raw(code)), Some(cell)) => {
                    layout::holds_for(&self.protocol, record, test, (cell, *code))
                }
                _ => Some(true),
            };
            if holds == Some(true) {
                continue;
            }
            let written = self.sources.text(span).to_owned();
            let rule_at = place.rule.unwrap_or(span);
            let wrong = match (holds, &rule.check, field.wire.number()) {
                (None, Check::Test(test), Some(cell)) => self.may_break(record, (cell, test), &written, span),
                _ => Diagnostic::new("the repair breaks the rule itself", span, format!("{written} is refused"))
                    .help("repair with a value that the rule takes"),
            };
            self.complain(wrong.other(rule_at, "the rule"));
            whole = false;
        }
        whole.then_some(())
    }

    /// Reports a repair that satisfies the rule for some values of other numbers only.
    fn may_break(&self, record: &Record, (cell, test): (CellId, &Test), written: &str, span: Span) -> Diagnostic {
        if !test.inputs().iter().any(|input| input.cell() == Some(cell)) {
            return Diagnostic::new("the repair mends nothing", span, "breaks the rule as well")
                .note("the rule does not speak of the field itself")
                .help("say which values it is about: `where !it || ..`, `where it == 0 || ..`");
        }
        let value = record.cells.get(cell.0).map(|cell| cell.value);
        let takes = match (value, written) {
            (Some(Value::Bool | Value::Truthy), "false") => "!it".to_owned(),
            (Some(Value::Bool | Value::Truthy), "true") => "it".to_owned(),
            (Some(Value::Int(_) | Value::Enum(_)), written) if written != "zero" => {
                format!("it == {written}")
            }
            _ => format!("it.raw == {}", raw(record, cell)),
        };
        Diagnostic::new("the repair may break the rule itself", span, "other numbers decide whether it does")
            .help(format!("let the rule take it whatever they are: `.. || {takes}`"))
    }
}

/// The raw number of a cell's repair.
fn raw(record: &Record, cell: CellId) -> Code {
    let field = record.cells.get(cell.0).and_then(|found| record.fields.get(found.field.0));
    match field.and_then(|field| field.rule.as_ref()?.repair.as_ref()) {
        Some(Absent::Raw(code)) => *code,
        _ => 0,
    }
}
