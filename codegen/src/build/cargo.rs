//! What a build script says to cargo.

use std::io::{self, Write as _};

use super::Error;
use crate::source::Sources;

/// Has the script run again when one of the files changes. The script itself makes those in `OUT_DIR`: cargo would take
/// them for changed since it began, and run it with each command. Says nothing outside of a build script, where standard output
/// belongs to the program.
pub(super) fn watch(sources: &Sources) {
    if !is_build_script() {
        return;
    }
    let made = std::env::var_os("OUT_DIR").unwrap_or_default();
    for source in sources.iter().filter(|source| !source.path.starts_with(&made)) {
        say("rerun-if-changed", &source.path.display().to_string());
    }
}

/// Shows a warning. Says nothing outside of a build script.
pub(super) fn warn(text: &str) {
    if is_build_script() {
        say("warning", text);
    }
}

/// Programs that cargo runs may see `OUT_DIR` too, but only build scripts see `TARGET`.
fn is_build_script() -> bool {
    std::env::var_os("OUT_DIR").is_some() && std::env::var_os("TARGET").is_some()
}

/// Fails the build with this error. It is coloured: cargo takes the colours out where nobody would see them.
pub(super) fn fail(error: &Error) {
    for line in error.render(true).lines() {
        say("error", line);
    }
}

/// One instruction. If cargo no longer listens there is nothing left to do.
fn say(key: &str, value: &str) {
    let _ = writeln!(io::stdout().lock(), "cargo::{key}={value}");
}
