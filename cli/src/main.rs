//! The command `wireform`: checks schemas and generates code.

mod args;
mod check;
mod generate;
mod stop;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Arguments, Command};
use stop::Stop;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    arguments.color.choose();
    let outcome = match &arguments.command {
        Command::Check(what) => check::check(what),
        Command::Generate(what) => generate::generate(what),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => stop.report(),
    }
}
