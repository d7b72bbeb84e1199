//! The first page: what the protocol is, its messages by their codes, what else there is.

use super::block::{Block, Row, docs, list, section, table, text};
use super::book::{Book, Page, Thing};
use super::{record, text as words, types};
use crate::model::{Code, Family, FamilyId, FamilyMember, Interval, Protocol, Record, RecordId, Role};

/// The page without its title; `contents` says which others there are.
pub(super) fn index(book: &Book<'_>, contents: Option<Block>) -> Vec<Block> {
    let p = book.protocol;
    let mut body: Vec<Block> = docs(&p.docs).into_iter().chain(contents).collect();
    let families: Vec<Block> = p.families.iter().enumerate().map(|(id, one)| family(book, FamilyId(id), one)).collect();
    if !families.is_empty() {
        body.push(section(2, "Messages by family", families));
    }
    let alone = table("alone", &["code", "message", "bytes", "what it is"], alone(book));
    body.extend(alone.map(|table| section(2, "Messages of no family", vec![table])));
    let structs = table("structs", &["struct", "bytes", "what it is"], structs(book));
    body.extend(structs.map(|table| section(2, "Structs and packets", vec![table])));
    body.extend(types::summary(book).map(|table| section(2, "Types of fields", vec![table])));
    let sessions = table("sessions", &["value", "says", "meaning"], sessions(book));
    body.extend(sessions.map(|table| {
        let about = text("about", "What one message says, and later ones are laid out by. Unknown at the beginning.");
        section(2, "Values of the session", vec![about, table])
    }));
    let hooks = table("hooks", &["function", "is given", "gives", "meaning"], hooks(book));
    body.extend(hooks.map(|table| {
        let about = text("about", "Checksums that only a program can work out. Nobody else compares them.");
        section(2, "Functions of the program", vec![about, table])
    }));
    body
}

/// The messages of a family by their codes.
fn family(book: &Book<'_>, id: FamilyId, family: &Family) -> Block {
    let p = book.protocol;
    let unknown =
        if family.open { "An unknown code is kept, with all that follows." } else { "An unknown code is refused." };
    let about = match family.carrier {
        Some(carrier) => {
            let carrier = super::here::of_scalar_in(book, carrier);
            format!("The code stands in front, as {carrier}. {unknown}")
        }
        None => format!("What holds such a message says which it is. {unknown}"),
    };
    let mut members: Vec<(Code, &FamilyMember, &Record)> = family
        .members
        .iter()
        .filter_map(|member| {
            let record = p.records.get(member.record.0)?;
            Some((member.code, member, record))
        })
        .collect();
    members.sort_by_key(|(code, ..)| *code);
    let letters = words::are_letters(members.iter().map(|(code, ..)| Interval::only(*code)));
    let included = included(p, id, family);
    let own = members.into_iter().filter(|(_, member, _)| !included.iter().any(|(_, other)| has(other, member)));
    let rows = own.map(|(code, member, record)| {
        let link = book.link(Thing::Record(member.record));
        row(book, &member.name, &words::code(code, letters), link, record)
    });
    let mut body: Vec<Block> = docs(&family.docs).into_iter().collect();
    body.push(text("about", about));
    let known = family.params.iter().map(|param| Row::new(&param.name, [record::param(book, param, &family.name)]));
    body.extend(list("known", "To be known beforehand:", known.collect()));
    let others: Vec<String> = included.iter().map(|(other, _)| book.link(Thing::Family(*other))).collect();
    body.extend((!others.is_empty()).then(|| {
        text("included", format!("All messages of {} are in it, with the same codes, and these:", words::and(&others)))
    }));
    body.extend(table("messages", &["code", "message", "bytes", "what it is"], rows.collect()));
    body.extend(book.used_by(Thing::Family(id)));
    section(3, family.name.clone(), body)
}

/// Fewer messages than these are listed wherever they are.
const MANY: usize = 4;

/// The families of which a family has all messages, so that they need not be listed again.
fn included<'p>(p: &'p Protocol, id: FamilyId, family: &Family) -> Vec<(FamilyId, &'p Family)> {
    let smaller = |other: FamilyId, one: &Family| {
        let (own, its) = (family.members.len(), one.members.len());
        its >= MANY && (its < own || its == own && other < id) && one.carrier == family.carrier
    };
    let all = (0..).map(FamilyId).zip(&p.families);
    let mut found: Vec<(FamilyId, &Family)> = all
        .filter(|(other, one)| smaller(*other, one) && one.members.iter().all(|member| has(family, member)))
        .collect();
    found.sort_by_key(|(_, one)| std::cmp::Reverse(one.members.len()));
    let mut kept: Vec<(FamilyId, &Family)> = Vec::new();
    for (id, one) in found {
        let new = |member: &FamilyMember| !kept.iter().any(|(_, other)| has(other, member));
        if one.members.iter().any(new) {
            kept.push((id, one));
        }
    }
    kept
}

/// Whether a family has a message, with the same code.
fn has(family: &Family, member: &FamilyMember) -> bool {
    family.members.iter().any(|one| one.code == member.code && one.record == member.record)
}

fn row(book: &Book<'_>, name: &str, code: &str, link: String, record: &Record) -> Row {
    let size = words::range(record.lengths.canonical);
    let [code, size] = [code, &size].map(words::unbroken);
    Row::new(name, [code, link, size, book.summary(&record.docs, &record.name)])
}

/// Messages that no family has.
fn alone(book: &Book<'_>) -> Vec<Row> {
    let p = book.protocol;
    let in_some = |id: usize| p.families.iter().any(|one| one.members.iter().any(|member| member.record.0 == id));
    let records =
        p.records.iter().enumerate().filter(|(id, one)| matches!(one.role, Role::Message { .. }) && !in_some(*id));
    let rows = records.map(|(id, one)| {
        let code = one.code().map(words::number).unwrap_or_default();
        row(book, &one.name, &code, book.link(Thing::Record(RecordId(id))), one)
    });
    rows.collect()
}

fn structs(book: &Book<'_>) -> Vec<Row> {
    let records = book.protocol.records.iter().enumerate().filter(|(_, one)| matches!(one.role, Role::Struct));
    let rows = records.map(|(id, one)| {
        let link = book.link(Thing::Record(RecordId(id)));
        let size = words::unbroken(&words::range(one.lengths.canonical));
        Row::new(&one.name, [link, size, book.summary(&one.docs, &one.name)])
    });
    rows.collect()
}

fn sessions(book: &Book<'_>) -> Vec<Row> {
    let rows = book.protocol.sessions.iter().map(|session| {
        let message = book.protocol.records.get(session.message.0);
        let field = message.and_then(|record| record.cells.get(session.cell.0)).map_or("", |cell| &cell.path);
        let link = book.link(Thing::Record(session.message));
        let name = words::quoted(&format!("session.{}", session.name));
        Row::new(
            &session.name,
            [name, format!("{} of the last {link}", words::quoted(field)), book.cell(&session.docs, "")],
        )
    });
    rows.collect()
}

fn hooks(book: &Book<'_>) -> Vec<Row> {
    let rows = book.protocol.hooks.iter().map(|hook| {
        let params = hook.params.iter().map(|param| super::record::param(book, param, ""));
        let given: Vec<String> = [format!("{}: bytes", words::quoted(&hook.data))].into_iter().chain(params).collect();
        let gives = words::quoted(&format!("u{}", u32::from(hook.bytes).saturating_mul(8)));
        Row::new(&hook.name, [words::quoted(&hook.name), given.join("; "), gives, book.cell(&hook.docs, "")])
    });
    rows.collect()
}

/// The sections of a page of messages and structs.
pub(super) fn records(book: &Book<'_>, page: Page) -> Vec<Block> {
    let all = book.protocol.records.iter().enumerate();
    let here = all.filter(|(id, one)| !matches!(one.role, Role::Element { .. }) && book.page_of(RecordId(*id)) == page);
    here.map(|(id, one)| record::record(book, RecordId(id), one)).collect()
}
