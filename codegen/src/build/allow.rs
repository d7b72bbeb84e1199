//! The lints of a module of generated code: all are allowed. Its readers lint their own code, and lints have opinions about
//! style that no generator can satisfy for every schema. Tests compile without the attribute: rustc's own warnings are
//! silent, except about unused variables.

/// The lints and groups of lints that `allow` names; `wireform::include_schema!` names the same.
const LINTS: [&str; 12] = [
    "clippy::all",
    "clippy::pedantic",
    "clippy::nursery",
    "clippy::cargo",
    "clippy::restriction",
    "unused",
    "unused_results",
    "variant_size_differences",
    "missing_docs",
    "missing_debug_implementations",
    "nonstandard_style",
    "rust_2018_idioms",
];

/// The reason beside them.
const REASON: &str = "generated code";

/// The inner attribute at the head of a file that is a module of its own, as rustfmt lays it out.
pub(super) fn attribute() -> String {
    let lints: String = LINTS.iter().map(|lint| format!("    {lint},\n")).collect();
    format!("#![allow(\n{lints}    reason = \"{REASON}\"\n)]\n")
}

#[cfg(test)]
mod tests;
