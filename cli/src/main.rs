//! The command `wireform`.

use std::process::ExitCode;
use std::thread;

use wireform_cli::run;

/// Schemas are compiled, and packets read, by recursion, and unoptimised functions have large frames. The memory is only reserved.
const STACK: usize = 256 << 20;

/// Runs the command on a thread with a large stack: Windows gives the main thread 1 MiB. Where no thread can be started,
/// the main thread does.
fn main() -> ExitCode {
    match thread::Builder::new().stack_size(STACK).spawn(run) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(_) => run(),
    }
}
