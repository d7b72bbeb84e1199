//! `match`: a number's width, or one of several shapes, chosen by earlier numbers.

mod by;
mod order;
mod pattern;
mod shapes;
mod width;

pub(super) use order::Taken;

use crate::ast::{self, ExprKind, Target, WireKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Absent, Demand, FieldId, Input, Presence, Source, Value, Wire};
use crate::source::Span;

use crate::resolve::record::builder::{Builder, Origin};
use crate::resolve::record::field::{Called, Spelled};
use crate::resolve::scope::Entry;
use crate::resolve::scope::operand::Operand;

impl<'a> Builder<'_, 'a> {
    /// `match wide_x { 0 => u16, 1 => i24 }`, `match kind { 0 => Number: Int, .. }`.
    pub(super) fn choice(
        &mut self,
        called: Called<'a>,
        spelled: &Spelled<'a>,
        tag: &'a ast::Expr,
        arms: &'a [ast::Arm],
    ) -> Option<(Wire, Entry)> {
        if arms.is_empty() {
            return self.refuse(Diagnostic::new("a match without arms", spelled.wire.span, "nothing can be read"));
        }
        if arms.iter().all(|arm| self.is_number(&arm.target)) && arms.iter().any(|arm| is_wire(&arm.target)) {
            return self.width(called, spelled, tag, arms);
        }
        self.no_value(spelled)?;
        self.shapes(called, tag, arms)
    }

    /// Whether a target is an untyped number, or empty.
    fn is_number(&self, target: &'a Target) -> bool {
        let mut wire = match target {
            Target::None(_) => return true,
            Target::Variant { .. } | Target::Body { .. } => return false,
            Target::Wire(wire) => wire,
        };
        while let WireKind::Named { name, args } = &wire.kind
            && args.is_empty()
            && let Some(alias) = self.resolver.alias(name)
        {
            wire = &alias.wire;
        }
        match &wire.kind {
            WireKind::Int(_) | WireKind::Bool | WireKind::Error => true,
            WireKind::Named { name, .. } => {
                use crate::resolve::resolver::Declared;
                let declared = self.resolver.items.get(name.text.as_str());
                !matches!(declared, Some(Declared::Struct(_) | Declared::Message(_) | Declared::Family(_)))
            }
            _ => false,
        }
    }

    /// A tag: a cell or a parameter, with its interval and value type.
    pub(super) fn tag(&mut self, tag: &ast::Expr) -> Option<Operand> {
        if self.is_left(tag) {
            return Some(Operand::left(tag.span));
        }
        if let ExprKind::Call { .. } = &tag.kind {
            return self.number(tag);
        }
        let operand = match &tag.kind {
            ExprKind::Path(_) => self.number(tag)?,
            _ => {
                return self.refuse(
                    Diagnostic::new("the writer cannot invert this tag", tag.span, "not a name")
                        .help("match the number itself, and put the arithmetic into the patterns"),
                );
            }
        };
        if operand.interval.min == operand.interval.max {
            let title = format!("this is always {}", operand.interval.min);
            let wrong = Diagnostic::new(title, tag.span, "chooses nothing");
            return self.refuse(wrong.help("write the one shape, width or message that it stands for"));
        }
        match operand.input {
            // A literal chooses nothing, as reported above.
            Some(Input::Literal(_)) | None => None,
            Some(_) => Some(operand),
        }
    }

    /// A form without bytes makes the field optional.
    pub(super) fn chosen_presence(&mut self, id: FieldId, test: Option<Span>) -> Option<()> {
        if let Some(span) = test {
            let place = self.frame.place(id);
            let wrong = Diagnostic::new("two things say whether this is there", span, "a condition");
            return self.refuse(wrong.other(place.wire, "and an arm `none`").help("keep one of them"));
        }
        if let Some(field) = self.frame.field(id) {
            field.presence = Presence::Chosen { absent: Absent::Nothing };
        }
        Some(())
    }

    /// The tag directly before the shape.
    pub(super) fn tag_in_place(
        &mut self,
        called: Called<'a>,
        wire: &ast::Wire,
    ) -> Option<(crate::model::Tag, Operand)> {
        let found = self.resolver.scalar_type(wire)?;
        let scalar = self.resolver.whole(found.carrier, wire.span)?;
        let (named, held) =
            ((called.id, format!("{}.code", self.frame.path(called.name))), (found.interval, found.value));
        let source = Source::Derived(Demand::Arm { field: called.id, column: 0 });
        let cell = self.frame.add_cell(named, held, source, Origin::of(wire.span));
        let operand = Operand::new(crate::model::Expr::Cell(cell), held, Some(Input::Cell(cell)), wire.span);
        Some((crate::model::Tag::InPlace { scalar, cell }, operand))
    }
}

/// The value type for the codes of patterns: only enums have names, and only notations have texts.
pub(super) fn code_value(value: Value) -> Value {
    match value {
        Value::Enum(_) | Value::Int(_) => value,
        Value::Bool | Value::Truthy | Value::Bits(_) | Value::Quantity(_) | Value::Packed(_) => Value::Int(None),
    }
}

fn is_wire(target: &Target) -> bool {
    matches!(target, Target::Wire(_))
}
