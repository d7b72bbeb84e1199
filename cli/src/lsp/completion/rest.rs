//! The text after the element that is being written.

use wireform_build::lexemes::{Kind, lexemes};

use super::context::{Context, Token, closer, token};

/// The text after an element, and after those around it that end with it.
#[derive(Debug, Clone)]
pub struct Rest {
    /// The ends of the element and of those around it, the innermost first, as far as only closing marks are between them.
    pub ends: Vec<usize>,
    /// Whether all brackets are closed.
    pub is_balanced: bool,
    /// Whether another element begins at the last end, without a comma before it.
    pub begins_element: bool,
}

impl Rest {
    /// The text after the element of a context. `words` begin declarations.
    pub fn after(text: &str, context: &Context<'_>, words: &[&str]) -> Self {
        let from = context.written.end;
        let after = text.get(from..).unwrap_or("");
        let tokens: Vec<_> = lexemes(after).map(|lexeme| token(after, lexeme)).collect();
        // Brackets that are open where the next declaration begins are unclosed.
        let begins_line = |place: usize| after.get(..place).is_some_and(|before| before.ends_with('\n'));
        let next = tokens.iter().find(|token| words.contains(&token.text) && begins_line(token.range.start));
        let end = next.map_or(after.len(), |token| token.range.start);
        let mut reader = Reader { open: context.closers().collect(), ..Reader::default() };
        let declaration = tokens.iter().enumerate().take_while(|(_, token)| token.range.start < end);
        let mut is_balanced = true;
        for (at, token) in declaration {
            is_balanced = reader.take(token, tokens.get(at + 1..).unwrap_or_default());
            if !is_balanced || reader.is_done() {
                break;
            }
        }
        if !is_balanced || !reader.open.is_empty() {
            return Self { ends: vec![from + end], is_balanced: false, begins_element: false };
        }
        if !reader.is_found {
            reader.ends.push(end);
        }
        let ends = reader.ends.into_iter().map(|end| from + end).collect();
        Self { ends, is_balanced: true, begins_element: reader.begins_element }
    }
}

/// The state between two tokens.
#[derive(Default)]
struct Reader {
    /// The closing marks of the brackets that are open, the outermost first.
    open: Vec<&'static str>,
    /// The number of open brackets within the element whose end is sought.
    inner: usize,
    ends: Vec<usize>,
    /// Whether the last end was found.
    is_found: bool,
    begins_element: bool,
    /// Whether the line has had only spaces and comments so far.
    line_begins: bool,
}

impl Reader {
    /// Whether no later token matters.
    fn is_done(&self) -> bool {
        self.is_found && self.open.is_empty()
    }

    /// Takes a token, before others; `false` if it closes brackets that are not open.
    fn take(&mut self, token: &Token<'_>, after: &[Token<'_>]) -> bool {
        let is_first = std::mem::take(&mut self.line_begins);
        let is_here = !self.is_found && self.inner == 0;
        let mark = if token.kind == Kind::Mark { token.text } else { "" };
        let in_braces = matches!(self.open.last(), Some(&"}") | None);
        match (token.kind, mark) {
            (Kind::Space, _) => self.line_begins = is_first || token.text.contains('\n'),
            (Kind::Comment(_), _) => self.line_begins = is_first,
            (_, ",") if is_here && !self.open.is_empty() => self.end(token.range.start),
            (_, ";") if is_here && in_braces => self.end(token.range.end),
            (_, "{") if is_here && is_first && !self.ends.is_empty() && self.open.last() == Some(&"]") => {
                self.begins_element = true;
                self.end(token.range.start);
            }
            (_, "{" | "(" | "[") => {
                // Only the innermost element may have a rest.
                self.is_found |= is_here && !self.ends.is_empty();
                self.open.extend(closer(mark));
                self.inner += 1;
            }
            (_, "}" | ")" | "]") => {
                if self.open.pop() != Some(mark) {
                    return false;
                }
                if is_here {
                    self.ends.push(token.range.start);
                }
                let was_inner = self.inner > 0;
                self.inner = self.inner.saturating_sub(1);
                // A declaration ends with its braces.
                if was_inner && self.open.is_empty() && self.ends.is_empty() {
                    self.end(token.range.end);
                }
            }
            _ if is_here && is_first && in_braces && !self.open.is_empty() && begins(token, after) => {
                self.begins_element = true;
                self.end(token.range.start);
            }
            _ => self.is_found |= is_here && !self.ends.is_empty(),
        }
        true
    }

    fn end(&mut self, end: usize) {
        self.ends.push(end);
        self.is_found = true;
    }
}

/// Whether a token at the start of a line begins an element, by the tokens after it.
fn begins(token: &Token<'_>, after: &[Token<'_>]) -> bool {
    let mut after = after.iter().filter(|token| token.kind != Kind::Space);
    let Some(next) = after.next() else { return false };
    match token.kind {
        Kind::Name if matches!(next.text, "." | "[") => {
            let is_step = |token: &&Token<'_>| matches!(token.kind, Kind::Name | Kind::Number);
            after
                .find(|token| !is_step(token) && !matches!(token.text, "." | "[" | "]"))
                .is_some_and(|end| end.text == ":")
        }
        Kind::Name => matches!(next.text, ":" | "=>" | "=") || matches!(next.kind, Kind::Text | Kind::Name),
        Kind::Mark => token.text == "@" || token.text == "..",
        _ => next.text == "=>",
    }
}
