//! Runs the binary as a person or a script would, on small schemas in folders of their own.

#[path = "cli/support.rs"]
mod support;

#[path = "cli/answers.rs"]
mod answers;
#[path = "cli/check.rs"]
mod check;
#[path = "cli/diff.rs"]
mod diff;
#[path = "cli/diff_nested.rs"]
mod diff_nested;
#[path = "cli/diff_words.rs"]
mod diff_words;
#[path = "cli/differs.rs"]
mod differs;
#[path = "cli/dissector.rs"]
mod dissector;
#[path = "cli/dissector_examples.rs"]
mod dissector_examples;
#[path = "cli/fmt.rs"]
mod fmt;
#[path = "cli/foreign.rs"]
mod foreign;
#[path = "cli/gallery.rs"]
mod gallery;
#[path = "cli/generate.rs"]
mod generate;
#[cfg(feature = "import")]
#[path = "cli/import.rs"]
mod import;
#[path = "cli/json.rs"]
mod json;
#[path = "cli/kinds.rs"]
mod kinds;
#[path = "cli/model.rs"]
mod model;
#[path = "cli/model_reader.rs"]
mod model_reader;
#[path = "cli/outside.rs"]
mod outside;
#[path = "cli/pages.rs"]
mod pages;
#[path = "cli/picture.rs"]
mod picture;
#[path = "cli/read.rs"]
mod read;
#[path = "cli/readme.rs"]
mod readme;
#[path = "cli/repository.rs"]
mod repository;
#[path = "cli/shipped.rs"]
mod shipped;
#[path = "cli/subject.rs"]
mod subject;
#[path = "cli/usage.rs"]
mod usage;
