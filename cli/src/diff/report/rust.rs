//! The differences of Rust, each with the item that it belongs to, and one for each thing that has another name.

use std::collections::BTreeMap;

use wireform_build::model::{FamilyMember, Node, Protocol, RecordId, Role, Wire};
use wireform_build::names;

use super::{Item, Report, Side, last};
use crate::diff::changes::Class;
use crate::diff::rust::{self, RustChange};
use crate::target::full_name;

/// Why code breaks that names what has another name now.
const RENAMED: &str = "another name";

impl Report {
    /// Adds the differences of Rust, each to the item whose type it is, or whose name its type begins with.
    pub(super) fn add_rust(&mut self, old: &Protocol, new: &Protocol) {
        let nested = [old, new].map(nested);
        let paths: Vec<Vec<String>> = self
            .items
            .iter()
            .map(|item| {
                let own = nested.iter().flat_map(|nested| nested.get(&item.name)).flatten();
                rust_paths(item).into_iter().chain(own.map(|name| path(name))).collect()
            })
            .collect();
        for change in rust::changes(old, new) {
            let fits =
                |paths: &Vec<String>| paths.iter().filter(|path| begins(&change.path, path)).map(String::len).max();
            let best = paths.iter().enumerate().filter_map(|(index, paths)| Some((fits(paths)?, index))).max();
            match best.and_then(|(_, index)| self.items.get_mut(index)) {
                // A type that is new is no news.
                Some(item) if item.only == Some(Side::New) && change.breaks.is_none() => {}
                Some(item) => item.rust.push(change),
                None => self.rust.push(change),
            }
        }
    }

    /// One line for what has another name, and none for what only names it.
    pub(super) fn merge_renames(&mut self, new: &Protocol) {
        let renames: Vec<Renamed> = self.items.iter().filter_map(|item| Renamed::of(item, new)).collect();
        for item in &mut self.items {
            if let [before, now] = rust_paths(item).as_slice() {
                merge(&mut item.rust, before, now, now.clone());
            }
            let own = item.changes.iter().filter(|change| change.class == Class::Names);
            let own = own.filter_map(|change| Some((change.old.clone()?, change.new.clone()?)));
            // A family has a variant and a function for each of its messages.
            let held = renames.iter().filter(|one| item.kind == "family" && one.families.contains(&item.name));
            let held = held.map(|one| (one.old.clone(), one.new.clone()));
            for (old, new) in own.chain(held).collect::<Vec<_>>() {
                merge_members(&mut item.rust, &old, &new);
            }
        }
        let only_named = |change: &RustChange| match (&change.old, &change.new) {
            (Some(old), Some(new)) => change.breaks != Some(RENAMED) && renamed(&change.path, old, &renames) == *new,
            _ => false,
        };
        for item in &mut self.items {
            item.rust.retain(|change| !only_named(change));
        }
        self.rust.retain(|change| !only_named(change));
    }
}

/// An item that has another name.
struct Renamed {
    /// The module of its types; none: that of the protocol.
    module: Option<String>,
    old: String,
    new: String,
    /// The families that have it as a message.
    families: Vec<String>,
}

impl Renamed {
    fn of(item: &Item, new: &Protocol) -> Option<Self> {
        let old = item.was.clone()?;
        let module = item.name.split_once('.').map(|(family, _)| names::module_name(family));
        let is_it = |member: &FamilyMember| full_name(new, member.record) == item.name;
        let families = new.families.iter().filter(|family| item.kind == "message" && family.members.iter().any(is_it));
        let families = families.map(|family| family.name.clone()).collect();
        Some(Self { module, old, new: last(&item.name).to_owned(), families })
    }
}

/// The names of the types of elements, groups and choices, by the message or struct that has them in it.
fn nested(protocol: &Protocol) -> BTreeMap<String, Vec<String>> {
    let record = |id: RecordId| protocol.records.get(id.0);
    let is_element = |id: RecordId| record(id).is_some_and(|record| matches!(record.role, Role::Element { .. }));
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for id in (0..protocol.records.len()).map(RecordId).filter(|id| !is_element(*id)) {
        let mut open = vec![id];
        while let Some(one) = open.pop() {
            // A group and a choice have types of their own.
            let own = record(one).into_iter().flat_map(|record| &record.fields);
            let own = own.filter_map(|field| match &field.wire {
                Wire::Group { name, .. } | Wire::Match { name, .. } => Some(name.as_str()),
                _ => None,
            });
            let outer = full_name(protocol, one);
            let family = outer.split_once('.').map_or("", |(family, _)| family);
            let own = own.map(|name| if family.is_empty() { name.to_owned() } else { format!("{family}.{name}") });
            found.entry(full_name(protocol, id)).or_default().extend(own);
            let held = record(one).into_iter().flat_map(|record| &record.fields).filter_map(|field| field.wire.holds());
            let held = held.filter_map(|held| if let Node::Record(id) = held { Some(id) } else { None });
            for inner in held.filter(|id| is_element(*id)) {
                found.entry(full_name(protocol, id)).or_default().push(full_name(protocol, inner));
                open.push(inner);
            }
        }
    }
    found
}

/// A name of the schema as one of Rust.
type Named = fn(&str) -> String;

/// The members of types that have another name: fields, variants and functions.
fn merge_members(all: &mut Vec<RustChange>, old: &str, new: &str) {
    let forms: [(&str, Named, &str); 3] =
        [(".", names::field_name, ""), ("::", names::variant_name, ""), ("::", names::field_name, "()")];
    for (mark, name, end) in forms {
        let (own, now) = (format!("{mark}{}{end}", name(old)), name(new));
        let gone: Vec<String> = all
            .iter()
            .filter(|one| one.new.is_none() && one.path.ends_with(&own))
            .map(|one| one.path.clone())
            .collect();
        for before in gone {
            let owner = before.get(..before.len().saturating_sub(own.len())).unwrap_or_default();
            let after = format!("{owner}{mark}{now}{end}");
            let text = all.iter().find(|one| one.old.is_none() && one.path == after).and_then(|one| one.new.clone());
            let Some(text) = text else { continue };
            let shown = match mark {
                "." => format!("{now}: {text}"),
                _ if text == "variant" => now.clone(),
                _ => format!("{now}{text}"),
            };
            merge(all, &before, &after, shown);
        }
    }
}

/// One line for an item that has another name, if both names are there.
fn merge(all: &mut Vec<RustChange>, before: &str, now: &str, shown: String) {
    let found = all.iter().position(|one| one.path == now && one.old.is_none());
    let is_gone = |one: &RustChange| one.path == before && one.new.is_none();
    if let (Some(found), true) = (found, all.iter().any(is_gone)) {
        all.remove(found);
        if let Some(gone) = all.iter_mut().find(|one| is_gone(one)) {
            gone.breaks = Some(RENAMED);
            gone.new = Some(shown);
        }
    }
}

/// The text of an item, which has this path, with the new names of the types in it.
fn renamed(path: &str, text: &str, renames: &[Renamed]) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let around = path.split_once("::").map(|(module, _)| module);
    let mut all = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        let module = all.strip_suffix("::").map(|front| front.rsplit(|c| !is_word(c)).next().unwrap_or(front));
        let is_there = |one: &&Renamed| one.module.is_none() || one.module.as_deref() == module.or(around);
        let own = renames.iter().filter(is_there).find_map(|one| {
            let forms: [Named; 4] = [names::type_name, names::view_name, names::known_name, names::handler_name];
            forms.into_iter().find(|form| form(&one.old) == word).map(|form| form(&one.new))
        });
        all.push_str(own.as_deref().unwrap_or(word));
        let mark = behind.chars().next();
        all.extend(mark);
        rest = behind.get(mark.map_or(0, char::len_utf8)..).unwrap_or_default();
    }
    all
}

/// Whether a path is that of a type, of one in it, or of one whose name begins with its name.
fn begins(path: &str, owner: &str) -> bool {
    let of_type = |path: &str| {
        let mut of = Vec::new();
        for piece in path.split("::") {
            of.push(piece.split(['.', ':', '<', ' ']).next().unwrap_or(piece).to_owned());
            if piece.starts_with(|c: char| c.is_uppercase()) {
                break;
            }
        }
        of
    };
    match (of_type(path).split_last(), of_type(owner).split_last()) {
        (Some((name, module)), Some((own, around))) => {
            let rest = name.strip_prefix(names::type_stem(own));
            let is_own = |rest: &str| !rest.starts_with(|c: char| c.is_lowercase());
            module == around && rest.is_some_and(is_own)
        }
        _ => false,
    }
}

/// The path of a type in Rust.
fn path(name: &str) -> String {
    match name.split_once('.') {
        Some((family, name)) => format!("{}::{}", names::module_name(family), names::type_name(name)),
        None => names::type_name(name),
    }
}

/// The paths of an item's types in Rust: before, if it had another name, and now.
fn rust_paths(item: &Item) -> Vec<String> {
    // A stream is a type of the runtime.
    if item.kind == "stream" {
        return Vec::new();
    }
    let before = item.was.as_ref().map(|was| match item.name.split_once('.') {
        Some((family, _)) => path(&format!("{family}.{was}")),
        None => path(was),
    });
    before.into_iter().chain([path(&item.name)]).collect()
}
