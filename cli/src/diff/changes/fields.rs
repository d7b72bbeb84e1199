//! Fields of two records: their order, and the differences in each.

use super::align::aligned;
use super::{Change, Changes, Class, join};
use crate::diff::spell::{self, Owner};
use crate::diff::tree::{all, bare, bare_object, get, inner, number, objects, path as path_of, text};
use crate::model::tree::{Object, Tree};

/// Two models, for the elements of lists.
#[derive(Clone, Copy)]
pub struct Models<'t> {
    /// The old one.
    pub old: &'t Object,
    /// The new one.
    pub new: &'t Object,
}

/// The places of fields that have the same name, in the same order.
fn named_pairs(old: &[&Object], new: &[&Object]) -> Vec<(usize, usize)> {
    let named = |all: &[&Object]| {
        let names = all.iter().enumerate().filter_map(|(index, field)| Some((index, text(field, "name")?.to_owned())));
        names.unzip::<usize, String, Vec<_>, Vec<_>>()
    };
    let ((before, names), (now, others)) = (named(old), named(new));
    let pairs = aligned(&names, &others).into_iter();
    pairs.filter_map(|(one, two)| Some((*before.get(one)?, *now.get(two)?))).collect()
}

/// The places of fields without a name, among these, that stand for each other, in the same order: those that are the same,
/// and between them those of one kind.
fn unnamed_pairs((old, gone): (&[&Object], &[usize]), (new, come): (&[&Object], &[usize])) -> Vec<(usize, usize)> {
    let unnamed = |all: &[&Object], places: &[usize]| -> Vec<usize> {
        let is_unnamed = |index: &usize| all.get(*index).is_some_and(|field| text(field, "name").is_none());
        places.iter().copied().filter(is_unnamed).collect()
    };
    let kind: fn(&Object) -> String = |field| text(field, "wire").unwrap_or_default().to_owned();
    pairs_by(&[shown, kind], (old, &unnamed(old, gone)), (new, &unnamed(new, come)))
}

/// The places of fields, among these, with the same words, in the same order; between them those with the same further
/// words.
fn pairs_by(
    words: &[fn(&Object) -> String],
    (old, gone): (&[&Object], &[usize]),
    (new, come): (&[&Object], &[usize]),
) -> Vec<(usize, usize)> {
    let Some((first, others)) = words.split_first() else { return Vec::new() };
    let told = |all: &[&Object], places: &[usize]| -> Vec<String> {
        places.iter().map(|index| all.get(*index).map(|field| first(field)).unwrap_or_default()).collect()
    };
    let mut same = aligned(&told(old, gone), &told(new, come));
    same.push((gone.len(), come.len()));
    let (mut pairs, mut i, mut j) = (Vec::new(), 0, 0);
    for (one, two) in same {
        let between = |all: &[usize], from: usize, to: usize| all.get(from..to).unwrap_or_default().to_vec();
        pairs.extend(pairs_by(others, (old, &between(gone, i, one)), (new, &between(come, j, two))));
        pairs.extend(gone.get(one).copied().zip(come.get(two).copied()));
        (i, j) = (one.saturating_add(1), two.saturating_add(1));
    }
    pairs
}

impl Changes {
    /// The fields of two bodies.
    pub fn fields(&mut self, models: Models<'_>, outer: &str, old: &[&Object], new: &[&Object]) {
        let mut pairs = named_pairs(old, new);
        let (mut lost, mut found) = (Vec::new(), Vec::new());
        let (mut i, mut j) = (0, 0);
        pairs.push((old.len(), new.len()));
        for (one, two) in pairs {
            let gap = |from: usize, to: usize| (from..to).collect::<Vec<usize>>();
            let (mut gone, mut come) = (gap(i, one), gap(j, two));
            for (own, other) in unnamed_pairs((old, &gone), (new, &come)) {
                gone.retain(|index| *index != own);
                come.retain(|index| *index != other);
                if let Some((field, other)) = old.get(own).zip(new.get(other)) {
                    self.field(models, outer, field, other);
                }
            }
            lost.extend(gone);
            found.extend(come);
            if let (Some(field), Some(other)) = (old.get(one), new.get(two)) {
                self.field(models, outer, field, other);
            }
            (i, j) = (one.saturating_add(1), two.saturating_add(1));
        }
        let name =
            |all: &[&Object], index: &usize| all.get(*index).and_then(|field| text(field, "name")).map(str::to_owned);
        for index in &lost {
            let Some(field) = old.get(*index) else { continue };
            let moved = found.iter().find(|other| name(new, other).is_some() && name(new, other) == name(old, index));
            match moved.and_then(|other| new.get(*other)) {
                Some(other) => {
                    let place =
                        |all: &[&Object], own: &Object| {
                            let before = all
                                .iter()
                                .position(|one| std::ptr::eq(*one, own))
                                .and_then(|at| all.get(at.checked_sub(1)?));
                            Some(before.map_or_else(
                                || "first".to_owned(),
                                |before| format!("after {}", last(path_of(before))),
                            ))
                        };
                    self.add(Class::Wire, &join(outer, last(path_of(field))), place(old, field), place(new, other));
                    self.field(models, outer, field, other);
                }
                None => self.only(outer, field, true),
            }
        }
        for index in &found {
            let Some(field) = new.get(*index) else { continue };
            let moved = lost.iter().any(|other| name(old, other).is_some() && name(old, other) == name(new, index));
            if !moved {
                self.only(outer, field, false);
            }
        }
    }

    /// A field that only one of both has.
    fn only(&mut self, outer: &str, field: &Object, is_old: bool) {
        let words = Some(shown(field));
        let (old, new) = if is_old { (words, None) } else { (None, words) };
        self.add(Class::Wire, &join(outer, last(path_of(field))), old, new);
    }

    fn field(&mut self, models: Models<'_>, outer: &str, old: &Object, new: &Object) {
        let own = join(outer, last(path_of(new)));
        self.docs(&own, old, new);
        if bare(&Tree::Object(old.clone())) == bare(&Tree::Object(new.clone())) && !has_element(models, new) {
            return;
        }
        let seen = self.0.len();
        self.words(Class::Wire, &own, Some(spell::wire(old)), Some(spell::wire(new)));
        self.conditions(&own, old, new);
        self.numbers(&own, old, new);
        self.parts(&own, old, new);
        let elements = element(models.old, old).zip(element(models.new, new));
        if let Some((one, two)) = elements {
            self.fields(models, &join(&own, "[]"), &objects(one, "fields"), &objects(two, "fields"));
            self.pieces(Class::Wire, &own, &rest(one), &rest(two));
        }
        // Fields that a struct has now are told of the struct.
        let is_struct = |of: &Object| text(of, "wire") == Some("record");
        if is_struct(old) == is_struct(new) {
            self.fields(models, &own_scope(outer, &own, new), &objects(old, "fields"), &objects(new, "fields"));
        }
        self.arms(models, &own, old, new);
        // A piece without words has those of the model.
        let is_told = self.0.iter().skip(seen).any(|change: &Change| change.class != Class::Docs);
        let inside = ["fields", "arms", "parts"];
        let (before, now) = (bare_object(old, &inside), bare_object(new, &inside));
        if !is_told && before != now {
            self.pieces(Class::Wire, &own, &before, &now);
        }
    }

    fn conditions(&mut self, path: &str, old: &Object, new: &Object) {
        let differs = |key: &str| get(old, key).map(bare) != get(new, key).map(bare);
        let always = |words: Option<String>| Some(words.unwrap_or_else(|| "always".to_owned()));
        if differs("presence")
            && !self.words(Class::Wire, path, always(spell::presence(old)), always(spell::presence(new)))
        {
            // The same words with other numbers: constants.
            let set = |of: &Object| inner(of, "presence").and_then(|presence| inner(presence, "if")).cloned();
            self.tests(Class::Wire, path, "if", (set(old), set(new)));
        }
        if differs("rule") && !self.words(Class::Accepts, path, spell::rule(old), spell::rule(new)) {
            let set = |of: &Object| {
                let test = inner(of, "rule").and_then(|rule| inner(rule, "test"));
                test.map(|test| spell::with_it(test, path_of(of)))
            };
            self.tests(Class::Accepts, path, "where", (set(old), set(new)));
        }
    }

    /// Two conditions in the words of the model: those parts that only one has.
    fn tests(&mut self, class: Class, path: &str, word: &str, (old, new): (Option<Object>, Option<Object>)) {
        let all = |of: &Option<Object>| of.as_ref().map(spell::conjuncts).unwrap_or_default();
        let (before, now) = (all(&old), all(&new));
        let only = |own: &[String], others: &[String]| {
            let own: Vec<&str> = own.iter().filter(|one| !others.contains(one)).map(String::as_str).collect();
            (!own.is_empty()).then(|| format!("{word} {}", own.join(" && ")))
        };
        if !self.words(class, path, only(&before, &now), only(&now, &before)) {
            let short = |of: &Option<Object>| of.as_ref().map(|of| spell::short(&Tree::Object(of.clone())));
            self.words(class, path, short(&old), short(&new));
        }
    }

    fn numbers(&mut self, path: &str, old: &Object, new: &Object) {
        let plain =
            |words: Option<String>| Some(words.map_or_else(|| "a number".to_owned(), |words| format!("as {words}")));
        self.words(Class::Meaning, path, plain(spell::meaning(old)), plain(spell::meaning(new)));
        let (before, now) = (spell::owner(old), spell::owner(new));
        let is_constant = |owner: &Option<Owner>| matches!(owner, Some(Owner::Constant(_)));
        if is_constant(&before) || is_constant(&now) {
            let any = |owner: Option<Owner>| Some(owner.map_or_else(|| "any number".to_owned(), Owner::words));
            self.words(Class::Accepts, path, any(before), any(now));
        } else if before != now {
            let user = |owner: Option<Owner>| Some(owner.map_or_else(|| "set by the user".to_owned(), Owner::words));
            self.words(Class::Meaning, path, user(before), user(now));
        }
        if get(old, "wire") == Some(&Tree::from("number")) && number(old, "fill") != number(new, "fill") {
            let fill = |of: &Object| Some(format!("fill {}", number(of, "fill").unwrap_or(0)));
            self.words(Class::Wire, path, fill(old), fill(new));
        }
    }

    /// The parts of inline bits.
    fn parts(&mut self, outer: &str, old: &Object, new: &Object) {
        let holder = outer.rsplit_once('.').map_or("", |(holder, _)| holder);
        let named = text(new, "name").is_some();
        let holder = if named { outer } else { holder };
        self.named_parts(holder, &objects(old, "parts"), &objects(new, "parts"));
    }

    /// Parts of a carrier, by their names, or by their places.
    pub fn named_parts(&mut self, outer: &str, old: &[&Object], new: &[&Object]) {
        let name = |part: &Object| text(part, "name").map(str::to_owned);
        let place = |part: &Object| (number(part, "low"), number(part, "width"));
        let is_same = |one: &Object, two: &Object| match (name(one), name(two)) {
            (Some(one), Some(two)) => one == two,
            (None, None) => place(one) == place(two),
            _ => false,
        };
        let label = |part: &Object| name(part).unwrap_or_else(|| "_".to_owned());
        let lost = old.iter().filter(|part| !new.iter().any(|other| is_same(part, other)));
        let found = new.iter().filter(|part| !old.iter().any(|other| is_same(part, other)));
        let (mut lost, found): (Vec<&&Object>, Vec<&&Object>) = (lost.collect(), found.collect());
        for part in found {
            // Reserved bits stand for reserved bits.
            let free = name(part).is_none().then(|| lost.iter().position(|other| name(other).is_none())).flatten();
            let before = free.map(|index| bits(lost.remove(index)));
            self.add(Class::Wire, &join(outer, &label(part)), before, Some(bits(part)));
        }
        for part in lost {
            self.add(Class::Wire, &join(outer, &label(part)), Some(bits(part)), None);
        }
        for part in new {
            let own = join(outer, &label(part));
            let Some(other) = old.iter().find(|other| is_same(other, part)) else { continue };
            self.docs(&own, other, part);
            let seen = self.0.len();
            self.words(Class::Wire, &own, Some(bits_place(other)), Some(bits_place(part)));
            self.numbers(&own, other, part);
            let (before, now) = (bare_object(other, &["name", "path"]), bare_object(part, &["name", "path"]));
            if self.0.len() == seen && before != now {
                self.pieces(Class::Accepts, &own, &before, &now);
            }
        }
    }

    fn arms(&mut self, models: Models<'_>, outer: &str, old: &Object, new: &Object) {
        let (before, now) = (objects(old, "arms"), objects(new, "arms"));
        let codes = |arm: &Object| {
            let columns = |pattern: &Tree| match pattern {
                Tree::List(columns) => columns.iter().map(spell::set).collect::<Vec<_>>().join(", "),
                _ => String::new(),
            };
            let patterns: Vec<String> = all(arm, "patterns").iter().map(columns).collect();
            let one = get(arm, "codes").map(spell::set);
            let all = one.or(Some(patterns.join(" | ")).filter(|text| !text.is_empty()));
            format!("{} => {}", all.unwrap_or_else(|| "_".to_owned()), text(arm, "name").unwrap_or_default())
        };
        for arm in &before {
            if !now.iter().any(|other| get(other, "name") == get(arm, "name")) {
                self.add(Class::Wire, outer, Some(codes(arm)), None);
            }
        }
        for arm in &now {
            let Some(other) = before.iter().find(|other| get(other, "name") == get(arm, "name")) else {
                self.add(Class::Wire, outer, None, Some(codes(arm)));
                continue;
            };
            let own = join(outer, text(arm, "name").unwrap_or_default());
            self.docs(&own, other, arm);
            let told = self.words(Class::Wire, outer, Some(codes(other)), Some(codes(arm)));
            let inside = ["name", "fields", "codes", "patterns"];
            let (one, two) = (bare_object(other, &inside), bare_object(arm, &inside));
            if !told && one != two {
                self.pieces(Class::Wire, &own, &one, &two);
            }
            self.fields(models, &own, &objects(other, "fields"), &objects(arm, "fields"));
        }
    }
}

/// Fields of a region are in the scope around it.
fn own_scope(outer: &str, own: &str, field: &Object) -> String {
    if text(field, "wire") == Some("region") { outer.to_owned() } else { own.to_owned() }
}

/// The record of the elements of a list, if these are written in place.
fn element<'t>(model: &'t Object, field: &Object) -> Option<&'t Object> {
    let name = text(inner(field, "element")?, "record")?;
    let record = objects(model, "records").into_iter().find(|record| text(record, "name") == Some(name))?;
    let is_element = text(record, "role") == Some("element")
        || inner(record, "role").is_some_and(|role| get(role, "element").is_some());
    is_element.then_some(record)
}

fn has_element(models: Models<'_>, field: &Object) -> bool {
    element(models.new, field).is_some() || !objects(field, "fields").is_empty() || !objects(field, "arms").is_empty()
}

/// The properties of an element besides its fields.
fn rest(element: &Object) -> Object {
    bare_object(element, &["fields", "name", "circle"])
}

/// A field as it is declared, without its name.
fn shown(field: &Object) -> String {
    let mut words = spell::wire(field);
    if let Some(meaning) = spell::meaning(field) {
        words = format!("{words} as {meaning}");
    }
    let owner = spell::owner(field).and_then(Owner::constant);
    for clause in [owner, spell::presence(field), spell::rule(field)].into_iter().flatten() {
        words = format!("{words} {clause}");
    }
    words
}

/// A part of bits: its place and its meaning.
fn bits(part: &Object) -> String {
    let meaning = spell::meaning(part).map(|meaning| format!(" as {meaning}")).unwrap_or_default();
    let constant = number(part, "constant").map(|code| format!(" = {code}")).unwrap_or_default();
    let owner = spell::owner(part).and_then(Owner::constant).map(|words| format!(" {words}"));
    format!("{}{meaning}{constant}{}", bits_place(part), owner.unwrap_or_default())
}

fn bits_place(part: &Object) -> String {
    let (low, width) = (number(part, "low").unwrap_or(0), number(part, "width").unwrap_or(0));
    let sign = if get(part, "signed").is_some() { "signed " } else { "" };
    match width {
        1 => format!("{sign}bit {low}"),
        _ => format!("{sign}bits {low}..={}", low.saturating_add(width).saturating_sub(1)),
    }
}

/// The last name of a path.
fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}
