//! The brackets of a text and the items in them: where a line may break, and where a comma belongs.

use wireform_build::keywords::Words;

use super::tokens::{Token, Tokens};

/// The structure of a text, for each token.
pub(super) struct Items {
    /// The other bracket, for a bracket; otherwise the token itself.
    pub(super) partner: Vec<usize>,
    /// The opening bracket around the token, unless it is outside of all.
    pub(super) around: Vec<Option<usize>>,
    /// Whether an item, or the closing bracket of items, begins here: a line may begin here, too.
    pub(super) begins: Vec<bool>,
    /// For an opening bracket, its contents.
    pub(super) inside: Vec<Inside>,
    /// The commas that the layout decides on: those after the last item, and after an example.
    pub(super) optional: Vec<bool>,
    /// For the first token of an example, and for the `=` before its bytes, that `=`.
    pub(super) bytes: Vec<Option<usize>>,
}

/// The contents of brackets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Inside {
    /// A part of an item, which is not split: `[T; n]`, `(a + b)`.
    #[default]
    Part,
    /// Items. `comma`: the token after which a comma is needed if the items have lines of their own.
    Items { comma: Option<usize> },
}

impl Inside {
    pub(super) fn is_items(self) -> bool {
        matches!(self, Self::Items { .. })
    }
}

/// The kind of the item that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Usual,
    /// `example "title" = hex ".." { .. }`
    Example,
    /// `message Name = 1 { .. }`
    Message,
    /// `..` at the end of an enum or a family.
    Open,
}

/// Brackets whose contents are being read; the first ones are the whole text.
struct Frame {
    open: Option<usize>,
    is_items: bool,
    is_brace: bool,
    /// The item that began last.
    item: Kind,
    /// The next token begins an item.
    pending: bool,
}

impl Items {
    /// `None` if the brackets do not match.
    pub(super) fn of(tokens: &Tokens<'_>) -> Option<Self> {
        let tokens = &tokens.tokens;
        let mut items = Self {
            partner: (0..tokens.len()).collect(),
            around: vec![None; tokens.len()],
            begins: vec![false; tokens.len()],
            inside: vec![Inside::Part; tokens.len()],
            optional: vec![false; tokens.len()],
            bytes: vec![None; tokens.len()],
        };
        let separators = items.pair(tokens)?;
        let mut frames = vec![Frame { open: None, is_items: true, is_brace: true, item: Kind::Usual, pending: true }];
        for (at, token) in tokens.iter().enumerate() {
            items.step(tokens, &separators, &mut frames, at, token)?;
        }
        *items.begins.first_mut()? = true;
        // The end of the text.
        *items.begins.last_mut()? = true;
        Some(items)
    }

    /// Pairs the brackets. For each opening one, whether `,` and `;` are directly inside.
    fn pair(&mut self, tokens: &[Token<'_>]) -> Option<Vec<(bool, bool)>> {
        let mut separators = vec![(false, false); tokens.len()];
        let mut open: Vec<usize> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            if token.closes() {
                let opening = open.pop()?;
                let is_pair = matches!((tokens[opening].text, token.text), ("{", "}") | ("(", ")") | ("[", "]"));
                if !is_pair {
                    return None;
                }
                (self.partner[opening], self.partner[at]) = (at, opening);
            }
            self.around[at] = open.last().copied();
            if let Some(around) = open.last() {
                separators[*around].0 |= token.is(",");
                separators[*around].1 |= token.is(";");
            }
            if token.opens() {
                open.push(at);
            }
        }
        open.is_empty().then_some(separators)
    }

    fn step(
        &mut self,
        tokens: &[Token<'_>],
        separators: &[(bool, bool)],
        frames: &mut Vec<Frame>,
        at: usize,
        token: &Token<'_>,
    ) -> Option<()> {
        if token.closes() {
            let frame = frames.pop()?;
            if frame.is_items {
                self.begins[at] = true;
                self.close(tokens, &frame, at);
            }
            let outer = frames.last_mut()?;
            outer.pending |= token.is("}") && ends_item(tokens, outer, at);
            return Some(());
        }
        let frame = frames.last_mut()?;
        if token.is(",") {
            if frame.is_brace && frame.pending && frame.item == Kind::Example {
                let is_comma = |other: Option<&Token<'_>>| other.is_some_and(|other| other.is(","));
                self.optional[at] = !is_comma(tokens.get(at - 1)) && !is_comma(tokens.get(at + 1));
            }
            frame.pending |= frame.is_items && frame.open.is_some();
        } else {
            if std::mem::take(&mut frame.pending) && frame.is_items {
                self.begins[at] = true;
                frame.item = kind(tokens, at);
                if frame.item == Kind::Example {
                    let equals = if tokens[at + 2].is("(") { self.partner[at + 2] + 1 } else { at + 2 };
                    // `= hex ".." {`
                    if tokens[equals].is("=") && tokens.get(equals + 3).is_some_and(|brace| brace.is("{")) {
                        (self.bytes[at], self.bytes[equals]) = (Some(equals), Some(equals));
                    }
                }
            }
            frame.pending = token.is(";") && frame.is_brace;
        }
        if token.opens() {
            let is_items = self.is_items(tokens, separators, at);
            if is_items {
                self.inside[at] = Inside::Items { comma: None };
            }
            let is_brace = token.is("{");
            frames.push(Frame { open: Some(at), is_items, is_brace, item: Kind::Usual, pending: is_items });
        }
        Some(())
    }

    /// Decides about the comma after the last item.
    fn close(&mut self, tokens: &[Token<'_>], frame: &Frame, close: usize) {
        let Some(open) = frame.open.filter(|open| close > open + 1) else { return };
        let mut last = close - 1;
        if tokens[last].is(",") {
            // `{ , }` and `{ a,, }` are mistakes, which stay.
            if last == open + 1 || tokens[last - 1].is(",") || frame.item == Kind::Message {
                return;
            }
            self.optional[last] = true;
            last -= 1;
        }
        let comma = frame.item == Kind::Usual && !tokens[last].is(";") && !is_expression(tokens, &self.partner, open);
        self.inside[open] = Inside::Items { comma: comma.then_some(last) };
    }

    /// Whether the contents of brackets are items that may have lines of their own.
    fn is_items(&self, tokens: &[Token<'_>], separators: &[(bool, bool)], open: usize) -> bool {
        let (has_comma, has_semicolon) = separators.get(open).copied().unwrap_or_default();
        let before = open.checked_sub(1).and_then(|before| tokens.get(before));
        let word = |words: &[&str]| before.is_some_and(|before| before.is_word(words));
        let is_name = before.is_some_and(|before| before.is_name() && !continues(before));
        match tokens.get(open).map(|token| token.text) {
            Some("{") => true,
            Some("[") => {
                let is_place = is_name || before.is_some_and(|before| before.is("]"));
                !is_place && !has_semicolon
            }
            _ if word(&["within", "align", "round", "trunc", "floor"]) => false,
            _ => {
                let is_named = tokens.get(open + 1).is_some_and(Token::is_name)
                    && tokens.get(open + 2).is_some_and(|token| token.is(":"));
                has_comma || is_named || is_name && !word(&["match"])
            }
        }
    }
}

/// Whether a word continues an expression or a declaration after a closing brace.
fn continues(token: &Token<'_>) -> bool {
    token.is_name() && (Words::Clauses.has(token.text) || token.is_word(&["in", "range"]))
}

/// Whether braces have an expression, as in `if a { 1 } else { 2 }`. They have no comma.
fn is_expression(tokens: &[Token<'_>], partner: &[usize], open: usize) -> bool {
    let is =
        |at: Option<usize>, word: &str| at.and_then(|at| tokens.get(at)).is_some_and(|token| token.is_word(&[word]));
    if !tokens[open].is("{") {
        return false;
    }
    let close = partner[open];
    is(open.checked_sub(1), "else")
        || is(Some(close + 1), "else") && tokens.get(close + 2).is_some_and(|token| token.is("{"))
}

/// The kind of the item that begins with a token.
fn kind(tokens: &[Token<'_>], at: usize) -> Kind {
    let token = |index: usize| tokens.get(at + index);
    let is_text = |index: usize| token(index).is_some_and(|token| token.kind == wireform_build::lexemes::Kind::Text);
    let is = |index: usize, mark: &str| token(index).is_some_and(|token| token.is(mark));
    let is_word = |index: usize, words: &[&str]| token(index).is_some_and(|token| token.is_word(words));
    let is_example = is_word(0, &["example", "accepts", "refuses"])
        && is_text(1)
        && (is(2, "(") || is(2, "=") && is_word(3, &["hex", "dec"]) && is_text(4));
    if is_example {
        Kind::Example
    } else if is_word(0, &["message"]) && token(1).is_some_and(Token::is_upper) {
        Kind::Message
    } else if is(0, "..") && (is(1, ",") || is(1, "}")) {
        Kind::Open
    } else {
        Kind::Usual
    }
}

/// Whether an item ends with this closing brace, although no comma follows.
fn ends_item(tokens: &[Token<'_>], frame: &Frame, close: usize) -> bool {
    let Some(next) = tokens.get(close + 1) else { return false };
    match frame.item {
        _ if !frame.is_brace => false,
        _ if frame.open.is_none() => {
            next.text.is_empty()
                || Words::Items.has(next.text)
                || next.is_on_next_line() && next.is_name() && !continues(next)
        }
        Kind::Example => true,
        Kind::Message => next.is("..") || next.is_name() && !continues(next),
        Kind::Usual | Kind::Open => false,
    }
}
