//! Rules: constraints and repairs.

use super::{Absent, CellId, Code, Expr, FieldId, Interval, Test};

/// A constraint that is checked when the scope of its field (record, group or arm) is complete, or
/// [at once](crate::model::Record::checks_at_once).
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The condition.
    pub check: Check,
    /// `Some`: a reader replaces an invalid value by this. The writer rejects it all the same.
    pub repair: Option<Absent>,
    /// The condition as written.
    pub text: String,
}

/// The condition of a rule.
#[derive(Debug, Clone, PartialEq)]
pub enum Check {
    /// Over cells, and over amounts of fields of the same scope.
    Test(Test),
    /// Each element of a list has a larger raw number than the previous one.
    Ascending {
        /// An always present cell of the element's record that is in the value; `None`: the elements are numbers.
        cell: Option<CellId>,
    },
    /// An IEEE float within bounds of its type; NaN never is.
    Float {
        /// The lower bound, and whether it is inclusive.
        low: Option<(f64, bool)>,
        /// The upper bound, and whether it is inclusive.
        high: Option<(f64, bool)>,
    },
}

impl Rule {
    /// The sizes of a field in bytes that its own rule allows, if the rule limits them.
    pub fn sizes(&self, own: FieldId) -> Option<Interval> {
        self.amounts(&Expr::Size(own))
    }

    /// The numbers of elements of a field that its own rule allows, if the rule limits them.
    pub fn lens(&self, own: FieldId) -> Option<Interval> {
        self.amounts(&Expr::Len(own))
    }

    fn amounts(&self, of: &Expr) -> Option<Interval> {
        match &self.check {
            Check::Test(test) if self.repair.is_none() => amounts(test, of),
            Check::Test(_) | Check::Float { .. } | Check::Ascending { .. } => None,
        }
    }

    /// The maximal length, if the rule is only a bound of the field's own bytes or elements: values that break it are
    /// too long.
    pub fn most(&self, own: FieldId) -> Option<Code> {
        let Check::Test(Test::In { intervals, .. }) = &self.check else { return None };
        let amounts = self.sizes(own).or(self.lens(own)).filter(|amounts| amounts.min <= 0 && intervals.len() == 1);
        amounts.map(|amounts| amounts.max)
    }

    /// The fields whose sizes it uses.
    pub fn measured(&self) -> Vec<FieldId> {
        self.of_amounts(|amount| if let Expr::Size(field) = amount { Some(*field) } else { None })
    }

    /// The fields whose numbers of elements, bytes or characters it uses.
    pub fn counted(&self) -> Vec<FieldId> {
        self.of_amounts(|amount| if let Expr::Len(field) = amount { Some(*field) } else { None })
    }

    fn of_amounts(&self, field: impl Fn(&Expr) -> Option<FieldId>) -> Vec<FieldId> {
        let Check::Test(test) = &self.check else { return Vec::new() };
        test.amounts().into_iter().filter_map(field).collect()
    }
}

/// The range of an amount that a test allows, if the test uses it.
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
