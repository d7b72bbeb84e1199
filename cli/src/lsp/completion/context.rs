//! The tokens before an offset that decide which may be written there: those of the declaration around it, without the
//! elements of its lists that are complete.

use std::ops::Range;

use wireform_build::lexemes::{Kind, Lexeme, lexemes};

use super::expected::Comma;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'t> {
    /// The kind: anything but white space and comments.
    pub kind: Kind,
    /// The token as it is written.
    pub text: &'t str,
    /// Its bytes.
    pub range: Range<usize>,
}

/// An offset of a text, by the tokens before it.
#[derive(Debug, Clone)]
pub struct Context<'t> {
    /// The bytes of the name or number that ends at the offset or is around it; else empty.
    pub written: Range<usize>,
    /// The tokens of the declaration before that.
    pub tokens: Vec<Token<'t>>,
    /// The file and the brackets that are open, the outermost first.
    pub levels: Vec<Level>,
    /// Whether a line begins there.
    pub begins_line: bool,
    /// The string around the offset, without its quotes.
    pub string: Option<Range<usize>>,
}

impl<'t> Context<'t> {
    /// The context of an offset; `None` in a comment. `words` begin declarations; those in `until_semicolon` end in one.
    pub fn at(text: &'t str, offset: usize, words: &[&str], until_semicolon: &[&str]) -> Option<Self> {
        let mut reader = Reader { tokens: Vec::new(), levels: vec![Level { closer: "", start: 0 }] };
        let (mut written, mut string) = (offset..offset, None);
        let mut line_begins = true;
        for lexeme in lexemes(text) {
            let Range { start, end } = lexeme.range;
            if start >= offset {
                break;
            }
            match lexeme.kind {
                Kind::Space => {
                    line_begins |= text[start..end.min(offset)].contains('\n');
                    continue;
                }
                Kind::Comment(_) if offset <= end => return None,
                Kind::Comment(_) => continue,
                Kind::Name | Kind::Number if offset <= end => {
                    written = start..end;
                    break;
                }
                Kind::Text if offset < end || !text[start..end].ends_with('"') || end == start + 1 => {
                    let inside = text[start..end].trim_start_matches('"');
                    string = Some(start + 1..start + 1 + inside.trim_end_matches('"').len());
                    break;
                }
                Kind::Char if offset < end => return None,
                _ => {}
            }
            let token = token(text, lexeme);
            let in_first_column = start == 0 || text[..start].ends_with('\n');
            if in_first_column && reader.levels.len() > 1 && words.contains(&token.text) {
                // An earlier bracket is unclosed.
                reader = Reader { tokens: Vec::new(), levels: vec![Level { closer: "", start: 0 }] };
            }
            if std::mem::take(&mut line_begins) && token.kind == Kind::Name && reader.level().closer == "}" {
                let after = text[end..].trim_start();
                if after.starts_with(':') || after.starts_with("=>") {
                    // The element before it may lack its comma.
                    reader.clear();
                }
            }
            reader.take(token, until_semicolon);
        }
        let Reader { tokens, levels } = reader;
        Some(Self { written, tokens, levels, begins_line: line_begins, string })
    }

    /// The closing marks of the brackets that are open, the outermost first.
    pub fn closers(&self) -> impl DoubleEndedIterator<Item = &'static str> {
        self.levels.iter().map(|level| level.closer).filter(|closer| !closer.is_empty())
    }
}

/// The token of a lexeme.
pub fn token(text: &str, lexeme: Lexeme) -> Token<'_> {
    Token { kind: lexeme.kind, text: text.get(lexeme.range.clone()).unwrap_or(""), range: lexeme.range }
}

/// The closing mark of an opening one.
pub fn closer(mark: &str) -> Option<&'static str> {
    match mark {
        "{" => Some("}"),
        "(" => Some(")"),
        "[" => Some("]"),
        _ => None,
    }
}

struct Reader<'t> {
    tokens: Vec<Token<'t>>,
    /// The outermost is the file.
    levels: Vec<Level>,
}

/// Brackets that are open, or the file.
#[derive(Debug, Clone)]
pub struct Level {
    /// The closing mark; empty for the file.
    pub closer: &'static str,
    /// The index of the first token of the current element.
    pub start: usize,
}

impl<'t> Reader<'t> {
    fn take(&mut self, token: Token<'t>, until_semicolon: &[&str]) {
        let mark = if token.kind == Kind::Mark { token.text } else { "" };
        match (mark, self.level().closer) {
            (",", "}") | (";", "}" | "") => self.clear(),
            ("{" | "(" | "[", _) => {
                self.tokens.push(token);
                let start = self.tokens.len();
                self.levels.extend(closer(mark).map(|closer| Level { closer, start }));
            }
            ("}" | ")" | "]", _) => {
                // A superfluous one closes nothing.
                let Some(open) = self.levels.iter().rposition(|level| level.closer == mark) else { return };
                self.levels.truncate(open);
                self.tokens.push(token);
                if mark == "}" && self.is_whole(until_semicolon) {
                    self.clear();
                }
            }
            _ => self.tokens.push(token),
        }
    }

    fn level(&self) -> &Level {
        const FILE: &Level = &Level { closer: "", start: 0 };
        self.levels.last().unwrap_or(FILE)
    }

    /// Forgets the current element.
    fn clear(&mut self) {
        self.tokens.truncate(self.level().start);
    }

    /// Whether the current element ends with the brace that was taken.
    fn is_whole(&self, until_semicolon: &[&str]) -> bool {
        let element = self.tokens.get(self.level().start..).unwrap_or_default();
        let Some(first) = element.first() else { return true };
        if self.level().closer.is_empty() {
            return !until_semicolon.contains(&first.text);
        }
        let is_field = element.get(1).is_some_and(|second| second.text == ":");
        Comma::after(first.text) != Comma::Needed && !is_field
    }
}
