//! The numbers that decide how long a record is, and which of their values decide alike.
//!
//! A condition compares a number with few others, so its whole range falls into a few stretches within which every
//! condition has one answer: `kind` in `kind == 3` and in `match kind { 5..=9 => .. }` into five.

use super::field::Measure;
use crate::model::{Code, Expr, Extent, Field, FieldId, Form, Input, Interval, Length, Presence, Tag, Test, Wire};

/// A number of more values than this is not split into each of them.
const WIDEST: u128 = 16;

/// An input, unless it is the same in all cases, or no number that two places could have in common.
fn shared(input: Input) -> Option<Input> {
    match input {
        Input::Cell(_) | Input::Param(_) | Input::Part(_) | Input::Session(_) => Some(input),
        Input::Literal(_) | Input::Left => None,
    }
}

/// What is asked of one number.
pub(super) struct Question {
    pub(super) asked: Input,
    /// How many fields ask.
    pub(super) fields: usize,
    /// Where an answer changes: a stretch begins with each.
    cuts: Vec<Code>,
    /// Whether it is computed with, so that every value may have its own answer.
    computed: bool,
}

impl Question {
    /// The stretches of its values.
    pub(super) fn stretches(mut self, measure: &Measure<'_>) -> Vec<Interval> {
        let all = measure.ever(self.asked);
        if self.computed && all.count() <= WIDEST {
            return (all.min..=all.max).map(Interval::only).collect();
        }
        self.cuts.retain(|cut| all.min < *cut && *cut <= all.max);
        self.cuts.sort_unstable();
        self.cuts.dedup();
        let begins = std::iter::once(all.min).chain(self.cuts.iter().copied());
        let ends = self.cuts.iter().map(|cut| cut.saturating_sub(1)).chain(std::iter::once(all.max));
        begins.zip(ends).map(|(min, max)| Interval::new(min, max)).collect()
    }

    /// Each value by itself, if they are few.
    pub(super) fn by_value(&mut self) {
        self.computed = true;
    }

    /// The number by itself, as a reason for lengths of its own.
    pub(super) fn apart(&mut self, interval: Interval) {
        self.cuts.extend([interval.min, interval.max.saturating_add(1)]);
    }
}

/// Everything that the fields of a record ask.
#[derive(Default)]
pub(super) struct Questions {
    pub(super) all: Vec<Question>,
    /// Those that the field at hand has asked already.
    seen: Vec<Input>,
}

impl Questions {
    /// Of a field that is there: which width of several it has needs no cases, since all of them are measured at once.
    pub(super) fn of_one_there(&mut self, field: &Field) {
        match &field.wire {
            Wire::Chosen { .. } => self.presence(field),
            _ => self.field(field),
        }
    }

    /// Of what holds a field that is there: it is no matter which of the other shapes it would have.
    pub(super) fn of_holder(&mut self, holder: &Field, inner: FieldId) {
        let arm = match &holder.wire {
            Wire::Match { tag: Tag::Input(input), arms, .. } => {
                arms.iter().find(|arm| arm.body.contains(&inner) && !arm.codes.is_empty()).map(|arm| (*input, arm))
            }
            _ => None,
        };
        match arm {
            Some((input, arm)) => {
                self.seen.clear();
                self.presence(holder);
                self.ask(shared(input), &arm.codes);
            }
            None => self.field(holder),
        }
    }

    fn presence(&mut self, field: &Field) {
        if let Presence::When { test, .. } = &field.presence {
            self.test(test);
        }
    }

    pub(super) fn field(&mut self, field: &Field) {
        self.seen.clear();
        self.presence(field);
        match &field.wire {
            Wire::Chosen { tags, forms, .. } => self.forms(tags, forms),
            Wire::Match { tag: Tag::Input(input), arms, .. } => {
                self.ask(shared(*input), arms.iter().flat_map(|arm| &arm.codes));
            }
            Wire::Bytes(extent)
            | Wire::Text { extent, .. }
            | Wire::List { extent, .. }
            | Wire::Within { extent, .. } => self.extent(extent),
            // Arguments change no lengths.
            Wire::Match { tag: Tag::InPlace { .. }, .. }
            | Wire::Scalar { .. }
            | Wire::Float { .. }
            | Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Magic(_)
            | Wire::Group { .. }
            | Wire::Record { .. }
            | Wire::Family { .. }
            | Wire::Sparse { .. } => {}
        }
    }

    /// The question about a number, new if nobody asked.
    pub(super) fn about(&mut self, asked: Input) -> Option<&mut Question> {
        if !self.all.iter().any(|question| question.asked == asked) {
            self.all.push(Question { asked, fields: 0, cuts: Vec::new(), computed: false });
        }
        self.all.iter_mut().find(|question| question.asked == asked)
    }

    fn test(&mut self, test: &Test) {
        match test {
            Test::In { value, intervals } => match value.as_input() {
                Some(asked) => self.ask(Some(asked), intervals),
                None => self.compute(value),
            },
            Test::Compare { left, right, .. } => match (left.as_input(), left, right, right.as_input()) {
                (Some(asked), _, Expr::Literal(code), _) | (_, Expr::Literal(code), _, Some(asked)) => {
                    self.ask(Some(asked), &[Interval::only(*code)]);
                }
                _ => {
                    self.compute(left);
                    self.compute(right);
                }
            },
            Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|test| self.test(test)),
        }
    }

    fn forms(&mut self, tags: &[Input], forms: &[Form]) {
        for (column, tag) in tags.iter().enumerate() {
            let patterns = forms.iter().filter_map(|form| form.pattern.get(column)).flatten();
            self.ask(shared(*tag), patterns);
        }
    }

    fn extent(&mut self, extent: &Extent) {
        match extent {
            Extent::Counted(Length { cell, .. }) => self.compute(&Expr::Cell(*cell)),
            Extent::Given(count) => self.compute(count),
            Extent::Fixed { .. }
            | Extent::Prefixed { .. }
            | Extent::Until { .. }
            | Extent::Rest
            | Extent::AllBut(_) => {}
        }
    }

    /// The number is looked for in the intervals.
    fn ask<'i>(&mut self, asked: Option<Input>, intervals: impl IntoIterator<Item = &'i Interval>) {
        let Some(asked) = asked else { return };
        let again = self.seen.contains(&asked);
        self.seen.push(asked);
        if let Some(question) = self.about(asked) {
            question.fields = question.fields.saturating_add(usize::from(!again));
            intervals.into_iter().for_each(|interval| question.apart(*interval));
        }
    }

    /// All numbers in an expression are computed with.
    fn compute(&mut self, expr: &Expr) {
        match expr {
            Expr::Negate(inner) | Expr::Divide(inner, _) => self.compute(inner),
            Expr::Add(left, right) | Expr::Subtract(left, right) | Expr::Multiply(left, right) => {
                self.compute(left);
                self.compute(right);
            }
            Expr::Cell(_)
            | Expr::Param(_)
            | Expr::Session(_)
            | Expr::Part(_)
            | Expr::Literal(_)
            | Expr::Len(_)
            | Expr::Size(_) => {
                let asked = expr.as_input();
                self.ask(asked, &[]);
                if let Some(question) = asked.and_then(|asked| self.about(asked)) {
                    question.by_value();
                }
            }
        }
    }
}
