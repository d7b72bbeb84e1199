//! Files without a protocol: they are there for others to import. One that no protocol
//! imports lacks its first line, and nothing in it was looked at.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use wireform_build::Failure;
use wireform_build::load::Compiled;

/// The files without a protocol among several, and what is imported by those that have one.
#[derive(Debug, Default)]
pub struct Fragments {
    imported: HashSet<PathBuf>,
    without_protocol: Vec<Failure>,
}

impl Fragments {
    /// Takes note of what a file imports, itself or by way of others. One without a protocol compiles nothing, so it
    /// vouches for nothing.
    pub fn see(&mut self, outcome: &Result<Compiled, Failure>) {
        let sources = match outcome {
            Ok(compiled) => &compiled.sources,
            Err(failure) if failure.without_protocol => return,
            Err(failure) => &failure.sources,
        };
        self.imported.extend(sources.iter().skip(1).map(|source| whole(&source.path)));
    }

    /// Adds a file without a protocol.
    pub fn add(&mut self, failure: Failure) {
        self.without_protocol.push(failure);
    }

    /// Those that nobody with a protocol imports. Each says what it lacks.
    pub fn strays(self) -> Vec<Failure> {
        let Self { imported, without_protocol } = self;
        let is_imported = |failure: &Failure| {
            failure.sources.iter().next().is_some_and(|source| imported.contains(&whole(&source.path)))
        };
        without_protocol.into_iter().filter(|failure| !is_imported(failure)).collect()
    }
}

/// One file has one such path, however it was called.
fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}
