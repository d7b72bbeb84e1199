//! How far bytes, text and lists go, in a sentence.

use crate::here::Here;
use crate::layout;
use crate::model::{
    Behind, CellId, Code, End, Expr, Extent, Filler, Input, Interval, Item, Kept, Length, Node, Protocol, Record,
    Source, Space, Takes, Value, Wire, sets,
};
use crate::record::sentences;
use crate::text;
use crate::text::condition;

/// `what` is one of those that are counted: `byte`, `character`, `element`.
///
/// `element` is the record that is repeated, if it is one: what ends a list may be a field of it.
pub(crate) fn sentence(here: &Here<'_>, extent: &Extent, what: &str, element: Option<&Record>) -> String {
    let counts = || text::upper(format!("{what}s"));
    let cell_path = |cell: CellId| Some(element?.cells.get(cell.0)?.path.as_str());
    match extent {
        Extent::Fixed { count, or_end: false } => format!("Exactly {}.", text::counted(*count, what)),
        Extent::Fixed { count, or_end: true } => {
            format!("{}, or fewer at the end of the packet or region.", text::counted(*count, what))
        }
        Extent::Counted(length) => format!("{}: {}.", counts(), of_length(here, *length)),
        Extent::Given(count) => format!("{}: {}.", counts(), condition::expr(here, count)),
        Extent::Prefixed { scalar, .. } => {
            let kind = here.scalar(*scalar);
            format!("The number of {what}s, as {kind}, precedes them.")
        }
        Extent::Until { end, kept, or_end, bound } => {
            let most = bound.map(|most| format!(" At most {}.", text::counted(most, what))).unwrap_or_default();
            let until = match end {
                End::Left(left) => return format!("Until at most {} remain.{most}", text::counted(*left, "byte")),
                End::Value { read, .. } if *kept != Kept::No => codes_or_texts(what, read, &[]),
                End::Texts { read, texts, written } if *kept == Kept::No => {
                    let read: Vec<Interval> = match written.as_slice() {
                        [byte] => sets::without(read, Interval::only((*byte).into())),
                        _ => read.clone(),
                    };
                    let others: Vec<Vec<u8>> = texts.iter().filter(|text| *text != written).cloned().collect();
                    let accepted = match read.is_empty() && others.is_empty() {
                        true => String::new(),
                        false => format!(" (readers accept {})", codes_or_texts(what, &read, &others)),
                    };
                    format!("{}{accepted}", text_of(written))
                }
                End::Texts { read, texts, .. } => codes_or_texts(what, read, texts),
                End::Value { read, written } => format!("{} that is {}", text::a(what), codes(read, *written)),
                End::Begins { read, .. } => format!("a number that is {}", text::open(read)),
                End::Cell { cell, read, .. } if *kept == Kept::Yes => {
                    let shapes = element.and_then(|element| shapes(element, *cell, read));
                    let (name, ends) =
                        shapes.unwrap_or_else(|| (cell_path(*cell).unwrap_or_default().to_owned(), text::open(read)));
                    format!("the first element whose {} is {ends}", text::quoted(&name))
                }
                End::Cell { cell, read, written } => {
                    let name = text::quoted(cell_path(*cell).unwrap_or_default());
                    format!("an element that stops after {name}, which is {}", codes(read, *written))
                }
                End::EmptyText { field } => {
                    let name = element.and_then(|element| element.fields.get(field.0)).map_or("", |field| &field.label);
                    format!("an element that stops after {}, which is empty", text::quoted(name))
                }
            };
            let or = if *or_end { ", or the end of the packet or region" } else { "" };
            match kept {
                Kept::No => format!("Ends with {until}{or}.{most}"),
                Kept::Yes => format!("Ends with {until}, which is part of the value{or}.{most}"),
                Kept::Left => format!("Ends before {until}{or}.{most}"),
            }
        }
        Extent::Rest => "All remaining bytes.".to_owned(),
        Extent::AllBut(Behind::Bytes(Expr::Literal(behind))) => format!("All remaining bytes but the last {behind}."),
        Extent::AllBut(Behind::Trailer(trailer)) => {
            let group = here.record.fields.get(trailer.group.0);
            format!("All remaining bytes in front of {}.", text::quoted(group.map_or("", |group| &group.label)))
        }
        Extent::AllBut(Behind::Bytes(behind)) => {
            format!("All remaining bytes but the last {}.", condition::expr(here, behind))
        }
    }
}

/// The sentence about elements that end a list before its region ends; `None` if none does.
pub(crate) fn last(protocol: &Protocol, item: &Item, extent: &Extent) -> Option<String> {
    let node = item.holds().filter(|_| *extent == Extent::Rest)?;
    let one = if let Node::Record(_) = node { "An element" } else { "A message" };
    (layout::node_takes_rest(protocol, node) != Takes::Never)
        .then(|| format!("{one} that takes all of them ends the list."))
}

/// The shape of an element that a derived number chooses, and the names of its arms with these codes.
fn shapes(element: &Record, tag: CellId, read: &[Interval]) -> Option<(String, String)> {
    let cell = element.cells.get(tag.0).filter(|cell| matches!(cell.source, Source::Derived(_)))?;
    element.fields.iter().find_map(|field| match &field.wire {
        Wire::Match { tag: own, arms, .. } if own.number() == Some(Input::Cell(tag)) => {
            let ends = arms.iter().filter(|arm| sets::covers(read, &arm.codes_among(arms, cell.interval)));
            Some((field.label.clone(), text::or(&ends.map(|arm| text::quoted(&arm.name)).collect::<Vec<_>>())))
        }
        _ => None,
    })
}

/// Reserved bytes: what is written there, and what a reader takes.
pub(crate) fn padding(here: &Here<'_>, space: &Space, filler: Filler) -> String {
    let byte = if filler.byte == 0 { "zero".to_owned() } else { text::number(filler.byte.into()) };
    match space {
        Space::Align(multiple) => {
            let bytes = match multiple {
                2 => "0 or 1 byte".to_owned(),
                multiple => format!("0 to {} bytes", multiple.saturating_sub(1)),
            };
            let byte = if filler.is_checked { format!("always {byte}") } else { format!("written as {byte}, ignored") };
            format!("{bytes}, up to a multiple of {multiple}: {byte}.")
        }
        Space::Filled if filler.is_checked => format!("Fills the region: always {byte}."),
        Space::Filled => format!("Fills the region: written as {byte}, ignored."),
        Space::Extent(Extent::Rest) if filler.is_checked => {
            format!("Only bytes that are {byte}, to the end; never written.")
        }
        Space::Extent(Extent::Rest) => "Skipped; never written.".to_owned(),
        Space::Extent(extent) if !space.is_written() => sentence(here, extent, "byte", None),
        Space::Extent(extent) if extent.constant().is_none() => {
            let written = sentences::reserved(Value::Int(None), filler.byte.into());
            format!("{} {written}", sentence(here, extent, "byte", None))
        }
        Space::Extent(_) => sentences::reserved(Value::Int(None), filler.byte.into()),
    }
}

/// `count`, `4 * size + 4`
pub(crate) fn of_length(here: &Here<'_>, length: Length) -> String {
    let cell = condition::input(here, Input::Cell(length.cell));
    let scaled = if length.times == 1 { cell } else { format!("{cell} * {}", length.times) };
    text::quoted(&match length.plus {
        0 => scaled,
        plus if plus < 0 => format!("{scaled} - {}", plus.unsigned_abs()),
        plus => format!("{scaled} + {plus}"),
    })
}

/// `a byte that is 10 or 13, or the text "\r\n"`
fn codes_or_texts(what: &str, read: &[Interval], texts: &[Vec<u8>]) -> String {
    let byte = (!read.is_empty()).then(|| format!("{} that is {}", text::a(what), text::open(read)));
    byte.into_iter().chain(texts.iter().map(|text| text_of(text))).collect::<Vec<_>>().join(" or ")
}

/// The bytes of a text in a schema, as there: `` `"\r\n"` ``.
fn text_of(bytes: &[u8]) -> String {
    text::quoted(&format!("\"{}\"", bytes.escape_ascii()))
}

/// The numbers that end a list: the one that is written, and those that readers accept.
fn codes(read: &[Interval], written: Code) -> String {
    let others = sets::without(read, Interval::only(written));
    if others.is_empty() {
        return text::number(written);
    }
    format!("{} (readers accept {})", text::number(written), text::open(&others))
}
