//! Lexes the text of a schema into tokens.
//!
//! Every byte belongs to a token, a comment or white space. An invalid lexeme is reported once and becomes
//! [`TokenKind::Broken`], at which the parser gives up silently; a malformed number or string keeps its kind. Each
//! token has the doc comments before it.

mod number;
mod quoted;
pub(crate) mod scan;
mod token;

use crate::advice::words::{self, Place};
use crate::ast::Doc;
use crate::diagnostic::{Diagnostic, Diagnostics, Edit, Help};
use crate::source::{FileId, Span};
use scan::{BYTE_ORDER_MARK, Lexeme, lexeme};
pub(crate) use token::{Mark, Token, TokenKind};

/// Limit on diagnostics for one text; further ones are only counted.
const MOST_COMPLAINTS: usize = 50;

/// Length of the text after an unknown character that is searched for a hint.
const MOST_BEHIND: usize = 80;

/// The tokens and doc comments of one text.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// The last token is [`TokenKind::End`].
    pub(crate) tokens: Vec<Token>,
    /// The `//!` comments at the head of the file.
    pub(crate) head: Vec<Doc>,
    /// The `///` comments in source order; each token has a range of them.
    pub(crate) docs: Vec<Doc>,
    /// The lines with an unclosed string: diagnostics about the rest of such a line are unreliable.
    pub(crate) unclosed: Vec<Span>,
    /// The number of suppressed diagnostics.
    pub(crate) left_out: usize,
}

/// Lexes a text.
pub(crate) fn lex(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Lexed {
    let mut lexer = Lexer {
        file,
        text,
        diagnostics,
        complaints: 0,
        last_block_end: text.rfind("*/").unwrap_or(0),
        new_line: true,
        docs_told: 0,
        out: Lexed::default(),
    };
    lexer.run();
    lexer.out.left_out = lexer.complaints.saturating_sub(MOST_COMPLAINTS);
    lexer.out
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    diagnostics: &'a mut Diagnostics,
    complaints: usize,
    /// The offset of the last `*/` of the text; keeps the search for the end of block comments linear.
    last_block_end: usize,
    /// Only white space came before on this line.
    new_line: bool,
    /// The number of doc comments that belong to earlier tokens.
    docs_told: u32,
    out: Lexed,
}

impl Lexer<'_> {
    fn run(&mut self) {
        let text = self.text;
        let mut at = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let (lexeme, length) = lexeme(rest, at < self.last_block_end);
            let written = rest.get(..length).unwrap_or(rest);
            self.take(lexeme, written, Span::new(self.file, at, at + length));
            at += length;
        }
        self.token(TokenKind::End, Span::new(self.file, text.len(), text.len()));
    }

    fn take(&mut self, lexeme: Lexeme<'_>, written: &str, span: Span) {
        if !matches!(lexeme, Lexeme::Unknown) {
            self.turning(written, span);
        }
        let kind = match lexeme {
            Lexeme::Space => return self.new_line |= written.contains(['\n', '\r']),
            Lexeme::Line => return self.line_comment(written, span),
            Lexeme::Block { closed } => return self.block_comment(written, closed, span),
            Lexeme::Name => self.name(written, span),
            Lexeme::Number(number) => self.number(number, written, span),
            Lexeme::Char { closed } => self.character(written, closed, span),
            Lexeme::Text { closed } => self.string(written, closed, span),
            Lexeme::Mark(mark) => TokenKind::Mark(mark),
            Lexeme::Unknown => {
                self.unknown(written, span);
                TokenKind::Broken
            }
        };
        self.token(kind, span);
    }

    fn token(&mut self, kind: TokenKind, span: Span) {
        let docs = u32::try_from(self.out.docs.len()).unwrap_or(u32::MAX);
        let first_on_line = std::mem::replace(&mut self.new_line, false);
        self.out.tokens.push(Token { kind, span, first_on_line, docs: self.docs_told..docs });
        self.docs_told = docs;
    }

    /// `//`, `///` or `//!`. Four slashes are a plain comment, as in Rust.
    fn line_comment(&mut self, written: &str, span: Span) {
        let written = written.trim_end();
        let span = Span::new(span.file, span.start as usize, span.start as usize + written.len());
        let doc = |text: &str| Doc { text: text.strip_prefix(' ').unwrap_or(text).to_owned(), span };
        if let Some(text) = written.strip_prefix("//!") {
            if self.out.tokens.is_empty() {
                self.out.head.push(doc(text));
            } else {
                self.complain(
                    Diagnostic::new("`//!` stands at the head of the file", span, "this is not the head")
                        .help("what describes the declaration that follows is written `///`, a plain comment `//`"),
                );
            }
        } else if let Some(text) = written.strip_prefix("///").filter(|text| !text.starts_with('/')) {
            if self.describes_what_follows() {
                self.out.docs.push(doc(text));
            } else {
                let line = self.out.tokens.iter().rfind(|token| token.first_on_line).map_or(span, |token| token.span);
                let column = self.text.get(..line.range().start).and_then(|text| text.lines().last()).unwrap_or("");
                let doc = Edit::new(line.front(), format!("{written}\n{column}"));
                let said = "put it on a line of its own, in front of what it describes";
                let slash = Span::new(span.file, span.range().start, span.range().start + 1);
                self.complain(
                    Diagnostic::new("this would describe what follows", span, "after other code on its line")
                        .help(Help::new(said, [doc, Edit::new(span, "")]))
                        .help(Help::without(slash, "or write `//`")),
                );
            }
        }
    }

    /// Whether a doc comment at this position cannot refer to code before it on its line.
    fn describes_what_follows(&self) -> bool {
        let opens = |token: &Token| {
            matches!(token.kind, TokenKind::Mark(Mark::OpenBrace | Mark::OpenBracket | Mark::OpenParen))
        };
        self.new_line || self.out.tokens.last().is_none_or(opens)
    }

    fn block_comment(&mut self, written: &str, closed: bool, span: Span) {
        self.new_line |= written.contains('\n');
        let opening = Span::new(span.file, span.start as usize, span.start as usize + 2);
        let label = if closed { "" } else { "and this one is never closed" };
        let help = if written.contains('\n') { "write `//` on each line" } else { "write `//`" };
        let behind = self.text.get(span.range().end..).unwrap_or("");
        let behind = behind.trim_start_matches(|c: char| c.is_whitespace() && c != '\n');
        let lines = written.trim_start_matches('/').trim_end_matches('/').lines().map(|line| {
            let text = line.trim().trim_matches('*').trim();
            if text.is_empty() { "//".to_owned() } else { format!("// {text}") }
        });
        let edit = Edit::new(span, lines.collect::<Vec<_>>().join("\n"));
        let help = Help::new(
            help,
            if closed && (behind.is_empty() || behind.starts_with('\n')) { vec![edit] } else { Vec::new() },
        );
        self.complain(Diagnostic::new("there are no `/* */` comments", opening, label).help(help));
    }

    fn name(&mut self, written: &str, span: Span) -> TokenKind {
        if !written.is_ascii() {
            self.complain(
                Diagnostic::new(format!("`{written}` is not a name"), span, "not all of this is ASCII")
                    .help("a name is made of the letters a to z and A to Z, digits and `_`"),
            );
        }
        match written.trim_start_matches('_').chars().next() {
            None if written == "_" => TokenKind::Underscore,
            Some(first) if first.is_uppercase() => TokenKind::Upper,
            _ => TokenKind::Word,
        }
    }

    /// Rejects bidirectional control characters in comments and strings: the displayed text would differ from the
    /// compiled text, in the schema and in the generated code.
    fn turning(&mut self, written: &str, span: Span) {
        let Some((at, found)) = written.char_indices().find(|(_, c)| turns(*c)) else { return };
        let start = span.start as usize + at;
        let place = Span::new(span.file, start, start + found.len_utf8());
        let title = format!("U+{:04X} cannot stand in a schema", u32::from(found));
        let label = "changes the direction of what follows";
        self.complain(Diagnostic::new(title, place, label).help("leave it out"));
    }

    fn unknown(&mut self, written: &str, span: Span) {
        let shown = |c: char| {
            if c.is_control()
                || c.is_whitespace()
                || c == '\u{feff}'
                || turns(c)
                || ('\u{200b}'..='\u{200f}').contains(&c)
            {
                format!("U+{:04X}", u32::from(c))
            } else {
                format!("`{c}`")
            }
        };
        let mut characters = written.chars();
        let Some(first) = characters.next() else { return };
        let more = characters.next().is_some();
        let title = format!("{} means nothing here", shown(first));
        let label = if more { "none of this does" } else { "" };
        let diagnostic = Diagnostic::new(title, span, label);
        let behind = self.text.get(span.range().end..).unwrap_or("");
        // A line may be as long as the file, so only its beginning is searched.
        let behind = behind.get(..behind.floor_char_boundary(MOST_BEHIND)).unwrap_or("");
        let help = match first {
            '°' => {
                let units = [("C", "degrees_celsius"), ("F", "degrees_fahrenheit"), ("", "degrees")];
                let (letter, unit) =
                    units.into_iter().find(|(letter, _)| behind.starts_with(letter)).unwrap_or_default();
                let whole = Span { end: span.end + u32::from(!letter.is_empty()), ..span };
                return self.complain(diagnostic.help(Help::write(whole, unit)));
            }
            '`' if more => {
                let text = format!("\"{}\"", written.trim_matches('`').replace('"', "\\\""));
                return self.complain(diagnostic.help(Help::write(span, text)).help(Help::without(span, "remove it")));
            }
            c if c.is_whitespace() => Some("write a space".into()),
            _ => of_others(first, behind).map(|said| {
                // An edit needs a help that ends in a mark, and no bracket after the character: `#[..]` is no comment.
                let mark = said.strip_suffix('`').and_then(|said| Some(said.rsplit_once('`')?.1));
                let is_alone = !more && !behind.starts_with(['(', '[', '!']);
                let edit = mark.filter(|mark| mark.len() <= 2 && is_alone).map(|mark| Edit::new(span, mark));
                Help::new(said, Vec::from_iter(edit))
            }),
        };
        self.complain(diagnostic.help_if(help));
    }

    fn complain(&mut self, diagnostic: Diagnostic) {
        self.complaints += 1;
        if self.complaints <= MOST_COMPLAINTS {
            self.diagnostics.push(diagnostic);
        }
    }
}

/// The help for a character of another language, chosen by the text after it.
fn of_others(first: char, behind: &str) -> Option<&'static str> {
    let word = behind.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
    let line = behind.lines().next().unwrap_or("");
    let sign = ["<", ":", "[", "!["].into_iter().find(|sign| match *sign {
        ":" => line.contains(':') && !behind.starts_with(':'),
        "<" => line.contains('<'),
        _ => behind.starts_with(sign),
    });
    let keys = [format!("{first}{word}{}", sign.unwrap_or("")), format!("{first}{word}"), first.to_string()];
    keys.iter().find_map(|key| words::spelling(Place::Mark, key))
}

/// Whether a character changes the display direction of the text after it.
fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
