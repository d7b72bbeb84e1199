//! Where everything stands, and who uses it: the links of one version's pages, both ways.

use std::collections::{BTreeSet, HashMap};

use super::block::{Block, line};
use super::links::label;
use super::prose::{self, Names};
use crate::model::{
    AliasId, BitsId, Carrier, Cell, Content, Delta, DeltaScope, Docs, Example, FamilyId, Field, FieldId, Item, Node,
    Protocol, Record, RecordId, Role, Scalar, Schema, Text, Value, VarintId, Wire,
};
use crate::names;
use crate::text;
use crate::text::sizes;

/// A page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Page {
    /// Where a reader begins.
    Index,
    /// Types of numbers.
    Types,
    /// Messages and structs of no one family.
    Shared,
    /// The messages that are declared in a family.
    Family(FamilyId),
    /// All names of fields, and those of the protocol's source.
    Names,
}

/// Something with a section of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Thing {
    /// A variable-width integer.
    Varint(VarintId),
    /// A declared type that gives numbers a meaning.
    Value(Value),
    /// A name for a wire.
    Alias(AliasId),
    /// A message or a struct; of an element, what holds its list.
    Record(RecordId),
    /// A family.
    Family(FamilyId),
}

impl Thing {
    /// A record or a family.
    pub(super) const fn of(node: Node) -> Self {
        match node {
            Node::Record(id) => Self::Record(id),
            Node::Family(id) => Self::Family(id),
        }
    }
}

/// One version's protocol with its links.
pub(super) struct Book<'p> {
    pub(super) protocol: &'p Protocol,
    /// The names of its records on the command line.
    commands: Vec<String>,
    /// The examples of the newest version, which the command takes if none is named, by those names.
    newest: HashMap<String, &'p [Example]>,
    /// For each element of a list the record with that list.
    owners: Vec<Option<RecordId>>,
    /// For each alias the first field of it, or the first list of such elements.
    aliased: Vec<Option<(RecordId, FieldId)>>,
    /// The sizes of its records.
    pub(super) sizes: sizes::Records,
    /// Uses: the user and the used thing.
    uses: BTreeSet<(Thing, Thing)>,
    /// Targets of the names in comments.
    names: Names,
    /// The names of the records that are parts of others, in some version.
    parts: BTreeSet<&'p str>,
}

/// More users than this are only counted.
const MOST_USERS: usize = 16;

/// Files whose names are taken: a family of such a name gets an underscore.
const TAKEN: [&str; 5] = ["readme", "summary", "types", "shared", "names"];

impl<'p> Book<'p> {
    pub(super) fn new(protocol: &'p Protocol, newest: &'p Protocol) -> Self {
        let mut book = Self {
            protocol,
            commands: command_names(protocol),
            newest: command_names(newest)
                .into_iter()
                .zip(newest.records.iter().map(|one| one.examples.as_slice()))
                .collect(),
            owners: vec![None; protocol.records.len()],
            aliased: vec![None; protocol.aliases.len()],
            sizes: sizes::Records::of(protocol),
            uses: BTreeSet::new(),
            names: Names::new(),
            parts: BTreeSet::new(),
        };
        for (owner, id, field) in fields(protocol) {
            for alias in [field.alias, field.element_alias].into_iter().flatten() {
                book.aliased[alias.0].get_or_insert((owner, id));
            }
            if let Some(Node::Record(record)) = field.wire.holds()
                && matches!(protocol.records[record.0].role, Role::Element { .. })
            {
                book.owners[record.0] = Some(owner);
            }
        }
        book.collect();
        book
    }

    /// The books of all versions of a schema.
    pub(super) fn all(schema: &'p Schema) -> Vec<Self> {
        let mut books: Vec<Self> = schema.protocols().map(|one| Self::new(one, schema.newest())).collect();
        let names = names_of(&books);
        let parts: BTreeSet<&str> = books.iter().flat_map(Self::parts).collect();
        for book in &mut books {
            book.names.clone_from(&names);
            book.parts.clone_from(&parts);
        }
        books
    }

    /// A doc comment in one cell of a table, in the section of this title.
    pub(super) fn cell(&self, docs: &[String], section: &str) -> String {
        prose::link_line(&text::cell(docs), &self.names, section)
    }

    /// A doc comment below a table, in the section of this title: an item, with what it is about in front.
    pub(super) fn note(&self, about: &str, docs: &[String], section: &str) -> Vec<String> {
        let mut lines = text::docs(docs);
        prose::link_lines(&mut lines, &self.names, section);
        if !lines.first().is_some_and(|line| line.starts_with(|c: char| c.is_alphanumeric() || c == '[')) {
            lines.insert(0, String::new());
        }
        let item = |(at, line): (usize, String)| match at {
            0 => format!("- {about}: {line}").trim_end().to_owned(),
            _ if line.is_empty() => line,
            _ => format!("  {line}"),
        };
        lines.into_iter().enumerate().map(item).collect()
    }

    /// The first sentence of the doc comment of a type.
    pub(super) fn about(&self, thing: Thing) -> String {
        self.summary(self.declared(thing).1, self.section(thing).0)
    }

    /// The name and the documentation of something with a section.
    pub(super) fn declared(&self, thing: Thing) -> (&'p str, &'p Docs) {
        const NONE: &Docs = &Docs { lines: Vec::new(), source_name: None };
        let p = self.protocol;
        match thing {
            Thing::Varint(id) => (&p.varints[id.0].name, &p.varints[id.0].docs),
            Thing::Value(value) => p.declared(value).map_or(("", NONE), |one| (one.name, one.docs)),
            Thing::Alias(id) => (&p.aliases[id.0].name, &p.aliases[id.0].docs),
            Thing::Record(id) => (&p.records[id.0].name, &p.records[id.0].docs),
            Thing::Family(id) => (&p.families[id.0].name, &p.families[id.0].docs),
        }
    }

    /// The name of a record on the command line: `Pos`, `ToServer.SetTeam` if two families have one, `v259::Pos` if the newest
    /// version does not have this example; and whether that has others of the record.
    pub(super) fn command_name(&self, id: RecordId, example: &Example) -> (String, bool) {
        let name = self.commands[id.0].clone();
        let examples = self.newest.get(&name).copied().unwrap_or_default();
        let is_this = |one: &Example| one.title == example.title && one.bytes == example.bytes;
        match &self.protocol.version {
            Some(version) if !examples.iter().any(is_this) => {
                (format!("{}::{name}", version.name), !examples.is_empty())
            }
            Some(_) | None => (name, false),
        }
    }

    /// The first sentence of the doc comment of something, for a list of many.
    pub(super) fn summary(&self, docs: &[String], of: &str) -> String {
        prose::link_line(&text::summary(docs), &self.names, of)
    }

    /// Links the names in the comments of a page.
    pub(super) fn link_names(&self, blocks: &mut [Block]) {
        prose::link(blocks, &self.names, "");
    }

    /// A field of an alias, or a list of such elements, with its record.
    pub(super) fn aliased(&self, alias: AliasId) -> Option<(&'p Record, &'p Field)> {
        let (record, field) = self.aliased[alias.0]?;
        let record = &self.protocol.records[record.0];
        Some((record, &record.fields[field.0]))
    }

    /// The record in whose section a record is shown.
    pub(super) fn shown_in(&self, record: RecordId) -> RecordId {
        // An element stands in front of what holds it, so this ends.
        let next = |id: &RecordId| self.owners[id.0].filter(|owner| owner.0 > id.0);
        std::iter::successors(Some(record), next).last().unwrap_or(record)
    }

    /// The page of a record.
    pub(super) fn page_of(&self, record: RecordId) -> Page {
        self.protocol.records[self.shown_in(record).0].module.map_or(Page::Shared, Page::Family)
    }

    /// The name of a page's file.
    pub(super) fn file(&self, page: Page) -> String {
        match page {
            Page::Index => "README.md".to_owned(),
            Page::Types => "types.md".to_owned(),
            Page::Names => "names.md".to_owned(),
            Page::Shared => "shared.md".to_owned(),
            Page::Family(id) => {
                let name = names::module_name(&self.protocol.families[id.0].name);
                let free = !TAKEN.contains(&name.as_str());
                if free { format!("{name}.md") } else { format!("{name}_.md") }
            }
        }
    }

    /// The number of its version, as it was written.
    pub(super) fn version(&self) -> &'p str {
        self.protocol.version.as_ref().map_or("", |version| version.written())
    }

    /// The name of the file of a record's picture.
    pub(super) fn picture(&self, record: RecordId) -> String {
        let (page, name) = self.place(Thing::Record(record));
        label(&self.file(page), None) + "." + name
    }

    /// A link to the section of a thing: the page itself says at its end where that is.
    pub(super) fn link(&self, to: Thing) -> String {
        let (page, name) = self.place(to);
        format!("[{name}][{}]", label(&self.file(page), Some(name)))
    }

    /// A link to the section of a thing, or to a field of a record, with the name of the family of a message if others
    /// have the message's name. Fields of elements are looked for in the section.
    pub(super) fn full_link(&self, to: Thing, field: Option<&str>) -> String {
        let Thing::Record(id) = to else { return self.link(to) };
        let command = &self.commands[self.shown_in(id).0];
        let (page, name) = self.place(to);
        let field = field.filter(|_| self.shown_in(id) == id);
        let anchor = field.map_or_else(|| name.to_owned(), |path| super::links::inside(name, path));
        format!("[{command}][{}]", label(&self.file(page), Some(&anchor)))
    }

    /// A link to a page.
    pub(super) fn page_link(&self, page: Page, words: &str) -> String {
        format!("[{words}][{}]", label(&self.file(page), None))
    }

    /// All sections that there are links to: title and label.
    pub(super) fn sections(&self) -> impl Iterator<Item = (&'p str, String)> {
        self.things().map(|thing| self.section(thing))
    }

    /// The states whose differences have a section: name and label.
    pub(super) fn states(&self) -> impl Iterator<Item = (&'p str, String)> {
        let p = self.protocol;
        let records = (0..).map(RecordId).zip(&p.records).filter(|(_, record)| record.delta.is_some());
        records.map(|(id, record)| (record.whole_name(), self.section(Thing::Record(id)).1))
    }

    /// The section of a thing: title and label.
    pub(super) fn section(&self, thing: Thing) -> (&'p str, String) {
        let (page, name) = self.place(thing);
        (name, label(&self.file(page), Some(name)))
    }

    /// All that has a section, or has its place in one.
    pub(super) fn things(&self) -> impl Iterator<Item = Thing> + use<'p> {
        let p = self.protocol;
        let things = (0..p.varints.len()).map(|id| Thing::Varint(VarintId(id)));
        let things = things.chain(p.declared_values().map(Thing::Value));
        let things = things.chain((0..p.aliases.len()).map(|id| Thing::Alias(AliasId(id))));
        let things = things.chain((0..p.records.len()).map(|id| Thing::Record(RecordId(id))));
        things.chain((0..p.families.len()).map(|id| Thing::Family(FamilyId(id))))
    }

    /// The page with the section of a thing, and the title of the section.
    fn place(&self, of: Thing) -> (Page, &'p str) {
        let (page, titled) = match of {
            Thing::Record(id) => (self.page_of(id), Thing::Record(self.shown_in(id))),
            Thing::Family(_) => (Page::Index, of),
            _ => (Page::Types, of),
        };
        (page, self.declared(titled).0)
    }

    /// Whether a record is a part of another one, in some version.
    pub(super) fn is_part(&self, record: &Record) -> bool {
        self.parts.contains(record.name.as_str())
    }

    /// The names of the records that are parts of others.
    fn parts(&self) -> BTreeSet<&'p str> {
        let outer = self.uses.iter().filter(|(user, used)| user != used && !matches!(user, Thing::Family(_)));
        let parts = outer.filter_map(|(_, used)| match used {
            Thing::Record(id) => Some(self.protocol.records[id.0].name.as_str()),
            _ => None,
        });
        parts.collect()
    }

    /// `Used by A, B, C.`, with links; nothing if nobody does.
    pub(super) fn used_by(&self, thing: Thing) -> Option<Block> {
        // The families of a message are said before.
        let tells = |user: &Thing| !matches!((user, thing), (Thing::Family(_), Thing::Record(_)));
        let uses = self.uses.iter().filter(|(user, used)| *used == thing && *user != thing && tells(user));
        let users: BTreeSet<Thing> = uses.map(|(user, _)| *user).collect();
        let records = users.iter().filter(|user| matches!(user, Thing::Record(_))).count();
        if records > MOST_USERS {
            let types: Vec<Thing> = users.iter().filter(|user| !matches!(user, Thing::Record(_))).copied().collect();
            let mut parts: Vec<String> = types.into_iter().map(|user| self.link(user)).collect();
            parts.push(format!("{records} messages and structs"));
            return line("used", "Used by ", ", ", parts);
        }
        line("used", "Used by ", ", ", users.into_iter().map(|user| self.link(user)).collect())
    }

    fn collect(&mut self) {
        let p = self.protocol;
        for (owner, _, field) in fields(p) {
            let record = Thing::Record(self.shown_in(owner));
            // An alias itself uses the types of its wire.
            let user = field.alias.map_or(record, Thing::Alias);
            self.uses.extend((user != record).then_some((record, user)));
            let element = field.element_alias.map_or(user, Thing::Alias);
            self.uses.extend((element != user).then_some((user, element)));
            let nested = field.wire.nested().and_then(|part| p.nested.get(part.0)).map(|node| Thing::of(*node));
            let by_field = used_by_wire(&field.wire).into_iter().chain(nested).map(|used| (user, used));
            let by_elements = used_by_elements(&field.wire).into_iter().map(|used| (element, used));
            // Elements that are written in place stand with the record, whoever has named the list.
            let in_place = |thing: Thing| matches!(thing, Thing::Record(id) if self.shown_in(id) != id);
            let all = by_field.chain(by_elements).filter(|(user, used)| *user == record || !in_place(*used));
            let shown = |used| if let Thing::Record(id) = used { Thing::Record(self.shown_in(id)) } else { used };
            let all: Vec<(Thing, Thing)> = all.map(|(user, used)| (user, shown(used))).collect();
            self.uses.extend(all);
        }
        for (index, record) in p.records.iter().enumerate() {
            let user = Thing::Record(self.shown_in(RecordId(index)));
            let alias = |cell: &Cell| record.fields[cell.field.0].alias;
            let values = record.cells.iter().filter_map(|cell| {
                let used = of_value(cell.value)?;
                Some((alias(cell).map_or(user, Thing::Alias), used))
            });
            self.uses.extend(values);
        }
        for (index, family) in p.families.iter().enumerate() {
            let members = family.members.iter();
            self.uses.extend(members.map(|one| (Thing::Family(FamilyId(index)), Thing::Record(one.record))));
            self.uses.extend(family.carrier.and_then(of_scalar).map(|used| (Thing::Family(FamilyId(index)), used)));
        }
        self.uses.extend(p.declared_values().filter_map(|value| match p.declared(value)?.carrier {
            Carrier::Scalar(scalar) => Some((Thing::Value(value), of_scalar(scalar)?)),
            Carrier::Part { .. } => None,
        }));
        for (index, bits) in p.bits.iter().enumerate() {
            let parts = bits.parts.iter().filter_map(|part| of_value(part.value));
            self.uses.extend(parts.map(|used| (Thing::Value(Value::Bits(BitsId(index))), used)));
        }
    }
}

/// The type that a scalar is, if it has a section.
pub(super) fn of_scalar(scalar: Scalar) -> Option<Thing> {
    match scalar {
        Scalar::Int { .. } => None,
        Scalar::Varint(id) => Some(Thing::Varint(id)),
    }
}

/// The type that gives a number its meaning, if it has a section.
pub(super) fn of_value(value: Value) -> Option<Thing> {
    (!matches!(value, Value::Int(_) | Value::Bool | Value::Truthy)).then_some(Thing::Value(value))
}

/// The types that a wire uses, besides those of the elements of a list.
fn used_by_wire(wire: &Wire) -> Vec<Thing> {
    let own: Vec<Scalar> = match wire {
        Wire::Bits { carrier, .. } => vec![*carrier],
        Wire::Chosen { forms, .. } => forms.iter().filter_map(|form| form.scalar).collect(),
        Wire::Octets { content: Content::Text(Text { unit, .. }), .. } => vec![*unit],
        Wire::Record { record, .. }
        | Wire::Group { delta: Some(Delta { scope: DeltaScope::Like(record), .. }), .. } => {
            return vec![Thing::Record(*record)];
        }
        Wire::Family { family, .. } => return vec![Thing::Family(*family)],
        _ => Vec::new(),
    };
    wire.scalar().into_iter().chain(own).filter_map(of_scalar).collect()
}

/// The types that the elements of a list use.
fn used_by_elements(wire: &Wire) -> Vec<Thing> {
    let (Wire::List { item, .. } | Wire::Sparse { item, .. }) = wire else { return Vec::new() };
    match item {
        Item::Scalar { scalar, value } => of_scalar(*scalar).into_iter().chain(of_value(*value)).collect(),
        Item::Float { .. } => Vec::new(),
        Item::Record { record, .. } => vec![Thing::Record(*record)],
        Item::Family { family, .. } => vec![Thing::Family(*family)],
    }
}

fn fields(protocol: &Protocol) -> impl Iterator<Item = (RecordId, FieldId, &Field)> {
    let records = (0..).map(RecordId).zip(&protocol.records);
    records
        .flat_map(|(owner, record)| (0..).map(FieldId).zip(&record.fields).map(move |(id, field)| (owner, id, field)))
}

/// The names of all records, each with that of its family if others have the name, too.
fn command_names(protocol: &Protocol) -> Vec<String> {
    let mut same: HashMap<&str, usize> = HashMap::new();
    for record in protocol.records.iter().filter(|one| !matches!(one.role, Role::Element { .. })) {
        let count = same.entry(&record.name).or_default();
        *count = count.saturating_add(1);
    }
    let name = |record: &Record| {
        let is_ambiguous = same.get(record.name.as_str()).is_some_and(|count| *count > 1);
        match record.module {
            Some(id) if is_ambiguous => format!("{}.{}", protocol.families[id.0].name, record.name),
            _ => record.name.clone(),
        }
    };
    protocol.records.iter().map(name).collect()
}

/// The names of all sections of a schema, those of messages with their family, too: `ToServer.Spawn`.
fn names_of(books: &[Book<'_>]) -> Names {
    let mut names = Names::new();
    let qualified = books.iter().flat_map(|book| {
        let records = (0..).map(RecordId).zip(&book.protocol.records);
        let messages = records.filter(|(_, record)| matches!(record.role, Role::Message { .. }));
        messages.filter_map(|(id, record)| {
            let family = &book.protocol.families[record.module?.0];
            Some((format!("{}.{}", family.name, record.name), book.section(Thing::Record(id)).1))
        })
    });
    let simple = books.iter().flat_map(|book| book.sections().chain(book.states()));
    for (name, label) in simple.map(|(name, label)| (name.to_owned(), label)).chain(qualified) {
        let known = names.entry(name).or_insert_with(|| Some(label.clone()));
        if known.as_ref() != Some(&label) {
            *known = None;
        }
    }
    names
}
