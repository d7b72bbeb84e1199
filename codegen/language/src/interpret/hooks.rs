//! Hooks, checksums that a program computes. Without its hooks, a reader accepts any number, and a writer writes the
//! number in the value.

use crate::model::Code;

/// The hooks of a program, for a reader that verifies their checksums and a writer that computes them.
pub trait Hooks {
    /// The checksum of these bytes, by the hook's name; `inputs` are the hook's further arguments. `None` if the
    /// program does not have this hook.
    fn number(&self, hook: &str, covered: &[u8], inputs: &[Code]) -> Option<Code>;
}

/// No hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Unknown;

impl Hooks for Unknown {
    fn number(&self, _hook: &str, _covered: &[u8], _inputs: &[Code]) -> Option<Code> {
        None
    }
}
