//! PDL: the packet description language of Android's Bluetooth stack.
//!
//! A packet without a parent is a struct. Its children stand where it has its payload: as a family, if one field chooses
//! among them, else as a `match` of several fields. A child that nothing chooses is a struct with all fields of its parents.

mod enums;
mod heirs;
mod pieces;
mod record;
mod source;
mod words;

use std::collections::{HashMap, HashSet};

use pdl_compiler::ast::{Decl, DeclDesc, FieldDesc};

use crate::draft::{Body, Draft, Item, Name};
use crate::names::{Scope, snake, upper};
use crate::{Imported, Unreadable, finish};

use enums::{Code, Enum};
use record::Record;
use source::Source;

/// Imports a `.pdl`.
///
/// # Errors
/// A file that is no PDL.
pub fn pdl(text: &str, name: &str) -> Result<Imported, Unreadable> {
    let file = source::parse(text)?;
    let source = Source::new(text, &file)?;
    let order = if source.is_big() { "big" } else { "little" };
    let items = Pdl::new(&source).items();
    let settings = vec![format!("byte_order: {order}")];
    finish(Draft { docs: source.file_docs(), name: snake(name), settings, items })
}

/// The schema of a file, while its declarations become items.
struct Pdl<'f> {
    source: &'f Source<'f>,
    /// The names of the schema's types, and those of the file's declarations among them.
    scope: Scope,
    names: HashMap<&'f str, Name>,
    enums: HashMap<&'f str, Enum>,
    /// The structs that are the type of a field.
    used: HashSet<&'f str>,
    /// The fields that a constraint anywhere sets.
    constrained: HashSet<&'f str>,
    /// The children that stand in the payload of a parent.
    placed: HashSet<&'f str>,
    /// The children that have the same constraints as another, each with the other.
    rivals: HashMap<&'f str, &'f str>,
    /// The place in the file of the declaration that is read, and all items, each with that of its own.
    place: usize,
    items: Vec<(usize, Item)>,
}

impl<'f> Pdl<'f> {
    fn new(source: &'f Source<'f>) -> Self {
        let mut pdl = Self {
            source,
            scope: Scope::default(),
            names: HashMap::new(),
            enums: HashMap::new(),
            used: HashSet::new(),
            constrained: HashSet::new(),
            placed: HashSet::new(),
            rivals: HashMap::new(),
            place: 0,
            items: Vec::new(),
        };
        for decl in &source.file.declarations {
            if let Some(id) = decl.id() {
                pdl.names.insert(id, pdl.scope.upper(id));
            }
            pdl.constrained.extend(decl.constraints().map(|constraint| constraint.id.as_str()));
            for field in decl.fields() {
                match &field.desc {
                    FieldDesc::Typedef { type_id, .. } | FieldDesc::Array { type_id: Some(type_id), .. } => {
                        pdl.used.insert(type_id);
                    }
                    FieldDesc::Group { constraints, .. } => {
                        pdl.constrained.extend(constraints.iter().map(|constraint| constraint.id.as_str()));
                    }
                    _ => {}
                }
            }
        }
        pdl
    }

    fn items(mut self) -> Vec<Item> {
        let mut records: Vec<&'f Decl> = Vec::new();
        for decl in &self.source.file.declarations {
            self.place = decl.loc.start.offset;
            match &decl.desc {
                DeclDesc::Packet { .. } | DeclDesc::Struct { .. } => records.push(decl),
                DeclDesc::Enum { id, tags, width } => {
                    let (known, body) = Enum::new(self.source, tags, *width);
                    self.enums.insert(id, known);
                    self.insert(self.items.len(), self.item(decl, body));
                }
                DeclDesc::CustomField { id, function, .. } => self.number(decl, id, "A custom field", function),
                DeclDesc::Checksum { id, function, .. } => self.number(decl, id, "A checksum by a function", function),
                DeclDesc::Group { .. } | DeclDesc::Test { .. } => {}
            }
        }
        // Parents are first: they take the children that they can choose.
        records.sort_by_cached_key(|decl| self.source.line(decl).len());
        for decl in records {
            let id = decl.id().unwrap_or_default();
            if self.used.contains(id) || !(self.placed.contains(id) || self.source.is_alias(decl)) {
                self.place = decl.loc.start.offset;
                self.whole(decl);
            }
        }
        self.items.sort_by_key(|(place, _)| *place);
        self.items.into_iter().map(|(_, item)| item).collect()
    }

    /// A number of whole bytes that has a meaning in a program.
    fn number(&mut self, decl: &'f Decl, id: &str, what: &str, function: &str) {
        if let Some(wire) = self.source.number_width(id).and_then(words::whole) {
            let mut item = self.item(decl, Body::Plain("type", format!("= {wire};")));
            item.docs =
                format!("{}\n\n{what} of your program: `{}`.", item.docs, function.replace(char::is_control, " "));
            self.insert(self.items.len(), item);
        }
    }

    /// A packet or struct with all fields of its parents: what it constrains there is constant.
    fn whole(&mut self, decl: &'f Decl) {
        // The families of its payload are behind it.
        let at = self.items.len();
        let line = self.source.line(decl);
        let pieces = self.source.joined(&line, line.iter().flat_map(|decl| decl.constraints()));
        let (body, left_out) = match pieces {
            Ok(pieces) => {
                let (fields, _) = Record::new(self, decl, Vec::new()).fields(&pieces);
                (Body::Struct { params: Vec::new(), depth: None, fields }, None)
            }
            Err(reason) => (Body::Plain("type", String::new()), Some(reason)),
        };
        let mut item = Item { left_out, counts: true, ..self.item(decl, body) };
        let chooses = |parent: &&&Decl| !self.source.is_alias(parent);
        if let Some(other) = decl.id().and_then(|id| self.rivals.get(id))
            && let Some(parent) = line.iter().rev().skip(1).find(chooses).and_then(|parent| parent.id())
        {
            let (other, parent) = (self.name(other).name, self.name(parent).name);
            let says = format!("In `{parent}` its payload is bytes, since `{other}` has the same constraints.");
            item.docs = format!("{}\n\n{says}", item.docs);
        }
        self.insert(at, item);
    }

    fn insert(&mut self, at: usize, item: Item) {
        self.items.insert(at, (self.place, item));
    }

    fn item(&self, decl: &'f Decl, body: Body) -> Item {
        let id = decl.id().unwrap_or_default();
        let mut item = Item::new(id, self.name(id), body);
        item.docs = self.source.docs(&decl.loc);
        item
    }

    /// The tag of an enum, if it has one code.
    fn tag(&self, kind: &str, tag: &str) -> Option<&Code> {
        self.enums.get(kind)?.tags.get(tag)
    }

    /// The name of a declaration.
    fn name(&self, id: &str) -> Name {
        self.names.get(id).cloned().unwrap_or_else(|| Name::plain(upper(id)))
    }
}
