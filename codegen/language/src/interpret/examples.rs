//! Execution of a schema's examples: a wrong one is an error like any other.
//!
//! An `example` is read, compared, and written back to the same bytes. An `accepts` is read and compared, and the
//! writer must write other bytes. A `refuses` must be rejected at its field, for its reason.

mod compare;

use std::collections::HashMap;

use super::error::ReadError;
use super::fields::label_path;
use super::read::{Read, read_in, trace};
use super::target::Target;
use super::trace::Step;
use super::write::write_in;
use crate::diagnostic::Diagnostic;
use crate::model::{Example, ExampleKind, Protocol, Record, RecordId};

/// The result of an example.
#[derive(Debug)]
pub(crate) struct Executed<'p> {
    /// The example.
    pub(crate) example: &'p Example,
    /// The diagnostics; empty if the example is right.
    pub(crate) wrong: Vec<Diagnostic>,
}

/// Executes every example of every record.
pub(crate) fn check(protocol: &Protocol) -> Vec<Executed<'_>> {
    let mut executed = Vec::new();
    for (index, record) in protocol.records.iter().enumerate() {
        for example in &record.examples {
            let case = Case { protocol, record, target: Target::Record(RecordId(index)), example };
            let wrong = match &example.kind {
                ExampleKind::Example | ExampleKind::Accepts => case.accepted(),
                ExampleKind::Refuses { field, reason } => case.refused(field, reason).into_iter().collect(),
            };
            executed.push(Executed { example, wrong });
        }
    }
    executed
}

struct Case<'p> {
    protocol: &'p Protocol,
    record: &'p Record,
    target: Target,
    example: &'p Example,
}

impl Case<'_> {
    fn accepted(&self) -> Vec<Diagnostic> {
        let example = self.example;
        let (steps, result) = trace(self.protocol, self.target, &example.bytes, &example.params, &example.session);
        let read = match result {
            Ok(read) => read,
            Err(error) => return vec![self.unreadable(&error)],
        };
        if !read.rest.is_empty() {
            return vec![self.trailing(&read)];
        }
        let by_path: HashMap<&str, &Step> = steps.iter().rev().map(|step| (step.path.as_str(), step)).collect();
        let mut differing: Vec<Diagnostic> = Vec::new();
        for given in &example.values {
            // Elements and fields of a container that differs are not compared.
            if !differing.last().is_some_and(|outer| outer.primary.span.holds(given.span)) {
                differing.extend(compare::compare(given, &read.value, &by_path));
            }
        }
        if !differing.is_empty() {
            return differing;
        }
        self.written(&read, &steps).into_iter().collect()
    }

    /// Compares the written bytes with those of the example.
    fn written(&self, read: &Read<'_>, steps: &[Step]) -> Option<Diagnostic> {
        let example = self.example;
        let written =
            match write_in(self.protocol, self.target, &read.value, &example.params, &mut example.session.clone()) {
                Ok(written) => written,
                // A value that cannot be written, such as one that a rule repairs, is not canonical either.
                Err(_) if example.kind == ExampleKind::Accepts => return None,
                Err(error) => {
                    let title = format!("the example {:?} cannot be written", example.title);
                    return Some(Diagnostic::new(title, example.bytes_span, error.to_string()).help(CALL_IT_ACCEPTS));
                }
            };
        match (&example.kind, written == example.bytes) {
            (ExampleKind::Accepts, true) => Some(
                Diagnostic::new(
                    format!("{:?} is what the writer writes", example.title),
                    example.bytes_span,
                    "canonical bytes",
                )
                .help("call it `example`: then it is written too"),
            ),
            (ExampleKind::Example, false) => Some(self.differs(&written, steps)),
            _ => None,
        }
    }

    fn differs(&self, written: &[u8], steps: &[Step]) -> Diagnostic {
        let bytes = &self.example.bytes;
        let same = bytes.iter().zip(written).take_while(|(a, b)| a == b).count();
        let at = steps.iter().rev().find(|step| step.len > 0 && step.offset <= same);
        let field = at.map_or(String::new(), |step| format!(" (`{}`)", step.path));
        let label = match (written.get(same), bytes.get(same)) {
            (Some(ours), Some(theirs)) => {
                format!("byte {same}{field} is {theirs:#04x} here, the writer makes {ours:#04x}")
            }
            (Some(_), None) => format!("the writer goes on after byte {same}{field}"),
            (None, _) => format!("the writer stops before byte {same}{field}"),
        };
        let wrong = Diagnostic::new(
            format!("the example {:?} is written differently", self.example.title),
            self.example.bytes_span,
            label,
        )
        .note(format!("expected {}", hex(bytes)));
        match written.len() {
            ..=MOST_BYTES => {
                let help = format!("or change the bytes, if they are wrong: `hex \"{}\"`", hex(written));
                wrong.help(CALL_IT_ACCEPTS).help(help)
            }
            _ => wrong.note(format!("written  {}", hex(written))).help(CALL_IT_ACCEPTS),
        }
    }

    fn unreadable(&self, error: &ReadError) -> Diagnostic {
        let title_of_error = format!("the example {:?} cannot be read", self.example.title);
        let label = format!("`{}` at byte {}: {}", error.path, error.offset, error.kind);
        let (title, path) = (&self.example.title, &error.path);
        let help = format!(
            "correct the bytes, or say that readers refuse them: `refuses {title:?} = .. {{ {path}: {} }}`",
            error.kind.word()
        );
        Diagnostic::new(title_of_error, self.example.bytes_span, label).help(help)
    }

    fn trailing(&self, read: &Read<'_>) -> Diagnostic {
        let count = read.rest.len();
        let s = if count == 1 { "" } else { "s" };
        let title = format!("the example {:?} has {count} byte{s} too many", self.example.title);
        let end = self.example.bytes.len().saturating_sub(count);
        Diagnostic::new(title, self.example.bytes_span, format!("`{}` ends at byte {end}", self.record.name))
            .note(format!("left over: {}", hex(read.rest)))
            .help("end the bytes before them, or take them as a field: `rest: bytes[..]`")
    }

    fn refused(&self, field: &str, reason: &str) -> Option<Diagnostic> {
        let example = self.example;
        let title = format!("{:?} is not refused like that", example.title);
        let error =
            match read_in(self.protocol, self.target, &example.bytes, &example.params, &mut example.session.clone()) {
                Err(error) => error,
                Ok(read) if !read.rest.is_empty() => {
                    let whole = field == self.record.name || field == "code";
                    if whole && reason == "trailing" {
                        return None;
                    }
                    let label = format!("refused for what follows it: {}", hex(read.rest));
                    return Some(
                        Diagnostic::new(title, example.span, label).help(format!("`{}: trailing`", self.record.name)),
                    );
                }
                Ok(_) => {
                    let title = format!("{:?} is not refused", example.title);
                    let diagnostic = Diagnostic::new(title, example.bytes_span, "a reader takes these bytes");
                    return Some(
                        diagnostic.help("call it `example`, or `accepts` if the writer spells it differently"),
                    );
                }
            };
        let whole = error.path == "code" && (field == self.record.name || field == "code");
        let plain = without(field, ('[', ']'));
        let label = |path: &str| label_path(self.protocol, self.record, path);
        let same = whole || error.path == plain || error.path == label(&plain) || label(&error.path) == plain;
        let place = without(&error.place, ('(', ')'));
        if same && error.kind.word() == reason && has_indices(&place, field) {
            return None;
        }
        let path = if field.contains('[') { &place } else { &error.path };
        let found = format!("refused at `{path}`, byte {}: {}", error.offset, error.kind);
        let help = format!("`{path}: {}`", error.kind.word());
        Some(Diagnostic::new(title, example.span, found).help(help))
    }
}

/// A path without its parts in brackets: indices, or the messages of families.
fn without(path: &str, (open, close): (char, char)) -> String {
    let pieces = path.split(open).map(|piece| piece.split_once(close).map_or(piece, |(_, rest)| rest));
    pieces.collect()
}

/// Whether a place has the indices of a path, each of which may be left out.
fn has_indices(place: &str, path: &str) -> bool {
    let indices = |step: &str| step.split('[').skip(1).map(str::to_owned).collect::<Vec<_>>();
    let mut pairs = place.split('.').zip(path.split('.'));
    pairs.all(|(place, path)| indices(place).starts_with(&indices(path)))
}

const CALL_IT_ACCEPTS: &str = "call it `accepts` if readers take it and writers spell it differently";

/// The most bytes that are displayed.
const MOST_BYTES: usize = 64;

/// `04 01 11`
fn hex(bytes: &[u8]) -> String {
    let mut words: Vec<String> = bytes.iter().take(MOST_BYTES).map(|byte| format!("{byte:02x}")).collect();
    if bytes.len() > MOST_BYTES {
        words.push("..".to_owned());
    }
    words.join(" ")
}
