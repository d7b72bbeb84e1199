//! `match`: a width chosen by earlier numbers, or one of several shapes.

use crate::ast::{self, AlternativeKind, ExprKind, Target, WireKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Absent, Code, Demand, FieldId, Form, Input, Interval, Presence, Source, Value, Wire, sets};
use crate::source::Span;

use super::ScalarType;
use super::field::{Called, Spelled};
use super::frame::{Builder, NewCell, Origin};
use super::names::Entry;
use super::operand::Operand;

/// A form as written, with its arm.
struct WrittenForm<'a> {
    arm: &'a ast::Arm,
    patterns: Vec<Vec<Vec<Interval>>>,
    scalar: Option<ScalarType>,
}

impl<'a> Builder<'_, 'a> {
    /// `match wide_x { 0 => u16, 1 => i24 }`, `match kind { 0 => Number: Int, .. }`.
    pub(super) fn choice(
        &mut self,
        id: FieldId,
        called: Called<'a>,
        spelled: &Spelled<'a>,
        tag: &'a ast::Expr,
        arms: &'a [ast::Arm],
    ) -> Option<(Wire, Entry)> {
        if arms.is_empty() {
            self.complain(Diagnostic::new("a match without arms", spelled.wire.span, "nothing can be read"));
            return None;
        }
        if arms.iter().all(|arm| self.is_number(&arm.target)) && arms.iter().any(|arm| is_wire(&arm.target)) {
            return self.width(id, called, spelled, tag, arms);
        }
        self.no_value(spelled)?;
        self.shapes(id, called, tag, arms)
    }

    /// Whether a target is a bare number, or nothing.
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
            WireKind::Int(_) | WireKind::Bool => true,
            WireKind::Named { name, .. } => {
                use super::Declared;
                let declared = self.resolver.items.get(name.text.as_str());
                !matches!(declared, Some(Declared::Struct(_) | Declared::Message(_) | Declared::Family(_)))
            }
            _ => false,
        }
    }

    /// A tag: a cell or a parameter, with what it can be.
    pub(super) fn tag(&mut self, tag: &ast::Expr) -> Option<Operand> {
        if self.is_left(tag) {
            return Some(Operand::left(tag.span));
        }
        if let ExprKind::Call { .. } = &tag.kind {
            return self.number(tag);
        }
        let operand = match &tag.kind {
            ExprKind::Path(_) => self.number(tag)?,
            ExprKind::Tuple(_) => {
                self.complain(
                    Diagnostic::new("a shape is chosen by one number", tag.span, "several numbers")
                        .help("nest the matches: a shape may itself be a `match`"),
                );
                return None;
            }
            _ => {
                self.complain(
                    Diagnostic::new("the writer cannot work this tag back", tag.span, "not a name")
                        .help("match the number itself, and put the arithmetic into the patterns"),
                );
                return None;
            }
        };
        if operand.interval.min == operand.interval.max {
            let title = format!("this is always {}", operand.interval.min);
            self.complain(
                Diagnostic::new(title, tag.span, "chooses nothing")
                    .help("write the one shape, width or message that it stands for"),
            );
            return None;
        }
        match operand.input {
            Some(Input::Cell(_) | Input::Param(_) | Input::Session(_) | Input::Left) => Some(operand),
            Some(Input::Part(_) | Input::Literal(_)) | None => {
                let name = self.resolver.sources.text(tag.span).to_owned();
                self.complain(
                    Diagnostic::new(
                        format!("`{name}` is part of a named layout"),
                        tag.span,
                        "its parts are the user's",
                    )
                    .note("a tag is set by the writer, from the shape or width that it writes")
                    .help("write the bits inline: `bits u8 { .. }`"),
                );
                None
            }
        }
    }

    fn width(
        &mut self,
        id: FieldId,
        called: Called<'a>,
        spelled: &Spelled<'a>,
        tag: &'a ast::Expr,
        arms: &'a [ast::Arm],
    ) -> Option<(Wire, Entry)> {
        let tags: Vec<&ast::Expr> = match &tag.kind {
            ExprKind::Tuple(tags) => tags.iter().collect(),
            _ => vec![tag],
        };
        if let [only] = tags.as_slice()
            && self.wire_in_front(only).is_some()
        {
            self.complain(
                Diagnostic::new("a width is chosen by a number with a name", only.span, "this is a wire")
                    .help("declare the number in front: `size: u8, .. match size { .. }`"),
            );
            return None;
        }
        let tags: Vec<_> = tags.into_iter().map(|tag| self.tag(tag)).collect();
        let tags = tags.into_iter().collect::<Option<Vec<Operand>>>()?;
        if let (Some(left), true) = (tags.iter().find(|tag| tag.input == Some(Input::Left)), tags.len() > 1) {
            self.left_by_itself(left.span);
            return None;
        }
        let written: Vec<_> = arms.iter().map(|arm| self.written_form(arm, &tags)).collect();
        let written = written.into_iter().collect::<Option<Vec<_>>>()?;
        let written = self.rest_forms(written, &tags)?;
        self.disjoint_forms(&written)?;
        let hull = self.value_forms(&written, &knowable(&written, &tags))?;
        let mut value = written.iter().find_map(|form| form.scalar).map_or(Value::Int, |scalar| scalar.value);
        if let Some(named) = spelled.value {
            let carrier = written.iter().find_map(|form| form.scalar)?.carrier;
            value = self.resolver.value_type(named, ScalarType { carrier, interval: hull, value })?;
        }
        let mut forms = Vec::new();
        for form in &written {
            let scalar = match form.scalar {
                Some(found) => Some(self.resolver.whole(found.carrier, form.arm.target_span())?),
                None => None,
            };
            let interval = form.scalar.map_or(Interval::only(0), |found| found.interval);
            for pattern in &form.patterns {
                forms.push(Form { pattern: pattern.clone(), scalar, interval });
            }
        }
        let cell = self.frame.add_cell(
            id,
            NewCell {
                path: self.frame.path(called.name),
                interval: hull,
                value,
                source: Source::User,
                origin: Origin { span: called.span, bare: false },
            },
        );
        let mut inputs = Vec::new();
        for (column, tag) in tags.iter().enumerate() {
            let input = tag.input?;
            self.note_tag(id, input, Some(column), tag.span);
            inputs.push(input);
        }
        Some((Wire::Chosen { tags: inputs, forms, cell }, Entry::Cell(cell)))
    }

    fn written_form(&mut self, arm: &'a ast::Arm, tags: &[Operand]) -> Option<WrittenForm<'a>> {
        let scalar = match &arm.target {
            Target::Wire(wire) => Some(self.resolver.scalar_type(wire)?),
            _ => None,
        };
        let mut patterns = Vec::new();
        if let [only] = tags {
            let codes = self.resolver.pattern(&arm.pattern, only.interval, code_value(only.value))?;
            let any = matches!(arm.pattern.alternatives.as_slice(), [one] if matches!(one.kind, AlternativeKind::Any));
            patterns.push(vec![if any { Vec::new() } else { codes }]);
            return Some(WrittenForm { arm, patterns, scalar });
        }
        for alternative in &arm.pattern.alternatives {
            let columns = match &alternative.kind {
                AlternativeKind::Tuple(columns) if columns.len() == tags.len() => columns,
                AlternativeKind::Any => {
                    patterns.push(vec![Vec::new(); tags.len()]);
                    continue;
                }
                _ => {
                    let title = format!("this pattern needs {} columns", tags.len());
                    self.complain(
                        Diagnostic::new(title, alternative.span, "one for each tag").help("`_` takes every number"),
                    );
                    return None;
                }
            };
            let mut pattern = Vec::new();
            for (column, tag) in columns.iter().zip(tags) {
                let codes = self.resolver.alternative(column, tag.interval, code_value(tag.value))?;
                let any = matches!(column.kind, AlternativeKind::Any);
                pattern.push(if any { Vec::new() } else { codes.read });
            }
            patterns.push(pattern);
        }
        Some(WrittenForm { arm, patterns, scalar })
    }

    /// `_` by itself takes what the other arms leave, so that the writer has a number to write for it.
    fn rest_forms(&mut self, mut forms: Vec<WrittenForm<'a>>, tags: &[Operand]) -> Option<Vec<WrittenForm<'a>>> {
        let is_rest = |form: &WrittenForm<'a>| form.patterns.iter().any(|pattern| pattern.iter().all(Vec::is_empty));
        let Some(rest) = forms.iter().position(is_rest) else { return Some(forms) };
        let span = forms.get(rest)?.arm.pattern.span;
        let [tag] = tags else {
            self.complain(
                Diagnostic::new("what should the writer write for `_`?", span, "takes what the other arms leave")
                    .help("say it for each tag: `(0, _)`; a single `_` is written as zero"),
            );
            return None;
        };
        let others = forms.iter().enumerate().filter(|(at, _)| *at != rest).flat_map(|(_, form)| &form.patterns);
        let taken: Vec<Interval> = others.flatten().flatten().copied().collect();
        let left = sets::complement(&taken, tag.interval);
        if left.is_empty() {
            self.complain(
                Diagnostic::new("this arm is never taken", span, "the others have every number").help("remove it"),
            );
            return None;
        }
        forms.get_mut(rest)?.patterns = vec![vec![left]];
        Some(forms)
    }

    /// Two forms must not take the same numbers.
    fn disjoint_forms(&mut self, forms: &[WrittenForm<'a>]) -> Option<()> {
        let meets = |a: &[Vec<Interval>], b: &[Vec<Interval>]| {
            a.iter().zip(b).all(|(a, b)| a.is_empty() || b.is_empty() || sets::common(a, b).is_some())
        };
        for (at, form) in forms.iter().enumerate() {
            for earlier in forms.iter().take(at) {
                let both = form.patterns.iter().any(|a| earlier.patterns.iter().any(|b| meets(a, b)));
                if both {
                    self.complain(
                        Diagnostic::new("two arms take the same number", form.arm.pattern.span, "taken already")
                            .other(earlier.arm.pattern.span, "by this arm")
                            .help("let each number choose one arm"),
                    );
                    return None;
                }
            }
        }
        Some(())
    }

    /// The values of all forms together; each form must have values that no earlier one has, of those that are left beside
    /// it by something that the receiver may know.
    fn value_forms(&mut self, forms: &[WrittenForm<'a>], known: &[Vec<Option<Code>>]) -> Option<Interval> {
        let mut hull: Option<Interval> = None;
        let mut value: Option<(Value, Span)> = None;
        for (at, form) in forms.iter().enumerate() {
            let span = form.arm.target_span();
            let before = |case: &&Vec<Option<Code>>| -> Vec<(Option<Interval>, Span)> {
                let left = forms.iter().take(at).filter(|earlier| earlier.is_left(case));
                left.map(|one| (one.scalar.map(|found| found.interval), one.arm.target_span())).collect()
            };
            let cases = known.iter().filter(|case| form.is_left(case));
            let none = |earlier: &[(Option<Interval>, Span)]| earlier.iter().find(|(held, _)| held.is_none()).copied();
            let held = |earlier: &[(Option<Interval>, Span)]| -> Vec<Interval> {
                earlier.iter().filter_map(|(held, _)| *held).collect()
            };
            let is_hidden = |earlier: &Vec<(Option<Interval>, Span)>| match form.scalar {
                Some(found) => sets::covers(&held(earlier), &[found.interval]),
                None => none(earlier).is_some(),
            };
            let mut hidden = None;
            for case in cases {
                let earlier = before(&case);
                if !is_hidden(&earlier) {
                    hidden = None;
                    break;
                }
                hidden.get_or_insert(earlier);
            }
            let Some(found) = form.scalar else {
                if let Some((_, earlier)) = hidden.as_deref().and_then(none) {
                    self.complain(
                        Diagnostic::new("this arm can never be written", span, "absent, like another one")
                            .other(earlier, "this one is written")
                            .help("join their patterns with `|`"),
                    );
                    return None;
                }
                continue;
            };
            if let Some((value, earlier)) = value
                && value != found.value
            {
                let (one, other) = (self.resolver.value_name(found.value), self.resolver.value_name(value));
                self.complain(
                    Diagnostic::new("the widths of a number mean different things", span, format!("this is {one}"))
                        .other(earlier, format!("this is {other}"))
                        .help("give each shape a name: `0 => Small: u8, 1 => Large: Gun`"),
                );
                return None;
            }
            value = Some((found.value, span));
            if let Some(earlier) = hidden {
                let intervals = held(&earlier);
                let mut wrong = Diagnostic::new(
                    "this arm can never be written",
                    span,
                    format!("earlier arms hold {} already", found.interval),
                );
                let holds =
                    |(held, _): &&(Option<Interval>, Span)| held.is_some_and(|held| found.interval.within(held));
                if let Some((_, earlier)) = earlier.iter().find(holds) {
                    wrong = wrong.other(*earlier, "the writer takes the first arm that holds a value");
                }
                self.complain(wrong.help(match intervals.contains(&found.interval) {
                    true => "join their patterns with `|`",
                    false => "put the narrower width first",
                }));
                return None;
            }
            hull = Some(hull.map_or(found.interval, |hull| hull.hull(found.interval)));
        }
        let (hull, last) = (hull?, value.map(|(_, span)| span));
        if !hull.within(Interval::of_bits(64, true)) && !hull.within(Interval::of_bits(64, false)) {
            let diagnostic = Diagnostic::new("no integer of 64 bits has the numbers of all widths", last?, "with this");
            self.complain(diagnostic.help("take widths that all have a sign, or that have none"));
            return None;
        }
        Some(hull)
    }

    /// A form without bytes makes the field absent.
    pub(super) fn chosen_presence(&mut self, id: FieldId, test: Option<Span>) -> Option<()> {
        if let Some(span) = test {
            let place = self.frame.place(id);
            self.complain(
                Diagnostic::new("two things say whether this is there", span, "a condition")
                    .other(place.wire, "and an arm `none`")
                    .help("keep one of them"),
            );
            return None;
        }
        if let Some(field) = self.frame.field(id) {
            field.presence = Presence::Chosen { absent: Absent::Nothing };
        }
        Some(())
    }

    /// The number in front that chooses a shape.
    pub(super) fn tag_in_place(
        &mut self,
        id: FieldId,
        called: Called<'a>,
        wire: &ast::Wire,
    ) -> Option<(crate::model::Tag, Operand)> {
        let found = self.resolver.scalar_type(wire)?;
        let scalar = self.resolver.whole(found.carrier, wire.span)?;
        let cell = self.frame.add_cell(
            id,
            NewCell {
                path: format!("{}.code", self.frame.path(called.name)),
                interval: found.interval,
                value: found.value,
                source: Source::Derived(Demand::Arm { field: id }),
                origin: Origin { span: wire.span, bare: false },
            },
        );
        let operand = Operand {
            expr: crate::model::Expr::Cell(cell),
            interval: found.interval,
            value: found.value,
            input: Some(Input::Cell(cell)),
            reads: Vec::new(),
            span: wire.span,
        };
        Some((crate::model::Tag::InPlace { scalar, cell }, operand))
    }
}

/// Patterns give codes, whatever the number means; names are known for enums only.
pub(super) fn code_value(value: Value) -> Value {
    match value {
        Value::Enum(id) => Value::Enum(id),
        Value::Int | Value::Bool | Value::Truthy | Value::Bits(_) | Value::Quantity(_) | Value::Packed(_) => Value::Int,
    }
}

/// What the receiver may know of the tags, as far as the forms tell it apart: a number for each tag that the writer does not
/// set.
fn knowable(forms: &[WrittenForm<'_>], tags: &[Operand]) -> Vec<Vec<Option<Code>>> {
    let mut cases = vec![Vec::new()];
    for (column, tag) in tags.iter().enumerate() {
        let mut codes: Vec<Option<Code>> = vec![None];
        if let Some(Input::Param(_) | Input::Session(_)) = tag.input {
            let patterns = forms.iter().flat_map(|form| &form.patterns).filter_map(|pattern| pattern.get(column));
            let ends = patterns.flatten().flat_map(|codes| [codes.min, codes.max.saturating_add(1)]);
            codes = ends.chain([tag.interval.min]).filter(|code| tag.interval.contains(*code)).map(Some).collect();
            codes.sort_unstable();
            codes.dedup();
        }
        let with = |case: &Vec<Option<Code>>| -> Vec<Vec<Option<Code>>> {
            codes.iter().map(|code| case.iter().copied().chain([*code]).collect()).collect()
        };
        cases = cases.iter().flat_map(with).collect();
    }
    cases
}

impl WrittenForm<'_> {
    /// Whether it is left by what the receiver knows.
    fn is_left(&self, case: &[Option<Code>]) -> bool {
        let takes = |(codes, code): (&Vec<Interval>, &Option<Code>)| {
            codes.is_empty() || code.is_none_or(|code| codes.iter().any(|one| one.contains(code)))
        };
        self.patterns.iter().any(|pattern| pattern.iter().zip(case).all(takes))
    }
}

fn is_wire(target: &Target) -> bool {
    matches!(target, Target::Wire(_))
}

impl ast::Arm {
    /// Where the arm says what it gives.
    pub(super) fn target_span(&self) -> Span {
        match &self.target {
            Target::None(span) => *span,
            Target::Variant { name, wire } => name.span.to(wire.span),
            Target::Body { name, body } => name.span.to(body.span),
            Target::Wire(wire) => wire.span,
        }
    }
}
