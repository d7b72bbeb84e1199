//! A whole packet as a picture: its bytes, a box for each field, the offset above.

use super::boxes::{Column, boxes};
use crate::interpret::{ReadError, Step, StepKind};

/// Bytes that a box shows.
const BYTES: usize = 6;

/// Names are no longer than this, unless they are of one piece.
const NAME: usize = 24;

/// Lines of boxes that are drawn.
const LINES: usize = 6;

/// As many lines may be drawn to show what is in a field.
const DETAILED: usize = 3;

/// The picture; nothing if the bytes are those of one field alone. What has fields of its own is one box, unless there is
/// room for theirs.
pub(super) fn packet(bytes: &[u8], steps: &[Step], refused: Option<&ReadError>) -> Option<String> {
    let deepest = steps.iter().map(|step| step.depth).max().unwrap_or(0);
    let drawn = |depth| {
        let columns = columns(bytes, steps, refused, depth);
        (columns.len() > 1).then(|| boxes(&columns))
    };
    let fits = (2..=deepest).rev().find_map(|depth| drawn(depth).filter(|lines| lines.len() <= DETAILED));
    let lines = fits.or_else(|| drawn(1))?;
    let more = lines.len().checked_sub(LINES).filter(|more| *more > 0);
    let rest = more.map(|_| "..\n".to_owned());
    Some(lines.into_iter().take(LINES).chain(rest).collect())
}

/// A box for each field that is not nested deeper.
fn columns(bytes: &[u8], steps: &[Step], refused: Option<&ReadError>, depth: usize) -> Vec<Column> {
    let mut columns = Vec::new();
    for (index, step) in steps.iter().enumerate().filter(|(_, step)| step.depth <= depth) {
        let holds = matches!(step.kind, StepKind::Record | StepKind::List);
        let inner = steps.iter().skip(index.saturating_add(1)).take_while(|inner| inner.depth > step.depth);
        let len = match (holds, step.depth == depth) {
            (false, _) => step.len,
            (true, true) => inner.map(behind).max().unwrap_or(step.offset).saturating_sub(step.offset),
            (true, false) => 0,
        };
        columns.extend((len > 0).then(|| column(bytes, step.offset, len, &step.path)));
    }
    if let Some(error) = refused {
        // A rule is broken by what stands above already.
        let begin = error.offset.max(end(steps));
        let rest = bytes.len().saturating_sub(begin);
        columns.extend((rest > 0).then(|| column(bytes, begin, rest, "✗")));
    }
    columns
}

/// Where what follows a step begins.
fn behind(step: &Step) -> usize {
    step.offset.saturating_add(step.len)
}

/// Where what was read ends.
pub(super) fn end(steps: &[Step]) -> usize {
    steps.iter().map(behind).max().unwrap_or(0)
}

/// Bytes in two digits each.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

fn column(bytes: &[u8], offset: usize, len: usize, name: &str) -> Column {
    let all = bytes.get(offset..offset.saturating_add(len)).unwrap_or_default();
    let shown = match all.split_at_checked(BYTES) {
        Some((first, rest)) if rest.len() > 1 => format!("{} ..", hex(first)),
        Some(_) | None => hex(all),
    };
    let lines = [offset.to_string(), shown, short(name)];
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let [above, shown, name] = lines.map(|line| format!(" {line:<width$} "));
    Column { above, inside: vec![shown, name] }
}

/// The end of a long path: what is around it stands beside it.
fn short(path: &str) -> String {
    let mut rest = path;
    while rest.chars().count() > NAME
        && let Some((_, inner)) = rest.split_once(['.', ' '])
    {
        rest = inner;
    }
    if rest == path { path.to_owned() } else { format!("..{rest}") }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn long_paths_begin_further_in() {
        assert_eq!(short("players[0].cn"), "players[0].cn");
        assert_eq!(short("players[0].state.armour_type"), "..state.armour_type");
        assert_eq!(short("packet.value[1] Client.messages[0].x"), "..Client.messages[0].x");
        assert_eq!(short("a.a_name_that_is_longer_than_a_box"), "..a_name_that_is_longer_than_a_box");
    }
}
