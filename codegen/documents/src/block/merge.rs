//! Several versions in one page: what they share stands once, what differs has its versions in front.

use std::collections::{HashMap, HashSet};

use crate::block::{Block, Row};

/// The content of one version, after the version's name.
pub(crate) type Said<'v, T> = (&'v str, T);

/// Between the lines of a cell.
const BREAK: &str = "<br>";

/// The blocks of one page, merged.
pub(crate) fn merge(versions: Vec<Said<'_, Vec<Block>>>) -> Vec<Block> {
    let all: Vec<&str> = versions.iter().map(|(name, _)| *name).collect();
    align(versions, key).into_iter().flat_map(|said| one(&all, said)).collect()
}

/// The node that some versions have in common by its key.
fn one(all: &[&str], said: Vec<Said<'_, Block>>) -> Vec<Block> {
    let mark = mark(all, &said);
    let Some((_, first)) = said.first() else { return Vec::new() };
    match first.clone() {
        Block::Section { level, title, .. } => {
            let mut body: Vec<Block> =
                mark.iter().map(|mark| crate::block::text("only", format!("Only in {mark}."))).collect();
            body.extend(merge(inner(said, |block| match block {
                Block::Section { body, .. } => Some(body),
                _ => None,
            })));
            vec![Block::Section { level, title, body }]
        }
        Block::Table { key, head, .. } => {
            let marked = crate::block::sentences(head);
            let rows = rows(marked, inner(said, rows_in));
            with_mark(mark, Block::Table { key, head, rows })
        }
        Block::List { key, title, .. } => {
            // Each item has the versions in front, not the list.
            vec![Block::List { key, title, items: rows_of(all, 0, inner(said, rows_in)) }]
        }
        Block::Line { key, title, between, .. } => {
            let parts = rows(0, inner(said, rows_in));
            vec![Block::Line { key, mark, title, between, parts: parts.into_iter().map(marked_after).collect() }]
        }
        Block::Text { .. } | Block::Picture { .. } | Block::Image { .. } => {
            let different = distinct(said);
            if let ([(_, only)], None) = (different.as_slice(), &mark) {
                return vec![only.clone()];
            }
            different.into_iter().flat_map(|(names, block)| with_mark(Some(names.join(", ")), block)).collect()
        }
    }
}

/// The rows, the items or the pieces of a block.
fn rows_in(block: Block) -> Option<Vec<Row>> {
    match block {
        Block::Table { rows, .. } | Block::List { items: rows, .. } | Block::Line { parts: rows, .. } => Some(rows),
        _ => None,
    }
}

/// A short piece of a line with its versions after it, so that they are not taken for those of the next piece.
fn marked_after(row: Row) -> Row {
    let after = |cell: String| match cell.strip_prefix("**").and_then(|rest| rest.split_once(":** ")) {
        Some((mark, piece)) if !piece.contains(BREAK) => format!("{piece} ({mark})"),
        _ => cell,
    };
    Row { cells: row.cells.into_iter().map(after).collect(), ..row }
}

/// A block with the versions that have it in front.
fn with_mark(mark: Option<String>, block: Block) -> Vec<Block> {
    let Some(mark) = mark else { return vec![block] };
    match block {
        Block::Text { key, mut lines } => {
            match lines.first_mut().filter(|line| line.starts_with(|c: char| c.is_alphabetic() || c == '`')) {
                Some(line) if !line.starts_with("```") => *line = format!("**{mark}:** {line}"),
                Some(_) | None => lines.splice(0..0, [format!("**{mark}:**"), String::new()]).for_each(drop),
            }
            vec![Block::Text { key, lines }]
        }
        Block::Picture { title, about, text } => {
            vec![Block::Picture { title: format!("**{mark}:** {title}"), about, text }]
        }
        Block::Image { file, alternative, svg } => {
            let file = format!("{file}.{}", mark.replace(", ", "-"));
            let image = Block::Image { file, alternative, svg };
            vec![crate::block::text("mark", format!("**{mark}:**")), image]
        }
        other => vec![crate::block::text("mark", format!("**{mark}:**")), other],
    }
}

/// Rows by their keys, cell by cell; a row of some versions only has these in the cell `marked`.
fn rows(marked: usize, versions: Vec<Said<'_, Vec<Row>>>) -> Vec<Row> {
    let all: Vec<&str> = versions.iter().map(|(name, _)| *name).collect();
    rows_of(&all, marked, versions)
}

/// The same, if only some versions of `all` have rows.
fn rows_of(all: &[&str], marked: usize, versions: Vec<Said<'_, Vec<Row>>>) -> Vec<Row> {
    let aligned = align(versions, |row: &Row| row.key.clone());
    aligned.into_iter().filter_map(|said| row(marked, all, said)).collect()
}

fn row(marked: usize, all: &[&str], said: Vec<Said<'_, Row>>) -> Option<Row> {
    let key = said.first()?.1.key.clone();
    let mark = mark(all, &said);
    let columns = said.iter().map(|(_, row)| row.cells.len()).max()?;
    let mut cells = Vec::new();
    for column in 0..columns {
        let cell = |row: &Row| row.cells.get(column).cloned().unwrap_or_default();
        let text = lines(said.iter().map(|(name, row)| (*name, cell(row))).collect());
        cells.push(match mark.as_ref().filter(|_| column == marked) {
            Some(mark) => format!("**{mark}:** {text}").trim_end().to_owned(),
            None => text,
        });
    }
    Some(Row { key, cells })
}

/// A cell, line by line.
fn lines(said: Vec<Said<'_, String>>) -> String {
    let all: Vec<&str> = said.iter().map(|(name, _)| *name).collect();
    let split = |text: String| text.split(BREAK).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let aligned = align(said.into_iter().map(|(name, text)| (name, split(text))).collect(), String::clone);
    let lines = aligned.into_iter().filter_map(|said| {
        let line = said.first()?.1.clone();
        Some(mark(&all, &said).map_or(line.clone(), |mark| format!("**{mark}:** {line}")))
    });
    lines.collect::<Vec<_>>().join(BREAK)
}

/// The versions that have something, unless all have it.
fn mark<T>(all: &[&str], said: &[Said<'_, T>]) -> Option<String> {
    let names: Vec<&str> = said.iter().map(|(name, _)| *name).collect();
    (names.len() < all.len()).then(|| names.join(", "))
}

/// Each different thing once, with the versions that have it.
fn distinct<'v, T: PartialEq>(said: Vec<Said<'v, T>>) -> Vec<(Vec<&'v str>, T)> {
    let mut different: Vec<(Vec<&str>, T)> = Vec::new();
    for (name, thing) in said {
        match different.iter_mut().find(|(_, known)| *known == thing) {
            Some((names, _)) => names.push(name),
            None => different.push((vec![name], thing)),
        }
    }
    different
}

fn inner<T>(said: Vec<Said<'_, Block>>, part: impl Fn(Block) -> Option<T>) -> Vec<Said<'_, T>> {
    said.into_iter().filter_map(|(name, block)| Some((name, part(block)?))).collect()
}

/// The things of all versions by their keys, in an order that each version agrees with where they agree.
fn align<'v, T>(versions: Vec<Said<'v, Vec<T>>>, key: impl Fn(&T) -> String) -> Vec<Vec<Said<'v, T>>> {
    let mut order: Vec<String> = Vec::new();
    let mut found: HashMap<String, Vec<Said<'v, T>>> = HashMap::new();
    for (name, things) in versions {
        let mut next = 0;
        let mut seen: HashMap<String, usize> = HashMap::new();
        let own: HashSet<String> = things.iter().map(&key).collect();
        for thing in things {
            // The second of two that say the same of themselves is another thing.
            let mut key = key(&thing);
            let count = seen.entry(key.clone()).or_default();
            *count = count.saturating_add(1);
            if *count > 1 {
                key = format!("{key} {count}");
            }
            // Most things come in the order of the version before, and enums have thousands.
            let known = match found.contains_key(&key) {
                false => None,
                true if order.get(next) == Some(&key) => Some(next),
                true => order.iter().position(|known| *known == key),
            };
            match known {
                Some(at) => next = at,
                None => {
                    // Things of earlier versions only come first.
                    next = next.saturating_add(order.iter().skip(next).take_while(|key| !own.contains(*key)).count());
                    order.insert(next, key.clone());
                }
            }
            next = next.saturating_add(1);
            found.entry(key).or_default().push((name, thing));
        }
    }
    order.iter().filter_map(|key| found.remove(key)).collect()
}

fn key(block: &Block) -> String {
    match block {
        Block::Section { title, .. } => format!("section {title}"),
        Block::Text { key, .. } => format!("text {key}"),
        Block::Table { key, .. } => format!("table {key}"),
        Block::List { key, .. } => format!("list {key}"),
        Block::Line { key, .. } => format!("line {key}"),
        Block::Picture { title, .. } => format!("picture {title}"),
        Block::Image { file, .. } => format!("image {file}"),
    }
}
