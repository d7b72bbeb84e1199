//! Whether code that was written for the types of the old schema compiles with those of the new one.
//!
//! The generated code of both is compared, as far as a program can name it: modules, types, fields, variants, functions,
//! derived traits. So nothing that the emitter decides can be overlooked.

mod items;
mod lex;

use std::collections::{BTreeMap, BTreeSet};

use wireform_build::model::{Protocol, Schema};
use wireform_build::{Options, names, rust};

use items::{Item, Kind};

/// One difference of the generated types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RustChange {
    /// The path of the item, as a program names it.
    pub path: String,
    /// The item before; none: it is new.
    pub old: Option<String>,
    /// The item now; none: it is gone.
    pub new: Option<String>,
    /// Why code may not compile any more; none: all code does.
    pub breaks: Option<&'static str>,
}

/// The differences between the types of two protocols.
#[must_use]
pub fn changes(old: &Protocol, new: &Protocol) -> Vec<RustChange> {
    let [before, now] = [old, new].map(api);
    merged(&before, differences(&before, &now))
}

/// The types that were the same in all versions and are not any more: they have no name outside of a version.
#[must_use]
pub fn no_longer_shared(old: &Schema, new: &Schema) -> Vec<RustChange> {
    let [before, now] = [old, new].map(|schema| items::items(&rust(schema, &Options::default())));
    let versions: Vec<&str> =
        old.protocols().chain(new.protocols()).filter_map(|one| Some(one.version.as_ref()?.name.as_str())).collect();
    let is_shared = |path: &str| !versions.contains(&path.split("::").next().unwrap_or(path));
    let lost = before.iter().filter(|(path, item)| {
        item.kind == Kind::Type && is_shared(path) && !path.ends_with("View") && !now.contains_key(*path)
    });
    // A type that no version has is gone in each.
    let is_somewhere = |path: &str| versions.iter().any(|version| now.contains_key(&format!("{version}::{path}")));
    let lost = lost.filter(|(path, _)| is_somewhere(path));
    lost.map(|(path, item)| change(path, Some(item), None, Some("it is another type in each version"))).collect()
}

/// The items that a program can name, by their paths.
type Api = BTreeMap<String, Item>;

fn api(protocol: &Protocol) -> Api {
    // By itself, a version has the same types as beside others.
    let schema = Schema::from(Protocol { version: None, ..protocol.clone() });
    items::items(&rust(&schema, &Options::default()))
}

fn differences(old: &Api, new: &Api) -> Vec<RustChange> {
    let mut found = Vec::new();
    for (path, item) in old {
        match new.get(path) {
            Some(other) if other == item => {}
            Some(other) if other.text == item.text && other.kind == item.kind => {}
            // That a type borrows is told of the type.
            Some(other) if item.kind != Kind::Borrows && without_lives(&other.text) == without_lives(&item.text) => {}
            Some(other) => {
                let breaks = match item.kind {
                    Kind::Borrows if other.text.is_empty() => "it borrows nothing any more",
                    Kind::Borrows => "it borrows",
                    Kind::Function | Kind::Required | Kind::Made => "another signature",
                    _ => "another type",
                };
                found.push(change(path, Some(item), Some(other), Some(breaks)));
            }
            None => {
                let breaks = match item.kind {
                    Kind::Derived => "a trait less",
                    Kind::Cast => "a variant has a value, so `as` does not convert it",
                    _ => "gone",
                };
                found.push(change(path, Some(item), None, Some(breaks)));
            }
        }
    }
    for (path, item) in new.iter().filter(|(path, _)| !old.contains_key(*path)) {
        let owner = item.owner.as_ref().filter(|owner| old.contains_key(*owner));
        let breaks = match (item.kind, owner) {
            (Kind::Field, Some(_)) => Some("a struct literal has to name it, unless it ends in `..`"),
            (Kind::Variant, Some(_)) => Some("a `match` has to have it"),
            (Kind::Required, Some(_)) => Some("an implementation has to have it"),
            (Kind::Type, _) if is_known_of(path, old) => Some("a reader has to be told it"),
            _ => None,
        };
        found.push(change(path, None, Some(item), breaks));
    }
    found
}

/// A type without its lifetimes.
fn without_lives(text: &str) -> String {
    text.replace("<'a>", "").replace("'a, ", "").replace("<'_>", "")
}

/// Whether it is the type of what readers of a type have to be told, which was nothing before.
fn is_known_of(path: &str, old: &Api) -> bool {
    path.strip_suffix("Known").is_some_and(|owner| old.contains_key(owner))
}

fn change(path: &str, old: Option<&Item>, new: Option<&Item>, breaks: Option<&'static str>) -> RustChange {
    let words = |item: Option<&Item>| item.map(|item| item.shown());
    RustChange { path: path.to_owned(), old: words(old), new: words(new), breaks }
}

/// One line where several items change for one reason: what is in a type that is gone or new, and the getter of a field that
/// the value has, too.
fn merged(old: &Api, all: Vec<RustChange>) -> Vec<RustChange> {
    let whole: BTreeSet<String> = all
        .iter()
        .filter(|change| change.old.is_none() || change.new.is_none())
        .map(|change| change.path.clone())
        .collect();
    let is_inside = |path: &str| {
        let cuts = path
            .match_indices("::")
            .map(|(at, _)| at)
            .chain(path.rfind('.'))
            .chain(path.find(": "))
            .chain(path.find("<>"))
            .chain(path.find(" as "));
        cuts.filter_map(|at| path.get(..at)).any(|outer| whole.contains(outer))
    };
    let own: Vec<RustChange> = all.into_iter().filter(|change| !is_inside(&change.path)).collect();
    let value_of = |path: &str| {
        let (stem, member) = path.split_once("View")?;
        let owner = match stem.rsplit_once("::") {
            Some((module, stem)) => format!("{module}::{}", names::type_name(stem)),
            None => names::type_name(stem),
        };
        let member = member.strip_prefix("::").or_else(|| member.strip_prefix('.'));
        Some(match member {
            Some(member) => (owner, Some(member.trim_end_matches("()").to_owned())),
            None => (owner, None),
        })
    };
    let paths: BTreeSet<String> = own.iter().map(|change| change.path.clone()).collect();
    let has = |owner: &str, member: &str| paths.contains(&format!("{owner}{member}"));
    let is_told = |path: &str| match value_of(path) {
        Some((owner, Some(member))) => has(&owner, &format!(".{member}")) || has(&owner, &format!("::{member}")),
        Some((owner, None)) => paths.contains(&owner) || old.contains_key(&owner) && path.contains("View: "),
        None => false,
    };
    own.into_iter().filter(|change| !is_told(&change.path)).collect()
}
