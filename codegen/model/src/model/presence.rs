//! Is it there? Conditions over earlier numbers, and what an absent field is worth.

use super::{CellId, Code, FieldId, InBase, Interval, ParamId, SessionId};
use std::cmp::Ordering;

/// Whether a field is there.
#[derive(Debug, Clone, PartialEq)]
pub enum Presence {
    /// Always, where its group is.
    Always,
    /// When the test holds.
    When {
        /// Over earlier cells and parameters.
        test: Test,
        /// The condition as written.
        text: String,
        /// No cell is derived from it: the writer checks that the user's option agrees.
        checked: bool,
        /// What it is worth when absent.
        absent: Absent,
    },
    /// When so many bytes are left of its region where it would begin. The writer writes what the value says: behind the
    /// field, there or not, as many bytes follow as make a reader take it so.
    Left {
        /// How many; disjoint.
        lengths: Vec<Interval>,
        /// What it is worth when absent.
        absent: Absent,
    },
    /// Its [`Wire::Chosen`](super::Wire::Chosen) has a form without bytes.
    Chosen {
        /// What it is worth when absent.
        absent: Absent,
    },
}

impl Presence {
    /// What the field is worth when it is absent; `None` where it is always there.
    pub fn absent(&self) -> Option<&Absent> {
        match self {
            Self::Always => None,
            Self::When { absent, .. } | Self::Left { absent, .. } | Self::Chosen { absent } => Some(absent),
        }
    }

    /// The test of other numbers that decides.
    pub fn test(&self) -> Option<&Test> {
        match self {
            Self::When { test, .. } => Some(test),
            Self::Always | Self::Left { .. } | Self::Chosen { .. } => None,
        }
    }

    /// Whether the field always has a value; of a delta, in the state.
    pub fn has_value(&self) -> bool {
        self.absent() != Some(&Absent::Nothing)
    }
}

/// What an absent field is worth. With a value the plain type is no option, and the writer leaves the field out when
/// the user's value equals it.
#[derive(Debug, Clone, PartialEq)]
pub enum Absent {
    /// `None`.
    Nothing,
    /// This raw number.
    Raw(Code),
    /// This float.
    Float(f64),
    /// What stands in this place in the base of a delta: `None` in what travels, a value in the state.
    Base(InBase),
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// The number lies in one of the intervals.
    In {
        /// The number.
        value: Expr,
        /// The intervals.
        intervals: Vec<Interval>,
    },
    /// A comparison of two numbers.
    Compare {
        /// Left side.
        left: Expr,
        /// How.
        op: Comparison,
        /// Right side.
        right: Expr,
    },
    /// All hold.
    All(Vec<Test>),
    /// At least one holds.
    Any(Vec<Test>),
}

/// How two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// Whether it holds for two numbers of this order.
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
        }
    }

    /// The result for all numbers of two intervals; `None` if it depends on the numbers.
    pub fn over(self, left: Interval, right: Interval) -> Option<bool> {
        let possible = [
            (left.min < right.max).then_some(Ordering::Less),
            left.meet(right).map(|_| Ordering::Equal),
            (left.max > right.min).then_some(Ordering::Greater),
        ];
        let mut results = possible.into_iter().flatten().map(|order| self.holds(order));
        let first = results.next()?;
        results.all(|one| one == first).then_some(first)
    }

    /// The same comparison with its sides exchanged.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
        }
    }

    /// The comparison that holds if and only if this one does not.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Greater => Self::LessOrEqual,
            Self::GreaterOrEqual => Self::Less,
        }
    }
}

/// A whole number worked out from cells and parameters. Its interval fits `i64` by construction (an expression that
/// might not is refused), so backends may compute in `i64`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A constant.
    Literal(Code),
    /// A cell's raw number.
    Cell(CellId),
    /// A parameter; a bool is 0 or 1, an enum its code.
    Param(ParamId),
    /// A value of the session, likewise. Whatever uses it has to know it.
    Session(SessionId),
    /// A part of a named layout. (Only here may the whole exceed `i64`.)
    Part(PartOf),
    /// How many elements, bytes or characters a list, bytes or text has. (In rules of its own scope only; at most
    /// [`Expr::MOST`], and so is the next.)
    Len(FieldId),
    /// How many bytes a field is, with what says how long it is.
    Size(FieldId),
    /// `-a`
    Negate(Box<Expr>),
    /// `a + b`
    Add(Box<Expr>, Box<Expr>),
    /// `a - b`
    Subtract(Box<Expr>, Box<Expr>),
    /// `a * b`
    Multiply(Box<Expr>, Box<Expr>),
    /// `a / k`, rounded down, `k` positive
    Divide(Box<Expr>, Code),
}

impl Expr {
    /// More elements or bytes than this are counted as so many: no packet has them.
    pub const MOST: Code = u32::MAX as Code;
}

/// Some bits of a number: a part of a named layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PartOf {
    /// The number.
    pub whole: Whole,
    /// The lowest bit.
    pub low: u8,
    /// How many bits, at most 63.
    pub width: u8,
    /// Two's complement in those bits.
    pub signed: bool,
}

/// What has parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Whole {
    /// An earlier cell.
    Cell(CellId),
    /// A parameter.
    Param(ParamId),
}

/// Where a tag, or an argument, comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Input {
    /// An earlier cell.
    Cell(CellId),
    /// A parameter.
    Param(ParamId),
    /// A value of the session.
    Session(SessionId),
    /// A part of a named layout. Only as an argument.
    Part(PartOf),
    /// A constant.
    Literal(Code),
    /// How many bytes are left of the region, here. Only as the only tag of a width or a shape, each of whose forms and
    /// arms is as long as its pattern says.
    Left,
}
