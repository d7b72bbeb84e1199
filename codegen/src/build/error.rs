//! Why nothing was built.

use std::fmt;

use super::output::{Change, IoError};
use crate::load::Failure;

/// Why nothing was built. `Display` (and `Debug`, for a `main` that returns it) shows what a person needs, without
/// colours; [`Error::render`] has them.
#[non_exhaustive]
pub enum Error {
    /// These schemas are wrong.
    Schemas(Vec<Failure>),
    /// Two schemas describe protocols of this name: their code would go to the same file.
    SameName(String),
    /// The text given to [`Builder::derive`](super::Builder::derive) is not the path of a trait.
    Derive(String),
    /// The trait given to [`Builder::derive`](super::Builder::derive) is derived without it.
    DerivedAnyway {
        /// The path that was given.
        path: String,
        /// The option that derives it; `None`: every value has it.
        by: Option<&'static str>,
    },
    /// The text given to [`Builder::extern_path`](super::Builder::extern_path) is not the path of a module.
    Module(String),
    /// The text given to [`Builder::attribute`](super::Builder::attribute) is no attribute.
    Attribute(String),
    /// No type, field or variant has this name, which was given to [`Builder::attribute`](super::Builder::attribute).
    NoType {
        /// The name.
        name: String,
        /// The name that was probably meant.
        help: Option<String>,
    },
    /// There is no folder to write to: this is no build script, and none was given.
    NoFolder,
    /// A file or folder cannot be written.
    Io(IoError),
    /// [`Builder::check`](super::Builder::check) found that the code is not what the schemas say.
    Stale {
        /// How the files differ; at least one does.
        changes: Vec<Change>,
        /// What mends it.
        command: Option<String>,
    },
}

impl Error {
    /// The whole error, with or without ANSI colours.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        match self {
            Self::Schemas(failures) => {
                failures.iter().map(|failure| failure.render(colour)).collect::<Vec<_>>().join("\n")
            }
            Self::SameName(name) => format!("two schemas describe a protocol `{name}`"),
            Self::Derive(path) => format!("`{path}` is not the path of a trait to derive"),
            Self::Module(path) => format!("`{path}` is not the path of a module, such as `::world::world`"),
            Self::DerivedAnyway { path, by: None } => {
                format!("every value implements `{path}` already: remove `.derive(\"{path}\")`")
            }
            Self::DerivedAnyway { path, by: Some(by) } => {
                format!("`{by}` implements `{path}` already: remove `.derive(\"{path}\")`")
            }
            Self::Attribute(text) => format!("`{text}` is no attribute of Rust, such as `#[repr(align(4))]`"),
            Self::NoType { name, help } => {
                let help = help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
                let what = if name.contains('.') { "field or variant" } else { "type" };
                format!("cannot add an attribute: no schema of this builder has the {what} `{name}`{help}")
            }
            Self::NoFolder => {
                "OUT_DIR is not set: outside of a build script, say where the code goes with `out_dir`".to_owned()
            }
            Self::Io(error) => error.to_string(),
            Self::Stale { changes, command } => {
                let mut lines: Vec<String> = changes.iter().map(Change::to_string).collect();
                if !changes.iter().all(Change::is_mended_by_generating) {
                    lines.push("remove what is in the way, or choose another folder".to_owned());
                } else if let Some(command) = command {
                    lines.push(format!("run: {command}"));
                }
                lines.join("\n")
            }
        }
    }
}

impl From<IoError> for Error {
    fn from(error: IoError) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for Error {}
