//! Items of two models: records, families, types of numbers, session values, hooks.

use super::fields::Models;
use super::{Change, Changes, Class, join};
use crate::diff::spell;
use crate::diff::tree::{bare_object, flag, get, inner, number, objects, text};
use crate::model::tree::{Object, Tree};

/// Differences between two messages or structs.
pub fn record(models: Models<'_>, old: &Object, new: &Object) -> Vec<Change> {
    let mut changes = Changes::default();
    changes.docs("", old, new);
    let message = |of: &'_ Object| inner(of, "role").and_then(|role| inner(role, "message")).cloned();
    let (before, now) = (message(old), message(new));
    let code =
        |of: &Option<Object>| of.as_ref().and_then(|of| number(of, "code")).map(|code| format!("message {code}"));
    let wire = |of: &Option<Object>| of.as_ref().and_then(spell::scalar).map(|wire| format!("code in {wire}"));
    let mut told = changes.words(Class::Wire, "", code(&before), code(&now));
    told |= changes.words(Class::Wire, "", wire(&before), wire(&now));
    told |= changes.parameters(old, new);
    changes.words(Class::Accepts, "", depth(old), depth(new));
    let own = ["fields", "name", "parameters", "checksums", "circle"];
    let (before, now) = (bare_object(old, &own), bare_object(new, &own));
    if !told && before != now {
        changes.pieces(Class::Wire, "", &before, &now);
    }
    changes.fields(models, "", &objects(old, "fields"), &objects(new, "fields"));
    changes.checksums(old, new);
    changes.0
}

/// The most levels of a circle, if it is this record or family that states them.
fn depth(of: &Object) -> Option<String> {
    let circle = inner(of, "circle").filter(|circle| text(circle, "name") == text(of, "name"))?;
    number(circle, "depth").map(|depth| format!("depth {depth}"))
}

/// Differences between two families.
pub fn family(old: &Object, new: &Object) -> Vec<Change> {
    let mut changes = Changes::default();
    changes.docs("", old, new);
    changes.words(Class::Wire, "", spell::scalar(old), spell::scalar(new));
    changes.open(old, new);
    changes.parameters(old, new);
    changes.words(Class::Accepts, "", depth(old), depth(new));
    let seen = changes.0.len();
    let (before, now) = (objects(old, "members"), objects(new, "members"));
    let name = |member: &Object| text(member, "name").unwrap_or_default().to_owned();
    let code = |member: &Object| number(member, "code").map(|code| format!("message {code}"));
    for member in &before {
        if !now.iter().any(|other| name(other) == name(member)) {
            changes.add(Class::Wire, &name(member), code(member), None);
        }
    }
    for member in &now {
        match before.iter().find(|other| name(other) == name(member)) {
            None => changes.add(Class::Wire, &name(member), None, code(member)),
            Some(other) => {
                let told = changes.words(Class::Wire, &name(member), code(other), code(member));
                let (one, two) = (bare_object(other, &["name", "code"]), bare_object(member, &["name", "code"]));
                if !told && one != two {
                    changes.pieces(Class::Wire, &name(member), &one, &two);
                }
            }
        }
    }
    // Without a carrier a family has the codes of its messages.
    let all = |of: &Object| get(of, "interval").map(|codes| format!("codes {}", spell::interval(codes)));
    if changes.0.len() == seen {
        changes.words(Class::Wire, "", all(old), all(new));
    }
    let own = ["members", "open", "parameters", "integer", "varint", "name", "interval", "circle"];
    let (one, two) = (bare_object(old, &own), bare_object(new, &own));
    if one != two {
        changes.pieces(Class::Accepts, "", &one, &two);
    }
    changes.0
}

/// Differences between two types of numbers of one kind.
pub fn types(old: &Object, new: &Object) -> Vec<Change> {
    let mut changes = Changes::default();
    changes.docs("", old, new);
    changes.words(Class::Wire, "", spell::scalar(old), spell::scalar(new));
    changes.open(old, new);
    changes.names(old, new);
    changes.named_parts("", &objects(old, "parts"), &objects(new, "parts"));
    changes.forms(&objects(old, "forms"), &objects(new, "forms"));
    let mut told = vec!["name", "integer", "varint", "part", "signed", "open", "names", "parts", "forms"];
    if get(old, "to_value").is_some() || get(new, "to_value").is_some() {
        let of = |of: &Object| Some(text(of, "text").unwrap_or_default().to_owned());
        let differs = get(old, "to_value") != get(new, "to_value");
        if differs && changes.words(Class::Meaning, "", of(old), of(new)) {
            told.extend(["to_value", "decreasing", "lossy"]);
        }
        let unit =
            |of: &Object| Some(text(of, "unit").map_or_else(|| "no unit".to_owned(), |unit| format!("in {unit}")));
        changes.words(Class::Meaning, "", unit(old), unit(new));
        let own = |of: &Object| get(of, "from").map(|_| "raw numbers by a formula of their own, `from`".to_owned());
        let differs = get(old, "from") != get(new, "from");
        if differs && !changes.words(Class::Meaning, "", own(old), own(new)) {
            changes.add(Class::Meaning, "", own(old), Some("by another one".to_owned()));
        }
        told.extend(["unit", "from"]);
    }
    let (one, two) = (bare_object(old, &told), bare_object(new, &told));
    let is_varint = get(old, "bits").is_some();
    for class in [Class::Accepts, Class::Wire, Class::Meaning] {
        let of = |object: &Object| {
            Object(object.0.iter().filter(|(key, _)| class_of(key, is_varint) == class).cloned().collect())
        };
        changes.pieces(class, "", &of(&one), &of(&two));
    }
    changes.0
}

/// The subject of a key of a type.
fn class_of(key: &str, is_varint: bool) -> Class {
    match key {
        "canonical" | "interval" | "range" | "outside" => Class::Accepts,
        "width" => Class::Wire,
        _ if is_varint => Class::Wire,
        _ => Class::Meaning,
    }
}

/// Differences between two session values.
pub fn session(old: &Object, new: &Object) -> Vec<Change> {
    let mut changes = Changes::default();
    changes.docs("", old, new);
    changes.pieces(Class::Meaning, "", &bare_object(old, &["name"]), &bare_object(new, &["name"]));
    changes.0
}

/// Differences between two hooks.
pub fn hook(old: &Object, new: &Object) -> Vec<Change> {
    let mut changes = Changes::default();
    changes.docs("", old, new);
    changes.parameters(old, new);
    let own = ["name", "data", "parameters"];
    changes.pieces(Class::Wire, "", &bare_object(old, &own), &bare_object(new, &own));
    changes.0
}

impl Changes {
    fn open(&mut self, old: &Object, new: &Object) {
        let words = |of: &Object| {
            let is_enum = get(of, "names").is_some() || get(of, "members").is_some();
            is_enum.then(|| if get(of, "open").is_some() { "open" } else { "closed" }.to_owned())
        };
        self.words(Class::Accepts, "", words(old), words(new));
    }

    /// The forms of a varint, in the order in which the writer tries them.
    fn forms(&mut self, old: &[&Object], new: &[&Object]) {
        for index in 0..old.len().max(new.len()) {
            let words = |all: &[&Object]| all.get(index).map(|form| spell::varint_form(form));
            let path = format!("form {}", index.saturating_add(1));
            self.words(Class::Wire, &path, words(old), words(new));
        }
    }

    /// Parameters by their names; whether they differ.
    fn parameters(&mut self, old: &Object, new: &Object) -> bool {
        let (before, now) = (objects(old, "parameters"), objects(new, "parameters"));
        let kind = |of: &Object| {
            get(of, "type").map(|tree| match tree {
                Tree::Object(object) => object.0.first().map(|(_, of)| spell::interval(of)).unwrap_or_default(),
                other => spell::short(other),
            })
        };
        let names = |all: &[&Object]| {
            all.iter().map(|one| text(one, "name").unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        let seen = self.0.len();
        for param in &before {
            let name = text(param, "name").unwrap_or_default();
            let other = now.iter().find(|other| text(other, "name") == Some(name));
            let words = |of: &Object| kind(of).map(|kind| format!("parameter, {kind}"));
            self.words(Class::Wire, name, words(param), other.and_then(|other| words(other)));
        }
        for param in now.iter().filter(|param| !names(&before).iter().any(|name| text(param, "name") == Some(name))) {
            let words = kind(param).map(|kind| format!("parameter, {kind}"));
            self.words(Class::Wire, text(param, "name").unwrap_or_default(), None, words);
        }
        if self.0.len() == seen && names(&before) != names(&now) {
            self.words(Class::Names, "", Some(names(&before).join(", ")), Some(names(&now).join(", ")));
        }
        self.0.len() != seen
    }

    fn checksums(&mut self, old: &Object, new: &Object) {
        let (before, now) = (objects(old, "checksums"), objects(new, "checksums"));
        let of = |all: &[&Object], path: &str| {
            all.iter().find(|one| text(one, "number") == Some(path)).map(|one| (*one).clone())
        };
        let words = |of: &Object| {
            let how = inner(of, "crc").or(inner(of, "hook")).and_then(|how| text(how, "name")).or(text(of, "check"));
            format!("checksum {}({})", how.unwrap_or_default(), text(of, "text").unwrap_or_default())
        };
        for checksum in &before {
            let path = text(checksum, "number").unwrap_or_default();
            let other = of(&now, path);
            match &other {
                Some(other) if bare_object(checksum, &[]) == bare_object(other, &[]) => {}
                Some(other) if words(checksum) == words(other) => {
                    self.pieces(Class::Wire, path, &bare_object(checksum, &[]), &bare_object(other, &[]));
                }
                _ => self.add(Class::Wire, path, Some(words(checksum)), other.as_ref().map(words)),
            }
        }
        for checksum in &now {
            let path = text(checksum, "number").unwrap_or_default();
            if of(&before, path).is_none() {
                self.add(Class::Wire, path, None, Some(words(checksum)));
            }
        }
    }

    /// The names of an enum.
    fn names(&mut self, old: &Object, new: &Object) {
        let (before, now) = (objects(old, "names"), objects(new, "names"));
        let name = |of: &Object| text(of, "name").unwrap_or_default().to_owned();
        let codes = |of: &Object| get(of, "read").map(spell::set);
        // An open enum accepts each number, with a name or without.
        let is_open = flag(old, "open") && flag(new, "open");
        let class = if is_open { Class::Meaning } else { Class::Accepts };
        for code in &before {
            if !now.iter().any(|other| name(other) == name(code)) {
                self.add(class, &name(code), codes(code), None);
            }
        }
        for code in &now {
            let own = name(code);
            let Some(other) = before.iter().find(|other| name(other) == own) else {
                self.add(class, &own, None, codes(code));
                continue;
            };
            self.docs(&own, other, code);
            if !self.words(Class::Meaning, &own, codes(other), codes(code)) {
                let written = |of: &Object| number(of, "written").map(|code| format!("written as {code}"));
                self.words(Class::Wire, &join("", &own), written(other), written(code));
            }
        }
    }
}
