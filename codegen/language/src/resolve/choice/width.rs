//! `match` between numbers: a number's width, chosen by earlier ones.

use crate::ast::{self, Target};
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{Case, CellId, Form, Input, Interval, Selection, Source, Value, Wire, sets};
use crate::source::Span;

use crate::resolve::choice::order::{Taken, left_over};
use crate::resolve::ownership::uses::Use;
use crate::resolve::record::builder::{Builder, Origin};
use crate::resolve::record::field::{Called, Spelled};
use crate::resolve::resolver::ScalarType;
use crate::resolve::scope::Entry;
use crate::resolve::scope::operand::Operand;

/// Limit on the characters of a proposed pattern.
const LONGEST_LEFT: usize = 80;

/// A form as written, with its arm.
struct WrittenForm<'a> {
    arm: &'a ast::Arm,
    patterns: Vec<Vec<Vec<Interval>>>,
    scalar: Option<ScalarType>,
}

impl<'a> Builder<'_, 'a> {
    pub(in crate::resolve) fn width(
        &mut self,
        called: Called<'a>,
        spelled: &Spelled<'a>,
        tag: &'a ast::Expr,
        arms: &'a [ast::Arm],
    ) -> Option<(Wire, Entry)> {
        let tags = self.tags(tag)?;
        let patterns: Vec<_> = arms.iter().map(|arm| &arm.pattern).collect();
        let taken = self.in_order(&patterns, &tags, tag.span)?;
        let written: Vec<_> = arms.iter().zip(taken).map(|(arm, taken)| self.written_form(arm, taken)).collect();
        let written = written.into_iter().collect::<Option<Vec<_>>>()?;
        let written = self.rest_forms(written, &tags)?;
        for (column, tag) in tags.iter().enumerate() {
            let patterns = written.iter().flat_map(|form| &form.patterns);
            let choices: Vec<Vec<Interval>> = patterns.filter_map(|pattern| pattern.get(column).cloned()).collect();
            self.chosen_by_value(tag.value, tag.interval, &choices, tag.span)?;
        }
        let told = self.are_told(&written, &tags);
        let hull = self.values(&written, &tags, told)?;
        let mut value = written.iter().find_map(|form| form.scalar).map_or(Value::Int(None), |scalar| scalar.value);
        if let Some(named) = spelled.value {
            written.iter().find_map(|form| form.scalar)?;
            // A layout has a single width, so every form needs the width of the value.
            for scalar in written.iter().filter_map(|form| form.scalar) {
                value = self.resolver.value_type(named, ScalarType { interval: hull, ..scalar })?;
            }
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
        let named = (called.id, self.frame.path(called.name));
        let cell = self.frame.add_cell(named, (hull, value), Source::User, Origin::of(called.span));
        let mut inputs = Vec::new();
        for (column, tag) in tags.iter().enumerate() {
            let input = tag.input?;
            let (field, span) = (called.id, tag.span);
            self.note_tag(input, span, |cell| Use::Form { cell, field, column, told, span });
            inputs.push(input);
        }
        Some((Wire::Chosen { tags: inputs, forms, cell }, Entry::Cell(cell)))
    }

    fn written_form(&mut self, arm: &'a ast::Arm, taken: Vec<Taken>) -> Option<WrittenForm<'a>> {
        let scalar = match &arm.target {
            Target::Wire(wire) => Some(self.resolver.scalar_type(wire)?),
            _ => None,
        };
        Some(WrittenForm { arm, patterns: taken.into_iter().map(|one| one.pattern).collect(), scalar })
    }

    /// `_` alone matches the codes of no other arm, so that the writer has a code for it.
    fn rest_forms(&mut self, mut forms: Vec<WrittenForm<'a>>, tags: &[Operand]) -> Option<Vec<WrittenForm<'a>>> {
        let is_rest = |form: &WrittenForm<'a>| form.patterns.iter().any(|pattern| pattern.iter().all(Vec::is_empty));
        let Some(rest) = forms.iter().position(is_rest) else { return Some(forms) };
        let span = forms.get(rest)?.arm.pattern.span;
        let others = forms.iter().enumerate().filter(|(at, _)| *at != rest).flat_map(|(_, form)| &form.patterns);
        let [tag] = tags else {
            let left = left_over(others, tags);
            let wrong = "what should the writer write for `_`?";
            let wrong = Diagnostic::new(wrong, span, "takes what the other arms leave");
            return self.refuse(wrong.help(match left.len() {
                ..=LONGEST_LEFT => Help::write(span, &left).said(format!("say what they leave: `{left}`")),
                _ => "say what they leave, number by number".into(),
            }));
        };
        let taken: Vec<Interval> = others.flatten().flatten().copied().collect();
        forms.get_mut(rest)?.patterns = vec![vec![sets::complement(&taken, tag.interval)]];
        Some(forms)
    }

    /// Whether the width determines the typed tags: numbers and flags without a rule, with one code per width. (The
    /// writer owns bare flags in any case.)
    fn are_told(&self, forms: &[WrittenForm<'a>], tags: &[Operand]) -> bool {
        let has_rule = |cell: CellId| {
            let field = self.frame.cells.get(cell.0).and_then(|cell| self.frame.fields.get(cell.field.0));
            field.is_some_and(|field| field.rule.is_some())
        };
        let typed: Vec<bool> = tags.iter().map(|tag| self.is_typed(tag)).collect();
        let mut cells = tags.iter().filter_map(|tag| Some((tag, tag.input?.cell().filter(|_| self.is_typed(tag))?)));
        if cells.any(|(tag, cell)| !(tag.value.is_number() || tag.value == Value::Bool) || has_rule(cell)) {
            return false;
        }
        let columns = |pattern: &'_ [Vec<Interval>], wanted: bool| -> Vec<Vec<Interval>> {
            let columns = pattern.iter().zip(&typed).filter(|(_, typed)| **typed == wanted);
            columns.map(|(codes, _)| codes.clone()).collect()
        };
        let is_known = |column: &usize| {
            matches!(tags.get(*column).and_then(|tag| tag.input), Some(Input::Param(_) | Input::Session(_)))
        };
        // Parameters and session values distinguish two patterns.
        let apart = |one: &[Vec<Interval>], other: &[Vec<Interval>]| {
            let known =
                (0..tags.len()).filter(is_known).filter_map(|column| Some((one.get(column)?, other.get(column)?)));
            known
                .into_iter()
                .any(|(one, other)| !one.is_empty() && !other.is_empty() && sets::meet(one, other).is_empty())
        };
        let is_one = |codes: &Vec<Interval>| matches!(codes.as_slice(), [one] if one.min == one.max);
        let all: Vec<_> =
            forms.iter().flat_map(|form| form.patterns.iter().map(|pattern| (form.interval(), pattern))).collect();
        all.iter().enumerate().all(|(at, (held, pattern))| {
            let codes = columns(pattern, true);
            let same = all.iter().take(at).filter(|(other, _)| other == held);
            codes.iter().all(is_one)
                && same.into_iter().all(|(_, other)| columns(other, true) == codes || apart(pattern, other))
        })
    }

    /// Whether a tag is a typed cell: neither a bare flag nor known from outside.
    fn is_typed(&self, tag: &Operand) -> bool {
        tag.input.and_then(Input::cell).is_some_and(|cell| !self.frame.origin(cell).bare)
    }

    /// The values of all forms, after checking which form is written in each case.
    fn values(&mut self, forms: &[WrittenForm<'a>], tags: &[Operand], told: bool) -> Option<Interval> {
        // The writer sets its own numbers to match the form.
        let is_given = |tag: &Operand| {
            matches!(tag.input, Some(Input::Param(_) | Input::Session(_))) || (!told && self.is_typed(tag))
        };
        let cases = arms_by_case(forms, tags, |tag| is_given(tag).then_some(tag.interval))?;
        self.value_forms(forms, &cases)
    }

    /// The values of all forms together. Each form needs values that no earlier form has, among the forms that remain
    /// possible with the numbers known to the receiver.
    fn value_forms(&mut self, forms: &[WrittenForm<'a>], known: &[Vec<usize>]) -> Option<Interval> {
        let mut hull: Option<Interval> = None;
        let mut value: Option<(Value, Span)> = None;
        for (form, hidden) in forms.iter().zip(hidden(forms, known)) {
            let span = form.arm.target_span();
            let earlier = |wanted: &dyn Fn(Option<Interval>) -> bool| {
                let earlier = hidden.unwrap_or_default().iter().filter_map(|at| forms.get(*at));
                earlier.filter(|one| wanted(one.interval())).map(|one| one.arm.target_span()).next()
            };
            let Some(found) = form.scalar else {
                if let Some(earlier) = earlier(&|held| held.is_none()) {
                    let wrong = Diagnostic::new("this arm can never be written", span, "absent, like another one");
                    let wrong = wrong.other(earlier, "this one is written");
                    return self.refuse(wrong.help("join their patterns with `|`"));
                }
                continue;
            };
            if let Some((value, earlier)) = value
                && value != found.value
            {
                let (one, other) = (self.resolver.value_name(found.value), self.resolver.value_name(value));
                return self.refuse(
                    Diagnostic::new("the widths of a number mean different things", span, format!("this is {one}"))
                        .other(earlier, format!("this is {other}"))
                        .help("give each shape a name: `0 => Small: u8, 1 => Large: Gun`"),
                );
            }
            value = Some((found.value, span));
            if hidden.is_some() {
                let mut wrong = Diagnostic::new(
                    "this arm can never be written",
                    span,
                    format!("earlier arms hold {} already", found.interval),
                );
                let holds = |held: Option<Interval>| held.is_some_and(|held| found.interval.within(held));
                if let Some(earlier) = earlier(&holds) {
                    wrong = wrong.other(earlier, "the writer takes the first arm that holds a value");
                }
                let is_same = |held: Option<Interval>| held == Some(found.interval);
                return self.refuse(wrong.help(match earlier(&is_same) {
                    Some(_) => "join their patterns with `|`",
                    None => "put the narrower width first",
                }));
            }
            hull = Some(hull.map_or(found.interval, |hull| hull.hull(found.interval)));
        }
        let (hull, last) = (hull?, value.map(|(_, span)| span));
        if !hull.within(Interval::of_bits(64, true)) && !hull.within(Interval::of_bits(64, false)) {
            let diagnostic = Diagnostic::new("no integer of 64 bits has the numbers of all widths", last?, "with this");
            return self.refuse(diagnostic.help("take widths that all have a sign, or that have none"));
        }
        Some(hull)
    }
}

impl WrittenForm<'_> {
    /// The numbers that it can hold; `None` if it has no bytes.
    fn interval(&self) -> Option<Interval> {
        self.scalar.map(|found| found.interval)
    }
}

/// The arms that match in each distinguishable case; `asked` gives a tag's interval, `None` if its patterns do not count.
fn arms_by_case(
    forms: &[WrittenForm<'_>],
    tags: &[Operand],
    asked: impl Fn(&Operand) -> Option<Interval>,
) -> Option<Vec<Vec<usize>>> {
    let each = forms.iter().enumerate().flat_map(|(arm, form)| form.patterns.iter().map(move |pattern| (arm, pattern)));
    let choices = each.map(|(arm, pattern)| (arm, pattern.as_slice().into())).collect();
    let cases = Selection { tags: tags.iter().collect(), choices }.cases(|tag| Some(vec![asked(tag)?]))?;
    let arms_of = |Case { choices: mut arms, .. }| {
        arms.dedup();
        arms
    };
    Some(cases.into_iter().map(arms_of).collect())
}

/// For each form that is never chosen: the earlier forms that hold all its values, wherever it could be written.
fn hidden<'k>(forms: &[WrittenForm<'_>], known: &'k [Vec<usize>]) -> Vec<Option<&'k [usize]>> {
    let mut hidden = vec![None; forms.len()];
    let mut shown = vec![false; forms.len()];
    for arms in known {
        let mut held: Vec<Interval> = Vec::new();
        let mut may_be_absent = false;
        for (before, at) in arms.iter().enumerate() {
            let (Some(form), Some(hidden), Some(shown)) = (forms.get(*at), hidden.get_mut(*at), shown.get_mut(*at))
            else {
                continue;
            };
            let is_hidden = form.interval().map_or(may_be_absent, |held_by_it| sets::covers(&held, &[held_by_it]));
            *shown |= !is_hidden;
            *hidden = hidden.or(arms.get(..before));
            may_be_absent |= form.scalar.is_none();
            held = sets::union(held.into_iter().chain(form.interval()).collect());
        }
    }
    hidden.into_iter().zip(shown).map(|(earlier, shown)| earlier.filter(|_| !shown)).collect()
}
