//! Names of local variables in emitted functions.
//!
//! Fields and cells give them. Where one would hide a variable of ours, or where two are so much alike that clippy
//! asks whether they were confused (`flags` and `frags`), the position in the record tells them apart. Such names are
//! never seen from outside; the private fields of views have them too.

mod beside;
mod ends;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::names;
use super::scope::Place;
use super::tokens::Ident;
use crate::model::{Cell, CellId, Field, Record, Wire};
use crate::names::field_name;
pub(super) use beside::Beside;
use beside::Named;
pub(super) use ends::MANY_FIELDS;

/// Variables and arguments of our own.
const OURS: [&str; 40] = [
    "ahead",
    "array",
    "as_bytes",
    "at",
    "body",
    "breaks_rules",
    "buffer",
    "byte",
    "bytes",
    "check",
    "code",
    "count",
    "covered",
    "deepest",
    "element",
    "error",
    "float",
    "former",
    "front",
    "hooks",
    "inner",
    "input",
    "inputs",
    "kept",
    "known",
    "left",
    "magic",
    "number",
    "out",
    "place",
    "probe",
    "raw",
    "region",
    "run",
    "start",
    "steps",
    "there",
    "unfit",
    "unit",
    "value",
];

/// The local names of one record.
#[derive(Debug, Clone, Default)]
pub(super) struct Locals {
    renamed: BTreeMap<String, String>,
    /// Of each cell, the name outside of its scope.
    cells: Vec<String>,
}

impl Locals {
    /// Looks at all names that a record's functions may use.
    pub(super) fn of(place: Place<'_>, record: &Record) -> Self {
        let mut wanted: Vec<String> = Vec::new();
        let mut want = |name: String| {
            if !wanted.contains(&name) {
                wanted.push(name);
            }
        };
        for field in &record.fields {
            want(field_name(&of_field(record, field)));
        }
        for cell in &record.cells {
            want(field_name(&own_name(record, cell)));
        }
        let cells = full_names(record);
        cells.iter().for_each(|name| want(field_name(name)));
        // One letter is a name; five of them are a riddle.
        let many_letters = wanted.iter().filter(|name| name.len() == 1).count() > 4;
        let beside = beside::all(record);
        let with_confused = beside::confused(place, record, &beside);
        let mut names = Names { wanted, renamed: BTreeMap::new(), beside };
        for (index, name) in names.wanted.clone().iter().enumerate() {
            let confused = is_ours(name)
                || (many_letters && name.len() == 1)
                || OURS.iter().any(|other| alike(name, other))
                || with_confused.contains(name)
                || names.beside.iter().any(|other| *name == other.name || alike(name, &other.name))
                || names.wanted.iter().any(|other| alike(name, other));
            if confused {
                names.call(name, lettered(name, index, |told| names.are_free(name, told)));
            }
        }
        for one in ends::structs(place, record) {
            let Some(bare) = one.bare() else { continue };
            let single_letters =
                names.wanted.iter().chain(bare.iter().map(|(_, bare)| bare)).filter(|name| name.len() == 1).count();
            let mut tried = names.clone();
            let mut fits = |(name, bare): &(&String, String)| {
                let is_name = !bare.is_empty() && field_name(bare) == *bare && !is_ours(bare);
                let is_free = is_name && tried.are_free(name, bare);
                tried.call(name, bare.clone());
                is_free
            };
            if single_letters <= 4 && bare.iter().all(&mut fits) {
                tried.wanted.extend(bare.into_iter().map(|(_, bare)| bare));
                names = tried;
            } else if let Some((name, _)) = bare.first() {
                // One that is written as a single word sets them apart as well.
                let single = name.replace('_', "");
                if !is_ours(&single) && names.are_free(name, &single) {
                    names.call(name, single.clone());
                    names.wanted.push(single);
                }
            }
        }
        Self { renamed: names.renamed, cells }
    }

    /// What a cell is called outside of its scope.
    pub(super) fn of_cell(&self, id: CellId) -> &str {
        self.cells.get(id.0).map_or("", String::as_str)
    }

    /// The variable for a field, a cell or a part.
    pub(super) fn ident(&self, name: &str) -> Ident {
        let name = field_name(name);
        names::ident(self.renamed.get(&name).unwrap_or(&name))
    }
}

/// The names of a record while some of them are chosen anew.
#[derive(Clone)]
struct Names {
    wanted: Vec<String>,
    renamed: BTreeMap<String, String>,
    /// What stands beside them, called by what they are called now.
    beside: Vec<Named>,
}

impl Names {
    /// Whether nothing else is called like that, or nearly so, and nothing like what would stand beside it then.
    fn are_free(&self, own: &str, called: &str) -> bool {
        let wanted = self.wanted.iter().filter(|name| *name != own);
        let renamed = self.renamed.iter().filter(|(name, _)| *name != own).map(|(_, called)| called);
        let others = wanted.chain(renamed).chain(self.beside.iter().filter(|one| one.own != own).map(|one| &one.name));
        let beside = self.beside.iter().filter(|one| one.own == own).map(|one| one.what.called(called));
        let mut own = std::iter::once(called.to_owned()).chain(beside);
        own.all(|one| others.clone().all(|other| *other != one && !alike(other, &one)))
    }

    fn call(&mut self, own: &str, called: String) {
        for one in self.beside.iter_mut().filter(|one| one.own == own) {
            one.name = one.what.called(&called);
        }
        self.renamed.insert(own.to_owned(), called);
    }
}

/// What a field is called: by its name or label; unnamed bits by a longer one where something has that name.
pub(super) fn of_field(record: &Record, field: &Field) -> String {
    if let Some(name) = &field.name {
        return name.clone();
    }
    if !matches!(field.wire, Wire::Bits { .. }) {
        return field.label.clone();
    }
    let fields = record.fields.iter().filter_map(|field| field.name.as_deref());
    let named: BTreeSet<String> =
        fields.map(field_name).chain(record.cells.iter().map(|cell| field_name(&own_name(record, cell)))).collect();
    let mut label = field.label.clone();
    while named.contains(&field_name(&label)) {
        label.push_str("_carrier");
    }
    label
}

/// The argument of a function that sets a field: its name, unless the function has a variable that is called so.
pub(super) fn of_setter(locals: &Locals, name: &str) -> Ident {
    let own = field_name(name);
    let confused = OURS.iter().any(|ours| own == **ours || alike(&own, ours));
    if confused { locals.ident(name) } else { names::ident(&own) }
}

/// What a cell is called in its own scope.
pub(super) fn own_name(record: &Record, cell: &Cell) -> String {
    with_suffix(record, cell, cell.path.rsplit('.').next().unwrap_or(&cell.path))
}

fn with_suffix(record: &Record, cell: &Cell, name: &str) -> String {
    match &record.fields[cell.field.0].wire {
        Wire::Match { .. } => format!("{name}_code"),
        Wire::Bytes(_) | Wire::Text { .. } | Wire::List { .. } | Wire::Within { .. } => format!("{name}_count"),
        _ => name.to_owned(),
    }
}

/// What the cells are called outside of their scopes: their paths. Where `a.b` meets a field called `a_b`, it gives
/// way.
fn full_names(record: &Record) -> Vec<String> {
    if record.cells.iter().all(|cell| !cell.path.contains('.')) {
        return record.cells.iter().map(|cell| own_name(record, cell)).collect();
    }
    let fields = record.fields.iter().filter_map(|field| field.name.as_deref()).map(field_name);
    let cells = record.cells.iter().map(|cell| field_name(&own_name(record, cell)));
    let mut taken: BTreeSet<String> = fields.chain(cells).collect();
    let mut names = Vec::new();
    for (index, cell) in record.cells.iter().enumerate() {
        let mut name = with_suffix(record, cell, &cell.path.replace('.', "_"));
        while cell.path.contains('.') && !taken.insert(field_name(&name)) {
            name = format!("{name}_{}", letters(&name, index));
        }
        names.push(name);
    }
    names
}

/// The arguments of a public function for parameters: their names, unless those are ours.
pub(super) fn arguments<'n>(names: impl Iterator<Item = &'n str>) -> Vec<Ident> {
    let names = names.map(field_name);
    let ours = |name: String| if OURS.contains(&name.as_str()) { format!("{name}_known") } else { name };
    apart(names.map(ours).collect(), &["buffer", "bytes", "hooks", "known"])
}

/// The arguments of a function of the program.
pub(super) fn of_hook<'n>(names: impl Iterator<Item = &'n str>) -> Vec<Ident> {
    apart(names.map(field_name).collect(), &[])
}

/// The arguments of a function of a type: names that are too much alike have a letter each.
pub(super) fn of_digits<'n>(names: impl Iterator<Item = &'n str>) -> Vec<Ident> {
    apart(names.map(field_name).collect(), &["inside"])
}

/// A name for one more variable beside these: with a letter where it is one of them, or too much like it.
pub(super) fn unlike<'n>(name: &str, others: impl ExactSizeIterator<Item = &'n Ident>) -> Ident {
    let others: Vec<String> = others.map(Ident::to_string).collect();
    let is_free = |told: &str| !others.iter().any(|other| other == told || alike(told, other));
    let told = if is_free(name) { name.to_owned() } else { lettered(name, others.len(), is_free) };
    names::local_ident(&told)
}

fn apart(names: Vec<String>, ours: &[&str]) -> Vec<Ident> {
    /// Of more variables of a single letter clippy says that nobody keeps them apart.
    const SINGLE: usize = 4;
    let is_single = |name: &String| name.chars().count() == 1;
    let too_many = names.iter().filter(|name| is_single(name)).count() > SINGLE;
    let mut told: Vec<String> = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let mut others = names.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, other)| other);
        let confused = others.any(|other| other == name || alike(name, other))
            || ours.iter().any(|one| alike(name, one))
            || too_many && is_single(name);
        let is_free = |one: &str| !names.iter().chain(&told).any(|other| other == one || alike(one, other));
        told.push(if confused { lettered(name, index, is_free) } else { name.clone() });
    }
    told.iter().map(|name| names::local_ident(name)).collect()
}

/// A name with the letter of its place; with more where others are called so already.
fn lettered(name: &str, index: usize, is_free: impl Fn(&str) -> bool) -> String {
    let mut told = name.trim_end_matches('_').to_owned();
    loop {
        told = format!("{told}_{}", letters(name, index));
        if is_free(&told) {
            return told;
        }
    }
}

/// Whether a name is one of ours, or could be.
fn is_ours(name: &str) -> bool {
    OURS.contains(&name)
        || is_part(name)
        || ["deepest_", "optional", "run_", "shape"].iter().any(|ours| name.starts_with(ours))
        || name.contains("_to_")
}

/// Whether a name is that of a single byte of a number that was taken apart, `b0`, or of a number of an array, `n0`.
fn is_part(name: &str) -> bool {
    let digits = name.strip_prefix(['b', 'n']);
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

/// `a`, `b`, .. `z`, and then three letters, of which the last follows from the others, so that any two differ in two
/// places: digits tell no names apart for clippy, and where names have digits a single letter does not either.
fn letters(name: &str, index: usize) -> String {
    let letter = |digit: usize| char::from(b'a'.saturating_add(u8::try_from(digit % 26).unwrap_or(0)));
    if index < 26 && !name.contains(|letter: char| letter.is_ascii_digit()) {
        return letter(index).to_string();
    }
    let (high, low) = (index / 26, index % 26);
    [high, low, high.saturating_add(low)].into_iter().map(letter).collect()
}

/// Whether two names differ in one letter only, whatever their digits. Those that differ in a letter in front of the first
/// underscore or behind the last are meant to, and so is one that goes on where the other ends (`model` and `model2`).
fn alike(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if short.len() < 3 || long.len() - short.len() > 1 {
        return false;
    }
    // Every two names of a record are asked about, so nothing is copied to see their digits as one.
    let (short, long) = (short.as_bytes(), long.as_bytes());
    let same_start = same(short, long);
    let behind = same_start.saturating_add(1);
    let equally_long = short.len() == long.len();
    // The letter that differs stands alone behind the last underscore, or in front of the first.
    let axis = equally_long
        && ((behind == short.len() && short.get(same_start.wrapping_sub(1)) == Some(&b'_'))
            || (same_start == 0 && short.get(1) == Some(&b'_')));
    let rest = short.get(if equally_long { behind } else { same_start }..).unwrap_or_default();
    same_start < short.len() && !axis && same(rest, long.get(behind..).unwrap_or_default()) == rest.len()
}

/// How many letters two names have in common from their start, whatever their digits.
fn same(one: &[u8], other: &[u8]) -> usize {
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if one[at] != other[at] && !(one[at].is_ascii_digit() && other[at].is_ascii_digit()) {
            break;
        }
        at += 1;
    }
    at
}
