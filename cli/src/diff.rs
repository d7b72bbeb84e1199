//! `wireform diff`: what differs between two schemas, and which readers read the packets of which writers.
//!
//! `pairs` says which item is which and gives the old protocol the names of the new one. `changes` lists what differs, by the
//! models as trees. `proof` shows for each item that a reader of one schema reads the packets of the other's writer; where it
//! cannot, `verdict` tries `packets`, whose two readings `values` compares. `rust` compares the generated types.

pub mod changes;
mod json;
mod judge;
mod order;
pub mod packets;
pub mod pairs;
mod print;
pub mod proof;
pub mod report;
pub mod rust;
mod spell;
mod subject;
mod tree;
mod uses;
pub mod values;
pub mod verdict;
mod wording;

use serde_json::{Value, json};

use crate::args::Diff;
use crate::json::text as json_text;
use crate::print::print;
use crate::stop::{Outcome, Stop};
pub use judge::Require;
use report::{Report, report};
use subject::{Pairs, Subject, pairs};

/// Compares two schemas.
pub fn diff(what: &Diff) -> Outcome {
    let [old, new] = [&what.old, &what.new].map(|given| Subject::load(given, &what.imports));
    let (old, new) = (old?, new?);
    let Pairs { pairs, gone, added, whole } = pairs(&old, &new);
    let apart = whole.map(|(old, new)| rust::no_longer_shared(old, new)).unwrap_or_default();
    let reports: Vec<((String, String), Report)> =
        pairs.into_iter().map(|pair| (pair.names, report(pair.old, pair.new))).collect();
    let required = if what.require.is_empty() { judge::DEFAULT.to_vec() } else { what.require.clone() };
    let broken: Vec<Require> = required
        .iter()
        .copied()
        .filter(|one| {
            let versions = match one {
                Require::Rust => gone.is_empty() && apart.is_empty(),
                Require::Same => gone.is_empty() && added.is_empty() && apart.is_empty(),
                Require::NewReadsOld | Require::OldReadsNew | Require::Proven => true,
            };
            !versions || !reports.iter().all(|(_, report)| one.holds(report))
        })
        .collect();
    if what.json {
        let mut all = answer(&reports, (&gone, &added), (&required, &broken), what.docs);
        json::add_rust(&mut all, "no_longer_shared", &apart);
        print(&format!("{}\n", json_text(&all)))?;
    } else {
        let mut text = String::new();
        for ((old, new), report) in &reports {
            text.push_str(&format!("{old} -> {new}\n\n{}", print::text(report, what.docs)));
        }
        text.push_str(&print::of_rust("types that versions no longer share", &apart));
        gone.iter().for_each(|name| text.push_str(&format!("version {name} is gone\n")));
        added.iter().for_each(|name| text.push_str(&format!("version {name} is new\n")));
        print(&text)?;
    }
    if broken.is_empty() { Ok(()) } else { Err(Stop::Differs(broken.iter().map(|one| one.word()).collect())) }
}

fn answer(
    reports: &[((String, String), Report)],
    (gone, added): (&[String], &[String]),
    (required, broken): (&[Require], &[Require]),
    docs: bool,
) -> Value {
    let compared: Vec<Value> =
        reports.iter().map(|((old, new), report)| json::json(report, (old, new), docs)).collect();
    let required: Vec<Value> =
        required.iter().map(|one| json!({"require": one.word(), "holds": !broken.contains(one)})).collect();
    let mut all = serde_json::Map::new();
    all.insert("format".to_owned(), json!(0));
    all.insert("compared".to_owned(), Value::Array(compared));
    if !gone.is_empty() {
        all.insert("versions_gone".to_owned(), json!(gone));
    }
    if !added.is_empty() {
        all.insert("versions_added".to_owned(), json!(added));
    }
    all.insert("required".to_owned(), Value::Array(required));
    Value::Object(all)
}
