//! What each byte of a packet is, as the person who wrote the protocol's document would list it.

use wireform_build::interpret::words::{bits, meanings, shown};
use wireform_build::interpret::{Step, StepKind, WriteError};

use crate::differences::Difference;
use crate::differs::{Mark, step_of};
use crate::table::{Row, Weight};

/// One line for each step of reading, and one for what is left over. Each says which of its bytes would be written
/// otherwise and, with `docs`, what the schema says.
pub fn rows(packet: &[u8], steps: &[Step], end: usize, docs: bool, differences: &[Difference]) -> Vec<Row> {
    let steps = shown(steps);
    let mut rows: Vec<Row> = steps
        .iter()
        .zip(meanings(&steps))
        .map(|(step, meaning)| {
            let doc = step.doc.clone().filter(|_| docs).unwrap_or_default();
            Row { meaning, doc, ..row(packet, step) }
        })
        .collect();
    for one in differences {
        let Some((row, step)) = step_of(&steps, one).and_then(|at| Some((rows.get_mut(at)?, steps.get(at)?))) else {
            continue;
        };
        // A part has the bytes of its number.
        let offset = Some(step.offset).filter(|_| bits(step.kind).is_none());
        row.differs.push(Mark::new(one, offset));
    }
    let rest = packet.get(end..).unwrap_or_default();
    if !rest.is_empty() {
        let s = if rest.len() == 1 { "" } else { "s" };
        rows.push(Row {
            offset: end,
            bytes: rest.to_vec(),
            field: "(rest)".to_owned(),
            meaning: format!("{} byte{s} left over", rest.len()),
            weight: Weight::Odd,
            ..Row::default()
        });
    }
    rows
}

/// The line of a packet that is read and cannot be written.
pub fn refused_row(error: &WriteError) -> Row {
    Row { field: "(not written)".to_owned(), meaning: error.to_string(), weight: Weight::Odd, ..Row::default() }
}

fn row(packet: &[u8], step: &Step) -> Row {
    let end = step.offset.saturating_add(step.len);
    // What holds other steps is shown by them.
    let holds = matches!(step.kind, StepKind::Record | StepKind::List);
    let bytes = if holds { &[] } else { packet.get(step.offset..end).unwrap_or_default() };
    Row {
        offset: step.offset,
        bytes: bytes.to_vec(),
        bits: bits(step.kind).unwrap_or_default(),
        depth: step.depth,
        field: step.name.clone(),
        raw: step.raw.map(|raw| raw.to_string()).unwrap_or_default(),
        weight: match step.kind {
            StepKind::Rejected => Weight::Odd,
            StepKind::Record | StepKind::List | StepKind::Field | StepKind::Part { .. } => Weight::Value,
            StepKind::Code
            | StepKind::Derived
            | StepKind::Hook
            | StepKind::Bits
            | StepKind::Constant
            | StepKind::Reserved
            | StepKind::Terminator
            | StepKind::Inherited => Weight::Frame,
        },
        ..Row::default()
    }
}
