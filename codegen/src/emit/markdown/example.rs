//! Packets taken apart: bytes, an arrow, the field, its number, and what that means.

use super::block::Block;
use super::condition;
use super::here::Here;
use super::packet::{end, hex, packet};
use super::text::quoted;
use crate::interpret::{ReadError, Step, StepKind, Target, trace, words};
use crate::model::{Code, Example, ExampleKind, Param, ParamKind, RecordId, SessionId};

/// Bytes in a line.
const BYTES: usize = 8;

/// Fields are not moved to the right for longer names than this.
const WIDEST: usize = 36;

/// All examples of a record.
pub(super) fn examples(here: &Here<'_>, id: RecordId) -> Vec<Block> {
    here.record.examples.iter().map(|example| one(here, id, example)).collect()
}

fn one(here: &Here<'_>, id: RecordId, example: &Example) -> Block {
    let title = crate::emit::docs::lines(&[format!(" {}", example.title)], "").join(" ");
    let kind = match &example.kind {
        ExampleKind::Example => format!("**Example:** {title}"),
        ExampleKind::Accepts => format!("**Read as well:** {title}"),
        ExampleKind::Refuses { field, reason } => {
            format!("**Refused** at {} ({}): {title}", quoted(field), quoted(reason))
        }
    };
    let known = known(here, example);
    let kind = if known.is_empty() { kind } else { format!("{kind} ({})", known.join(", ")) };
    let target = Target::Record(id);
    let (steps, outcome) = trace(here.protocol(), target, &example.bytes, &example.params, &example.session);
    let steps = words::shown(&steps);
    let refused = outcome.err();
    let whole = packet(&example.bytes, &steps, refused.as_ref()).map(|picture| format!("{picture}\n"));
    let text = format!("{}{}", whole.unwrap_or_default(), dissected(&example.bytes, &steps, refused.as_ref()));
    Block::Picture { title: kind, about: super::text::docs(&example.docs), text }
}

/// What had to be known to read it.
fn known(here: &Here<'_>, example: &Example) -> Vec<String> {
    let value = |kind: ParamKind, code: Code| condition::known(here, kind, code);
    let of_param = |(param, code): (&Param, &Code)| format!("`{} = {}`", param.name, value(param.kind, *code));
    let mut known: Vec<String> = here.record.params.iter().zip(&example.params).map(of_param).collect();
    for (index, session) in here.protocol().sessions.iter().enumerate() {
        if let Some(code) = example.session.get(SessionId(index)) {
            known.push(format!("`session.{} = {}`", session.name, value(session.kind, code)));
        }
    }
    known
}

/// A line of the picture.
struct Line {
    bytes: String,
    field: String,
    raw: String,
    meaning: String,
}

fn dissected(bytes: &[u8], steps: &[Step], refused: Option<&ReadError>) -> String {
    let meanings = words::meanings(steps);
    let mut lines: Vec<Line> = Vec::new();
    // The record itself is what the section is about.
    for (step, meaning) in steps.iter().zip(meanings).skip(1) {
        let holds = matches!(step.kind, StepKind::Record | StepKind::List);
        let of = bytes.get(step.offset..step.offset.saturating_add(step.len)).unwrap_or_default();
        let mut chunks = if holds { [].chunks(BYTES) } else { of.chunks(BYTES) };
        let indent = step.depth.saturating_sub(1).saturating_mul(2);
        lines.push(Line {
            bytes: words::bits(step.kind)
                .map_or_else(|| hex(chunks.next().unwrap_or_default()), |bits| format!("  {bits}")),
            field: format!("{:indent$}{}", "", step.name),
            raw: step.raw.map(|raw| raw.to_string()).unwrap_or_default(),
            meaning,
        });
        for more in chunks {
            lines.push(Line { bytes: hex(more), field: String::new(), raw: String::new(), meaning: String::new() });
        }
    }
    if let Some(error) = refused {
        // A rule is broken by what stands above already.
        let rest = bytes.get(error.offset.max(end(steps))..).unwrap_or_default();
        let more = if rest.len() > BYTES { " .." } else { "" };
        let first = hex(rest.get(..BYTES).unwrap_or(rest));
        let meaning = format!("refused: {error}");
        lines.push(Line { bytes: format!("{first}{more}"), field: "✗".to_owned(), raw: String::new(), meaning });
    }
    let widest = |of: &dyn Fn(&Line) -> &str| lines.iter().map(|line| of(line).chars().count()).max().unwrap_or(0);
    let (left, raw) = (widest(&|line| &line.bytes), widest(&|line| &line.raw));
    let field = widest(&|line| &line.field).min(WIDEST);
    let drawn = lines.iter().map(|line| {
        let arrow = if line.field.is_empty() { " " } else { "→" };
        let text =
            format!("{:<left$}  {arrow}  {:<field$}  {:>raw$}  {}", line.bytes, line.field, line.raw, line.meaning);
        format!("{}\n", text.trim_end())
    });
    drawn.collect()
}
