//! The section of a message or a struct.

pub(super) mod checked;
pub(super) mod claims;
mod covered;
mod extent;
pub(super) mod fields;
mod filled;
pub(super) mod refused;
pub(super) mod sentences;
pub(super) mod told;
pub(super) mod wires;

use std::collections::BTreeMap;

use super::block::{Block, Row, docs, list, section, table, text};
use super::book::{Book, Thing};
use super::here::Here;
use super::text::{self as words, and, quoted};
use crate::model::{Code, FamilyId, Interval, Node, Param, ParamKind, Record, RecordId, Role, SessionId, Value};
use crate::{example, links, picture};

/// The section of a record on its page.
pub(super) fn record(book: &Book<'_>, id: RecordId, record: &Record) -> Block {
    let here = Here { book, record };
    // First what it is, then its code and size, then all else.
    let mut about = docs(&record.docs).into_iter();
    let mut body: Vec<Block> = about.next().into_iter().chain(what(&here, id)).chain(about).collect();
    body.extend(list("known", "A reader must know:", known(&here)));
    body.extend(picture::picture(&here, book.picture(id)));
    body.extend(layout(&here, book.section(Thing::Record(id)).0, ""));
    body.extend(list("refused", "Rejected:", refused_inside(&here)));
    body.extend(example::examples(&here, id));
    section(2, record.name.clone(), body)
}

/// The kind of a record, its size, and its users.
pub(super) fn what(here: &Here<'_>, id: RecordId) -> Vec<Block> {
    let mut families: BTreeMap<(Code, bool), Vec<String>> = BTreeMap::new();
    for (family, one) in (0..).map(FamilyId).zip(&here.protocol().families) {
        let letters = words::are_letters(one.members.iter().map(|member| Interval::only(member.code)));
        for member in one.members.iter().filter(|member| member.record == id) {
            families.entry((member.code, letters)).or_default().push(here.link(Thing::Family(family)));
        }
    }
    let source = here.record.docs.source_name.as_ref().map(|name| format!(" ({})", quoted(name))).unwrap_or_default();
    let message = |((code, letters), all): (&(Code, bool), &Vec<String>)| {
        format!("message {}{source} of {}", words::code(*code, *letters), and(all))
    };
    let of: Vec<String> = families.iter().map(message).collect();
    let kind = match (&here.record.role, here.record.code()) {
        _ if !of.is_empty() => of.join(", "),
        _ if here.record.delta.is_some() => {
            format!("a delta of {}{source}", quoted(here.record.whole_name()))
        }
        (_, Some(one)) => format!("message {}{source} of no family", words::number(one)),
        (Role::Message { .. }, None) => format!("a message without a code{source}"),
        (Role::Struct | Role::Element { .. }, None) => format!("a struct{source}"),
    };
    let parts = vec![Row::new("kind", [words::upper(kind)]), Row::new("size", [size(here, id)])];
    let what = Block::Line { key: "what".to_owned(), mark: None, title: "", between: "; ", parts };
    std::iter::once(what).chain(here.book.used_by(Thing::Record(id))).collect()
}

/// The size of a record; the sizes that readers accept, if a writer makes less.
pub(super) fn size(here: &Here<'_>, id: RecordId) -> String {
    let lengths = here.record.lengths;
    let (written, accepted) = (here.book.sizes.words(id, here.record), words::range(lengths.accepted));
    let bytes = if written == "1" { "byte" } else { "bytes" };
    if accepted == words::range(lengths.canonical) {
        format!("{written} {bytes}")
    } else {
        format!("{written} {bytes} (readers accept {accepted})")
    }
}

/// The parameters of a record, and the values of the session that it needs.
pub(super) fn known(here: &Here<'_>) -> Vec<Row> {
    let p = here.protocol();
    let params = here.record.params.iter();
    let mut rows: Vec<Row> =
        params.map(|one| Row::new(&one.name, [param(here.book, one, &here.record.name)])).collect();
    let mut needed = sessions(here);
    needed.sort_unstable();
    needed.dedup();
    rows.extend(needed.iter().map(|id| &p.sessions[id.0]).map(|session| {
        let name = format!("session.{}", session.name);
        let said = here.link(Thing::Record(session.message));
        Row::new(&name, [format!("{}: {}, from the last {said}", quoted(&name), kind(here.book, session.kind))])
    }));
    rows
}

/// The name of a parameter, what it can be, and what that means; in the section of this title.
pub(super) fn param(book: &Book<'_>, param: &Param, section: &str) -> String {
    let said = Some(book.cell(&param.docs, section)).filter(|docs| !docs.is_empty());
    let said = said.map(|docs| format!(". {docs}")).unwrap_or_default();
    format!("{}: {}{said}", quoted(&param.name), kind(book, param.kind))
}

pub(super) fn kind(book: &Book<'_>, kind: ParamKind) -> String {
    match kind {
        ParamKind::Bool => "true or false".to_owned(),
        // The range of its type says nothing.
        ParamKind::Int(interval) if interval.count() >= 1 << 32 => "a number".to_owned(),
        ParamKind::Int(interval) => words::interval(interval),
        ParamKind::Enum(id) => book.link(Thing::Value(Value::Enum(id))),
    }
}

/// The values of the session that a record or an element in it needs.
fn sessions(here: &Here<'_>) -> Vec<SessionId> {
    let own = here.record.fields.iter().flat_map(|field| [field.needs(), field.condition_needs()].concat());
    let inner = elements(here).into_iter().flat_map(|(.., record)| sessions(&Here { record, ..*here }));
    own.chain(inner).collect()
}

/// The table of a record in the section of this title, and those of its bits and of the elements of its lists.
fn layout(here: &Here<'_>, title: &str, of: &str) -> Vec<Block> {
    let record = here.record;
    let anchor = if of.is_empty() { title.to_owned() } else { links::inside(title, of) };
    let fields::Table { rows, notes, bits, .. } = fields::table(here, &anchor);
    if record.fields.is_empty() {
        let nothing = if record.code().is_some() { "Only the code." } else { "No bytes." };
        return vec![text("layout", nothing)];
    }
    let mut body: Vec<Block> = table(format!("layout {of}"), fields::HEAD, rows).into_iter().collect();
    for (name, rows) in bits {
        body.push(text(format!("bits {of} {name}"), format!("The bits of {name}:")));
        body.extend(table(format!("bits of {of} {name}"), fields::BITS, rows));
    }
    body.extend(notes.into_iter().map(|(name, lines)| Block::Text { key: format!("note {of} {name}"), lines }));
    for (path, id, element) in elements(here) {
        let inner = Here { record: element, ..*here };
        let name = if of.is_empty() { path } else { format!("{of}.{path}") };
        let about = format!("Each element of {} has {}:", quoted(&name), size(&inner, id));
        body.push(text(format!("element {name}"), about));
        body.extend(docs(&element.docs));
        body.extend(layout(&inner, title, &name));
    }
    body
}

/// The elements that are written in place in lists of a record.
fn elements<'b>(here: &Here<'b>) -> Vec<(String, RecordId, &'b Record)> {
    let fields = here.record.fields.iter().enumerate();
    let found = fields.filter_map(|(index, field)| {
        let Some(Node::Record(id)) = field.wire.holds() else { return None };
        let record = &here.protocol().records[id.0];
        let path = here.path(crate::model::FieldId(index));
        matches!(record.role, Role::Element { .. }).then_some((path, id, record))
    });
    found.collect()
}

fn refused_inside(here: &Here<'_>) -> Vec<Row> {
    let mut all = refused::refused(here);
    for (path, _, element) in elements(here) {
        let inner = Here { record: element, ..*here };
        all.extend(refused_inside(&inner).into_iter().map(|row| {
            let said = format!("In elements of {}: {}", quoted(&path), and(&row.cells));
            Row::new(said.clone(), [said])
        }));
    }
    all
}
