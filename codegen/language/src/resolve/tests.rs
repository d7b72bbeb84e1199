//! The resolver's models, and above all its diagnostics.
//!
//! A snapshot holds each diagnostic as rendered, with the lines of its source. Every source has one error, and so one
//! diagnostic, unless the test says otherwise.

mod checksums;
mod choices;
mod constants;
mod declarations;
mod deltas;
mod depth;
mod enums_and_bits;
mod examples;
mod extents;
mod families;
mod figures;
mod hooks;
mod keywords;
mod left;
mod lengths;
mod limits;
mod models;
mod names;
mod nested;
mod offsets;
mod ownership;
mod params;
mod presence;
mod quantities;
mod regions;
mod reserved;
mod rules;
mod rust_names;
mod session;
mod sparse;
mod unsupported;
mod values;
mod varints;
mod versions;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::Protocol;
use crate::references::References;
use crate::render::{compact, render};
use crate::source::Sources;

/// Compiles a schema in memory, with its imports after it.
fn compiled(texts: &[&str]) -> (Option<Protocol>, Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    let names = ["test.wire", "imported.wire"];
    let ids: Vec<_> = names.iter().zip(texts).map(|(name, text)| sources.add(*name, *text)).collect();
    let files: Vec<_> = ids.into_iter().map(|id| crate::parse::parse(&sources, id, &mut diagnostics)).collect();
    let schema = if diagnostics.is_empty() {
        super::resolve(&sources, &files, &mut diagnostics, &mut References::default())
    } else {
        None
    };
    (schema.map(|schema| schema.first), sources, diagnostics.into_sorted())
}

/// Compiles valid items under a default header.
fn right(items: &str) -> Protocol {
    let text = format!("{HEADER}{items}\n");
    let (protocol, sources, diagnostics) = compiled(&[&text]);
    protocol.unwrap_or_else(|| panic!("{}", render(&sources, &diagnostics, false)))
}

/// The diagnostics of items with one error each, under a default header.
fn complaints(cases: &[&str]) -> String {
    cases.iter().map(|case| complaint(&[&format!("{HEADER}{case}\n")])).collect()
}

/// The diagnostic of a whole schema and its imports.
fn complaint(texts: &[&str]) -> String {
    several(texts, 1)
}

/// The diagnostics of a schema with several errors.
fn several(texts: &[&str], mistakes: usize) -> String {
    let (protocol, sources, diagnostics) = compiled(texts);
    let rendered = render(&sources, &diagnostics, false);
    assert_eq!((protocol, diagnostics.len()), (None, mistakes), "{texts:?}\n{rendered}");
    format!("{}\n", compact(&rendered))
}

const HEADER: &str = "protocol test { byte_order: little }\n";
