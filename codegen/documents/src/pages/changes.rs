//! The page of what changed from one version to the next: where the pages of both say different things.

use std::collections::{BTreeSet, HashMap};

use crate::block::{Block, Row, line, section, table, text};
use crate::book::{Book, Page as Place, Thing};
use crate::links::label;
use crate::model::{Record, RecordId, Role};
use crate::text::quoted;

/// The words over the columns.
const HEAD: &[&str] = &["what", "before", "now"];

/// Something that only one version has.
const NOTHING: &str = "–";

/// A page as one version tells it.
type Told = (Place, String, Vec<Block>);

/// The page of two versions: its file, which no family has, since that would have no hyphens, and its title.
pub(crate) fn page(old: &Book<'_>, new: &Book<'_>) -> (String, String) {
    let (before, after) = (old.version(), new.version());
    (format!("from-{before}-to-{after}.md"), format!("From {before} to {after}"))
}

/// A link to it.
pub(crate) fn link(old: &Book<'_>, new: &Book<'_>) -> String {
    let (file, title) = page(old, new);
    format!("[{title}][{}]", label(&file, None))
}

/// The content of the page.
pub(crate) fn changes(old: (&Book<'_>, &[Told]), new: (&Book<'_>, &[Told])) -> Vec<Block> {
    let mut body = vec![crate::pages::navigation::around(new.0, &[], 0)];
    body.extend(only("New in this version: ", new.0, old.0));
    body.extend(only("No longer in this version: ", old.0, new.0));
    let mut found = Vec::new();
    for (place, _, blocks) in new.1 {
        if let Some((.., others)) = old.1.iter().find(|(other, ..)| other == place) {
            sections(*place, others, blocks, &mut found);
        }
    }
    let same = found.is_empty() && body.len() == 1;
    body.extend(same.then(|| text("same", "The layout of no message changed.")));
    body.extend(found);
    body
}

/// The messages and structs of one version that the other does not have.
fn only(title: &'static str, book: &Book<'_>, other: &Book<'_>) -> Option<Block> {
    let shown = |record: &&Record| !matches!(record.role, Role::Element { .. });
    let family = |book: &Book<'_>, record: &Record| record.module.map(|id| book.protocol.families[id.0].name.clone());
    let known: BTreeSet<(Option<String>, &str)> = other
        .protocol
        .records
        .iter()
        .filter(shown)
        .map(|record| (family(other, record), record.name.as_str()))
        .collect();
    let own = (0..).map(RecordId).zip(&book.protocol.records).filter(|(_, record)| shown(record));
    let own = own.filter(|(_, record)| !known.contains(&(family(book, record), record.name.as_str())));
    line(title, title, ", ", own.map(|(id, _)| book.link(Thing::Record(id))).collect())
}

/// The sections of both versions that differ.
fn sections(place: Place, old: &[Block], new: &[Block], found: &mut Vec<Block>) {
    for ((level, title), others, blocks) in pairs(old, new) {
        let rows = rows(others, blocks);
        found.extend(table(title, HEAD, rows).map(|table| section(2, heading(place, level, title), vec![table])));
        sections(place, others, blocks, found);
    }
}

/// The title of a section.
fn heading(place: Place, level: usize, title: &str) -> String {
    // A family is a chapter of the index.
    if place == Place::Index && level > 2 { format!("Messages of {title}") } else { title.to_owned() }
}

/// A section with its level and title, and the body of another one.
type Pair<'b> = ((usize, &'b str), &'b [Block], &'b [Block]);

/// Sections of one title in two versions.
fn pairs<'b>(old: &'b [Block], new: &'b [Block]) -> impl Iterator<Item = Pair<'b>> {
    let of = |block: &'b Block| match block {
        Block::Section { level, title, body } => Some(((*level, title.as_str()), body.as_slice())),
        _ => None,
    };
    new.iter().filter_map(of).filter_map(move |(title, body)| {
        let (_, other) = old.iter().filter_map(of).find(|(known, _)| *known == title)?;
        Some((title, other, body))
    })
}

/// The differences between the tables and lists of one section.
fn rows(old: &[Block], new: &[Block]) -> Vec<Row> {
    let mut rows = Vec::new();
    for block in new {
        let other = old.iter().find(|other| key(other).is_some() && key(other) == key(block));
        match (block, other) {
            (Block::Table { head, rows: now, .. }, Some(Block::Table { rows: before, .. })) => {
                in_tables(head, before, now, &mut rows);
            }
            (Block::List { title, items: now, .. }, Some(Block::List { items: before, .. })) => {
                let words = |items: &[Row]| -> Vec<String> { items.iter().map(|item| item.cells.join(" ")).collect() };
                in_lists(title, &words(before), &words(now), &mut rows);
            }
            _ => {}
        }
    }
    rows
}

/// The key of a block that is compared: comments say themselves which version they are about, and examples follow from
/// the tables.
fn key(block: &Block) -> Option<String> {
    match block {
        Block::Table { key, .. } => Some(format!("table {key}")),
        Block::List { key, .. } if matches!(key.as_str(), "known" | "refused") => Some(format!("list {key}")),
        _ => None,
    }
}

fn in_lists(title: &str, before: &[String], now: &[String], rows: &mut Vec<Row>) {
    let title = title.trim_end_matches(':');
    for one in before.iter().filter(|one| !now.contains(one)) {
        rows.push(Row::new(format!("{title} before {one}"), [title.to_owned(), one.clone(), NOTHING.to_owned()]));
    }
    for one in now.iter().filter(|one| !before.contains(one)) {
        rows.push(Row::new(format!("{title} now {one}"), [title.to_owned(), NOTHING.to_owned(), one.clone()]));
    }
}

fn in_tables<'r>(head: &[&str], before: &'r [Row], now: &'r [Row], rows: &mut Vec<Row>) {
    // Messages and types have a link in their row.
    let link = |row: &Row| {
        let title = format!("[{}]", row.key);
        let cell = row.cells.iter().find(|cell| cell.starts_with(&title))?;
        Some(cell.split(' ').next().unwrap_or(cell).to_owned())
    };
    let is_markup = |row: &Row| row.key.contains(['`', '*']);
    let name = |row: &Row| link(row).unwrap_or_else(|| if is_markup(row) { row.key.clone() } else { quoted(&row.key) });
    let whole = |row: &Row| {
        let cells = row.cells.iter().skip(1).filter(|cell| !cell.is_empty() && !cell.starts_with(&name(row)));
        cells.map(String::as_str).collect::<Vec<_>>().join("<br>")
    };
    // The table of the family has the codes of messages.
    let is_code = |row: &&Row| row.key == "*code*";
    // Enums have thousands of rows.
    let of =
        |rows: &'r [Row]| -> HashMap<&'r str, &'r Row> { rows.iter().map(|row| (row.key.as_str(), row)).collect() };
    let (old, new) = (of(before), of(now));
    for row in before.iter().filter(|row| !new.contains_key(row.key.as_str())) {
        rows.push(Row::new(format!("before {}", row.key), [name(row), whole(row), NOTHING.to_owned()]));
    }
    for row in now.iter().filter(|row| !is_code(row)) {
        let Some(other) = old.get(row.key.as_str()) else {
            rows.push(Row::new(format!("now {}", row.key), [name(row), NOTHING.to_owned(), whole(row)]));
            continue;
        };
        let columns = head.iter().zip(other.cells.iter().zip(&row.cells));
        for (column, (before, now)) in columns.filter(|(_, (before, now))| before != now) {
            let what = format!("{}: {column}", name(row));
            rows.push(Row::new(what.clone(), [what, before.clone(), now.clone()]));
        }
    }
}
