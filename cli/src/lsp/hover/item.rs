//! Names that a schema declares: fields, types, messages, and all others.

use wireform_build::model::{Node, Role};
use wireform_build::references::{Definition, Kind, Subject};
use wireform_build::source::Span;

use super::{Hovers, tokens::Tokens};
use crate::lsp::Analysis;

impl Hovers<'_> {
    /// The explanation of a name that declares something, or refers to it.
    pub(super) fn named(&self, found: &[Definition], at: Span) -> String {
        let all: Vec<String> = found.iter().map(|one| self.declared(*one, at)).collect();
        all.join("\n\n---\n\n")
    }

    fn declared(&self, definition: Definition, at: Span) -> String {
        let tokens = self.tokens(definition.span.file);
        let Some(name) = tokens.beginning(definition.span.range().start) else { return String::new() };
        self.explained(&tokens, name, (definition.span, Some(definition.kind)), at)
    }

    /// The explanation of a field without a name, or of the protocol.
    pub(super) fn unnamed(&self, tokens: &Tokens<'_>, at: usize, span: Span) -> Option<String> {
        if tokens.text(at) == "_" {
            let front = u32::try_from(tokens.range(tokens.front(at)).start).ok()?;
            let declared = self.compiled.references.starting_at(span.file, front).next()?;
            return Some(self.explained(tokens, at, (declared, None), span));
        }
        let is_protocol = tokens.is_name(at) && tokens.keyword(at) == Some("protocol");
        is_protocol.then(|| {
            // The chapters of a protocol are a page of their own.
            let docs: Vec<&str> = tokens.head().into_iter().take_while(|line| !line.starts_with("# ")).collect();
            code(&tokens.line(at)) + &section(&docs.join("\n"))
        })
    }

    fn explained(&self, tokens: &Tokens<'_>, name: usize, declared: (Span, Option<Kind>), at: Span) -> String {
        let items = items(self.compiled, declared, at);
        let told = self.explainer.as_ref().map(|explainer| explainer.explain(tokens.text(name), &items));
        let told = told.unwrap_or_default();
        let docs = tokens.docs(name).join("\n");
        let about = if docs.trim().is_empty() { &told.about } else { &docs };
        code(&tokens.line(name)) + &paragraph(&told.facts) + &section(about) + &section(&told.tables)
    }
}

/// The items that a name declares: first those in the record that is read.
fn items(compiled: &Analysis, (declared, kind): (Span, Option<Kind>), at: Span) -> Vec<(usize, Subject)> {
    let mut items: Vec<(usize, Subject)> = compiled.references.subjects(declared).collect();
    items.retain(|(_, subject)| is_of_kind(*subject, kind));
    // A type has its fields in every record that names it.
    let around = around(compiled, at);
    let is_here = |item: &(usize, Subject)| match item {
        (version, Subject::Field(id, _) | Subject::Cell(id, _) | Subject::Shape(id, _)) => {
            around.contains(&(*version, Subject::Record(*id)))
        }
        _ => false,
    };
    // The messages of a family have its parameters, too.
    let is_lent = |item: &(usize, Subject)| matches!(item.1, Subject::Param(Node::Record(_)));
    items.sort_by_key(|item| (!is_here(item), is_lent(item)));
    items
}

/// The message or struct in which a place is, in each version: the last that is declared in front of it.
fn around(compiled: &Analysis, at: Span) -> Vec<(usize, Subject)> {
    let is_record = |(version, subject): &(usize, Subject)| {
        let Subject::Record(id) = subject else { return false };
        let protocol = compiled.schema.as_ref().and_then(|schema| schema.protocols().nth(*version));
        let record = protocol.and_then(|protocol| protocol.records.get(id.0));
        record.is_some_and(|record| !matches!(record.role, Role::Element { .. }))
    };
    let is_before = |one: &&Definition| one.span.file == at.file && one.span.start <= at.start;
    let before = compiled.references.definitions().iter().filter(is_before).rev();
    let mut records = before.filter(|one| matches!(one.kind, Kind::Type | Kind::Message)).map(|one| {
        let subjects = compiled.references.subjects(one.span);
        subjects.filter(is_record).collect::<Vec<_>>()
    });
    records.find(|found| !found.is_empty()).unwrap_or_default()
}

/// Whether a name of a kind can declare an item. (A field is also the name of the elements in it.)
const fn is_of_kind(subject: Subject, kind: Option<Kind>) -> bool {
    match subject {
        Subject::Param(_) | Subject::HookParam(_) => matches!(kind, Some(Kind::Parameter)),
        Subject::Record(_) => matches!(kind, Some(Kind::Type | Kind::Message)),
        Subject::Shape(..) => matches!(kind, Some(Kind::Shape)),
        Subject::Cell(..) => matches!(kind, Some(Kind::Part) | None),
        Subject::Field(..) => matches!(kind, Some(Kind::Field | Kind::Type) | None),
        Subject::Constant
        | Subject::Alias(_)
        | Subject::Varint(_)
        | Subject::Value(_)
        | Subject::Member(_)
        | Subject::Family(_)
        | Subject::Session(_)
        | Subject::Hook(_) => true,
    }
}

/// A line of a schema.
fn code(line: &str) -> String {
    format!("```wire\n{line}\n```")
}

fn paragraph(text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { format!("\n\n{}", text.trim()) }
}

fn section(text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { format!("\n\n---\n\n{}", text.trim()) }
}
