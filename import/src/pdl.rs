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

use pdl_compiler::ast::{Decl, DeclDesc, EndiannessValue, FieldDesc};

use crate::draft::{Body, Draft, Item, Name};
use crate::names::{Scope, snake, upper};
use crate::reason::Reason;
use crate::{Imported, Unreadable, finish};

use enums::Enum;
use record::Record;
use source::{Fixed, Source};

/// Imports a `.pdl`.
///
/// # Errors
/// A file that is no PDL.
pub fn pdl(text: &str, name: &str) -> Result<Imported, Unreadable> {
    let file = source::parse(text)?;
    let source = Source::new(text, &file)?;
    let order = match file.endianness.value {
        EndiannessValue::LittleEndian => "little",
        EndiannessValue::BigEndian => "big",
    };
    let items = Pdl::new(&source).items();
    let settings = vec![format!("byte_order: {order}")];
    finish(Draft { docs: source.file_docs(), name: snake(name), settings, items })
}

/// The schema of a file, while its declarations become items.
struct Pdl<'f> {
    source: &'f Source<'f>,
    /// Whether the file is big-endian.
    is_big: bool,
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
    /// The items, each with the place of its declaration in the file.
    items: Vec<(usize, Item)>,
}

impl<'f> Pdl<'f> {
    fn new(source: &'f Source<'f>) -> Self {
        let mut scope = Scope::default();
        let mut names = HashMap::new();
        let mut used = HashSet::new();
        let mut constrained = HashSet::new();
        for decl in &source.file.declarations {
            if let Some(id) = decl.id() {
                names.insert(id, scope.upper(id));
            }
            constrained.extend(decl.constraints().map(|constraint| constraint.id.as_str()));
            for field in decl.fields() {
                match &field.desc {
                    FieldDesc::Typedef { type_id, .. } | FieldDesc::Array { type_id: Some(type_id), .. } => {
                        used.insert(type_id.as_str());
                    }
                    FieldDesc::Group { constraints, .. } => {
                        constrained.extend(constraints.iter().map(|constraint| constraint.id.as_str()));
                    }
                    _ => {}
                }
            }
        }
        let enums = HashMap::new();
        let is_big = source.file.endianness.value == EndiannessValue::BigEndian;
        Self {
            source,
            is_big,
            scope,
            names,
            enums,
            used,
            constrained,
            placed: HashSet::new(),
            rivals: HashMap::new(),
            items: Vec::new(),
        }
    }

    fn items(mut self) -> Vec<Item> {
        let decls = || self.source.file.declarations.iter().enumerate();
        let mut records: Vec<(usize, usize, &'f Decl)> = Vec::new();
        for (place, decl) in decls() {
            match &decl.desc {
                DeclDesc::Packet { .. } | DeclDesc::Struct { .. } => {
                    records.push((self.source.line(decl).len(), place, decl));
                }
                DeclDesc::Enum { id, tags, width } => {
                    let (known, body) = Enum::new(self.source, tags, *width);
                    self.enums.insert(id, known);
                    let item = self.item(decl, body);
                    self.items.push((place, item));
                }
                DeclDesc::CustomField { function, width: Some(width), .. } => {
                    self.number(place, decl, *width, "A custom field of your program", function);
                }
                DeclDesc::Checksum { function, width, .. } => {
                    self.number(place, decl, *width, "A checksum by a function of your program", function);
                }
                DeclDesc::CustomField { .. } | DeclDesc::Group { .. } | DeclDesc::Test { .. } => {}
            }
        }
        // Parents are first: they take the children that they can choose.
        records.sort_by_key(|(parents, place, _)| (*parents, *place));
        for (_, place, decl) in records {
            let id = decl.id().unwrap_or_default();
            if self.used.contains(id) || !(self.placed.contains(id) || self.source.is_alias(decl)) {
                self.whole(place, decl);
            }
        }
        self.items.sort_by_key(|(place, _)| *place);
        self.items.into_iter().map(|(_, item)| item).collect()
    }

    /// A number of whole bytes that has a meaning in a program.
    fn number(&mut self, place: usize, decl: &'f Decl, width: usize, what: &str, function: &str) {
        if let Some(wire) = words::whole(width as u64) {
            let mut item = self.item(decl, Body::Plain("type", format!("= {wire};")));
            item.docs = format!("{}\n\n{what}: `{}`.", item.docs, function.replace(char::is_control, " "));
            self.items.push((place, item));
        }
    }

    /// A packet or struct with all fields of its parents: what it constrains there is constant.
    fn whole(&mut self, place: usize, decl: &'f Decl) {
        let line = self.source.line(decl);
        let constraints = || line.iter().flat_map(|decl| decl.constraints());
        let fixed: Fixed = constraints().map(|constraint| (constraint.id.as_str(), constraint)).collect();
        let pieces = match fixed.len() == constraints().count() {
            true => self.source.joined(&line, &fixed),
            false => Err(Reason::construct("two constraints of one field")),
        };
        let (body, left_out) = match pieces {
            Ok(pieces) => {
                let (fields, _) = Record::new(self, place, decl, Vec::new()).fields(&pieces);
                (Body::Struct { params: Vec::new(), depth: None, fields }, None)
            }
            Err(reason) => (Body::Plain("type", String::new()), Some(reason)),
        };
        let mut item = Item { left_out, ..self.item(decl, body) };
        item.counts = true;
        let chooses = |parent: &&&Decl| !self.source.is_alias(parent);
        if let Some(other) = decl.id().and_then(|id| self.rivals.get(id))
            && let Some(parent) = line.iter().rev().skip(1).find(chooses).and_then(|parent| parent.id())
        {
            let (other, parent) = (self.name(other).name, self.name(parent).name);
            let says = format!("In `{parent}` its payload is bytes, since `{other}` has the same constraints.");
            item.docs = format!("{}\n\n{says}", item.docs);
        }
        // The families of its payload are behind it.
        let at = self.items.iter().position(|(other, _)| *other == place).unwrap_or(self.items.len());
        self.items.insert(at, (place, item));
    }

    fn item(&self, decl: &'f Decl, body: Body) -> Item {
        let id = decl.id().unwrap_or_default();
        let mut item = Item::new(id, self.name(id), body);
        item.docs = self.source.docs(&decl.loc);
        item
    }

    /// The name of a declaration.
    fn name(&self, id: &str) -> Name {
        self.names.get(id).cloned().unwrap_or_else(|| Name::plain(upper(id)))
    }
}
