//! What a message costs before it ever runs. [README.md](../../README.md) says what came out.

#[path = "../../src/callgrind.rs"]
mod callgrind;
mod growth;
mod libraries;
mod texts;

use std::io;
use std::process::ExitCode;

const USAGE: &str = "\
wireform-bench-compile schemas [MOST MESSAGES]
wireform-bench-compile crates [MESSAGES]
wireform-bench-compile growth [PART OF A NAME]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize| arguments.get(index).map_or("", String::as_str);
    let number = |default: usize| argument(1).parse().unwrap_or(default);
    let done = match argument(0) {
        "schemas" => libraries::schemas(number(10_000)),
        "crates" => libraries::crates(number(100)),
        "growth" => growth::growth(argument(1)),
        growth::COUNT => growth::run_for_callgrind(argument(1)),
        _ => Err(io::Error::other(USAGE)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
