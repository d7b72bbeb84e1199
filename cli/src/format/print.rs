//! Prints the lines.

use super::blanks::Blanks;
use super::items::Items;
use super::lines::Lines;
use super::tokens::{Ends, Token, Tokens};

/// Blanks for each level of brackets.
const STEP: usize = 4;

/// Brackets that are nested deeper than any schema may be are not indented further: the text stays in proportion.
const DEEPEST: usize = 64;

/// The level of a line that begins with a token; `level` is that after the token before.
pub(super) fn level_at(level: usize, at: usize, items: &Items, lines: &Lines) -> usize {
    let open = items.partner[at];
    level - usize::from(open < at && lines.is_open[open])
}

/// The level after a token.
pub(super) fn level_after(level: usize, at: usize, items: &Items, lines: &Lines) -> usize {
    level_at(level, at, items, lines) + usize::from(lines.is_open[at])
}

/// The blanks before a token with which a line of a level begins: one that continues an item has more.
pub(super) fn blanks_before(level: usize, at: usize, items: &Items) -> usize {
    indentation(level + usize::from(!items.begins[at]))
}

fn indentation(level: usize) -> usize {
    STEP * level.min(DEEPEST)
}

/// The whole text.
pub(super) fn print(tokens: &Tokens<'_>, items: &Items, blanks: &Blanks, lines: &Lines, end: &'static str) -> String {
    let mut out = Printer { out: String::new(), end, is_new: true };
    let mut level = 0;
    for (at, token) in tokens.tokens.iter().enumerate() {
        out.comments(tokens, items, level, at);
        if lines.begins[at] {
            let is_first = out.out.is_empty() || at > 0 && token.comments.is_empty() && tokens.tokens[at - 1].opens();
            let may_be_apart = items.begins[at] && !is_first && !token.closes();
            if token.text.is_empty() {
                out.end_line();
            } else {
                let level = level_at(level, at, items, lines);
                out.line(token.ends, may_be_apart, blanks_before(level, at, items));
            }
        } else if blanks.before[at] {
            out.out.push(' ');
        }
        if !token.text.is_empty() {
            out.text(token.text);
        }
        if lines.comma[at] {
            out.out.push(',');
        }
        level = level_after(level, at, items, lines);
    }
    out.out
}

struct Printer {
    out: String,
    end: &'static str,
    /// Nothing is on the line.
    is_new: bool,
}

impl Printer {
    /// The comments before a token.
    fn comments(&mut self, tokens: &Tokens<'_>, items: &Items, level: usize, at: usize) {
        let token: &Token<'_> = &tokens.tokens[at];
        let before = at.checked_sub(1).map(|before| &tokens.tokens[before]);
        // Those at the end of brackets are indented as the items.
        let blanks = indentation(level + usize::from(!items.begins[at]));
        let comments = tokens.comments.get(token.comments.clone()).unwrap_or_default();
        for (index, comment) in comments.iter().enumerate() {
            let is_after_opening = index == 0 && before.is_some_and(Token::opens);
            let is_on_line = comment.ends == Ends::None && !self.is_new && !(comment.is_doc && is_after_opening);
            if is_on_line {
                self.out.push(' ');
            } else {
                let may_be_apart = items.begins[at] && !is_after_opening && !self.out.is_empty();
                self.line(comment.ends, may_be_apart, blanks);
            }
            self.text(comment.text);
        }
    }

    /// Begins a line.
    fn line(&mut self, ends: Ends, may_be_apart: bool, blanks: usize) {
        self.end_line();
        if may_be_apart && ends == Ends::Several {
            self.out.push_str(self.end);
        }
        self.out.extend(std::iter::repeat_n(' ', blanks));
    }

    fn end_line(&mut self) {
        if !std::mem::replace(&mut self.is_new, true) {
            self.out.push_str(self.end);
        }
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
        self.is_new = false;
    }
}
