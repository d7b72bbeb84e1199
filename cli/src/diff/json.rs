//! The comparison as JSON.

use serde_json::{Map, Value, json};

use super::changes::{Change, Class};
use super::judge::Count;
use super::print::of_outcome;
use super::proof::Loss;
use super::report::{Item, Report, Side, Verdicts};
use super::rust::RustChange;
use super::verdict::{Outcome, Verdict, Witness};
use super::wording::of_loss;
use crate::bytes::to_hex;

/// An object of keys with values; a key without a value is left out.
fn object<const N: usize>(keys: [(&str, Option<Value>); N]) -> Value {
    let keys = keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Value::Object(keys.collect::<Map<_, _>>())
}

/// A list, unless it is empty.
fn list(all: Vec<Value>) -> Option<Value> {
    (!all.is_empty()).then_some(Value::Array(all))
}

/// A report. `docs`: with comments.
#[must_use]
pub fn json(report: &Report, (old, new): (&str, &str), docs: bool) -> Value {
    let word = |direction: fn(&Verdicts) -> &Verdict| json!(Count::of(report, direction).word());
    let items = report.items.iter().filter(|item| docs || !is_only_docs(item)).map(|item| of_item(item, docs));
    object([
        ("old", Some(json!(old))),
        ("new", Some(json!(new))),
        ("byte_order", report.order.as_ref().map(|[old, new]| json!({"old": old, "new": new}))),
        ("new_reads_old", Some(word(|one| &one.new_reads_old))),
        ("old_reads_new", Some(word(|one| &one.old_reads_new))),
        ("rust", Some(json!(if report.breaks_of_rust() == 0 { "compatible" } else { "breaking" }))),
        ("verdicts", Some(json!(report.both))),
        ("items", Some(Value::Array(items.collect()))),
        ("other_rust", list(report.rust.iter().map(of_rust).collect())),
    ])
}

fn is_only_docs(item: &Item) -> bool {
    let is_always = item
        .verdicts
        .as_ref()
        .is_none_or(|one| [&one.new_reads_old, &one.old_reads_new].into_iter().all(|one| *one == Verdict::Always));
    !item.differs() && item.rust.is_empty() && is_always
}

fn of_item(item: &Item, docs: bool) -> Value {
    let only = item.only.map(|side| match side {
        Side::Old => "old",
        Side::New => "new",
    });
    let changes = item.changes.iter().filter(|change| docs || change.class != Class::Docs);
    let verdict = |direction: fn(&Verdicts) -> &Verdict| item.verdicts.as_ref().map(direction).map(of_verdict);
    object([
        ("kind", Some(json!(item.kind))),
        ("name", Some(json!(item.name))),
        ("was", item.was.as_ref().map(|was| json!(was))),
        ("only", only.map(|only| json!(only))),
        ("changes", list(changes.map(of_change).collect())),
        ("through", list(item.through.iter().map(|name| json!(name)).collect())),
        ("new_reads_old", verdict(|one| &one.new_reads_old)),
        ("old_reads_new", verdict(|one| &one.old_reads_new)),
        ("rust", list(item.rust.iter().map(of_rust).collect())),
    ])
}

fn of_change(change: &Change) -> Value {
    object([
        ("class", Some(json!(change.class.word()))),
        ("path", Some(json!(change.path))),
        ("old", change.old.as_ref().map(|old| json!(old))),
        ("new", change.new.as_ref().map(|new| json!(new))),
    ])
}

/// Adds differences of Rust to an object, if there are any.
pub fn add_rust(object: &mut Value, key: &str, changes: &[RustChange]) {
    if let (Value::Object(object), Some(list)) = (object, list(changes.iter().map(of_rust).collect())) {
        object.insert(key.to_owned(), list);
    }
}

fn of_rust(change: &RustChange) -> Value {
    object([
        ("path", Some(json!(change.path))),
        ("old", change.old.as_ref().map(|old| json!(old))),
        ("new", change.new.as_ref().map(|new| json!(new))),
        ("breaking", change.breaks.map(|why| json!(why))),
    ])
}

fn of_verdict(verdict: &Verdict) -> Value {
    let (losses, tried, obstacle) = match verdict {
        Verdict::Always | Verdict::Some { .. } | Verdict::OtherCode => (Vec::new(), None, None),
        Verdict::Partly { losses } => (losses.iter().map(of_one_loss).collect(), None, None),
        Verdict::Never { tried, .. } => (Vec::new(), Some(*tried), None),
        Verdict::NotProven { tried, obstacle } => (Vec::new(), Some(*tried), Some(obstacle)),
    };
    object([
        ("verdict", Some(json!(verdict.word()))),
        ("unknown", list(losses)),
        ("tried", tried.map(|tried| json!(tried))),
        ("obstacle", obstacle.map(|one| json!({"path": one.path, "why": one.why}))),
        ("witness", verdict.witness().map(of_witness)),
    ])
}

fn of_one_loss(loss: &Loss) -> Value {
    let (kind, path) = match loss {
        Loss::Field(path) => ("field", path),
        Loss::Name(path) => ("name", path),
        Loss::Message(path) => ("message", path),
    };
    json!({"kind": kind, "path": path, "text": of_loss(loss)})
}

fn of_witness(witness: &Witness) -> Value {
    let with: Map<String, Value> =
        witness.with.iter().map(|(name, code)| (name.clone(), crate::json::int(*code))).collect();
    let (error, differs) = match &witness.outcome {
        Outcome::Rejected(error) => {
            let error = json!({
                "kind": error.kind.word(), "message": error.message, "field": error.path, "offset": error.offset,
                "text": error.to_string(),
            });
            (Some(error), None)
        }
        Outcome::Differs(one) => (None, Some(json!({"path": one.path, "written": one.written, "read": one.read}))),
        Outcome::Made(path) => (None, Some(json!({"path": path, "written": null, "read": null}))),
    };
    object([
        ("hex", Some(json!(to_hex(&witness.bytes)))),
        ("with", (!with.is_empty()).then_some(Value::Object(with))),
        ("error", error),
        ("differs", differs),
        ("text", Some(json!(of_outcome(&witness.outcome)))),
    ])
}
