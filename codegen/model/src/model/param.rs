//! Parameters: numbers that the receiver knows and the bytes do not contain.

use super::{Docs, EnumId, Interval, SessionId, Value};

/// A number that the receiver knows and the bytes do not contain.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// Its type.
    pub kind: ParamKind,
    /// The session value that it passes on, which may be unknown. (Only backends create such parameters.)
    pub session: Option<SessionId>,
}

/// The type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamKind {
    /// `bool`
    Bool,
    /// A number in this interval.
    Int(Interval),
    /// A declared enum.
    Enum(EnumId),
}

impl ParamKind {
    /// The type of a parameter for numbers of a value type.
    pub fn of(value: Value, interval: Interval) -> Self {
        match value {
            Value::Bool => Self::Bool,
            Value::Enum(id) => Self::Enum(id),
            Value::Int(_) | Value::Truthy | Value::Bits(_) | Value::Quantity(_) | Value::Packed(_) => {
                Self::Int(interval)
            }
        }
    }
}
