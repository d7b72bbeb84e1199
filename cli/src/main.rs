//! The command `wireform`: checks schemas, generates code, explains packets and writes them.

mod answer;
mod args;
mod bytes;
mod check;
mod differs;
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
mod unverified;
mod with;
mod write;

use std::process::ExitCode;
use std::thread;

use clap::Parser as _;

use args::{Arguments, Command};

/// Schemas are compiled by recursion, and unoptimised functions have large frames.
const STACK: usize = 8 << 20;

/// Runs the command on a thread with a large stack: Windows gives the main thread 1 MiB. Where no thread can be started,
/// the main thread does.
fn main() -> ExitCode {
    match thread::Builder::new().stack_size(STACK).spawn(run) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(_) => run(),
    }
}

fn run() -> ExitCode {
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
