//! `wireform check --owners`: the owner of each number, and its uses.

use std::fmt::Write as _;

use wireform_build::emit::markdown::used;
use wireform_build::model::{Cell, CellId, Protocol, Record, Source};

/// All records of a protocol that have numbers, each with a line for every number.
pub fn owners(protocol: &Protocol) -> String {
    protocol.records.iter().filter_map(of_record).collect::<Vec<_>>().concat()
}

/// ```text
/// Team
///     count   writer   length of `members`, presence of `leader`
/// ```
fn of_record(record: &Record) -> Option<String> {
    let cells = record.cells.iter().enumerate();
    let lines: Vec<[String; 3]> = cells.filter_map(|(at, cell)| line(record, CellId(at), cell)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let (names, owners) = (width(0)?, width(1)?);
    let mut text = format!("{}\n", record.whole_name());
    for [name, owner, uses] in &lines {
        let line = format!("    {name:names$}   {owner:owners$}   {uses}");
        // A `String` takes everything.
        let _ = writeln!(text, "{}", line.trim_end());
    }
    Some(text)
}

/// The name, the owner and the uses of a number; reserved space is none.
fn line(record: &Record, id: CellId, cell: &Cell) -> Option<[String; 3]> {
    let owner = match &cell.source {
        Source::User => "user".to_owned(),
        Source::Constant(code) => format!("schema, {code}"),
        Source::Reserved(_) => return None,
        Source::Derived(_) => "writer".to_owned(),
    };
    let uses = record.uses_of(id).into_iter().map(|(field, purpose)| used(record, field, purpose));
    Some([name(record, cell), owner, uses.collect::<Vec<_>>().join(", ")])
}

/// The path of a number with the names of the shapes around it.
fn name(record: &Record, cell: &Cell) -> String {
    let (path, in_shapes) = (record.path(cell.field), record.path_in_shapes(cell.field));
    let around = |path: &str| path.rsplit_once('.').map_or(String::new(), |(around, _)| around.to_owned());
    // A part of inline bits has the place of its carrier.
    let places = [(path.clone(), in_shapes.clone()), (around(&path), around(&in_shapes))];
    let named = places.iter().find_map(|(path, in_shapes)| Some(in_shapes.clone() + cell.path.strip_prefix(path)?));
    named.unwrap_or_else(|| cell.path.clone())
}
