//! The command `wireform`: checks schemas, generates code, explains packets and writes them.

mod answer;
mod args;
mod bytes;
mod check;
mod explain;
mod fragments;
mod generate;
mod json;
mod lines;
mod packet;
mod print;
mod read;
mod stop;
mod table;
mod with;
mod write;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    arguments.color.choose();
    let outcome = match &arguments.command {
        Command::Check(what) => check::check(what),
        Command::Generate(what) => generate::generate(what),
        Command::Read(what) => read::read(what),
        Command::Write(what) => write::write(what),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => stop.report(),
    }
}
