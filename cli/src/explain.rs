//! What each byte of a packet is, as the person who wrote the protocol's document would list it.

use wireform_build::interpret::words::{bits, meanings, shown};
use wireform_build::interpret::{Step, StepKind};

use crate::table::{Row, Weight};

/// One line for each step of reading, and one for what is left over. With `docs`, each says what the schema says.
pub fn rows(packet: &[u8], steps: &[Step], end: usize, docs: bool) -> Vec<Row> {
    let steps = shown(steps);
    let mut rows: Vec<Row> = steps
        .iter()
        .zip(meanings(&steps))
        .map(|(step, meaning)| {
            let doc = step.doc.clone().filter(|_| docs).unwrap_or_default();
            Row { meaning, doc, ..row(packet, step) }
        })
        .collect();
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
            StepKind::Record | StepKind::List | StepKind::Field | StepKind::Part { .. } => Weight::Value,
            StepKind::Code
            | StepKind::Derived
            | StepKind::Hook
            | StepKind::Bits
            | StepKind::Constant
            | StepKind::Reserved
            | StepKind::Terminator => Weight::Frame,
        },
        ..Row::default()
    }
}
