//! What must hold, and what repairs what does not.

use super::{Absent, Test};

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
    /// Over cells.
    Test(Test),
    /// The field, an IEEE number, lies between, the ends being numbers of its type; NaN never does.
    Float {
        /// The lower end and whether it belongs.
        low: Option<(f64, bool)>,
        /// The upper end and whether it belongs.
        high: Option<(f64, bool)>,
    },
}
