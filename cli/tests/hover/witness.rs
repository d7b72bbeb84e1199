//! The bytes that a field is said to have, against the steps in which the interpreter reads the examples of all schemas.

use std::collections::HashMap;

use wireform_build::interpret::{StepKind, Target, trace};
use wireform_build::model::{ExampleKind, FieldId, Protocol, Record, RecordId, Wire};
use wireform_build::references::Subject;
use wireform_build::source::Span;
use wireform_cli::lsp::Analysis;
use wireform_cli::lsp::hover::Hovers;

use crate::support::{FILE, analysis, files};

/// The bytes of a field as its explanation has them.
#[derive(Debug, Default, PartialEq)]
struct Said {
    /// The smallest and the largest number of bytes.
    sizes: Option<(usize, usize)>,
    at: Option<usize>,
}

#[derive(Debug, Default)]
struct Tally {
    offsets: usize,
    sizes: usize,
    wrong: Vec<String>,
}

#[test]
fn fields_have_the_bytes_that_they_are_said_to_have() {
    let mut tally = Tally::default();
    for path in files() {
        let compiled = analysis(&path);
        let Some(schema) = &compiled.schema else { continue };
        let fields = fields(&compiled);
        let hovers = Hovers::new(&compiled);
        for (version, protocol) in schema.protocols().enumerate() {
            let named = protocol.version.as_ref().map_or("", |version| version.written());
            for (id, record) in (0..).map(RecordId).zip(&protocol.records) {
                let said = |field: FieldId| {
                    let span = fields.get(&(version, id, field))?;
                    let (_, markdown) = hovers.at(span.file, span.start)?;
                    said(&markdown, named)
                };
                compare(protocol, (id, record), said, &mut tally);
            }
        }
    }
    println!("{} offsets and {} sizes", tally.offsets, tally.sizes);
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(tally.offsets > 1500 && tally.sizes > 2500, "{} offsets and {} sizes", tally.offsets, tally.sizes);
}

/// The names of all fields that are declared for one record only.
fn fields(compiled: &Analysis) -> HashMap<(usize, RecordId, FieldId), Span> {
    let mut found = HashMap::new();
    for definition in compiled.references.definitions().iter().filter(|one| one.span.file == FILE) {
        let all: Vec<(usize, Subject)> = compiled.references.subjects(definition.span).collect();
        let fields: Vec<_> = all.into_iter().filter(|(_, subject)| matches!(subject, Subject::Field(..))).collect();
        for (version, subject) in &fields {
            let is_alone = fields.iter().filter(|(other, _)| other == version).count() == 1;
            if let (Subject::Field(id, field), true) = (subject, is_alone) {
                found.insert((*version, *id, *field), definition.span);
            }
        }
    }
    found
}

/// Parses ``- 1 or 2 bytes at 3. `Sound` has 3 to 14.``, or the part of it that is about a version.
fn said(markdown: &str, version: &str) -> Option<Said> {
    let line = markdown.lines().find(|line| line.starts_with("- ") && line.contains(" byte"))?;
    let own = line.split("**").collect::<Vec<_>>();
    let own = own.iter().position(|part| *part == format!("{version}:")).and_then(|at| own.get(at + 1));
    let line = own.copied().unwrap_or_else(|| line.trim_start_matches("- "));
    let sentence = line.trim().split(". ").next()?;
    let (sizes, place) = sentence.split_once(" bytes ").or_else(|| sentence.split_once(" byte "))?;
    let numbers: Vec<usize> = sizes.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
    let most = if sizes.ends_with("or more") { usize::MAX } else { *numbers.last()? };
    let at = place.strip_prefix("at ").and_then(|at| at.trim_end_matches('.').parse().ok());
    Some(Said { sizes: Some((*numbers.first()?, most)), at })
}

fn compare(
    protocol: &Protocol,
    (id, record): (RecordId, &Record),
    said: impl Fn(FieldId) -> Option<Said>,
    tally: &mut Tally,
) {
    let said: Vec<Option<Said>> = (0..record.fields.len()).map(|field| said(FieldId(field))).collect();
    for example in record.examples.iter().filter(|one| one.kind == ExampleKind::Example) {
        let (steps, read) = trace(protocol, Target::Record(id), &example.bytes, &example.params, &example.session);
        assert!(read.is_ok(), "{}: {}", record.name, example.title);
        for (field, said) in said.iter().enumerate().filter_map(|(field, said)| Some((FieldId(field), said.as_ref()?)))
        {
            let path = record.path(field);
            // The values of several shapes have one path.
            if (0..record.fields.len()).filter(|other| record.path(FieldId(*other)) == path).count() > 1 {
                continue;
            }
            let holds_fields = matches!(record.fields[field.0].wire, Wire::Group { .. } | Wire::Record { .. });
            let is_it = |kind| !matches!(kind, StepKind::Part { .. } | StepKind::Inherited | StepKind::Rejected);
            let mut all = steps.iter().filter(|step| step.path == path && is_it(step.kind));
            let (Some(step), None) = (all.next(), all.next()) else { continue };
            let place = || format!("{}.{path} in `{}`: {said:?}, but {step:?}", record.name, example.title);
            // A code or a count in front is a step of its own.
            if let Some(at) = said.at.filter(|_| step.len > 0 || holds_fields) {
                tally.offsets += 1;
                if at != step.offset {
                    tally.wrong.push(place());
                }
            }
            if let (Some((least, most)), 1..) = (said.sizes, step.len) {
                tally.sizes += 1;
                if !(least..=most).contains(&step.len) {
                    tally.wrong.push(place());
                }
            }
        }
    }
}
