//! What the tests run: code that was generated from schemas, included as any crate includes it.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

wireform::include_schema!(
    /// The schema of the project.
    pub mod sauerbraten
);

wireform::include_schema!(
    /// Its scalars, each by itself.
    pub mod scalars
);
