//! `match` with shapes: each arm is a variant with its own fields, and the code is derived from the variant.

use crate::ast::{self, Target, WireKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Arm, ArmCode, FieldId, Input, Interval, Tag, Test, Wire, sets};
use crate::names::{nested_name, variant_name};
use crate::source::Span;

use crate::resolve::choice::order::{Taken, is_rest};
use crate::resolve::ownership::uses::Use;
use crate::resolve::record::builder::Builder;
use crate::resolve::record::field::{Called, Spelled};
use crate::resolve::scope::Entry;
use crate::resolve::scope::known::Fact;

/// The codes of an arm (none: all remaining ones), and the one that is written.
struct Takes {
    codes: Vec<Interval>,
    written: ArmCode,
}

impl<'a> Builder<'_, 'a> {
    pub(in crate::resolve) fn shapes(
        &mut self,
        called: Called<'a>,
        tag: &'a ast::Expr,
        arms: &'a [ast::Arm],
    ) -> Option<(Wire, Entry)> {
        let span = tag.span;
        let (tag, operand) = match self.wire_in_front(tag) {
            Some(wire) => self.tag_in_place(called, &wire)?,
            None => {
                let operand = self.tag(tag)?;
                let input = operand.input?;
                let (field, span) = (called.id, operand.span);
                self.note_tag(input, span, |cell| Use::Arm { cell, field, span });
                (Tag::Input(input), operand)
            }
        };
        let taken = self.in_order(arms, std::slice::from_ref(&operand), span)?;
        let takes: Vec<Takes> = taken.iter().map(|taken| takes(taken)).collect();
        let choices: Vec<Vec<Interval>> = takes.iter().map(|takes| takes.codes.clone()).collect();
        self.chosen_by_value(operand.value, operand.interval, &choices, operand.span)?;
        self.distinct_arms(arms)?;
        self.frame.arms.insert(called.id, arms.iter().map(|arm| self.resolver.shape_span(arm)).collect());
        let all: Vec<Interval> = takes.iter().flat_map(|takes| takes.codes.clone()).collect();
        let type_name = self.frame.type_name(called.name);
        let mut made: Vec<Arm> = Vec::new();
        let mut whole = true;
        for (at, (arm, takes)) in arms.iter().zip(takes).enumerate() {
            let codes = match takes.codes.is_empty() {
                true => sets::complement(&all, operand.interval),
                false => sets::clip(&takes.codes, operand.interval),
            };
            let assumed = self.frame.assumed.len();
            self.frame.assumed.push(Fact::Inside(called.id, at));
            // The value of `left()` changes with every byte that is read.
            if operand.input != Some(Input::Left) {
                self.frame.assumed.push(Fact::Test(Test::In { value: operand.expr.clone(), intervals: codes }));
            }
            let body = self.arm(called, &type_name, arm);
            self.frame.assumed.truncate(assumed);
            let Some((name, transparent, body)) = body else {
                whole = false;
                continue;
            };
            let docs = crate::resolve::resolver::docs(&arm.docs);
            made.push(Arm { name, docs, codes: takes.codes, written: takes.written, body, transparent });
        }
        whole.then_some((Wire::Match { name: type_name, tag, arms: made }, Entry::Other("one of several shapes")))
    }

    /// Each shape has its own name, in Rust too.
    fn distinct_arms(&mut self, arms: &'a [ast::Arm]) -> Option<()> {
        let mut seen: Vec<(String, Span)> = Vec::new();
        for arm in arms {
            let name = match &arm.target {
                Target::Body { name, .. } | Target::Variant { name, .. } => name,
                Target::Wire(ast::Wire { kind: WireKind::Named { name, .. }, .. }) => name,
                Target::Wire(_) | Target::None(_) => continue,
            };
            let rust = variant_name(&name.text);
            if let Some((_, earlier)) = seen.iter().find(|(other, _)| *other == rust) {
                let wrong = Diagnostic::new(format!("two shapes are called `{rust}`"), name.span, "the second one");
                let wrong = wrong.other(*earlier, "the first one");
                return self.refuse(wrong.help("rename one of them, or join their patterns with `|`"));
            }
            seen.push((rust, name.span));
        }
        Some(())
    }

    /// One arm: its name, whether it has a single field in place of a body, and its fields.
    fn arm(&mut self, called: Called<'a>, type_name: &str, arm: &'a ast::Arm) -> Option<(String, bool, Vec<FieldId>)> {
        let prefix = format!("{}.", self.frame.path(called.name));
        match &arm.target {
            Target::Body { name, body } => {
                let type_name = nested_name(type_name, &name.text);
                let declared = self.resolver.declared(body);
                self.frame.open(called.id, prefix, type_name, declared);
                self.body(body);
                self.late_rules();
                let (_, body) = self.frame.close();
                Some((name.text.clone(), false, body))
            }
            Target::Variant { name, wire } => self.transparent(called.id, prefix, type_name, name, wire),
            Target::Wire(wire) => match &wire.kind {
                WireKind::Named { name, .. } => self.transparent(called.id, prefix, type_name, name, wire),
                kind => {
                    let is_group = matches!(kind, WireKind::Group(_));
                    let name = if is_group { "Name { .. }" } else { "Number: u16" };
                    let wrong = Diagnostic::new("this shape has no name", wire.span, "a variant needs one");
                    self.refuse(wrong.help(format!("write it in front: `{name}`")))
                }
            },
            Target::None(span) => self.refuse(
                Diagnostic::new("`none` among shapes", *span, "only a number of several widths can be absent")
                    .help("name a shape without fields: `Nothing {}`"),
            ),
        }
    }

    /// `Number: Int`: the variant is its only field, `value`.
    fn transparent(
        &mut self,
        id: FieldId,
        prefix: String,
        type_name: &str,
        name: &'a ast::Name,
        wire: &'a ast::Wire,
    ) -> Option<(String, bool, Vec<FieldId>)> {
        let spelled: Spelled<'a> = self.spelled_wire(wire)?;
        let type_name = nested_name(type_name, &name.text);
        self.frame.open(id, prefix, type_name, Vec::new());
        let whole = self.named(("value", name.span), &ast::Docs::default(), &spelled);
        self.late_rules();
        let (_, body) = self.frame.close();
        whole?;
        // Fields of this record in the value need a body of their own.
        let only = body.first().and_then(|id| self.frame.fields.get(id.0)).map(|field| &field.wire);
        let holds_fields = matches!(only, Some(Wire::Group { .. } | Wire::Match { .. }));
        Some((name.text.clone(), !holds_fields, body))
    }
}

/// The codes of an arm. Lengths in it may determine the one that is written: `ownership` says so.
fn takes(taken: &[Taken]) -> Takes {
    let all = taken.first().filter(|_| !is_rest(taken));
    let written = all.and_then(|all| all.only_code(0)).map_or(ArmCode::Stored, ArmCode::One);
    Takes { codes: all.and_then(|all| all.pattern.first()).cloned().unwrap_or_default(), written }
}
