//! What a message costs before it ever runs. [README.md](../../README.md) says what came out.

#[path = "../../src/callgrind.rs"]
mod callgrind;
#[path = "../../src/command.rs"]
mod command;
mod growth;
mod libraries;
mod texts;

use std::io;
use std::process::ExitCode;

use command::{Arguments, ended};

const USAGE: &str = "\
wireform-bench-compile schemas [MOST MESSAGES]
wireform-bench-compile crates [MESSAGES]
wireform-bench-compile growth [PART OF A NAME]";

fn main() -> ExitCode {
    let arguments = Arguments::new();
    let done = match arguments.text(0) {
        "schemas" => libraries::schemas(arguments.number(1, 10_000)),
        "crates" => libraries::crates(arguments.number(1, 100)),
        "growth" => growth::growth(arguments.text(1)),
        growth::COUNT => growth::run_for_callgrind(arguments.text(1)),
        _ => Err(io::Error::other(USAGE)),
    };
    ended(done)
}
