//! Answers to the questions of an editor about a schema.

pub mod hover;

use std::path::Path;

use wireform_build::diagnostic::Diagnostic;
use wireform_build::load::{Files, load_with};
use wireform_build::model::Schema;
use wireform_build::references::References;
use wireform_build::source::Sources;
use wireform_build::{Compiled, Failure};

/// A schema as the compiler understood it, right or wrong.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// The schema itself, and then the files that it imports.
    pub sources: Sources,
    /// The model, also if only examples are wrong.
    pub schema: Option<Schema>,
    /// The definitions and uses of names, as far as they were resolved.
    pub references: References,
    /// All errors.
    pub diagnostics: Vec<Diagnostic>,
}

impl Analysis {
    /// Compiles a schema; `files` has its text and those of its imports.
    #[must_use]
    pub fn of(path: &Path, files: &dyn Files) -> Self {
        load_with(path, files).into()
    }
}

impl From<Result<Compiled, Failure>> for Analysis {
    fn from(outcome: Result<Compiled, Failure>) -> Self {
        match outcome {
            Ok(Compiled { schema, sources, references }) => {
                Self { sources, schema: Some(schema), references, diagnostics: Vec::new() }
            }
            Err(Failure { sources, diagnostics, schema, references, .. }) => {
                Self { sources, schema: schema.map(|schema| *schema), references, diagnostics }
            }
        }
    }
}
