//! The table of a record: every field, part and shape where it stands, with all there is to say of it.

use std::collections::BTreeSet;

use crate::block::Row;
use crate::book::Thing;
use crate::here::Here;
use crate::layout::{self, Spans};
use crate::model::{
    Arm, Content, Field, FieldId, Lengths, Part, Presence, Protocol, Record, Scalar, Source, Tag, Value, Wire,
};
use crate::record::sentences;
use crate::record::told::{About, Told};
use crate::record::wires::{facts, in_place};
use crate::text::{bits, sizes};
use crate::types::aliases;
use crate::{links, text};

/// The words over the columns.
pub(crate) const HEAD: &[&str] = &["field", "meaning", "type", "bytes"];

/// The words over the columns of bits.
pub(crate) const BITS: &[&str] = &["name", "bit", "on the wire"];

/// Behind the type of a list whose elements have a table of their own.
pub(crate) const BELOW: &str = ", see below";

/// The table of a record.
pub(crate) struct Table<'b> {
    here: Here<'b>,
    spans: Spans<'b>,
    /// The anchor of the section and, of elements, the path of their list.
    anchor: String,
    /// In wire order.
    pub(crate) rows: Vec<Row>,
    /// Bits of which no row is about, by the name of their carrier.
    pub(crate) bits: Vec<(String, Vec<Row>)>,
    /// Paragraphs below it: a row's name, and the lines.
    pub(crate) notes: Vec<(String, Vec<String>)>,
    /// The same of each item by itself, without the comments.
    pub(crate) told: Vec<Told>,
    /// The name of the last row that has bytes of its own.
    previous: String,
    /// The types whose comments are in the table.
    known: BTreeSet<Thing>,
    /// Bytes that no writer makes precede: what follows has no fixed place.
    moved: bool,
    /// The only item whose bytes are told.
    wanted: Option<About>,
}

/// The table of all fields. `anchor` is that of the section and, of elements, the path of their list.
pub(crate) fn table<'b>(here: &Here<'b>, anchor: &str) -> Table<'b> {
    table_of(here, anchor, None)
}

/// One item of the table; the others are not measured.
pub(crate) fn told(here: &Here<'_>, about: About) -> Option<Told> {
    table_of(here, "", Some(about)).told.into_iter().find(|one| one.about == about)
}

fn table_of<'b>(here: &Here<'b>, anchor: &str, wanted: Option<About>) -> Table<'b> {
    let spans = Spans::of(here.protocol(), here.record);
    let mut table = Table {
        here: *here,
        spans,
        anchor: anchor.to_owned(),
        rows: Vec::new(),
        bits: Vec::new(),
        notes: Vec::new(),
        told: Vec::new(),
        previous: String::new(),
        known: BTreeSet::new(),
        moved: false,
        wanted,
    };
    if let Some(code) = here.record.message_code() {
        let size = sizes::of_code(here.protocol(), code);
        let always = text::number(code.code);
        let name = "*code*".to_owned();
        let kind = here.scalar(code.scalar);
        table.rows.push(Row::new(&name, [name.clone(), always.clone(), kind.clone(), format!("{size} at 0")]));
        let said = vec![format!("Always {always}.")];
        table.told.push(Told { about: About::Code, name, kind, size, at: "at 0".to_owned(), said, is_optional: false });
        table.previous = "the code".to_owned();
    }
    table.body(&here.record.body, "");
    table
}

impl Table<'_> {
    fn body(&mut self, body: &[FieldId], prefix: &str) {
        for id in body {
            let field = &self.here.record.fields[id.0];
            let name = match &field.name {
                Some(name) => text::named(&format!("{prefix}{name}"), &field.docs),
                None if matches!(field.wire, Wire::Bits { .. }) && !prefix.is_empty() => {
                    format!("*bits of* {}", text::quoted(prefix.trim_end_matches('.')))
                }
                None => format!("*{}*", field.label),
            };
            self.field(*id, field, name, prefix, Vec::new());
        }
    }

    /// A field and all that it holds; `first` is said in front of everything else.
    fn field(&mut self, id: FieldId, field: &Field, name: String, prefix: &str, first: Vec<String>) {
        let bits = only_bits(self.here.record, field).unwrap_or(field);
        let is_wanted = self.is_wanted(About::Field(id)) || self.is_wanted(About::Tag(id));
        let at = if is_wanted { self.own_row(id, (field, bits), name.clone(), &first) } else { String::new() };
        // The next field is placed after this one.
        let label =
            field.name.as_ref().map_or_else(|| field.label.clone(), |name| text::quoted(&format!("{prefix}{name}")));
        self.moved |= matches!(&field.wire, Wire::Padding { space, .. } if space.constant().is_none());
        let inner = format!("{prefix}{}.", field.name.as_deref().unwrap_or_default());
        if let Wire::Bits { carrier, parts } = &bits.wire {
            let prefix = if std::ptr::eq(bits, field) { prefix } else { &inner };
            let wanted = parts.iter().filter(|part| self.is_wanted(About::Part(part.cell)));
            let (rows, own): (Vec<&Part>, Vec<&Part>) = wanted.partition(|part| bits::is_governing(&self.here, part));
            own.into_iter().for_each(|part| self.part(part, *carrier, prefix));
            let rows: Vec<Row> = rows.into_iter().map(|part| self.governing(part, *carrier, prefix)).collect();
            if !rows.is_empty() {
                self.bits.push((name.clone(), rows));
            }
        }
        match &field.wire {
            Wire::Match { tag, arms, .. } => {
                if let Tag::InPlace { scalar, .. } = tag {
                    let size = sizes::of_tag(&self.here, tag, *scalar, arms);
                    let name = format!("*code of* {}", text::quoted(&self.here.path(id)));
                    let (kind, said) = (self.here.scalar(*scalar), vec!["The shape.".to_owned()]);
                    self.row((at.clone(), &size), (name.clone(), None), kind.clone(), &said);
                    self.told.push(Told { about: About::Tag(id), name, kind, size, at, said, is_optional: false });
                    self.previous = "the code".to_owned();
                }
                let letters = text::are_letters(arms.iter().flat_map(|arm| arm.codes().iter().copied()));
                let before = self.previous.clone();
                for (at, arm) in arms.iter().enumerate() {
                    self.previous.clone_from(&before);
                    self.arm((id, at), tag, arm, letters, &inner);
                }
            }
            wire if std::ptr::eq(bits, field) => {
                let prefix = if field.name.is_some() { &inner } else { prefix };
                wire.bodies().into_iter().for_each(|body| self.body(body, prefix));
            }
            _ => {}
        }
        self.previous = label;
    }

    /// The row of a field, which may consist of bits; and its place.
    fn own_row(&mut self, id: FieldId, (field, bits): (&Field, &Field), name: String, first: &[String]) -> String {
        let p = self.here.protocol();
        let docs = self.docs(&name, &field.docs).or_else(|| self.about_type(field));
        let mut said = Vec::from_iter(sentences::presence(&self.here, field));
        said.extend(set(&self.here, field));
        let (mut kind, mut facts) = facts(&self.here, bits, field.rule.as_ref());
        if let Some(alias) = field.alias {
            // The page of the type has these facts.
            let known = aliases::facts(self.here.book, alias);
            facts.retain(|fact| !known.contains(fact));
            let link = self.here.link(Thing::Alias(alias));
            kind = if has_rows(p, &field.wire) { format!("{link}: {kind}") } else { link };
        }
        if in_place(p, &field.wire) {
            kind.push_str(BELOW);
        }
        said.extend(facts);
        let at = self.place(self.spans.offset(id));
        let size = sizes::of_field(&self.here, &self.spans, id);
        let anchor = field.name.as_ref().map(|_| self.here.path(id));
        self.row((at.clone(), &size), (name.clone(), anchor), kind.clone(), first.iter().chain(&docs).chain(&said));
        let is_optional = field.is_optional();
        self.told.push(Told { about: About::Field(id), name, kind, size, at: at.clone(), said, is_optional });
        at
    }

    /// The first sentence about a field's type, where the field has no comment.
    fn about_type(&mut self, field: &Field) -> Option<String> {
        let thing = match (&field.wire, field.alias) {
            (Wire::Octets { content: Content::Free | Content::Text(_), .. }, _) => return None,
            (_, Some(alias)) => Thing::Alias(alias),
            (Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. }, None) => {
                crate::book::of_value(self.here.record.cells[cell.0].value)?
            }
            (Wire::Record { record, .. }, None) => Thing::Record(*record),
            (wire @ Wire::Nested { .. }, None) => Thing::of(self.here.protocol().inside(wire)?),
            _ => return None,
        };
        self.about(thing)
    }

    /// The first sentence about a type, once in a table.
    fn about(&mut self, thing: Thing) -> Option<String> {
        Some(self.here.book.about(thing)).filter(|text| !text.is_empty() && self.known.insert(thing))
    }

    /// One shape of several, and its fields.
    fn arm(&mut self, (of, index): (FieldId, usize), tag: &Tag, arm: &Arm, letters: bool, prefix: &str) {
        let record = self.here.record;
        let name = text::quoted(&format!("{prefix}{}", arm.name));
        let mut said = vec![sentences::chosen(&self.here, tag, arm, letters)];
        if record.stored_code(tag, arm).is_some() {
            said.push("The value keeps the code.".to_owned());
        }
        let docs = self.docs(&name, &arm.docs);
        let about = About::Shape(of, index);
        // A shape that is the value of its only field has no row beside that of the field.
        if let (true, [only]) = (arm.transparent, arm.body.as_slice()) {
            let (at, first) = (self.told.len(), said.iter().cloned().chain(docs).collect());
            let wanted = self.wanted;
            self.wanted = wanted.map(|wanted| if wanted == about { About::Field(*only) } else { wanted });
            self.field(*only, &record.fields[only.0], name.clone(), prefix, first);
            self.wanted = wanted;
            if let Some(Told { kind, size, at, said: more, .. }) = self.told.get(at) {
                said.extend(more.iter().cloned());
                let (kind, size, at) = (kind.clone(), size.clone(), at.clone());
                self.told.push(Told { about, name, kind, size, at, said, is_optional: false });
            }
            return;
        }
        if self.is_wanted(about) {
            self.own_row_of_shape((of, about), (tag, arm), name, (said, docs));
        }
        self.body(&arm.body, &format!("{prefix}{}.", arm.name));
    }

    /// The row of a shape with fields.
    fn own_row_of_shape(
        &mut self,
        (of, about): (FieldId, About),
        (tag, arm): (&Tag, &Arm),
        name: String,
        (said, docs): (Vec<String>, Option<String>),
    ) {
        let at = match arm.body.first() {
            Some(first) => self.place(self.spans.offset(*first)),
            None if matches!(tag, Tag::InPlace { .. }) => format!("after {}", self.previous),
            None => self.place(self.spans.offset(of)),
        };
        let size = layout::region_lengths(self.here.protocol(), self.here.record, &arm.body);
        let size = sizes::of_body(&self.here, &self.spans, &arm.body, size.canonical);
        let anchor = format!("{}.{}", self.here.path(of), arm.name);
        let kind = "shape".to_owned();
        self.row((at.clone(), &size), (name.clone(), Some(anchor)), kind.clone(), said.iter().chain(&docs));
        self.told.push(Told { about, name, kind, size, at, said, is_optional: false });
    }

    /// A part of inline bits.
    fn part(&mut self, part: &Part, carrier: Scalar, prefix: &str) {
        let cell = &self.here.record.cells[part.cell.0];
        let name = match &part.name {
            Some(name) => text::named(&format!("{prefix}{name}"), &part.docs),
            None if matches!(cell.source, Source::Constant(_)) => "*constant*".to_owned(),
            None => "*reserved*".to_owned(),
        };
        let kind = self.kind_of_part(part);
        let value = crate::book::of_value(cell.value);
        let docs = self.docs(&name, &part.docs).or_else(|| self.about(value?));
        let mut said = Vec::from_iter(sentences::source(&self.here, cell));
        let sent = bits::on_wire(self.here.protocol(), carrier, part);
        if let Some(sent) = sent.filter(|sent| *sent != part.mask()) {
            said.push(format!("Wire {}, {}.", bits::numbers(sent), bits::mask(sent)));
        }
        let place = place_of_part(part, prefix);
        let path = part.name.as_ref().map(|_| &cell.path);
        let title = path.map(|path| self.anchored(path, &name)).unwrap_or_else(|| name.clone());
        let sentences: Vec<&str> = docs.iter().chain(&said).map(String::as_str).collect();
        self.rows.push(Row::new(name.clone(), [title, sentences.join("<br>"), kind.clone(), place.clone()]));
        self.told.push(Told::part(part, name, kind, place, said));
    }

    fn is_wanted(&self, about: About) -> bool {
        self.wanted.is_none_or(|wanted| wanted == about)
    }

    fn kind_of_part(&self, part: &Part) -> String {
        let value = self.here.record.cells[part.cell.0].value;
        match crate::book::of_value(value) {
            Some(thing) => self.here.link(thing),
            None if matches!(value, Value::Bool) || part.width() == 1 => "`bool`".to_owned(),
            None => text::part(part.width(), part.signed, value),
        }
    }

    /// The comment of a row: the first paragraph is in it, the others are below the table.
    fn docs(&mut self, name: &str, docs: &[String]) -> Option<String> {
        let (first, rest) = text::parted(docs);
        let said = Some(self.here.cell(&first)).filter(|docs| !docs.is_empty())?;
        if rest.is_empty() {
            return Some(said);
        }
        self.notes.push((name.to_owned(), self.here.note(name, &rest)));
        Some(format!("{said} *More below.*"))
    }

    /// The place of what begins here: a number if it is fixed, or what precedes it.
    fn place(&self, offset: Lengths) -> String {
        match offset.canonical.max {
            Some(max) if max == offset.canonical.min && (!self.moved || self.previous.is_empty()) => {
                format!("at {max}")
            }
            _ if self.previous.is_empty() => format!("at {}", text::range(offset.canonical)),
            _ => format!("after {}", self.previous),
        }
    }

    /// The row of a name, which has an anchor if links lead there.
    fn row<'s>(
        &mut self,
        (at, size): (String, &str),
        (name, anchor): (String, Option<String>),
        kind: String,
        said: impl IntoIterator<Item = &'s String>,
    ) {
        let title = anchor.map(|path| self.anchored(&path, &name)).unwrap_or_else(|| name.clone());
        let said: Vec<&str> = said.into_iter().map(String::as_str).collect();
        self.rows.push(Row::new(name, [title, said.join("<br>"), kind, format!("{size} {at}")]));
    }

    /// A name with the anchor of its path.
    fn anchored(&self, path: &str, name: &str) -> String {
        links::anchor(&links::inside(&self.anchor, path)) + name
    }

    /// A bit of which no row is about, in the table of its carrier's bits.
    fn governing(&mut self, part: &Part, carrier: Scalar, prefix: &str) -> Row {
        let name = text::named(&format!("{prefix}{}", part.name.as_deref().unwrap_or_default()), &part.docs);
        let path = &self.here.record.cells[part.cell.0].path;
        let bits = |mask: u64| format!("{}, {}", bits::numbers(mask), bits::mask(mask));
        let sent = bits::on_wire(self.here.protocol(), carrier, part).map(&bits).unwrap_or_default();
        let at = place_of_part(part, prefix);
        let said = Vec::from_iter(sentences::source(&self.here, &self.here.record.cells[part.cell.0]));
        self.told.push(Told::part(part, name.clone(), self.kind_of_part(part), at, said));
        Row::new(name.clone(), [self.anchored(path, &name), bits(part.mask()), sent])
    }
}

/// The place of a part in the carrier of this name.
fn place_of_part(part: &Part, prefix: &str) -> String {
    let of = prefix.trim_end_matches('.');
    let of = if of.is_empty() { String::new() } else { format!(" of {}", text::quoted(of)) };
    format!("{}{of}, {}", bits::numbers(part.mask()), bits::mask(part.mask()))
}

/// Whether what it holds has rows of its own.
pub(crate) fn has_rows(protocol: &Protocol, wire: &Wire) -> bool {
    !wire.bodies().is_empty() || in_place(protocol, wire)
}

/// The bits that a group consists of, if it is nothing else: one row says both.
pub(crate) fn only_bits<'r>(record: &'r Record, field: &Field) -> Option<&'r Field> {
    let Wire::Group { body, delta: None, .. } = &field.wire else { return None };
    let [only] = body.as_slice() else { return None };
    Some(&record.fields[only.0]).filter(|only| {
        matches!(only.wire, Wire::Bits { .. }) && only.presence == Presence::Always && only.docs.is_empty()
    })
}

/// The source of a field that is one number.
fn set(here: &Here<'_>, field: &Field) -> Option<String> {
    let Wire::Scalar { cell, .. } = &field.wire else { return None };
    sentences::source(here, &here.record.cells[cell.0])
}
