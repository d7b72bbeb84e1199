//! Stack for nested parts: the interpreter calls itself for each level, and unoptimised functions have large frames.

use std::{panic, thread};

/// Enough for the most levels that a schema may state, 512, of ten records each, without optimisation.
const DEEPEST: usize = 256 << 20;

/// Does the work, on a thread with enough stack for the deepest packet if there may be such.
pub(super) fn deepest<R: Send>(is_nested: bool, work: impl Fn() -> R + Send + Sync) -> R {
    let on_a_thread = || {
        thread::scope(|scope| {
            let spawned = thread::Builder::new().stack_size(DEEPEST).spawn_scoped(scope, &work).ok()?;
            Some(spawned.join().unwrap_or_else(|payload| panic::resume_unwind(payload)))
        })
    };
    // If no thread can be spawned, this one does the work.
    is_nested.then(on_a_thread).flatten().unwrap_or_else(&work)
}
