//! What the compiler has to say about a schema: facts, rendered elsewhere.
//!
//! Style: lower case, no full stop; the title says what is wrong with *this*; the first label points at it; a second
//! label points at the other party; help is one concrete change. One diagnostic for one mistake.

mod help;
mod merge;

use std::collections::HashMap;

use crate::source::Span;

pub use help::{Edit, Help};
pub use merge::merge;

/// One complaint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, in a line.
    pub title: String,
    /// Where, and what is wrong there.
    pub primary: Label,
    /// The other parties.
    pub others: Vec<Label>,
    /// What is so, as background.
    pub notes: Vec<String>,
    /// The changes that would mend it: one of these.
    pub help: Vec<Help>,
}

/// A place in the schema with a few words about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words; may be empty.
    pub text: String,
}

impl Diagnostic {
    /// A complaint about `span`.
    pub fn new(title: impl Into<String>, span: Span, label: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            primary: Label { span, text: label.into() },
            others: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// Points at another party too.
    #[must_use]
    pub fn other(mut self, span: Span, label: impl Into<String>) -> Self {
        self.others.push(Label { span, text: label.into() });
        self
    }

    /// Points at another party, if there is one.
    #[must_use]
    pub fn other_if(self, span: Option<Span>, label: impl Into<String>) -> Self {
        match span {
            Some(span) => self.other(span, label),
            None => self,
        }
    }

    /// Adds background.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds one concrete change.
    #[must_use]
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds a change, if one is known.
    #[must_use]
    pub fn help_if(mut self, help: Option<impl Into<Help>>) -> Self {
        self.help.extend(help.map(Into::into));
        self
    }

    /// The edits that make the change: those of the only help that has some. Where two have, a person must choose.
    #[must_use]
    pub fn edits(&self) -> Option<&[Edit]> {
        let mut all = self.help.iter().map(|help| help.edits.as_slice()).filter(|edits| !edits.is_empty());
        all.next().filter(|_| all.next().is_none())
    }
}

/// Collects complaints, so that several are told in one run.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Which of them complain about a place: a text may be wrong in thousands.
    at: HashMap<Span, Vec<usize>>,
}

impl Diagnostics {
    /// Adds a complaint, unless the same was made already.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let here = self.at.entry(diagnostic.primary.span).or_default();
        if here.iter().all(|index| self.list.get(*index) != Some(&diagnostic)) {
            here.push(self.list.len());
            self.list.push(diagnostic);
        }
    }

    /// A complaint in place of what could not be made.
    pub fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.push(diagnostic);
        None
    }

    /// Whether nothing was complained about.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The places that were complained about.
    pub fn places(&self) -> impl Iterator<Item = Span> {
        self.list.iter().map(|diagnostic| diagnostic.primary.span)
    }

    /// All complaints, in the order of the text.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| (d.primary.span.file, d.primary.span.start));
        self.list
    }
}
