//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Describes binary protocols that already exist: checks schemas, generates Rust, explains packets.
#[derive(Debug, Parser)]
#[command(name = "wireform", version, propagate_version = true, arg_required_else_help = true)]
pub struct Arguments {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Even in a file
    Always,
    /// Nowhere
    Never,
}

impl Color {
    /// Makes it so for all output.
    pub fn choose(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compile schemas, execute their examples, show what is wrong
    Check(Check),
    /// Write the Rust of all schemas of a folder
    Generate(Generate),
}

/// `wireform check`
#[derive(Debug, Args)]
pub struct Check {
    /// The schemas
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// `wireform generate`
#[derive(Debug, Args)]
pub struct Generate {
    /// Where the schemas are
    #[arg(long, default_value = "schema", value_name = "FOLDER")]
    pub schema_dir: PathBuf,
    /// Where the Rust goes: to PROTOCOL/mod.rs in this folder
    #[arg(long, default_value = "generated", value_name = "FOLDER")]
    pub out: PathBuf,
    /// Write nothing; fail, with a list, if what is there is not what the schemas say
    #[arg(long)]
    pub check: bool,
}
