//! One step of a quantity's arithmetic, with its constant for each type of number.

use crate::model::{Code, Step};

/// One step with its constant rounded to each type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operation {
    kind: Kind,
    whole: Code,
    single: f32,
    double: f64,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Add,
    Subtract,
    SubtractFrom,
    Multiply,
    Divide,
}

impl Operation {
    pub(super) fn new(step: Step) -> Self {
        let (kind, by) = match step {
            Step::Add(by) => (Kind::Add, by),
            Step::Subtract(by) => (Kind::Subtract, by),
            Step::SubtractFrom(by) => (Kind::SubtractFrom, by),
            Step::Multiply(by) => (Kind::Multiply, by),
            Step::Divide(by) => (Kind::Divide, by),
        };
        Self { kind, whole: by.as_whole().unwrap_or(0), single: by.to_f32(), double: by.to_f64() }
    }

    /// Integer quantities only add and subtract.
    pub(super) fn on_whole(self, x: Code) -> Code {
        match self.kind {
            Kind::Add => x.saturating_add(self.whole),
            Kind::Subtract => x.saturating_sub(self.whole),
            Kind::SubtractFrom => self.whole.saturating_sub(x),
            Kind::Multiply => x.saturating_mul(self.whole),
            Kind::Divide => x.checked_div(self.whole).unwrap_or(0),
        }
    }

    pub(super) fn on_single(self, x: f32) -> f32 {
        match self.kind {
            Kind::Add => x + self.single,
            Kind::Subtract => x - self.single,
            Kind::SubtractFrom => self.single - x,
            Kind::Multiply => x * self.single,
            Kind::Divide => x / self.single,
        }
    }

    pub(super) fn on_double(self, x: f64) -> f64 {
        match self.kind {
            Kind::Add => x + self.double,
            Kind::Subtract => x - self.double,
            Kind::SubtractFrom => self.double - x,
            Kind::Multiply => x * self.double,
            Kind::Divide => x / self.double,
        }
    }
}

/// The inverse of a step.
pub(super) fn undo(step: Step) -> Operation {
    Operation::new(match step {
        Step::Add(by) => Step::Subtract(by),
        Step::Subtract(by) => Step::Add(by),
        Step::SubtractFrom(by) => Step::SubtractFrom(by),
        Step::Multiply(by) => Step::Divide(by),
        Step::Divide(by) => Step::Multiply(by),
    })
}
