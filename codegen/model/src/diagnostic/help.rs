//! Changes that would mend a mistake: as a sentence for people, and as edits for programs.

use crate::source::{Sources, Span};

/// In larger schemas a name is mended where it was asked for alone.
const MOST_BYTES: usize = 1 << 15;

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// The change in words.
    pub text: String,
    /// The change itself, all of it; empty if only a person can make it. No two edits overlap.
    pub edits: Vec<Edit>,
}

/// A stretch of a schema, and the text in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The old text; an empty stretch is a place to insert at.
    pub span: Span,
    /// The new one.
    pub text: String,
}

impl Help {
    /// A change with the edits that make it.
    pub fn new(text: impl Into<String>, edits: impl Into<Vec<Edit>>) -> Self {
        Self { text: text.into(), edits: edits.into() }
    }

    /// Writes this in the place of a span, and says so.
    pub fn write(span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        Self::new(format!("write `{text}`"), [Edit::new(span, text)])
    }

    /// Writes a name in the place of another, and asks whether that was meant.
    pub fn asks(span: Span, meant: &str) -> Self {
        Self::write(span, meant).said(format!("did you mean `{meant}`?"))
    }

    /// Takes a stretch of the text away.
    pub fn without(span: Span, said: impl Into<String>) -> Self {
        Self::new(said, [Edit::new(span, "")])
    }

    /// Writes the same in the place of all uses of a name in a stretch of a schema.
    pub fn everywhere(mut self, name: Span, within: Span, sources: &Sources) -> Self {
        let Some(text) = self.edits.iter().find(|edit| edit.span == name).map(|edit| edit.text.clone()) else {
            return self;
        };
        if within.range().len() <= MOST_BYTES {
            self.edits.retain(|edit| edit.span != name);
            self.edits.extend(sources.uses(name, within).into_iter().map(|span| Edit::new(span, text.clone())));
        }
        self
    }

    /// Puts neighbours into a region of this size, in which the count of the last goes on to the end.
    pub fn region(first: Span, last: Span, count: Span, size: &str) -> Self {
        let [open, close] = Self::around(first, last, size);
        Self::new("", [open, Edit::new(count, ".."), close])
    }

    /// The two edits of a region around neighbours.
    pub fn around(first: Span, last: Span, size: &str) -> [Edit; 2] {
        [Edit::new(first.front(), format!("within ({size}) {{ ")), Edit::new(last.behind(), " }")]
    }

    /// The change with these words.
    #[must_use]
    pub fn said(self, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..self }
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self::new(text, [])
    }
}

impl From<&str> for Help {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl Edit {
    /// Replaces a span.
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// The text with edits of it, in any order. `None` if they overlap or lie outside of it.
    #[must_use]
    pub fn applied(text: &str, edits: &[Self]) -> Option<String> {
        let mut edits: Vec<&Self> = edits.iter().collect();
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let mut edited = String::with_capacity(text.len());
        let mut from = 0;
        for edit in edits {
            let range = edit.span.range();
            edited.push_str(text.get(from..range.start)?);
            edited.push_str(&edit.text);
            from = range.end;
        }
        edited.push_str(text.get(from..)?);
        Some(edited)
    }
}

#[cfg(test)]
mod tests;
