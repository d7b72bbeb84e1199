//! Diagnostics about a schema, as data; rendered elsewhere.
//!
//! Style: lower case, no full stop; the title says what is wrong with *this*; the first label points at it; a second
//! label points at the other party; a help is one concrete change. Each error has one diagnostic.

mod help;
mod merge;

use std::collections::HashMap;

use crate::source::Span;

pub use help::{Edit, Help};
pub use merge::merge;

/// A diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The error in one line.
    pub title: String,
    /// The span of the error, with a label.
    pub primary: Label,
    /// Related spans.
    pub others: Vec<Label>,
    /// Background information.
    pub notes: Vec<String>,
    /// Alternative changes that fix the error.
    pub help: Vec<Help>,
    /// The names that are known at the span of the error, if it is an unknown one. They are not rendered: editors list them.
    pub known: Vec<String>,
}

/// A span of the schema with a short text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// The text; may be empty.
    pub text: String,
}

impl Diagnostic {
    /// A diagnostic about `span`.
    pub fn new(title: impl Into<String>, span: Span, label: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            primary: Label { span, text: label.into() },
            others: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            known: Vec::new(),
        }
    }

    /// Adds a related span.
    #[must_use]
    pub fn other(mut self, span: Span, label: impl Into<String>) -> Self {
        self.others.push(Label { span, text: label.into() });
        self
    }

    /// Adds a related span, if there is one.
    #[must_use]
    pub fn other_if(self, span: Option<Span>, label: impl Into<String>) -> Self {
        match span {
            Some(span) => self.other(span, label),
            None => self,
        }
    }

    /// Adds background information.
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

    /// Adds the names that are known in place of an unknown one.
    #[must_use]
    pub fn knowing<T: AsRef<str>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.known.extend(names.into_iter().map(|name| name.as_ref().to_owned()));
        self
    }

    /// The edits of the only help that has some. If several have edits, a person must choose.
    #[must_use]
    pub fn edits(&self) -> Option<&[Edit]> {
        let mut all = self.help.iter().map(|help| help.edits.as_slice()).filter(|edits| !edits.is_empty());
        all.next().filter(|_| all.next().is_none())
    }
}

/// Limit on the diagnostics of a run: whoever mends them sees the others then. Each may take time linear in the schema.
pub const MOST: usize = 200;

/// Limit on the names that all diagnostics of a run know together: each may know all names of a schema.
const MOST_KNOWN: usize = 1 << 16;

/// A collection of diagnostics, so that one run reports several.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Indices by span, since a text may have thousands of errors.
    at: HashMap<Span, Vec<usize>>,
    /// The number of names that they know.
    known: usize,
    /// Whether one was dropped because there are too many.
    lacks_some: bool,
}

impl Diagnostics {
    /// Adds a diagnostic, unless it is a duplicate or one too many.
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        self.known += diagnostic.known.len();
        if self.known > MOST_KNOWN {
            diagnostic.known = Vec::new();
        }
        let here = self.at.get(&diagnostic.primary.span).map_or(&[][..], Vec::as_slice);
        if here.iter().any(|index| self.list.get(*index) == Some(&diagnostic)) {
            return;
        }
        self.lacks_some |= self.is_full();
        if !self.is_full() {
            self.at.entry(diagnostic.primary.span).or_default().push(self.list.len());
            self.list.push(diagnostic);
        }
    }

    /// Whether there are so many that no pass looks for more.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.list.len() >= MOST
    }

    /// Reports a diagnostic and returns `None`.
    pub fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.push(diagnostic);
        None
    }

    /// Whether there are no diagnostics.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The primary spans of all diagnostics.
    pub fn places(&self) -> impl Iterator<Item = Span> {
        self.list.iter().map(|diagnostic| diagnostic.primary.span)
    }

    /// All diagnostics in source order, and last that some are left out.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| (d.primary.span.file, d.primary.span.start));
        if let Some(last) = self.list.last().filter(|_| self.lacks_some) {
            let title = format!("not all errors of this schema are listed: these are {MOST}");
            let wrong = Diagnostic::new(title, last.primary.span, "");
            self.list.push(wrong.help("correct the first ones: others may follow from them"));
        }
        self.list
    }
}
