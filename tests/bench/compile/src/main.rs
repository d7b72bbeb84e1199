//! Compile-time costs of a schema: in the schema compiler and in rustc. [README.md](../../README.md) has the results.

mod cargo;
mod cold;
#[path = "../../src/command.rs"]
mod command;
mod libraries;

use std::io;
use std::process::ExitCode;

use command::{Arguments, ended};

const USAGE: &str = "\
wireform-bench-compile schemas [MOST MESSAGES]
wireform-bench-compile crates [MESSAGES]
wireform-bench-compile cold [ROUNDS]    # Ratios, in one run, on an idle machine.
wireform-bench-compile cold --script";

fn main() -> ExitCode {
    let arguments = Arguments::new();
    let done = match (arguments.text(0), arguments.text(1)) {
        ("schemas", _) => libraries::schemas(arguments.number(1, 10_000)),
        ("crates", _) => libraries::crates(arguments.number(1, 100)),
        ("cold", "--script") => cold::script(),
        ("cold", _) => cold::cold(arguments.number(1, 3)),
        _ => Err(io::Error::other(USAGE)),
    };
    ended(done)
}
