//! Discriminants: the inputs on which the length of a record depends, and the partition of their ranges.
//!
//! A condition compares an input with few constants, so its range falls into a few segments within which every
//! condition has one result: five for `kind` in `kind == 3` and `match kind { 5..=9 => .. }`.

use super::field::Measure;
use crate::model::{Code, Expr, Extent, Field, FieldId, Input, Interval, Presence, Tag, Test, Wire};
use std::collections::HashMap;

/// The most values of an input that is split into single values.
const WIDEST: u128 = 16;

/// An input that several fields can share; `None` for a literal, which never varies, and for the remaining length,
/// which differs by field.
fn shared(input: Input) -> Option<Input> {
    match input {
        Input::Cell(_) | Input::Param(_) | Input::Part(_) | Input::Session(_) => Some(input),
        Input::Literal(_) | Input::Left => None,
    }
}

/// One discriminant.
pub(super) struct Discriminant {
    pub(super) input: Input,
    /// The number of fields that depend on it.
    pub(super) fields: usize,
    /// The first value of each segment after the first.
    cuts: Vec<Code>,
    /// Whether it is an operand of arithmetic, so each value may have a result of its own.
    pub(super) is_operand: bool,
}

impl Discriminant {
    /// The segments of its range.
    pub(super) fn segments(mut self, measure: &Measure<'_>) -> Vec<Interval> {
        let all = measure.full_range(self.input);
        if self.is_operand && all.count() <= WIDEST {
            return (all.min..=all.max).map(Interval::only).collect();
        }
        self.cuts.retain(|cut| all.min < *cut && *cut <= all.max);
        self.cuts.sort_unstable();
        self.cuts.dedup();
        let begins = std::iter::once(all.min).chain(self.cuts.iter().copied());
        let ends = self.cuts.iter().map(|cut| cut.saturating_sub(1)).chain(std::iter::once(all.max));
        begins.zip(ends).map(|(min, max)| Interval::new(min, max)).collect()
    }

    /// Separates an interval from all other values.
    pub(super) fn separate(&mut self, interval: Interval) {
        self.cuts.extend([interval.min, interval.max.saturating_add(1)]);
    }
}

/// The discriminants of a record.
#[derive(Default)]
pub(super) struct Discriminants {
    pub(super) all: Vec<Discriminant>,
    /// The place of each input in `all`.
    places: HashMap<Input, usize>,
    /// Those on which the current field is known to depend.
    seen: Vec<Input>,
}

impl Discriminants {
    /// Adds those of a present field. The choice of its width adds none, since all widths are measured at once.
    pub(super) fn add_present_field(&mut self, field: &Field) {
        match &field.wire {
            Wire::Chosen { .. } => self.add_presence(field),
            _ => self.add_field(field),
        }
    }

    /// Adds those of the parent of a present field. The choice of an arm is reduced to whether it is the field's arm.
    pub(super) fn add_parent(&mut self, parent: &Field, inner: FieldId) {
        let arm = match &parent.wire {
            // The code in front of shapes is no number of another field.
            Wire::Match { tag: Tag::InPlace { .. }, .. } => None,
            Wire::Match { tag, arms, .. } => {
                let arm = arms.iter().find(|arm| arm.body.contains(&inner) && !arm.is_rest());
                arm.map(|arm| (tag.numbers(), arm))
            }
            _ => None,
        };
        match arm {
            Some((inputs, arm)) => {
                self.seen.clear();
                self.add_presence(parent);
                for (column, input) in inputs.into_iter().enumerate() {
                    let codes = arm.patterns.iter().filter_map(|pattern| pattern.get(column)).flatten();
                    self.add_comparison(shared(input), codes);
                }
            }
            None => self.add_field(parent),
        }
    }

    fn add_presence(&mut self, field: &Field) {
        if let Presence::When { test, .. } = &field.presence {
            self.add_test(test);
        }
    }

    pub(super) fn add_field(&mut self, field: &Field) {
        self.seen.clear();
        self.add_presence(field);
        // The code in front of shapes is no number of another field.
        if let Some(selection) = field.wire.selection().filter(|_| field.wire.scalar().is_none()) {
            for (column, tag) in selection.tags.iter().enumerate() {
                let codes = selection.choices.iter().filter_map(|(_, pattern)| pattern.get(column)).flatten();
                self.add_comparison(shared(*tag), codes);
            }
        }
        // Arguments do not affect lengths.
        let inputs = field.wire.extent().map(Extent::inputs).unwrap_or_default();
        self.add_operands(inputs.into_iter().map(|(_, input)| input));
    }

    /// The discriminant of an input, added if missing.
    pub(super) fn entry(&mut self, input: Input) -> Option<&mut Discriminant> {
        let place = *self.places.entry(input).or_insert(self.all.len());
        if place == self.all.len() {
            self.all.push(Discriminant { input, fields: 0, cuts: Vec::new(), is_operand: false });
        }
        self.all.get_mut(place)
    }

    fn add_test(&mut self, test: &Test) {
        match test {
            Test::In { value, intervals } => match value.as_input() {
                Some(input) => self.add_comparison(Some(input), intervals),
                None => self.add_operands(value.operands()),
            },
            Test::Compare { left, right, .. } => match (left.as_input(), left, right, right.as_input()) {
                (Some(input), _, Expr::Literal(code), _) | (_, Expr::Literal(code), _, Some(input)) => {
                    self.add_comparison(Some(input), &[Interval::only(*code)]);
                }
                _ => {
                    self.add_operands(left.operands());
                    self.add_operands(right.operands());
                }
            },
            Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|test| self.add_test(test)),
        }
    }

    /// Adds an input that is compared with intervals.
    fn add_comparison<'i>(&mut self, input: Option<Input>, intervals: impl IntoIterator<Item = &'i Interval>) {
        let Some(input) = input else { return };
        let repeated = self.seen.contains(&input);
        self.seen.push(input);
        if let Some(discriminant) = self.entry(input) {
            discriminant.fields = discriminant.fields.saturating_add(usize::from(!repeated));
            intervals.into_iter().for_each(|interval| discriminant.separate(*interval));
        }
    }

    /// Adds operands of arithmetic.
    fn add_operands(&mut self, operands: impl IntoIterator<Item = Input>) {
        for input in operands {
            self.add_comparison(Some(input), &[]);
            if let Some(discriminant) = self.entry(input) {
                discriminant.is_operand = true;
            }
        }
    }
}
