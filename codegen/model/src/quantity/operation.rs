//! One step of a quantity's arithmetic, with its constant for each type of number.

use crate::model::{Code, Ratio, Step};

/// One step with its constant rounded to each type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operation {
    step: Step,
    whole: Code,
    single: f32,
    double: f64,
}

/// The constant of a step.
#[must_use]
pub const fn constant_of(step: Step) -> Ratio {
    match step {
        Step::Add(by) | Step::Subtract(by) | Step::SubtractFrom(by) | Step::Multiply(by) | Step::Divide(by) => by,
    }
}

impl Operation {
    pub(super) fn new(step: Step) -> Self {
        let by = constant_of(step);
        Self { step, whole: by.as_whole().unwrap_or(0), single: by.to_f32(), double: by.to_f64() }
    }

    /// Integer quantities only add and subtract.
    pub(super) fn on_whole(self, x: Code) -> Code {
        match self.step {
            Step::Add(_) => x.saturating_add(self.whole),
            Step::Subtract(_) => x.saturating_sub(self.whole),
            Step::SubtractFrom(_) => self.whole.saturating_sub(x),
            Step::Multiply(_) => x.saturating_mul(self.whole),
            Step::Divide(_) => x.checked_div(self.whole).unwrap_or(0),
        }
    }

    pub(super) fn on_single(self, x: f32) -> f32 {
        match self.step {
            Step::Add(_) => x + self.single,
            Step::Subtract(_) => x - self.single,
            Step::SubtractFrom(_) => self.single - x,
            Step::Multiply(_) => x * self.single,
            Step::Divide(_) => x / self.single,
        }
    }

    pub(super) fn on_double(self, x: f64) -> f64 {
        match self.step {
            Step::Add(_) => x + self.double,
            Step::Subtract(_) => x - self.double,
            Step::SubtractFrom(_) => self.double - x,
            Step::Multiply(_) => x * self.double,
            Step::Divide(_) => x / self.double,
        }
    }
}

/// The inverse of a step.
#[must_use]
pub const fn undone(step: Step) -> Step {
    match step {
        Step::Add(by) => Step::Subtract(by),
        Step::Subtract(by) => Step::Add(by),
        Step::SubtractFrom(by) => Step::SubtractFrom(by),
        Step::Multiply(by) => Step::Divide(by),
        Step::Divide(by) => Step::Multiply(by),
    }
}
