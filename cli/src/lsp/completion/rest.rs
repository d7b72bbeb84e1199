//! Whatever comes after the element that is being written.

use wireform_build::lexemes::{Kind, lexemes};

use super::context::{Context, closer, token};

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
        let mut open: Vec<&str> = context.closers.clone();
        let (depth, mut start, mut begins_element) = (open.len(), None, false);
        let mut line_begins = false;
        let tokens: Vec<_> = lexemes(after).map(|lexeme| token(after, lexeme)).collect();
        for (at, token) in tokens.iter().enumerate() {
            let place = token.range.start;
            let is_first = std::mem::take(&mut line_begins);
            match token.kind {
                Kind::Space => {
                    line_begins = is_first || token.text.contains('\n');
                    continue;
                }
                Kind::Comment(_) => {
                    line_begins = is_first;
                    continue;
                }
                _ => {}
            }
            let column = after.get(..place).is_some_and(|before| before.ends_with('\n'));
            if column && words.contains(&token.text) {
                // A declaration: brackets that are open are unclosed.
                let is_balanced = open.is_empty();
                let start = start.filter(|_| is_balanced).unwrap_or(place);
                return Self { start: from + start, is_balanced, begins_element };
            }
            let is_here = open.len() == depth && start.is_none();
            let in_list = matches!(open.last(), Some(&"}") | None);
            match token.text {
                "," if is_here && depth > 0 => start = Some(place),
                ";" if is_here && in_list => start = Some(token.range.end),
                mark if token.kind == Kind::Mark && closer(mark).is_some() => open.extend(closer(mark)),
                "}" | ")" | "]" if token.kind == Kind::Mark => {
                    if is_here {
                        start = Some(place);
                    }
                    match open.iter().rposition(|open| *open == token.text) {
                        Some(found) => open.truncate(found),
                        None => {
                            return Self { start: from + start.unwrap_or(place), is_balanced: false, begins_element };
                        }
                    }
                    if depth == 0 && open.is_empty() && start.is_none() {
                        start = Some(token.range.end);
                    }
                }
                _ if is_here && is_first && depth > 0 && open.last() == Some(&"}") => {
                    let next = tokens.iter().skip(at + 1).find(|token| token.kind != Kind::Space);
                    let is_element = next.is_some_and(|next| match token.kind {
                        Kind::Name => {
                            matches!(next.text, ":" | "=>" | "=") || matches!(next.kind, Kind::Text | Kind::Name)
                        }
                        Kind::Mark => token.text == "@" || token.text == "..",
                        _ => next.text == "=>",
                    });
                    if is_element {
                        (start, begins_element) = (Some(place), true);
                    }
                }
                _ => {}
            }
            if start.is_some() && open.is_empty() {
                break;
            }
        }
        Self { start: from + start.unwrap_or(after.len()), is_balanced: open.is_empty(), begins_element }
    }
}
