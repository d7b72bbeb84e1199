//! Presence: conditions over earlier numbers, and defaults of absent fields.

use super::{CellId, Code, FieldId, InBase, Interval, ParamId, SessionId};
use std::cmp::Ordering;

/// The presence of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Presence {
    /// Always present, if its group is.
    Always,
    /// Present if the test holds.
    When {
        /// The condition, over earlier cells and parameters.
        test: Test,
        /// The condition as written.
        text: String,
        /// Whether the writer checks the user's option against the test, since it derives no cell from it.
        checked: bool,
        /// The default.
        absent: Absent,
    },
    /// Present if a number of bytes remains in the region. The writer follows the value: the lengths of the following
    /// fields make a reader decide equally.
    Left {
        /// The numbers of remaining bytes, as disjoint intervals.
        lengths: Vec<Interval>,
        /// The default.
        absent: Absent,
    },
    /// Its [`Wire::Chosen`](super::Wire::Chosen) has a form without bytes.
    Chosen {
        /// The default.
        absent: Absent,
    },
}

impl Presence {
    /// The default of the field; `None` if it is always present.
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

    /// Whether the field always has a value; for a field of a delta, in the state.
    pub fn has_value(&self) -> bool {
        self.absent() != Some(&Absent::Nothing)
    }
}

/// The default of an absent field. With a default the value is no option, and the writer omits the field if the user's
/// value equals it.
#[derive(Debug, Clone)]
pub enum Absent {
    /// `None`.
    Nothing,
    /// This raw number.
    Raw(Code),
    /// This float.
    Float(f64),
    /// The value of this field in the base of a delta: an option in the record, a value in the state.
    Base(InBase),
}

/// Floats are equal if their bits are: a writer leaves out the zero with the sign of the default, and no other.
impl PartialEq for Absent {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nothing, Self::Nothing) => true,
            (Self::Raw(one), Self::Raw(other)) => one == other,
            (Self::Float(one), Self::Float(other)) => one.to_bits() == other.to_bits(),
            (Self::Base(one), Self::Base(other)) => one == other,
            _ => false,
        }
    }
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// Membership of a number in a set.
    In {
        /// The number.
        value: Expr,
        /// The set, as intervals.
        intervals: Vec<Interval>,
    },
    /// A comparison of two numbers.
    Compare {
        /// Left side.
        left: Expr,
        /// The operator.
        op: Comparison,
        /// Right side.
        right: Expr,
    },
    /// All hold.
    All(Vec<Test>),
    /// At least one holds.
    Any(Vec<Test>),
}

/// A comparison operator.
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
    /// The result for operands in this order.
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

    /// The result for all numbers of two intervals; `None` if it varies.
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

    /// The operator with exchanged operands.
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

    /// The negated operator.
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

/// An integer computed from cells and parameters. Its interval fits `i64` (others are rejected), so backends may
/// compute in `i64`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A constant.
    Literal(Code),
    /// A cell's raw number.
    Cell(CellId),
    /// A parameter; a bool is 0 or 1, an enum its code.
    Param(ParamId),
    /// A session value, likewise. Its uses need a known value.
    Session(SessionId),
    /// A part of a named layout. (Only its whole may exceed `i64`.)
    Part(PartOf),
    /// The number of elements, bytes or characters of a field. (In rules of its own scope only; like `Size` at most
    /// [`Expr::MOST`].)
    Len(FieldId),
    /// The size of a field in bytes, including its length prefix or terminator.
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
    /// `a % k`, never negative, `k` positive
    Remainder(Box<Expr>, Code),
}

impl Expr {
    /// The saturation limit of counts and sizes: no packet has as many elements or bytes.
    pub const MOST: Code = u32::MAX as Code;
}

/// A range of bits of a number: a part of a named layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PartOf {
    /// The number.
    pub whole: Whole,
    /// The lowest bit.
    pub low: u8,
    /// The number of bits, at most 63.
    pub width: u8,
    /// Two's complement within its bits.
    pub signed: bool,
}

/// A number with parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Whole {
    /// An earlier cell.
    Cell(CellId),
    /// A parameter.
    Param(ParamId),
}

/// The source of a tag or an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Input {
    /// An earlier cell.
    Cell(CellId),
    /// A parameter.
    Param(ParamId),
    /// A session value.
    Session(SessionId),
    /// A part of a named layout; only as an argument.
    Part(PartOf),
    /// A constant.
    Literal(Code),
    /// The number of bytes that remain in the region. It is only the single tag of a width or a shape, whose forms or
    /// arms have the lengths of their patterns.
    Left,
}
