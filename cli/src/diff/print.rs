//! The comparison as text.

use std::fmt::Write as _;

use super::changes::{Change, Class};
use super::judge::Count;
use super::proof::Loss;
use super::report::{Item, Report, Side, Verdicts};
use super::rust::RustChange;
use super::verdict::{Outcome, Verdict, Witness};
use crate::bytes::to_hex;

/// The most lines about the Rust of one item.
const MOST_RUST: usize = 8;

/// The most digits of a packet; `--json` has all.
const MOST_DIGITS: usize = 128;

/// The most names of items by which another changes.
const MOST_THROUGH: usize = 6;

/// The text of a report. `docs`: with comments.
#[must_use]
pub fn text(report: &Report, docs: bool) -> String {
    let mut out = String::new();
    let mut indirect: Vec<&Item> = Vec::new();
    for item in &report.items {
        let shown = item.changes.iter().filter(|change| docs || change.class != Class::Docs).count();
        if shown == 0 && item.was.is_none() && item.only.is_none() && item.rust.is_empty() {
            if item
                .verdicts
                .as_ref()
                .is_some_and(|one| [&one.new_reads_old, &one.old_reads_new].iter().any(|one| **one != Verdict::Always))
            {
                indirect.push(item);
            }
            continue;
        }
        print(item, docs, &mut out);
    }
    if !indirect.is_empty() {
        out.push_str("only by what is in them\n");
        for item in indirect {
            let more = item.through.len().saturating_sub(MOST_THROUGH);
            let names = item.through.iter().take(MOST_THROUGH).cloned().collect::<Vec<_>>().join(", ");
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let _ = writeln!(out, "  {}: {names}{more}", item.name);
            verdicts(item, "    ", &mut out);
        }
        out.push('\n');
    }
    rust(&report.rust, &mut out);
    summary(report, &mut out);
    out
}

fn print(item: &Item, docs: bool, out: &mut String) {
    let only = match item.only {
        Some(Side::Old) => " is gone",
        Some(Side::New) => " is new",
        None => "",
    };
    let was = item.was.as_ref().map(|was| format!(", before `{was}`")).unwrap_or_default();
    let _ = writeln!(out, "{} {}{was}{only}", item.kind, item.name);
    for change in item.changes.iter().filter(|change| docs || change.class != Class::Docs) {
        let _ = writeln!(out, "  {}", line(change));
    }
    verdicts(item, "  ", out);
    rust(&item.rust, out);
    out.push('\n');
}

/// `wire     volume: u8 -> u16`
fn line(change: &Change) -> String {
    let path = if change.path.is_empty() { String::new() } else { format!("{}: ", change.path) };
    let words = match (&change.old, &change.new) {
        (Some(old), Some(new)) => format!("{old} -> {new}"),
        (None, Some(new)) => format!("+ {new}"),
        (Some(old), None) => format!("- {old}"),
        (None, None) => String::new(),
    };
    format!("{:<9}{path}{words}", change.class.word())
}

fn verdicts(item: &Item, indent: &str, out: &mut String) {
    let Some(Verdicts { new_reads_old, old_reads_new }) = &item.verdicts else { return };
    if item.kind == "message" && new_reads_old.is_other_code() && old_reads_new.is_other_code() {
        let _ = writeln!(out, "{indent}new reads old, old reads new: no packet, by its code");
        return;
    }
    for (words, verdict) in [("new reads old", new_reads_old), ("old reads new", old_reads_new)] {
        let _ = writeln!(out, "{indent}{words}: {}", of_verdict(verdict));
        if let Some(witness) = verdict.witness() {
            let _ = writeln!(out, "{indent}  {}", of_witness(witness));
        }
    }
}

fn of_verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Always => "always".to_owned(),
        Verdict::Partly { losses } => {
            format!("always, without {}", losses.iter().map(of_loss).collect::<Vec<_>>().join(", "))
        }
        Verdict::Some { .. } => "some packets, not this one".to_owned(),
        Verdict::Never { tried, .. } => format!("none of {tried} packets, such as this one"),
        Verdict::NotProven { tried: 0, obstacle } => {
            format!("not proven ({}: {}), and no packet was made", obstacle.path, obstacle.why)
        }
        Verdict::NotProven { tried, obstacle } => {
            format!("not proven ({}: {}); all of {tried} packets are read", obstacle.path, obstacle.why)
        }
    }
}

/// A part that the reader does not know, in words.
#[must_use]
pub fn of_loss(loss: &Loss) -> String {
    match loss {
        Loss::Field(path) => format!("the field `{path}`"),
        Loss::Name(path) => format!("the name `{path}`"),
        Loss::Message(path) => format!("the message `{path}`, which it keeps as an unknown one"),
    }
}

/// `02 05: level: breaks the rule `it < 5`: found 5`
fn of_witness(witness: &Witness) -> String {
    let with: Vec<String> = witness.with.iter().map(|(name, code)| format!("{name}={code}")).collect();
    let with = if with.is_empty() { String::new() } else { format!(" ({})", with.join(", ")) };
    let bytes = to_hex(&witness.bytes);
    let bytes = match bytes.get(..MOST_DIGITS) {
        _ if bytes.is_empty() => "no bytes".to_owned(),
        Some(front) if bytes.len() > MOST_DIGITS => format!("{front}.. ({} bytes)", witness.bytes.len()),
        _ => bytes,
    };
    format!("{bytes}{with}: {}", of_outcome(&witness.outcome))
}

/// The result of reading a packet, in words.
#[must_use]
pub fn of_outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Rejected(error) => error.to_string(),
        Outcome::Differs(differs) => {
            let path = if differs.path.is_empty() { "it" } else { differs.path.as_str() };
            format!("{path} is {}, and read as {}", differs.written, differs.read)
        }
        Outcome::Made(path) => format!("{path} is read from bytes that are something else"),
    }
}

/// Differences of Rust as text.
#[must_use]
pub fn of_rust(changes: &[RustChange]) -> String {
    let mut out = String::new();
    rust(changes, &mut out);
    out
}

fn rust(changes: &[RustChange], out: &mut String) {
    for change in changes.iter().take(MOST_RUST) {
        let words = match (&change.old, &change.new) {
            (Some(old), Some(new)) => format!("{old} -> {new}"),
            (None, Some(new)) => format!("+ {new}"),
            (Some(old), None) => format!("- {old}"),
            (None, None) => String::new(),
        };
        let why = change.breaks.map_or_else(String::new, |why| format!("; breaking: {why}"));
        let _ = writeln!(out, "  rust     {}: {words}{why}", change.path);
    }
    let more = changes.len().saturating_sub(MOST_RUST);
    if more > 0 {
        let breaking = changes.iter().skip(MOST_RUST).filter(|change| change.breaks.is_some()).count();
        let _ = writeln!(out, "  rust     and {more} more, {breaking} of them breaking");
    }
}

/// One of the two verdicts about an item.
type Of = fn(&Verdicts) -> &Verdict;

fn summary(report: &Report, out: &mut String) {
    let directions: [(&str, Of); 2] =
        [("new reads old", |one| &one.new_reads_old), ("old reads new", |one| &one.old_reads_new)];
    for (words, direction) in directions {
        let count = Count::of(report, direction);
        let kinds = [
            (count.always, "always"),
            (count.some, "some packets"),
            (count.never, "no packet that was tried"),
            (count.not_proven, "not proven"),
        ];
        let kinds = kinds.iter().filter(|(number, _)| *number > 0).map(|(number, words)| format!("{number} {words}"));
        let _ = writeln!(out, "{words}: {}", kinds.collect::<Vec<_>>().join(", "));
    }
    let all = report.items.iter().flat_map(|item| &item.rust).chain(&report.rust).count();
    let rust = match (all, report.breaks_of_rust()) {
        (0, _) => "the same types".to_owned(),
        (_, 0) => "compatible".to_owned(),
        (_, breaks) => format!("{breaks} breaking"),
    };
    let _ = writeln!(out, "rust: {rust}");
}
