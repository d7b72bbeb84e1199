//! `match` with shapes: each arm is a variant with its own fields, and the code is derived from the variant.

use std::collections::HashMap;

use crate::ast::{self, Target, WireKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Arm, ArmCode, CellId, FieldId, Input, Tag, Test, Wire};
use crate::names::{nested_name, variant_name};
use crate::source::Span;

use crate::resolve::choice::order::{Taken, is_rest};
use crate::resolve::ownership::uses::Use;
use crate::resolve::record::builder::Builder;
use crate::resolve::record::field::{Called, Spelled};
use crate::resolve::scope::Entry;
use crate::resolve::scope::known::Fact;
use crate::resolve::scope::operand::Operand;

impl<'a> Builder<'_, 'a> {
    pub(in crate::resolve) fn shapes(
        &mut self,
        called: Called<'a>,
        tag: &'a ast::Expr,
        arms: &'a [ast::Arm],
    ) -> Option<(Wire, Entry)> {
        let span = tag.span;
        let (tag, tags) = match self.wire_in_front(tag) {
            Some(wire) => {
                let (tag, operand) = self.tag_in_place(called, &wire)?;
                (tag, vec![operand])
            }
            None => {
                let tags = self.tags(tag)?;
                self.distinct_tags(&tags)?;
                let inputs: Vec<Input> = tags.iter().filter_map(|tag| tag.input).collect();
                (if let [only] = *inputs.as_slice() { Tag::Input(only) } else { Tag::Tuple(inputs) }, tags)
            }
        };
        let patterns: Vec<_> = arms.iter().map(|arm| &arm.pattern).collect();
        let taken = self.in_order(&patterns, &tags, span)?;
        let written: Vec<ArmCode> = taken.iter().map(|taken| self.written(taken, &tags)).collect();
        let told = tags.len() == 1 || self.are_combinations(arms, &written, &tags)?;
        if !matches!(tag, Tag::InPlace { .. }) {
            for (column, tag) in tags.iter().enumerate() {
                let (input, field, span) = (tag.input?, called.id, tag.span);
                self.note_tag(input, span, |cell| Use::Arm { cell, field, column, told, span });
            }
        }
        for (column, tag) in tags.iter().enumerate() {
            let listed = taken.iter().filter(|taken| !is_rest(taken)).flatten();
            let choices: Vec<_> = listed.filter_map(|one| one.pattern.get(column).cloned()).collect();
            self.chosen_by_value(tag.value, tag.interval, &choices, tag.span)?;
        }
        self.distinct_arms(arms)?;
        self.frame.arms.insert(called.id, arms.iter().map(|arm| self.resolver.shape_span(arm)).collect());
        let type_name = self.frame.type_name(called.name);
        let mut made: Vec<Arm> =
            arms.iter().zip(taken).zip(written).map(|((arm, taken), written)| empty(arm, taken, written)).collect();
        let mut whole = true;
        for (at, arm) in arms.iter().enumerate() {
            let assumed = self.frame.assumed.len();
            self.frame.assumed.push(Fact::Inside(called.id, at));
            // The value of `left()` changes with every byte that is read.
            for (column, tag) in tags.iter().enumerate().filter(|(_, tag)| tag.input != Some(Input::Left)) {
                let intervals = made.get(at)?.codes_of(column, &made, tag.interval);
                self.frame.assumed.push(Fact::Test(Test::In { value: tag.expr.clone(), intervals }));
            }
            let body = self.arm(called, &type_name, arm);
            self.frame.assumed.truncate(assumed);
            match (body, made.get_mut(at)) {
                (Some((name, transparent, body)), Some(arm)) => {
                    (arm.name, arm.transparent, arm.body) = (name, transparent, body);
                }
                _ => whole = false,
            }
        }
        whole.then_some((Wire::Match { name: type_name, tag, arms: made }, Entry::Other("one of several shapes")))
    }

    /// Rejects a tuple with the same number twice.
    fn distinct_tags(&mut self, tags: &[Operand]) -> Option<()> {
        for (at, tag) in tags.iter().enumerate() {
            if let Some(first) = tags.iter().take(at).find(|other| other.input == tag.input) {
                let wrong = Diagnostic::new("the same number twice", tag.span, "the second time");
                return self.refuse(wrong.other(first.span, "the first time").help("leave one of them out"));
            }
        }
        Some(())
    }

    /// The codes that are written for an arm, if it has one of each tag. Those that are not numbers of the record are given
    /// in any case. (Lengths in the arm may determine its code: `ownership` says so.)
    fn written(&self, taken: &[Taken], tags: &[Operand]) -> ArmCode {
        let code = |(column, tag): (usize, &Operand)| {
            let mut codes = taken.iter().map(|one| one.only_code(column));
            let first = codes.next().flatten();
            let same = first.filter(|_| codes.all(|code| code == first));
            let is_given = tags.len() > 1 && !matches!(tag.input, Some(Input::Cell(_)));
            if is_given { Some(same.unwrap_or(0)) } else { same }
        };
        match is_rest(taken) {
            true => ArmCode::Stored,
            false => tags.iter().enumerate().map(code).collect::<Option<_>>().map_or(ArmCode::Stored, ArmCode::One),
        }
    }

    /// Whether each arm is one combination of numbers, so that the writer can derive these. Otherwise rejects bare flags,
    /// which the user does not set.
    fn are_combinations(&mut self, arms: &'a [ast::Arm], written: &[ArmCode], tags: &[Operand]) -> Option<bool> {
        let Some(at) = written.iter().position(|written| *written == ArmCode::Stored) else { return Some(true) };
        let is_bare = |tag: &&Operand| matches!(tag.input, Some(Input::Cell(cell)) if self.frame.origin(cell).bare);
        let bare: Vec<(Span, CellId)> =
            tags.iter().filter(is_bare).filter_map(|tag| Some((tag.span, tag.input?.cell()?))).collect();
        let Some((span, cell)) = bare.first() else { return Some(false) };
        let flags: Vec<(String, Span)> =
            bare.iter().map(|(_, cell)| (self.name_of(*cell), self.frame.origin(*cell).span)).collect();
        let title = format!("nobody can tell what `{}` should be", self.name_of(*cell));
        let wrong =
            Diagnostic::new(title, *span, "a bare flag is the writer's, who cannot work it out from every shape");
        let wrong = wrong.other_if(arms.get(at).map(|arm| arm.pattern.span), "not one combination of numbers");
        self.refuse(wrong.help(self.said_by_users(&flags)))
    }

    /// Each shape has its own name, in Rust too.
    fn distinct_arms(&mut self, arms: &'a [ast::Arm]) -> Option<()> {
        let mut seen: HashMap<String, Span> = HashMap::new();
        for arm in arms {
            let name = match &arm.target {
                Target::Body { name, .. } | Target::Variant { name, .. } => name,
                Target::Wire(ast::Wire { kind: WireKind::Named { name, .. }, .. }) => name,
                Target::Wire(_) | Target::None(_) => continue,
            };
            let rust = variant_name(&name.text);
            if let Some(earlier) = seen.get(&rust) {
                let wrong = Diagnostic::new(format!("two shapes are called `{rust}`"), name.span, "the second one");
                let wrong = wrong.other(*earlier, "the first one");
                return self.refuse(wrong.help("rename one of them, or join their patterns with `|`"));
            }
            seen.insert(rust, name.span);
        }
        Some(())
    }

    /// One arm: its name, whether it has a single field in place of a body, and its fields.
    fn arm(&mut self, called: Called<'a>, type_name: &str, arm: &'a ast::Arm) -> Option<(String, bool, Vec<FieldId>)> {
        match &arm.target {
            Target::Body { name, body } => {
                let type_name = nested_name(type_name, &name.text);
                let declared = self.resolver.declared(body);
                self.frame.open((called.id, called.name), type_name, declared);
                self.body(body);
                self.late_rules();
                let (_, body) = self.frame.close();
                Some((name.text.clone(), false, body))
            }
            Target::Variant { name, wire } => self.transparent(called, type_name, name, wire),
            Target::Wire(wire) => match &wire.kind {
                WireKind::Named { name, .. } => self.transparent(called, type_name, name, wire),
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
        called: Called<'a>,
        type_name: &str,
        name: &'a ast::Name,
        wire: &'a ast::Wire,
    ) -> Option<(String, bool, Vec<FieldId>)> {
        let spelled: Spelled<'a> = self.spelled_wire(wire)?;
        let type_name = nested_name(type_name, &name.text);
        self.frame.open((called.id, called.name), type_name, Vec::new());
        let whole = self.named(("value", name.span), &ast::Docs::default(), &spelled);
        self.late_rules();
        let (_, body) = self.frame.close();
        whole?;
        // Fields of this record in the value need a body of their own, and a constant is no value.
        let only = body.first().and_then(|id| self.frame.fields.get(id.0));
        let holds_fields = only.is_some_and(|field| matches!(field.wire, Wire::Group { .. } | Wire::Match { .. }));
        let has_rule = only.is_some_and(|field| field.rule.is_some());
        Some((name.text.clone(), !holds_fields && !has_rule && spelled.computed.is_none(), body))
    }
}

/// An arm before its fields.
fn empty(arm: &ast::Arm, taken: Vec<Taken>, written: ArmCode) -> Arm {
    let docs = crate::resolve::resolver::docs(&arm.docs);
    let patterns = if is_rest(&taken) { Vec::new() } else { taken.into_iter().map(|one| one.pattern).collect() };
    Arm { name: String::new(), docs, patterns, written, body: Vec::new(), transparent: false }
}
