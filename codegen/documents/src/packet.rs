//! An explained packet: a line for each field, with its offset, bytes, name, number and meaning, as the command shows it.

use super::text::quoted;
use crate::interpret::{Step, StepKind, words};

/// Bytes in a line.
const BYTES: usize = 8;

/// Fields are not moved to the right for longer names than this.
const WIDEST: usize = 36;

/// Lines of an explained packet; the command shows the others.
const LINES: usize = 48;

/// Values of a packet that are said in a sentence.
const SHORT: usize = 3;

/// A line of an explained packet.
#[derive(Default)]
pub(super) struct Line {
    offset: String,
    bytes: String,
    field: String,
    raw: String,
    meaning: String,
}

/// The packet in columns, as the command shows it, but without bits that are zero.
pub(super) fn lines(bytes: &[u8], steps: &[Step]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    // The record itself is what the section is about.
    for (step, meaning) in steps.iter().zip(words::meanings(steps)).skip(1) {
        if matches!(step.kind, StepKind::Part { .. }) && step.raw == Some(0) {
            continue;
        }
        let holds = matches!(step.kind, StepKind::Record | StepKind::List);
        let of = bytes.get(step.offset..step.offset.saturating_add(step.len)).unwrap_or_default();
        let mut chunks = if holds { [].chunks(BYTES) } else { of.chunks(BYTES) };
        let indent = step.depth.saturating_sub(1).saturating_mul(2);
        let first = chunks.next().unwrap_or_default();
        lines.push(Line {
            offset: if first.is_empty() { String::new() } else { step.offset.to_string() },
            bytes: words::bits(step.kind).unwrap_or_else(|| hex(first)),
            field: format!("{:indent$}{}", "", step.name),
            raw: step.raw.map(|raw| raw.to_string()).unwrap_or_default(),
            meaning,
        });
        let more = (1..).zip(chunks).map(|(at, chunk): (usize, _)| {
            let offset = step.offset.saturating_add(BYTES.saturating_mul(at)).to_string();
            Line { offset, bytes: hex(chunk), ..Line::default() }
        });
        lines.extend(more);
    }
    lines
}

/// The columns as text.
pub(super) fn drawn(mut lines: Vec<Line>) -> String {
    if lines.len() > LINES {
        lines.truncate(LINES);
        lines.push(Line { bytes: "..".to_owned(), ..Line::default() });
    }
    let widest = |of: &dyn Fn(&Line) -> &str| lines.iter().map(|line| of(line).chars().count()).max().unwrap_or(0);
    let (offset, left, raw) = (widest(&|line| &line.offset), widest(&|line| &line.bytes), widest(&|line| &line.raw));
    let field = widest(&|line| &line.field).min(WIDEST);
    let drawn = lines.iter().map(|line| {
        let Line { offset: at, bytes, field: name, raw: number, meaning } = line;
        format!("{}\n", format!("{at:>offset$}  {bytes:<left$}  {name:<field$}  {number:>raw$}  {meaning}").trim_end())
    });
    drawn.collect()
}

/// The values of a small packet in a sentence; `None` if it has many, or long ones.
pub(super) fn short(lines: &[Line]) -> Option<String> {
    let values: Vec<&Line> = lines.iter().filter(|line| line.field != "code" && line.meaning != "reserved").collect();
    let value = |line: &&Line| {
        let word = match (line.meaning.as_str(), line.raw.as_str()) {
            ("", raw) => raw,
            (meaning, _) => meaning,
        };
        let is_simple = !line.field.is_empty() && !line.field.starts_with(' ') && !word.is_empty() && word.len() <= 40;
        is_simple.then(|| format!("{} = {}", quoted(&line.field), quoted(word)))
    };
    let values: Option<Vec<String>> = (values.len() <= SHORT).then(|| values.iter().map(value).collect()).flatten();
    values.filter(|values| !values.is_empty()).map(|values| super::text::and(&values))
}

/// Bytes in two digits each.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}
