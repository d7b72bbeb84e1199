//! Names of local variables in emitted functions, and of the private fields of views.
//!
//! Fields and cells give the names. One that collides with a variable of the emitter, or of another field, gets a
//! suffix.

mod companion;
#[cfg(test)]
mod tests;

use crate::facts::RecordFacts;
use crate::facts::scopes::ScopeId;
use crate::model::{Cell, CellId, Content, FieldId, Protocol, Record, Wire};
use crate::names::field_name;
use crate::text::names;
use crate::text::tokens::Ident;
pub use companion::Companion;
use companion::Named;
use std::collections::{BTreeMap, BTreeSet};

/// Variables and arguments that the emitter itself names.
const OURS: [&str; 46] = [
    "ahead",
    "arm",
    "array",
    "as_bytes",
    "at",
    "body",
    "breaks_rules",
    "buffer",
    "byte",
    "bytes",
    "came_back",
    "check",
    "code",
    "count",
    "covered",
    "deepest",
    "element",
    "error",
    "fits",
    "float",
    "former",
    "found",
    "front",
    "hooks",
    "inner",
    "input",
    "inputs",
    "inside",
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
    "wrong",
];

/// The local names of one record.
#[derive(Debug, Clone, Default)]
pub struct Locals {
    renamed: BTreeMap<String, String>,
    /// The name of each field.
    fields: Vec<String>,
    /// The name of each cell in its scope.
    own: Vec<String>,
    /// The name of each cell outside of its scope.
    cells: Vec<String>,
    /// By scope: the names of captured cells.
    captured: Vec<BTreeSet<String>>,
}

impl Locals {
    /// Assigns all names that a record's functions may use.
    pub fn of(protocol: &Protocol, facts: &RecordFacts, record: &Record) -> Self {
        let mut own: Vec<String> = record.cells.iter().map(|cell| with_suffix(record, cell, cell.name())).collect();
        let cells = full_names(record, &own);
        // A number in the record of a field is called like a field of this one, perhaps.
        let inside = own.iter_mut().zip(&cells).zip(&record.cells).filter(|(_, cell)| cell.inside.is_some());
        inside.for_each(|((own, full), _)| own.clone_from(full));
        let fields = field_names(record, &own);
        let wanted: BTreeSet<String> = fields.iter().chain(&own).chain(&cells).map(|name| field_name(name)).collect();
        let mut names =
            Names { taken: wanted.clone(), renamed: BTreeMap::new(), beside: companion::all(record, &fields) };
        for name in &wanted {
            if is_ours(name) || !names.is_free_beside(name, name) {
                let is_free = |other: &str| !names.taken.contains(other) && names.is_free_beside(name, other);
                let other = distinct(name, is_free);
                names.rename(name, other);
            }
        }
        let captured = facts.scopes.outer_first().map(|scope| {
            let others = facts.captures.of_others(&facts.reads(protocol, record), scope);
            others.into_iter().map(|cell| cells[cell.0].clone()).collect()
        });
        Self { renamed: names.renamed, captured: captured.collect(), fields, own, cells }
    }

    /// The name of a field: its name or label; for unnamed bits a longer one if the label is taken.
    pub fn of_field(&self, id: FieldId) -> &str {
        &self.fields[id.0]
    }

    /// The name of a cell in its own scope; `None` if that is the name of a captured cell.
    pub fn of_own_cell(&self, scope: ScopeId, id: CellId) -> Option<&str> {
        let own = self.own[id.0].as_str();
        (!self.captured[scope.0].contains(own)).then_some(own)
    }

    /// The name of a cell outside of its scope.
    pub fn of_cell(&self, id: CellId) -> &str {
        self.cells.get(id.0).map_or("", String::as_str)
    }

    /// The variable for a field, a cell or a bit field.
    pub fn ident(&self, name: &str) -> Ident {
        let name = field_name(name);
        names::ident(self.renamed.get(&name).unwrap_or(&name))
    }
}

/// The names of a record while they are assigned.
struct Names {
    taken: BTreeSet<String>,
    renamed: BTreeMap<String, String>,
    /// Companion variables, by their present names.
    beside: Vec<Named>,
}

impl Names {
    /// Whether `name`, for the field called `own`, and its companions collide with no other name.
    fn is_free_beside(&self, own: &str, name: &str) -> bool {
        let (ours, others): (Vec<&Named>, Vec<&Named>) = self.beside.iter().partition(|one| one.own == own);
        let free = |name: &str| others.iter().all(|other| other.name != name);
        let free_beside = |one: &&Named| {
            let beside = one.what.called(name);
            free(&beside) && !self.taken.contains(&beside)
        };
        free(name) && ours.iter().all(free_beside)
    }

    fn rename(&mut self, own: &str, name: String) {
        for one in self.beside.iter_mut().filter(|one| one.own == own) {
            one.name = one.what.called(&name);
        }
        self.taken.insert(name.clone());
        self.renamed.insert(own.to_owned(), name);
    }
}

/// The local names of fields.
fn field_names(record: &Record, own: &[String]) -> Vec<String> {
    let named = record.fields.iter().filter_map(|field| field.name.as_deref());
    let taken: BTreeSet<String> = named.chain(own.iter().map(String::as_str)).map(field_name).collect();
    let names = record.fields.iter().enumerate().map(|(id, field)| match (&field.name, &field.wire) {
        (Some(name), _) => name.clone(),
        // Several fields without a name have the same label.
        (None, _) if record.is_marked(FieldId(id)) => {
            let mut label = format!("{}_{id}", field.label);
            while taken.contains(&field_name(&label)) {
                label.push_str("_mark");
            }
            label
        }
        (None, Wire::Bits { .. }) => {
            let mut label = field.label.clone();
            while taken.contains(&field_name(&label)) {
                label.push_str("_carrier");
            }
            label
        }
        (None, _) => field.label.clone(),
    });
    names.collect()
}

/// The argument of a setter: the field's name, unless the emitter uses that name.
pub fn of_setter(locals: &Locals, name: &str) -> Ident {
    let own = field_name(name);
    if OURS.contains(&own.as_str()) { locals.ident(name) } else { names::ident(&own) }
}

fn with_suffix(record: &Record, cell: &Cell, name: &str) -> String {
    match &record.fields[cell.field.0].wire {
        Wire::Match { .. } => format!("{name}_code"),
        Wire::Octets { content: Content::Free | Content::Text(_), .. } | Wire::List { .. } | Wire::Within { .. } => {
            format!("{name}_count")
        }
        _ => name.to_owned(),
    }
}

/// The names of cells outside of their scopes: their paths. The path `a.b` yields to a field called `a_b`.
fn full_names(record: &Record, own: &[String]) -> Vec<String> {
    if record.cells.iter().all(|cell| !cell.path.contains('.')) {
        return own.to_vec();
    }
    let fields = record.fields.iter().filter_map(|field| field.name.as_deref()).map(field_name);
    let cells = own.iter().map(|name| field_name(name));
    let mut taken: BTreeSet<String> = fields.chain(cells).collect();
    let mut names = Vec::new();
    for cell in &record.cells {
        let mut name = with_suffix(record, cell, &cell.path.replace('.', "_"));
        if cell.path.contains('.') {
            name = distinct(&name, |name| !taken.contains(&field_name(name)));
            taken.insert(field_name(&name));
        }
        names.push(name);
    }
    names
}

/// The arguments of a hook.
pub fn of_hook<'n>(names: impl Iterator<Item = &'n str>) -> Vec<Ident> {
    all_distinct(names.map(field_name))
}

/// The arguments for the digits of a packed number.
pub fn of_digits<'n>(names: impl Iterator<Item = &'n str>) -> Vec<Ident> {
    all_distinct(names.map(field_name).map(|name| if name == "inside" { "inside_digit".to_owned() } else { name }))
}

/// A name for another variable, distinct from these.
pub fn unlike<'n>(name: &str, others: impl Iterator<Item = &'n Ident>) -> Ident {
    let others: Vec<String> = others.map(Ident::to_string).collect();
    names::local_ident(&distinct(name, |name| !others.iter().any(|other| other == name)))
}

fn all_distinct(names: impl Iterator<Item = String>) -> Vec<Ident> {
    let mut taken = BTreeSet::new();
    let names = names.map(|name| {
        let name = distinct(&name, |name| !taken.contains(name));
        taken.insert(name.clone());
        names::local_ident(&name)
    });
    names.collect()
}

/// The first free name: `name`, then with the suffix `_field`, then with a number too.
fn distinct(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    let base = name.trim_end_matches('_');
    let numbered = (2_u32..).map(|number| format!("{base}_field_{number}"));
    let mut all = [name.to_owned(), format!("{base}_field")].into_iter().chain(numbered);
    all.find(|name| is_free(name)).unwrap_or_default()
}

/// Whether a name is, or could be, one of the emitter's.
fn is_ours(name: &str) -> bool {
    OURS.contains(&name)
        || is_part(name)
        || ["deepest_", "optional", "run_", "shape"].iter().any(|ours| name.starts_with(ours))
        || name.contains("_to_")
}

/// Whether a name is that of a byte of a destructured number, `b0`, or of a number of an array, `n0`.
fn is_part(name: &str) -> bool {
    let digits = name.strip_prefix(['b', 'n']);
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))
}
