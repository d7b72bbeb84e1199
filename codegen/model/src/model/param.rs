//! Parameters: what the receiver knows and the bytes do not say.

use super::{Docs, EnumId, Interval, SessionId, Value};

/// A parameter: a number that the receiver knows and the bytes do not say.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// Its type.
    pub kind: ParamKind,
    /// It is this value of the session, which may be unknown. (A schema has no such parameters: a backend may make
    /// them, to hand the values on.)
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
    /// The type of a parameter that stands for a number of this meaning.
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
