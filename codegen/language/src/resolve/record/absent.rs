//! Defaults of optional fields: `else 1.0`.

use crate::ast::{self, ExprKind};
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{Absent, Code, FieldId, Interval, Presence, Protocol, Value, Wire};
use crate::near;
use crate::quantity::{self, Amount};
use crate::source::Span;

use crate::resolve::delta::behind_base;
use crate::resolve::record::builder::Builder;

impl Builder<'_, '_> {
    /// Sets the default of an optional field.
    pub(in crate::resolve) fn absent(&mut self, id: FieldId, value: &ast::Expr) -> Option<()> {
        self.is_a_value(id, value)?;
        let worth = match behind_base(value) {
            Some((path, behind)) => self.inherited(id, path, behind)?,
            None => self.worth(id, value)?,
        };
        let place = self.frame.place(id);
        match self.frame.field(id).map(|field| &mut field.presence) {
            Some(Presence::When { absent, .. } | Presence::Left { absent, .. } | Presence::Chosen { absent }) => {
                *absent = worth;
                Some(())
            }
            _ => self.refuse(
                Diagnostic::new("this is always there", value.span, "never used")
                    .other(place.name, "has no condition")
                    .help(self.resolver.dropped(
                        "else",
                        value.span,
                        "drop the `else`, or say when it is there: `if ..`",
                    )),
            ),
        }
    }

    /// Rejects an alternative wire, `u16 if wide else u8`, and a word for no value, `else None`.
    fn is_a_value(&mut self, id: FieldId, value: &ast::Expr) -> Option<()> {
        let ExprKind::Path(path) = &value.kind else { return Some(()) };
        let sources = self.resolver.sources;
        let (word, wire) = (sources.text(path.span), self.frame.place(id).wire);
        if ast::WireInt::named(word, path.span).is_some() && !self.knows(path) {
            let else_at = sources.with_word("else", path.span)?;
            let test = Span { start: wire.end, end: else_at.start, ..wire };
            let test = sources.text(test).trim().strip_prefix("if ")?;
            let wide = sources.text(wire);
            let choice = match test.split_once(" == ") {
                Some((tag, code)) => format!("match {tag} {{ {code} => {wide}, _ => {word} }}"),
                None => format!("match {test} {{ 0 => {word}, 1 => {wide} }}"),
            };
            let wrong = Diagnostic::new("a width is chosen by a `match`", path.span, "a wire, no value");
            return self.refuse(wrong.help(Help::write(wire.to(path.span), choice)));
        }
        if !near::NOTHING.contains(&word) {
            return Some(());
        }
        let wrong = Diagnostic::new(format!("`{word}` is no value"), path.span, "what is absent is worth this");
        self.refuse(wrong.help(self.resolver.dropped(
            "else",
            path.span,
            "drop the `else`: the field is an option then",
        )))
    }

    /// A value of a field, in its encoding.
    pub(in crate::resolve) fn worth(&mut self, id: FieldId, value: &ast::Expr) -> Option<Absent> {
        match self.frame.fields.get(id.0).map(|field| field.wire.clone())? {
            Wire::Float { width, .. } => Some(Absent::Float(self.resolver.float(value, width)?)),
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => {
                let found = self.frame.cells.get(cell.0)?.clone();
                if value.is_word("zero") {
                    return self.zero(found.value, found.interval, value.span);
                }
                match found.value {
                    Value::Quantity(quantity) => {
                        let meant = self.resolver.rational(value)?;
                        let quantity = self.resolver.protocol.quantities.get(quantity.0)?.clone();
                        let amount = Amount::from_ratio(quantity.number, meant);
                        let raw = amount.and_then(|amount| quantity::raw(&quantity, amount).ok());
                        let raw = raw.filter(|raw| found.interval.contains(*raw));
                        if raw.is_none() {
                            let written = self.resolver.sources.text(value.span);
                            let title = format!("`{}` has no number for {written}", quantity.name);
                            let label = format!("raw numbers are {}", found.interval);
                            self.complain(Diagnostic::new(title, value.span, label));
                        }
                        raw.map(Absent::Raw)
                    }
                    other => self.value_of(value, found.interval, other).map(Absent::Raw),
                }
            }
            _ => self.refuse(
                Diagnostic::new(
                    "only a number can have a value when it is absent",
                    value.span,
                    "the field is no number",
                )
                .help("drop the `else`: the field is an option then"),
            ),
        }
    }

    /// `else zero`, for types with a valid zero.
    fn zero(&mut self, of: Value, interval: Interval, span: Span) -> Option<Absent> {
        if interval.contains(0) && means_something(&self.resolver.protocol, of, 0) {
            return Some(Absent::Raw(0));
        }
        let diagnostic = Diagnostic::new("zero means nothing here", span, "no value of this field");
        self.refuse(diagnostic.help("say a value that it can have, or drop the `else`: the field is an option then"))
    }
}

/// Whether a raw number is a valid value, as the codes of a closed enum or a layout of valid parts.
pub(in crate::resolve) fn means_something(protocol: &Protocol, of: Value, raw: Code) -> bool {
    match of {
        Value::Enum(id) => protocol.enums.get(id.0).is_none_or(|one| one.open || one.name_of(raw).is_some()),
        Value::Bits(id) => protocol.bits.get(id.0).is_none_or(|bits| {
            bits.parts.iter().all(|part| {
                let all = Interval::of_bits(part.width.into(), part.signed);
                let raw = all.wrap(raw.checked_shr(part.low.into()).unwrap_or(0));
                match part.constant {
                    Some(constant) => constant == raw,
                    None => means_something(protocol, part.value, raw),
                }
            })
        }),
        Value::Int(_) | Value::Bool | Value::Truthy | Value::Quantity(_) | Value::Packed(_) => true,
    }
}
