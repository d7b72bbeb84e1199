//! Parameters: what the receiver knows and the bytes do not say.

use super::{Docs, EnumId, Interval, SessionId};

/// What the receiver knows.
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
