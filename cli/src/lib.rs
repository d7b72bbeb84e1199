//! Library of the command `wireform`, which checks schemas, generates code, explains packets and writes them.
//!
//! The binary and the tests use it. [`run`] is the command itself.

mod answer;
mod args;
mod bytes;
mod changed;
mod check;
pub mod diff;
pub mod differences;
mod differs;
pub mod dissector;
mod explain;
mod fmt;
mod folders;
mod format;
mod fragments;
mod generate;
#[cfg(feature = "import")]
mod import;
mod index;
mod input;
pub mod json;
mod lines;
#[cfg(feature = "lsp")]
pub mod lsp;
mod meant;
mod model;
mod owners;
mod packet;
mod print;
mod protocols;
mod read;
mod shipped;
mod stop;
#[cfg(test)]
mod support;
mod table;
pub mod target;
mod unverified;
#[cfg(test)]
mod weight;
mod with;
mod write;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Arguments, Command};
pub use format::{format, syntax_errors};
pub use model::text as model_text;

/// Does what the command line of this process says.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    arguments.color.choose();
    let outcome = match &arguments.command {
        Command::Check(what) => check::check(what),
        Command::Fmt(what) => fmt::fmt(what),
        Command::Generate(what) => generate::generate(what),
        Command::Read(what) => read::read(what),
        Command::Write(what) => write::write(what),
        Command::Model(what) => model::model(what),
        Command::Dissector(what) => dissector::dissector(what),
        #[cfg(feature = "lsp")]
        Command::Lsp(_) => lsp::lsp(),
        Command::Diff(what) => diff::diff(what),
        #[cfg(feature = "import")]
        Command::Import(what) => import::import(what),
        Command::Protocols => protocols::protocols(),
        Command::Schema(what) => protocols::schema(what),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => stop.report(),
    }
}
