//! The functions of a program. Nobody but it knows them: without them their numbers are taken as they come, and written
//! as they are given.

use crate::model::Code;

/// The functions that a program has, for a reader that compares their numbers and a writer that puts them in.
pub trait Hooks {
    /// The number that belongs to these bytes: by the hook's name, and what it is given besides. Nothing where the program
    /// does not have the function.
    fn number(&self, hook: &str, covered: &[u8], inputs: &[Code]) -> Option<Code>;
}

/// No functions at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Unknown;

impl Hooks for Unknown {
    fn number(&self, _hook: &str, _covered: &[u8], _inputs: &[Code]) -> Option<Code> {
        None
    }
}
