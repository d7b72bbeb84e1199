//! Parses tokens into the syntax tree: one function per rule of the grammar, without name resolution.
//!
//! A rule that fails has reported its error and returns [`Failed`]. Lists (items, entries, parts, arms, names,
//! arguments) catch that and continue with the next element, so that each error is reported once. Brackets are paired
//! first, so that their contents are never mistaken for what follows them.

mod body;
mod brackets;
mod choice;
mod clauses;
mod cursor;
mod example;
mod expect;
mod expr;
mod extent;
mod family;
mod item;
mod list;
mod literal;
mod mend;
mod names;
mod number;
mod pattern;
mod region;
mod unread;
mod wire;

#[cfg(test)]
mod tests;

use crate::advice::languages;
use crate::ast;
use crate::diagnostic::{Diagnostic, Diagnostics, Help};
use crate::lex::{Mark, lex};
use crate::source::{FileId, Sources, Span};
use cursor::{Failed, Parsed, Parser};

/// The tree of a text, and what is wrong with its syntax: for tools that look at one file by itself.
pub fn tree(text: &str) -> (ast::File, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let file = sources.add("", text);
    let mut diagnostics = Diagnostics::default();
    (parse(&sources, file, &mut diagnostics), diagnostics.into_sorted())
}

/// Parses one file. There is always a tree; unreadable parts are error nodes.
pub(crate) fn parse(sources: &Sources, file: FileId, diagnostics: &mut Diagnostics) -> ast::File {
    let text = &sources.get(file).text;
    let span = Span::new(file, 0, text.len());
    if let Some(wrong) = foreign_file(file, text) {
        diagnostics.push(wrong);
        return ast::File { docs: ast::Docs::default(), header: None, items: Vec::new(), braces_match: false, span };
    }
    let mut lexed = lex(file, text, diagnostics);
    let docs = ast::Docs { lines: std::mem::take(&mut lexed.head), source_name: None };
    let pairs = brackets::pair(text, &mut lexed, diagnostics);
    let mut parser = Parser::new(text, &lexed, &pairs, diagnostics);
    let (header, items) = parser.file();
    let left_out = parser.left_out() + lexed.left_out;
    if left_out > 0 {
        let title = format!("not all errors of this file are listed: {left_out} are left out");
        let end = Span::new(file, text.len(), text.len());
        diagnostics.push(Diagnostic::new(title, end, "").help("correct the first ones: others may follow from them"));
    }
    let braces_match = pairs.braces_match && left_out == 0;
    ast::File { docs, header, items, braces_match, span }
}

/// The diagnostic for a whole file in another language.
fn foreign_file(file: FileId, text: &str) -> Option<Diagnostic> {
    let (language, first) = languages::language(text)?;
    let start = text.find(first)?;
    let place = Span::new(file, start, start + first.len());
    let title = format!("this is no schema, but a file of {language}");
    let wrong = Diagnostic::new(title, place, "begins like one")
        .note("Wireform describes protocols whose bytes exist already, in a language of its own");
    Some(wrong.help("begin with `protocol name { byte_order: little }`, then write `struct Name { x: u8 }`"))
}

/// The edits that could fix an error at a span: grouped by rule, the likelier first.
pub(crate) fn rewritten(sources: &Sources, place: Span) -> Vec<Vec<Help>> {
    let mut told = Diagnostics::default();
    let text = &sources.get(place.file).text;
    let mut lexed = lex(place.file, text, &mut told);
    let pairs = brackets::pair(text, &mut lexed, &mut told);
    Parser::new(text, &lexed, &pairs, &mut told).rewritten(place)
}

impl Parser<'_> {
    fn file(&mut self) -> (Option<ast::Header>, Vec<ast::Item>) {
        let mut header: Option<ast::Header> = None;
        let mut items = Vec::new();
        let mut next = 0;
        while !self.at_end() {
            let start = self.at;
            // The next line with a declaration is no part of one that is being written.
            if start >= next || self.token().first_on_line {
                next = self.next_item(start);
            }
            let limit = std::mem::replace(&mut self.limit, next);
            let item = if self.is_word("protocol") {
                self.header(&header, !items.is_empty()).map(|new| {
                    header.get_or_insert(new);
                })
            } else {
                self.item().map(|item| items.push(item))
            };
            self.limit = limit;
            match item {
                Ok(()) => self.after_item(),
                Err(Failed) => {
                    self.skip_item(start);
                    items.push(self.unread_item(start));
                }
            }
        }
        self.complain_of_lost_docs();
        (header, items)
    }

    /// `protocol name { byte_order: little }`
    fn header(&mut self, earlier: &Option<ast::Header>, late: bool) -> Parsed<ast::Header> {
        let word = self.bump();
        let name = self.word("the protocol's name")?;
        if !self.is(Mark::OpenBrace) {
            let help = format!("the header has the byte order: `protocol {} {{ byte_order: little }}`", name.text);
            return Err(self.expected_or("`{` and the protocol's settings", Some(help)));
        }
        let (settings, braces) = self.braced_list("the protocol's settings", |parser| {
            let name = parser.word("a setting")?;
            parser.expect(Mark::Colon)?;
            Ok(ast::Setting { name, value: parser.or_error(Self::expr) })
        })?;
        if let Some(earlier) = earlier {
            self.complain(
                Diagnostic::new("two protocols in one file", word.to(name.span), "the second")
                    .other(earlier.name.span, "the first")
                    .help("every protocol has a file of its own; what they share is imported with `use \"..\";`"),
            );
        } else if late {
            let place = word.to(name.span);
            self.complain(Diagnostic::new(
                "`protocol` behind other declarations",
                place,
                "belongs at the head of the file",
            ));
        }
        Ok(ast::Header { name, settings, span: word.to(braces) })
    }

    /// Reports and skips a superfluous separator.
    fn after_item(&mut self) {
        for mark in [Mark::Semicolon, Mark::Comma] {
            if self.is(mark) {
                self.one_too_many(mark.text());
            }
        }
    }
}
