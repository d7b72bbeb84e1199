//! Begins a schema of [Wireform](https://docs.rs/wireform-build) with the description that you have: ProtoDef's JSON (as
//! Minecraft's `protocol.json`), a `.ksy` of Kaitai Struct, or a `.pdl`.
//!
//! The command `wireform import` is made of this; its page says what each construct becomes. The schema that comes out is
//! always accepted by the compiler. A comment, `// import: ..`, is where something of the description could not be said.

mod circles;
mod draft;
mod kaitai;
mod names;
mod pdl;
mod protodef;
mod reason;
mod settle;
mod summary;

use std::fmt;

pub use kaitai::kaitai;
pub use pdl::pdl;
pub use protodef::protodef;
pub use summary::Summary;

/// A schema that was made of a description.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The name of its protocol.
    pub name: String,
    /// The schema. Its layout is that of no person: `wireform_cli::format` makes it so.
    pub text: String,
    /// How much of the description is in it.
    pub summary: Summary,
}

/// A description that cannot be read at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// Its line, counted from 1, if it is known.
    pub line: Option<usize>,
    /// The mistake.
    pub title: String,
    /// The way out.
    pub help: Option<String>,
}

impl Unreadable {
    fn new(title: impl Into<String>) -> Self {
        Self { line: None, title: title.into(), help: None }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(to, "line {line}: ")?;
        }
        to.write_str(&self.title)?;
        match &self.help {
            Some(help) => write!(to, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Unreadable {}

/// Settles a draft, and counts what is in it.
fn finish(mut draft: draft::Draft) -> Result<Imported, Unreadable> {
    let text = settle::settle(&mut draft)?;
    Ok(Imported { name: draft.name.clone(), text, summary: Summary::of(&draft) })
}
