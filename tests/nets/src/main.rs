//! The net: every schema of a small grammar, with all short packets and all small values, by the interpreter.
//!
//! One decision about owners serves the interpreter and generated code, so their comparison cannot see a wrong
//! owner. The laws here can: a number that the writer sets wrongly is lost, or its value is not read again. The page of
//! [all tests](../../README.md#nets) says what it proves.

mod determined;
mod laws;
#[path = "../../src/laws/lossless.rs"]
mod lossless;
mod packets;
#[expect(dead_code, reason = "the tests of generated code ask more")]
#[path = "../../src/paths.rs"]
mod paths;
#[path = "../../../codegen/tests/support/random.rs"]
#[expect(dead_code, reason = "it is the compiler's")]
mod random;
mod run;
#[cfg(test)]
mod sample;
mod schema;
mod table;
mod tally;
#[path = "../../src/laws/unwritten.rs"]
mod unwritten;
mod values;

use std::process::ExitCode;

use run::Effort;

const USAGE: &str = "\
nets                        every schema
nets --sample N [--seed 1]  fewer packets of each schema of one entry, of every fourth of two, and of N schemas of three or four";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |word: &str| word.parse::<u64>().ok();
    let sample = |count, seed| Some((schema::sample(number(count)?, number(seed)?), Effort::Sample));
    let asked = match *words.as_slice() {
        [] => Some((schema::up_to(4), Effort::Whole)),
        ["--sample", count] => sample(count, "1"),
        ["--sample", count, "--seed", seed] => sample(count, seed),
        _ => None,
    };
    let Some((schemas, effort)) = asked else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let tally = run::all(&schemas, effort);
    println!("{tally}");
    if tally.broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
