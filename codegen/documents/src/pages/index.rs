//! The first page: what the protocol is, its messages by their codes, what else there is.

use crate::block::{Block, Row, docs, list, section, table, text};
use crate::book::{Book, Page, Thing};
use crate::model::{Code, Family, FamilyId, FamilyMember, Interval, Protocol, Record, RecordId, Role};
use crate::{record, text as words, types};

/// The page without its title; `contents` says which others there are.
pub(crate) fn index(book: &Book<'_>, contents: Option<Block>) -> Vec<Block> {
    let p = book.protocol;
    let (first, last) = chapters(&p.docs);
    let mut body: Vec<Block> = docs(first.0).into_iter().chain(contents).collect();
    body.extend(first.1);
    let families: Vec<Block> = p.families.iter().enumerate().map(|(id, one)| family(book, FamilyId(id), one)).collect();
    if !families.is_empty() {
        body.push(section(2, "Messages by family", families));
    }
    let alone = table("alone", &["code", "message", "what it is", "bytes"], alone(book));
    body.extend(alone.map(|table| section(2, "Messages of no family", vec![table])));
    let structs = table("structs", &["struct", "what it is", "bytes"], structs(book));
    body.extend(structs.map(|table| section(2, "Structs and packets", vec![table])));
    body.extend(types::summary(book).map(|table| section(2, "Types of fields", vec![table])));
    let sessions = table("sessions", &["value", "meaning", "says"], sessions(book));
    body.extend(sessions.map(|table| {
        let about = text(
            "about",
            "Values of earlier messages on which the layout of later ones depends; unknown at the beginning.",
        );
        section(2, "Values of the session", vec![about, table])
    }));
    let hooks = table("hooks", &["function", "meaning", "is given", "gives"], hooks(book));
    body.extend(hooks.map(|table| {
        let about = text("about", "Checksums that your program supplies; nothing else verifies them.");
        section(2, "Functions of the program", vec![about, table])
    }));
    body.extend(last);
    body
}

/// The chapter of a protocol's comment that, with all after it, is at the end of the page.
const SOURCES: &str = "Sources";

/// The comment of a protocol: the text before its first heading and the sections up to its sources; and the others.
fn chapters(docs: &[String]) -> ((&[String], Vec<Block>), Vec<Block>) {
    let mut fenced = false;
    let mut begins: Vec<usize> = Vec::new();
    for (at, line) in docs.iter().enumerate() {
        fenced ^= line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        begins.extend((!fenced && title(line).is_some()).then_some(at));
    }
    let before = docs.get(..begins.first().copied().unwrap_or(docs.len())).unwrap_or_default();
    let ends = begins.iter().skip(1).copied().chain([docs.len()]);
    let chapters = begins.iter().zip(ends).filter_map(|(begin, end)| docs.get(*begin..end)?.split_first());
    let mut all: Vec<(&str, Block)> = Vec::new();
    for (head, lines) in chapters {
        let name = title(head).unwrap_or_default();
        all.push((name, section(2, words::docs(&[name.to_owned()]).join(" "), crate::block::docs(lines))));
    }
    let sources = all.iter().position(|(name, _)| *name == SOURCES).unwrap_or(all.len());
    let last = all.split_off(sources);
    let blocks = |all: Vec<(&str, Block)>| all.into_iter().map(|(_, block)| block).collect();
    ((before, blocks(all)), blocks(last))
}

/// The words of a heading.
fn title(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("# ").map(str::trim)
}

/// The messages of a family by their codes.
pub(crate) fn family(book: &Book<'_>, id: FamilyId, family: &Family) -> Block {
    let p = book.protocol;
    let unknown =
        if family.open { "A message with an unknown code is kept as bytes." } else { "An unknown code is rejected." };
    let about = match family.carrier {
        Some(carrier) => {
            let carrier = crate::here::of_scalar_in(book, carrier);
            format!("Each message begins with its code, as {carrier}. {unknown}")
        }
        None => format!("The packet around a message says which one it is. {unknown}"),
    };
    let mut members: Vec<(Code, &FamilyMember, &Record)> =
        family.members.iter().map(|member| (member.code, member, &p.records[member.record.0])).collect();
    members.sort_by_key(|(code, ..)| *code);
    let letters = words::are_letters(members.iter().map(|(code, ..)| Interval::only(*code)));
    let included = included(p, id, family);
    let own = members.into_iter().filter(|(_, member, _)| !included.iter().any(|(_, other)| has(other, member)));
    let rows =
        own.map(|(code, member, record)| row(book, &member.name, &words::code(code, letters), member.record, record));
    let mut body: Vec<Block> = docs(&family.docs).into_iter().collect();
    body.push(text("about", about));
    let known = family.params.iter().map(|param| Row::new(&param.name, [record::param(book, param, &family.name)]));
    body.extend(list("known", "A reader must know:", known.collect()));
    let others: Vec<String> = included.iter().map(|(other, _)| book.link(Thing::Family(*other))).collect();
    body.extend(
        (!others.is_empty()).then(|| {
            text("included", format!("All messages of {} with the same codes, and these:", words::and(&others)))
        }),
    );
    body.extend(table("messages", &["code", "message", "what it is", "bytes"], rows.collect()));
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

fn row(book: &Book<'_>, name: &str, code: &str, id: RecordId, record: &Record) -> Row {
    let link = book.link(Thing::Record(id));
    let size = book.sizes.words(id, record);
    let source = record.docs.source_name.as_ref().map(|name| format!(" {}", words::quoted(name))).unwrap_or_default();
    Row::new(name, [code.to_owned(), format!("{link}{source}"), book.summary(&record.docs, &record.name), size])
}

/// Messages that no family has.
fn alone(book: &Book<'_>) -> Vec<Row> {
    let p = book.protocol;
    let in_some = |id: usize| p.families.iter().any(|one| one.members.iter().any(|member| member.record.0 == id));
    let records =
        p.records.iter().enumerate().filter(|(id, one)| matches!(one.role, Role::Message { .. }) && !in_some(*id));
    let rows = records.map(|(id, one)| {
        let code = one.code().map(words::number).unwrap_or_default();
        row(book, &one.name, &code, RecordId(id), one)
    });
    rows.collect()
}

fn structs(book: &Book<'_>) -> Vec<Row> {
    let all = book.protocol.records.iter().enumerate();
    let mut records: Vec<(usize, &Record)> = all.filter(|(_, one)| matches!(one.role, Role::Struct)).collect();
    records.sort_by_key(|(_, one)| rank(book, one));
    let records = records.into_iter();
    let rows = records.map(|(id, one)| {
        let link = book.link(Thing::Record(RecordId(id)));
        let size = book.sizes.words(RecordId(id), one);
        Row::new(&one.name, [link, book.summary(&one.docs, &one.name), size])
    });
    rows.collect()
}

fn sessions(book: &Book<'_>) -> Vec<Row> {
    let rows = book.protocol.sessions.iter().map(|session| {
        let field = &book.protocol.records[session.message.0].cells[session.cell.0].path;
        let link = book.link(Thing::Record(session.message));
        let name = words::quoted(&format!("session.{}", session.name));
        Row::new(
            &session.name,
            [name, book.cell(&session.docs, ""), format!("{} of the last {link}", words::quoted(field))],
        )
    });
    rows.collect()
}

fn hooks(book: &Book<'_>) -> Vec<Row> {
    let rows = book.protocol.hooks.iter().map(|hook| {
        let params = hook.params.iter().map(|param| crate::record::param(book, param, ""));
        let given: Vec<String> = [format!("{}: bytes", words::quoted(&hook.data))].into_iter().chain(params).collect();
        let gives = words::quoted(&format!("u{}", u32::from(hook.bytes).saturating_mul(8)));
        Row::new(&hook.name, [words::quoted(&hook.name), book.cell(&hook.docs, ""), given.join("; "), gives])
    });
    rows.collect()
}

/// The messages and structs of a page in the order in which they are looked up.
pub(crate) fn records_of(book: &Book<'_>, page: Page) -> Vec<RecordId> {
    let all = (0..).map(RecordId).zip(&book.protocol.records);
    let here = all.filter(|(id, one)| !matches!(one.role, Role::Element { .. }) && book.page_of(*id) == page);
    let mut here: Vec<(RecordId, &Record)> = here.collect();
    here.sort_by_key(|(_, one)| rank(book, one));
    here.into_iter().map(|(id, _)| id).collect()
}

/// Packets come first, parts of messages after these, and messages without fields last.
fn rank(book: &Book<'_>, record: &Record) -> u8 {
    match record.role {
        _ if record.fields.is_empty() => 3,
        Role::Struct if book.is_part(record) => 2,
        Role::Struct => 0,
        Role::Message { .. } | Role::Element { .. } => 1,
    }
}

/// The sections of a page of messages and structs.
pub(crate) fn records(book: &Book<'_>, records: &[RecordId]) -> Vec<Block> {
    records.iter().map(|id| record::record(book, *id, &book.protocol.records[id.0])).collect()
}
