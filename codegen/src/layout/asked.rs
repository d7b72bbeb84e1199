//! Discriminants: the inputs on which the length of a record depends, and the partition of their ranges.
//!
//! A condition compares an input with few constants, so its range falls into a few segments within which every
//! condition has one result: five for `kind` in `kind == 3` and `match kind { 5..=9 => .. }`.

use super::field::Measure;
use crate::model::{Code, Expr, Extent, Field, FieldId, Form, Input, Interval, Length, Presence, Tag, Test, Wire};

/// The most values of an input that is split into single values.
const WIDEST: u128 = 16;

/// The input itself if several fields can share it. A literal never varies; the remaining length differs by field.
fn shared(input: Input) -> Option<Input> {
    match input {
        Input::Cell(_) | Input::Param(_) | Input::Part(_) | Input::Session(_) => Some(input),
        Input::Literal(_) | Input::Left => None,
    }
}

/// One discriminant.
pub(super) struct Question {
    pub(super) asked: Input,
    /// The number of fields that depend on it.
    pub(super) fields: usize,
    /// The first value of each segment after the first.
    cuts: Vec<Code>,
    /// Whether it is an operand of arithmetic, so each value may have a result of its own.
    computed: bool,
}

impl Question {
    /// The segments of its range.
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

    /// Splits it into single values, if they are few.
    pub(super) fn by_value(&mut self) {
        self.computed = true;
    }

    /// Separates an interval from all other values.
    pub(super) fn apart(&mut self, interval: Interval) {
        self.cuts.extend([interval.min, interval.max.saturating_add(1)]);
    }
}

/// The discriminants of a record.
#[derive(Default)]
pub(super) struct Questions {
    pub(super) all: Vec<Question>,
    /// Those on which the current field is known to depend.
    seen: Vec<Input>,
}

impl Questions {
    /// Adds those of a present field. The choice of its width adds none, since all widths are measured at once.
    pub(super) fn of_one_there(&mut self, field: &Field) {
        match &field.wire {
            Wire::Chosen { .. } => self.presence(field),
            _ => self.field(field),
        }
    }

    /// Adds those of the parent of a present field. The choice of an arm is reduced to whether it is the field's arm.
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
            // Arguments do not affect lengths.
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

    /// The discriminant of an input, added if missing.
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

    /// Adds an input that is compared with intervals.
    fn ask<'i>(&mut self, asked: Option<Input>, intervals: impl IntoIterator<Item = &'i Interval>) {
        let Some(asked) = asked else { return };
        let again = self.seen.contains(&asked);
        self.seen.push(asked);
        if let Some(question) = self.about(asked) {
            question.fields = question.fields.saturating_add(usize::from(!again));
            intervals.into_iter().for_each(|interval| question.apart(*interval));
        }
    }

    /// Adds all inputs of an expression, as operands of arithmetic.
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
