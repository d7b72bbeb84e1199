//! Declarations: dispatch on the keyword, and the short ones.

use crate::advice::bytes::escaped;
use crate::advice::words::{self, Place};
use crate::ast::{Const, Docs, Expr, Hook, Item, Name, Session, Type, Use, Wire};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::keywords::Words;
use crate::lex::{Mark, Token, TokenKind};
use crate::source::Span;

use super::brackets::column;
use super::cursor::{Failed, Parsed, Parser};

/// The limit on the tokens of a constant's type.
const MOST_OF_A_TYPE: usize = 16;

impl Parser<'_> {
    pub(super) fn item(&mut self) -> Parsed<Item> {
        let docs = if self.is_word("use") { Docs::default() } else { self.docs() };
        match self.peek_word() {
            Some("use") => self.use_item().map(Item::Use),
            Some("const") => self.const_item(docs).map(Item::Const),
            Some("type") => self.type_item(docs).map(Item::Type),
            Some("varint") => self.varint(docs).map(Item::Varint),
            Some("quantity") => self.quantity(docs).map(Item::Quantity),
            Some("packed") => self.packed(docs).map(Item::Packed),
            Some("enum") => self.enum_item(docs).map(Item::Enum),
            Some("bits") => self.bits_item(docs).map(Item::Bits),
            Some("struct") => self.struct_item(docs, false).map(Item::Struct),
            Some("delta") => self.struct_item(docs, true).map(Item::Struct),
            Some("message") => self.message(docs).map(Item::Message),
            Some("family") => self.family(docs).map(Item::Family),
            Some("session") => self.session(docs).map(Item::Session),
            Some("hook") => self.hook(docs).map(Item::Hook),
            _ => Err(self.no_item()),
        }
    }

    fn no_item(&mut self) -> Failed {
        let said = self.peek_word().and_then(|word| words::spelling(Place::Item, word)).map(Into::into);
        let help = said.or_else(|| self.meant(Words::Items.list())).unwrap_or_else(|| {
            // The header is the first one.
            let words = Words::Items.list().iter().skip(usize::from(self.at > 0));
            let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
            format!("a declaration begins with one of {}", words.join(", ")).into()
        });
        self.expected_or("a declaration", Some(help))
    }

    /// `enum Move "MOVE"`: the keyword and the name of a type or a message, with its source name.
    pub(super) fn declared(&mut self, docs: &mut Docs, what: &str) -> Parsed<(Span, Name)> {
        let from = self.bump();
        let name = self.upper(what)?;
        self.source_name(docs);
        Ok((from, name))
    }

    /// The carrier of a declaration with braces, after its `:`.
    pub(super) fn carried(&mut self, what: &str, name: &Name) -> Wire {
        self.or_error(|parser| {
            let wire = parser.carried_by(what, name).and_then(|()| parser.carrier());
            wire.inspect_err(|_| parser.give_up_head())
        })
    }

    /// The `:` before the carrier of a declaration.
    pub(super) fn carried_by(&mut self, what: &str, name: &Name) -> Parsed<()> {
        if self.is(Mark::Colon) || self.is(Mark::Assign) {
            return self.expect(Mark::Colon).map(|_| ());
        }
        let help = format!("say what carries it on the wire, for example `{what} {}: u8`", name.text);
        Err(self.expected_or("`:`", Some(help)))
    }

    /// Skips to the next line that begins a declaration, or past the end of the current one.
    pub(super) fn skip_item(&mut self, start: usize) {
        if self.at == start {
            self.step_over();
        }
        while !self.at_end() {
            if self.begins_item_line() || self.token().first_on_line && self.at_closed() {
                return;
            }
            if self.is(Mark::Semicolon) {
                self.at += 1;
                return;
            }
            self.step_over();
        }
    }

    /// Whether the current line seems to begin a declaration.
    pub(super) fn begins_item_line(&self) -> bool {
        !self.at_end() && begins_item(self.text, &self.lexed.tokens, self.at)
    }

    /// The next declaration that begins a line, no further to the right than the one that begins at a token.
    pub(super) fn next_item(&self, start: usize) -> usize {
        let tokens = &self.lexed.tokens;
        let column = |at: usize| tokens.get(at).map(|token| column(self.text, token));
        let mut at = start + 1;
        while at < self.limit && !(begins_item(self.text, tokens, at) && column(at) <= column(start)) {
            at = self.token_after(at);
        }
        at.min(self.limit)
    }

    /// The `;` that ends a declaration; `words` could have continued it.
    pub(super) fn end_of_item(&mut self, words: &[&str]) -> Parsed<()> {
        if self.meant(words).is_some() && !self.token().first_on_line {
            return Err(self.missing("`;`", words));
        }
        self.expect(Mark::Semicolon).map(|_| ())
    }

    /// Reports and skips a superfluous separator.
    pub(super) fn one_too_many(&mut self, mark: &str) {
        let span = self.bump();
        let title = format!("unexpected `{mark}`");
        self.complain(
            Diagnostic::new(title, span, "the declaration ended in front of this")
                .help(Help::without(span, "remove it")),
        );
    }

    /// `if VERSION >= 260`; optional.
    pub(super) fn guard(&mut self) -> Option<Expr> {
        self.eat_word("if").map(|_| self.or_error(Self::expr))
    }

    /// `use "numbers.wire";`
    fn use_item(&mut self) -> Parsed<Use> {
        let from = self.bump();
        let path = self.string("the path of a file in quotes")?;
        self.expect(Mark::Semicolon)?;
        Ok(Use { path, span: self.since(from) })
    }

    /// `const SHIFT = 3;`
    fn const_item(&mut self, docs: Docs) -> Parsed<Const> {
        let from = self.bump();
        let name = self.caps("the constant's name")?;
        let guard = self.guard();
        self.type_of_a_constant(&name);
        self.expect(Mark::Assign)?;
        let value = self.or_error(Self::expr);
        self.expect(Mark::Semicolon)?;
        Ok(Const { docs, name, guard, value, span: self.since(from) })
    }

    /// Reports and skips the type behind a constant's name.
    fn type_of_a_constant(&mut self, name: &Name) {
        if !self.is(Mark::Colon) {
            return;
        }
        let tokens = std::iter::successors(Some(self.at), |at| Some(self.token_after(*at)));
        let mut tokens = tokens.take(MOST_OF_A_TYPE).take_while(|at| *at < self.limit);
        let is_end = |at: &usize| self.first_on_line(*at) || self.is_mark_at(*at, Mark::Semicolon);
        let assign = tokens.find(|at| self.is_mark_at(*at, Mark::Assign) || is_end(at));
        let Some(assign) = assign.filter(|at| !is_end(at)) else { return };
        let (wire, name) = (Span { start: name.span.end, ..self.tokens(self.at..assign) }, &name.text);
        let list = self.tokens(assign + 1..self.token_after(assign + 1));
        let value = self.tokens(assign + 1..assign + 2);
        let short = self.is_mark_at(assign + 2, Mark::Semicolon) || self.first_on_line(assign + 2);
        let shown = if short { self.written(value) } else { ".." };
        let said = format!("a constant has no type: `const {name} = {shown};`");
        let mut help = Help::without(wire, said.as_str());
        if let Some(text) =
            self.is_mark_at(assign + 1, Mark::OpenBracket).then(|| escaped(self.written(list))).flatten()
        {
            help = help.said(format!("a constant has no type, and bytes are text: `const {name} = {text};`"));
            help.edits.push(Edit::new(list, text));
        }
        self.expected_with("`=`", vec![help, said.into()]);
        self.at = assign;
    }

    /// `type Text = latin1[until 0, ..=2047];`
    fn type_item(&mut self, mut docs: Docs) -> Parsed<Type> {
        let (from, name) = self.declared(&mut docs, "the type's name")?;
        let guard = self.guard();
        self.expect(Mark::Assign)?;
        let wire = self.or_error(Self::wire);
        let clauses = self.clauses();
        self.end_of_item(Words::Clauses.list())?;
        Ok(Type { docs, name, guard, wire, clauses, span: self.since(from) })
    }

    /// `session mode = MapChange.mode;`
    fn session(&mut self, docs: Docs) -> Parsed<Session> {
        let from = self.bump();
        let name = self.word("the session value's name")?;
        self.expect(Mark::Assign)?;
        let message = self.upper("the message that sets it")?;
        self.expect(Mark::Dot)?;
        let field = self.word("the field that sets it")?;
        self.expect(Mark::Semicolon)?;
        Ok(Session { docs, name, message, field, span: self.since(from) })
    }

    /// `hook move_checksum(data: bytes, sequence: u31) -> u8;`
    fn hook(&mut self, docs: Docs) -> Parsed<Hook> {
        let from = self.bump();
        let name = self.word("the hook's name")?;
        let params = self.params()?;
        self.expect(Mark::Arrow)?;
        let result = self.wire_int()?;
        self.expect(Mark::Semicolon)?;
        Ok(Hook { docs, name, params, result, span: self.since(from) })
    }
}

/// Whether a line seems to begin with a declaration at a token.
pub(super) fn begins_item(text: &str, tokens: &[Token], at: usize) -> bool {
    let word = tokens.get(at).filter(|token| token.first_on_line && token.kind == TokenKind::Word);
    let word = word.and_then(|token| text.get(token.span.range())).unwrap_or("");
    Words::Items.has(word)
        && matches!(
            tokens.get(at + 1).map(|token| &token.kind),
            Some(TokenKind::Upper | TokenKind::Word | TokenKind::Text(_))
        )
        // A record has `bits u8 { .. }` among its fields.
        && (word != "bits" || tokens.get(at + 2).is_some_and(|token| token.kind == TokenKind::Mark(Mark::Colon)))
}
