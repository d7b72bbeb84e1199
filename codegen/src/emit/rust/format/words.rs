//! One line of Rust: tokens with spaces where a person leaves them.
//!
//! Tokens alone do not say whether `<` compares or opens arguments, whether `-` has one operand or two; what stands in
//! front of them does, as far as generated code goes. A wrong guess costs a space, never the meaning: no two tokens are
//! written together that could be read as one.

use proc_macro2::{Ident, Punct, Spacing, TokenTree};

/// What was written last, as far as spaces care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    /// Nothing in this line or behind this bracket.
    Nothing,
    /// What can be an operand: a name, a literal, a closed bracket.
    Operand,
    /// A name of a type or function being declared, which may have arguments in angle brackets.
    Generic,
    /// A word in front of an operand: `return`, `mut`.
    Word,
    /// An operator with two operands, a comma, a colon.
    Between,
    /// An operator that the operand follows at once: `&`, `.`, `::`.
    Before,
}

/// No operator has more characters.
const LONGEST: usize = 3;

/// Whether several characters are one operator.
fn is_operator(text: &str) -> bool {
    // Bytes are told apart one by one, texts by comparing them with each of these.
    matches!(
        text.as_bytes(),
        b"..="
            | b"<<="
            | b">>="
            | b"::"
            | b"->"
            | b"=>"
            | b"=="
            | b"!="
            | b"<="
            | b">="
            | b"&&"
            | b"||"
            | b"+="
            | b"-="
            | b"|="
            | b"&="
            | b"^="
            | b".."
            | b"<<"
            | b">>"
    )
}

/// Whether a word has an operand behind it.
fn is_word(text: &str) -> bool {
    matches!(
        text.as_bytes(),
        b"as"
            | b"break"
            | b"dyn"
            | b"else"
            | b"for"
            | b"if"
            | b"impl"
            | b"in"
            | b"let"
            | b"loop"
            | b"match"
            | b"move"
            | b"mut"
            | b"ref"
            | b"return"
            | b"use"
            | b"where"
            | b"while"
            | b"pub"
            | b"const"
    )
}

/// Whether a word is written as types are.
fn is_type(text: &str) -> bool {
    match text.as_bytes() {
        [b'A'..=b'Z'] => true,
        [b'A'..=b'Z', rest @ ..] => rest.iter().any(u8::is_ascii_lowercase),
        _ => false,
    }
}

/// The text, and what the line that is being written says about the next token.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) out: String,
    pub(super) last: Last,
    /// Angle brackets that are open in this group.
    pub(super) angles: usize,
    /// Between the bars of a closure.
    pub(super) bars: bool,
    /// The last word declares a function.
    declares: bool,
}

impl Words {
    pub(super) fn new(capacity: usize) -> Self {
        let out = String::with_capacity(capacity);
        Self { out, last: Last::Nothing, angles: 0, bars: false, declares: false }
    }

    /// A space in front of an operand.
    pub(super) fn apart(&mut self) {
        if !matches!(self.last, Last::Nothing | Last::Before) {
            self.out.push(' ');
        }
    }

    /// A space in front of brackets: none behind what is called or indexed.
    pub(super) fn apart_from_brackets(&mut self) {
        if matches!(self.last, Last::Word | Last::Between) {
            self.out.push(' ');
        }
    }

    pub(super) fn ident(&mut self, ident: &Ident) {
        self.apart();
        let is_lifetime = self.out.ends_with('\'');
        let text = ident.to_string();
        self.last = match () {
            () if is_lifetime => Last::Word,
            () if is_type(&text) || self.declares => Last::Generic,
            () if is_word(&text) => Last::Word,
            () => Last::Operand,
        };
        self.declares = text == "fn";
        self.out.push_str(&text);
    }

    pub(super) fn literal(&mut self, text: &str) {
        self.apart();
        self.out.push_str(text);
        self.last = Last::Operand;
    }

    /// The puncts that begin here, put together to one operator. Gives how many there are.
    pub(super) fn operator(&mut self, first: &Punct, rest: &[TokenTree]) -> usize {
        let mut text = String::with_capacity(LONGEST);
        text.push(first.as_char());
        let mut last = first;
        while let Some(TokenTree::Punct(punct)) =
            rest.get(text.len().saturating_sub(1)).filter(|_| last.spacing() == Spacing::Joint && text.len() < LONGEST)
        {
            text.push(punct.as_char());
            last = punct;
        }
        // Two brackets that close are no shift.
        let closes = self.angles > 0 && text.starts_with('>');
        while text.len() > 1 && (closes || !is_operator(&text)) {
            text.pop();
        }
        self.write(&text);
        text.len().max(1)
    }

    /// Whether it would become another operator with what stands in front: the `..` of `1.. => 2`.
    fn would_join(&self, operator: &str) -> bool {
        let (Some(before), Some(first)) = (self.out.chars().next_back(), operator.chars().next()) else { return false };
        match (before, first) {
            ('.', '=') => self.out.ends_with(".."),
            ('=' | '!' | '<' | '>' | '+' | '-' | '|' | '&' | '^', '=') | ('-' | '=', '>') => true,
            ('.' | ':' | '<' | '>' | '&' | '|', _) => before == first,
            _ => false,
        }
    }

    fn write(&mut self, operator: &str) {
        let closes = operator == ">" && self.angles > 0;
        let operand = matches!(self.last, Last::Operand | Last::Generic);
        let (space, next) = match operator {
            "." | "?" => (false, if operator == "." { Last::Before } else { Last::Operand }),
            "," | ";" | ":" => (false, Last::Between),
            "!" if operand => (false, Last::Operand),
            "::" | ".." | "..=" => (!operand, Last::Before),
            "|" if self.bars => {
                self.bars = false;
                (false, Last::Between)
            }
            "|" if !operand => {
                self.bars = true;
                (true, Last::Before)
            }
            "<" if !operand || self.last == Last::Generic => {
                self.angles = self.angles.saturating_add(1);
                (!operand && !self.out.ends_with("impl"), Last::Nothing)
            }
            ">" if closes => {
                self.angles = self.angles.saturating_sub(1);
                (false, Last::Generic)
            }
            "&" | "&&" | "*" | "-" | "!" | "'" | "#" if !operand => (true, Last::Before),
            "'" => (true, Last::Before),
            _ => (true, Last::Between),
        };
        if space {
            self.apart();
        }
        if !closes && self.would_join(operator) {
            self.out.push(' ');
        }
        self.out.push_str(operator);
        self.last = next;
    }
}
