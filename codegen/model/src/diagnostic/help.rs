//! Changes that fix an error: a sentence for people, and edits for programs.

use crate::source::{Sources, Span};

/// Size limit of schemas in which a change applies to all uses of a name.
const MOST_BYTES: usize = 1 << 15;

/// A change that fixes an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// The sentence.
    pub text: String,
    /// The complete edits; empty if a person must make the change. Edits do not overlap.
    pub edits: Vec<Edit>,
    /// Whether something else may be meant just as well, so that no tool applies the edits unasked.
    pub is_guess: bool,
}

/// A span of a schema and its replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The replaced span; an insertion has an empty one.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

impl Help {
    /// A change with its edits.
    pub fn new(text: impl Into<String>, edits: impl Into<Vec<Edit>>) -> Self {
        Self { text: text.into(), edits: edits.into(), is_guess: false }
    }

    /// A change that replaces a span, with the standard sentence.
    pub fn write(span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        Self::new(format!("write `{text}`"), [Edit::new(span, text)])
    }

    /// A change that replaces a name, with a question as its sentence.
    pub fn asks(span: Span, meant: &str) -> Self {
        Self::write(span, meant).said(format!("did you mean `{meant}`?"))
    }

    /// A change that removes a span.
    pub fn without(span: Span, said: impl Into<String>) -> Self {
        Self::new(said, [Edit::new(span, "")])
    }

    /// The same change, which nobody applies unasked.
    #[must_use]
    pub fn guessed(self) -> Self {
        Self { is_guess: true, ..self }
    }

    /// Extends a change to all uses of a name within a span.
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

    /// Encloses adjacent fields in a region of this size; the count of the last one becomes the rest of the region.
    pub fn region(first: Span, last: Span, count: Span, size: &str) -> Self {
        let [open, close] = Self::around(first, last, size);
        Self::new("", [open, Edit::new(count, ".."), close])
    }

    /// The two edits that enclose adjacent fields in a region.
    pub fn around(first: Span, last: Span, size: &str) -> [Edit; 2] {
        [Edit::new(first.front(), format!("within ({size}) {{ ")), Edit::new(last.behind(), " }")]
    }

    /// Replaces the sentence.
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

    /// The text with edits applied, in any order. `None` if they overlap or exceed the text.
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
