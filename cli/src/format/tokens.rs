//! The tokens of a text, with the comments and the line ends between them.

use std::ops::Range;

use wireform_build::lexemes::{Comment as Form, Kind, lexemes};

/// A text as the formatter sees it.
pub(super) struct Tokens<'t> {
    /// The last one is the end of the text: it is empty.
    pub(super) tokens: Vec<Token<'t>>,
    pub(super) comments: Vec<Comment<'t>>,
}

/// A token, with the comments and line ends before it.
#[derive(Debug, Clone)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind,
    pub(super) text: &'t str,
    /// The comments between the token before and this one.
    pub(super) comments: Range<usize>,
    /// The line ends directly before it: none, one or several.
    pub(super) ends: Ends,
}

/// A comment, without blanks at its end.
#[derive(Debug, Clone)]
pub(super) struct Comment<'t> {
    pub(super) text: &'t str,
    /// Whether it is documentation, which is never on the line of a bracket before it.
    pub(super) is_doc: bool,
    /// The line ends directly before it.
    pub(super) ends: Ends,
}

/// The number of line ends between two things.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ends {
    #[default]
    None,
    One,
    /// An empty line is between.
    Several,
}

impl Ends {
    fn and(self, more: usize) -> Self {
        match (self, more) {
            (ends, 0) => ends,
            (Self::None, 1) => Self::One,
            _ => Self::Several,
        }
    }
}

impl Token<'_> {
    pub(super) fn is(&self, mark: &str) -> bool {
        self.kind == Kind::Mark && self.text == mark
    }

    /// Whether it is a name, or a word of the language.
    pub(super) fn is_name(&self) -> bool {
        self.kind == Kind::Name
    }

    pub(super) fn is_word(&self, words: &[&str]) -> bool {
        self.is_name() && words.contains(&self.text)
    }

    /// Whether it is a name in `UpperCamel` or in `CAPS`.
    pub(super) fn is_upper(&self) -> bool {
        self.is_name() && self.text.trim_start_matches('_').starts_with(char::is_uppercase)
    }

    pub(super) fn opens(&self) -> bool {
        self.kind == Kind::Mark && matches!(self.text, "{" | "(" | "[")
    }

    pub(super) fn closes(&self) -> bool {
        self.kind == Kind::Mark && matches!(self.text, "}" | ")" | "]")
    }

    /// Whether a line ends between the token before and this one.
    pub(super) fn is_on_next_line(&self) -> bool {
        self.ends > Ends::None || !self.comments.is_empty()
    }
}

impl<'t> Tokens<'t> {
    /// The tokens of a text. `None` if some of it is no lexeme of a schema: a schema is formatted as a whole or not at all.
    pub(super) fn of(text: &'t str) -> Option<Self> {
        let mut all = Self { tokens: Vec::new(), comments: Vec::new() };
        let mut first_comment = 0;
        let mut ends = Ends::None;
        for lexeme in lexemes(text) {
            let written = text.get(lexeme.range)?;
            match lexeme.kind {
                Kind::Space => ends = ends.and(line_ends(written)),
                Kind::Unknown | Kind::Comment(Form::Block) => return None,
                Kind::Text | Kind::Char if !is_closed(written) => return None,
                Kind::Comment(form) => {
                    let ends = std::mem::take(&mut ends);
                    all.comments.push(Comment { text: written.trim_end(), is_doc: form == Form::Doc, ends });
                }
                kind => {
                    let comments = first_comment..all.comments.len();
                    first_comment = comments.end;
                    all.tokens.push(Token { kind, text: written, comments, ends: std::mem::take(&mut ends) });
                }
            }
        }
        let comments = first_comment..all.comments.len();
        all.tokens.push(Token { kind: Kind::Space, text: "", comments, ends });
        Some(all)
    }

    /// Removes the tokens of which `dropped` is true. The comments and line ends before such a token go to the next one.
    pub(super) fn without(&mut self, dropped: &[bool]) {
        let mut kept: Vec<Token<'t>> = Vec::with_capacity(self.tokens.len());
        let mut before: Option<(usize, Ends)> = None;
        for (mut token, dropped) in self.tokens.drain(..).zip(dropped) {
            if let Some((first_comment, ends)) = before.take() {
                match self.comments.get_mut(token.comments.clone()).and_then(|comments| comments.first_mut()) {
                    Some(comment) => comment.ends = comment.ends.max(ends),
                    None => token.ends = token.ends.max(ends),
                }
                token.comments.start = first_comment;
            }
            if *dropped {
                before = Some((token.comments.start, token.ends));
            } else {
                kept.push(token);
            }
        }
        self.tokens = kept;
    }
}

/// The line ends in white space: `\n`, `\r\n` and `\r`.
fn line_ends(space: &str) -> usize {
    let feeds = space.matches('\n').count();
    let returns = space.matches('\r').count() - space.matches("\r\n").count();
    feeds + returns
}

/// Whether a text or a character in quotes has its second quote.
fn is_closed(written: &str) -> bool {
    let Some(quote) = written.get(..1) else { return false };
    let Some(inside) = written.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) else { return false };
    let backslashes = inside.len() - inside.trim_end_matches('\\').len();
    backslashes.is_multiple_of(2)
}
