//! Whatever comes after the element that is being written.

use wireform_build::lexemes::{Kind, lexemes};

use super::context::{Context, Token, closer, token};

/// The text after an element: from the comma or the bracket that ends it, or from the next element.
#[derive(Debug, Clone, Copy)]
pub struct Rest {
    /// Where it starts.
    pub start: usize,
    /// Whether it closes all brackets.
    pub is_balanced: bool,
    /// Whether it begins with another element, without a comma before it.
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
        let unclosed = Self { start: from + end, is_balanced: false, begins_element: false };
        let mut open: Vec<&str> = context.closers.clone();
        let (depth, mut start, mut begins_element) = (open.len(), None, false);
        let mut line_begins = false;
        for (at, token) in tokens.iter().enumerate().take_while(|(_, token)| token.range.start < end) {
            let place = token.range.start;
            let is_first = std::mem::take(&mut line_begins);
            let is_here = open.len() == depth && start.is_none();
            let mark = if token.kind == Kind::Mark { token.text } else { "" };
            match (token.kind, mark) {
                (Kind::Space, _) => line_begins = is_first || token.text.contains('\n'),
                (Kind::Comment(_), _) => line_begins = is_first,
                (_, ",") if is_here && depth > 0 => start = Some(place),
                (_, ";") if is_here && matches!(open.last(), Some(&"}") | None) => start = Some(token.range.end),
                (_, "{" | "(" | "[") => open.extend(closer(mark)),
                (_, "}" | ")" | "]") => {
                    if is_here {
                        start = Some(place);
                    }
                    if open.pop() != Some(mark) {
                        return unclosed;
                    }
                    if depth == 0 && open.is_empty() && start.is_none() {
                        start = Some(token.range.end);
                    }
                }
                _ if is_here && is_first && open.last() == Some(&"}") => {
                    begins_element = begins(token, tokens.get(at + 1..).unwrap_or_default());
                    start = begins_element.then_some(place);
                }
                _ => {}
            }
            if start.is_some() && open.is_empty() {
                break;
            }
        }
        if open.is_empty() {
            Self { start: from + start.unwrap_or(end), is_balanced: true, begins_element }
        } else {
            unclosed
        }
    }
}

/// Whether a token at the start of a line begins an element, by the token after it.
fn begins(token: &Token<'_>, after: &[Token<'_>]) -> bool {
    let next = after.iter().find(|token| token.kind != Kind::Space);
    next.is_some_and(|next| match token.kind {
        Kind::Name => matches!(next.text, ":" | "=>" | "=") || matches!(next.kind, Kind::Text | Kind::Name),
        Kind::Mark => token.text == "@" || token.text == "..",
        _ => next.text == "=>",
    })
}
