//! The comparison as text.

use std::fmt::Write as _;

use super::changes::{Change, Class};
use super::judge::Count;
use super::report::{Item, Report, Side, Verdicts};
use super::rust::RustChange;
use super::verdict::{Outcome, Verdict, Witness};
use super::wording::{COUNTS, counted, words};
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
    if let Some([old, new]) = &report.order {
        let _ = writeln!(out, "byte order of all numbers: {old} -> {new}\n");
    }
    let mut indirect: Vec<&Item> = Vec::new();
    for item in report.items.iter().filter(|item| !is_in_family(item, report, docs)) {
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
            let _ = writeln!(out, "  {} {}: {}", item.kind, item.name, through(item));
            verdicts(item, "    ", &mut out);
        }
        out.push('\n');
    }
    out.push_str(&of_rust("other Rust", &report.rust));
    summary(report, &mut out);
    // Among other lines nobody asks for comments and names in other sources.
    let is_same = report.rust.is_empty() && report.items.iter().all(|item| !item.differs() && item.rust.is_empty());
    if is_same && !docs && report.items.iter().any(|item| !item.changes.is_empty()) {
        out.push_str("comments or names in other sources: others; `--docs` lists them\n");
    }
    out
}

/// The names of the items in another by which it changes.
fn through(item: &Item) -> String {
    let more = item.through.len().saturating_sub(MOST_THROUGH);
    let names = item.through.iter().take(MOST_THROUGH).cloned().collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{names} and {more} more") } else { names }
}

/// Whether the lines of an item leave open why its packets are not read: it changes by what is in it.
fn is_unexplained(item: &Item) -> bool {
    let own = |change: &Change| !matches!(change.class, Class::Names | Class::Docs);
    let is_read = |verdict: &Verdict| matches!(verdict, Verdict::Always | Verdict::Partly { .. });
    let is_whole = item.verdicts.as_ref().is_none_or(|one| is_read(&one.new_reads_old) && is_read(&one.old_reads_new));
    !is_whole && !item.through.is_empty() && !item.changes.iter().any(own)
}

/// Whether all that differs in a message is its code, which the lines of its family have.
fn is_in_family(item: &Item, report: &Report, docs: bool) -> bool {
    let shown: Vec<&Change> = item.changes.iter().filter(|change| docs || change.class != Class::Docs).collect();
    let [code] = shown.as_slice() else { return false };
    let is_code = code.class == Class::Wire && code.path.is_empty() && code.old.is_some() && code.new.is_some();
    let is_other = item.verdicts.as_ref().is_some_and(|one| one.new_reads_old == Verdict::OtherCode);
    let name = item.name.rsplit('.').next().unwrap_or(&item.name);
    let is_same = |of: &Change| of.path == name && (&of.old, &of.new) == (&code.old, &code.new);
    let mut families = report.items.iter().filter(|family| family.kind == "family");
    is_code
        && is_other
        && item.was.is_none()
        && item.rust.is_empty()
        && families.any(|family| family.changes.iter().any(is_same))
}

fn print(item: &Item, docs: bool, out: &mut String) {
    let only = match item.only {
        Some(Side::Old) => " is gone",
        Some(Side::New) => " is new",
        None => "",
    };
    let was = item.was.as_ref().map(|was| format!(", was `{was}`")).unwrap_or_default();
    let _ = writeln!(out, "{} {}{was}{only}", item.kind, item.name);
    for change in item.changes.iter().filter(|change| docs || change.class != Class::Docs) {
        let _ = writeln!(out, "  {}", line(change));
    }
    if is_unexplained(item) {
        let _ = writeln!(out, "  inside   {}", through(item));
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
    if *new_reads_old == Verdict::OtherCode && *old_reads_new == Verdict::OtherCode {
        let _ = writeln!(out, "{indent}new reads old, old reads new: {}", words(new_reads_old));
        return;
    }
    for (direction, verdict) in [("new reads old", new_reads_old), ("old reads new", old_reads_new)] {
        let _ = writeln!(out, "{indent}{direction}: {}", words(verdict));
        if let Some(witness) = verdict.witness() {
            let _ = writeln!(out, "{indent}  {}", of_witness(witness));
        }
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

/// Differences of Rust that belong to no item, as text.
#[must_use]
pub fn of_rust(heading: &str, changes: &[RustChange]) -> String {
    let mut out = String::new();
    if !changes.is_empty() {
        let _ = writeln!(out, "{heading}");
        rust(changes, &mut out);
        out.push('\n');
    }
    out
}

fn rust(changes: &[RustChange], out: &mut String) {
    // Those that break code come first, the value's before the view's: the others may be left out.
    let is_views = |change: &RustChange| change.path.contains("View:") || change.path.contains("View.");
    let mut all: Vec<&RustChange> = changes.iter().collect();
    all.sort_by_key(|change| (change.breaks.is_none(), is_views(change)));
    for change in all.iter().take(MOST_RUST) {
        let _ = writeln!(out, "  rust     {}", of_rust_change(change));
    }
    let more = changes.len().saturating_sub(MOST_RUST);
    if more > 0 {
        let breaking = all.iter().skip(MOST_RUST).filter(|change| change.breaks.is_some()).count();
        let _ = writeln!(out, "  rust     and {more} more, {breaking} of them breaking");
    }
}

/// `Shot.level: u8 -> u16; breaking: another type`
fn of_rust_change(change: &RustChange) -> String {
    let whole = |text: &String| text.contains(" -> ");
    let quotes = if change.old.iter().chain(&change.new).any(whole) { "`" } else { "" };
    let words = match (&change.old, &change.new) {
        (Some(old), Some(new)) => format!("{quotes}{old}{quotes} -> {quotes}{new}{quotes}"),
        (None, Some(new)) => format!("+ {quotes}{new}{quotes}"),
        (Some(old), None) => format!("- {quotes}{old}{quotes}"),
        (None, None) => String::new(),
    };
    // A trait is named once.
    let own = change.old.as_ref().or(change.new.as_ref()).and_then(|of| change.path.strip_suffix(&format!(": {of}")));
    let path = own.unwrap_or(&change.path);
    let why = change.breaks.map_or_else(String::new, |why| format!("; breaking: {why}"));
    format!("{path}: {words}{why}")
}

/// One of the two verdicts about an item.
type Of = fn(&Verdicts) -> &Verdict;

fn summary(report: &Report, out: &mut String) {
    let directions: [(&str, Of); 2] =
        [("new reads old", |one| &one.new_reads_old), ("old reads new", |one| &one.old_reads_new)];
    for (words, direction) in directions {
        let count = Count::of(report, direction);
        let kinds = COUNTS.into_iter().zip([count.always, count.some, count.other_code, count.never, count.not_proven]);
        let kinds = kinds.filter(|(_, number)| *number > 0).map(|(text, number)| counted(text, number));
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
