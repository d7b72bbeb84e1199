//! What must hold, and what repairs what does not.

use super::{Absent, CellId, Code, Expr, FieldId, Interval, Test};

/// What must hold when the scope of its field (record, group or arm) is complete.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The condition.
    pub check: Check,
    /// `Some`: when reading, a value that breaks the rule is read as this instead. The writer refuses it all the same.
    pub repair: Option<Absent>,
    /// The condition as written.
    pub text: String,
}

/// The condition of a rule.
#[derive(Debug, Clone, PartialEq)]
pub enum Check {
    /// Over cells, and over how much there is of fields of the same scope.
    Test(Test),
    /// In a list each element has a larger raw number than the one before it.
    Ascending {
        /// A cell of the element's record, in each of them and in the plain value; `None`: the elements are numbers.
        cell: Option<CellId>,
    },
    /// The field, an IEEE number, lies between, the ends being numbers of its type; NaN never does.
    Float {
        /// The lower end and whether it belongs.
        low: Option<(f64, bool)>,
        /// The upper end and whether it belongs.
        high: Option<(f64, bool)>,
    },
}

impl Rule {
    /// How many bytes a field can have by its own rule, if that says it.
    pub fn sizes(&self, own: FieldId) -> Option<Interval> {
        self.amounts(&Expr::Size(own))
    }

    /// How many elements a field can have by its own rule, if that says it.
    pub fn lens(&self, own: FieldId) -> Option<Interval> {
        self.amounts(&Expr::Len(own))
    }

    fn amounts(&self, of: &Expr) -> Option<Interval> {
        match &self.check {
            Check::Test(test) if self.repair.is_none() => amounts(test, of),
            Check::Test(_) | Check::Float { .. } | Check::Ascending { .. } => None,
        }
    }

    /// The largest length, if the rule is nothing but a bound of the field's own bytes or elements: a value that breaks
    /// it is too long.
    pub fn most(&self, own: FieldId) -> Option<Code> {
        let Check::Test(Test::In { intervals, .. }) = &self.check else { return None };
        let amounts = self.sizes(own).or(self.lens(own)).filter(|amounts| amounts.min <= 0 && intervals.len() == 1);
        amounts.map(|amounts| amounts.max)
    }

    /// The fields whose bytes it counts.
    pub fn measured(&self) -> Vec<FieldId> {
        self.of_amounts(|amount| if let Expr::Size(field) = amount { Some(*field) } else { None })
    }

    /// The fields whose elements, bytes or characters it counts.
    pub fn counted(&self) -> Vec<FieldId> {
        self.of_amounts(|amount| if let Expr::Len(field) = amount { Some(*field) } else { None })
    }

    fn of_amounts(&self, field: impl Fn(&Expr) -> Option<FieldId>) -> Vec<FieldId> {
        let Check::Test(test) = &self.check else { return Vec::new() };
        test.amounts().into_iter().filter_map(field).collect()
    }
}

/// What a test leaves of an amount, if it speaks of it.
fn amounts(test: &Test, of: &Expr) -> Option<Interval> {
    match test {
        Test::In { value, intervals } if value == of => intervals.iter().copied().reduce(Interval::hull),
        Test::All(tests) => {
            let all = tests.iter().filter_map(|test| amounts(test, of));
            all.reduce(|one, other| one.meet(other).unwrap_or(one))
        }
        Test::In { .. } | Test::Compare { .. } | Test::Any(_) => None,
    }
}
