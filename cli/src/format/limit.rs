//! Splits lines that are too long.

use super::blanks::Blanks;
use super::items::Items;
use super::lines::Lines;
use super::print::{blanks_before, level_after, level_at};
use super::tokens::Token;

/// The longest line, in characters. Only texts and comments may lead beyond it.
pub(super) const LONGEST: usize = 120;

/// The tokens from `from` up to `to`, on a line that is indented by `blanks`.
#[derive(Clone, Copy)]
struct Line {
    from: usize,
    to: usize,
    level: usize,
}

/// The places of all tokens, as if they were one line.
struct Ruler<'a> {
    tokens: &'a [Token<'a>],
    items: &'a Items,
    blanks: &'a Blanks,
    starts: Vec<usize>,
    ends: Vec<usize>,
}

/// Splits each line that is too long: between items that have lines of their own already, as late as possible; otherwise
/// by giving the items of the last braces that help, or of the last other brackets, lines of their own. The bytes of an
/// example go to a line of their own before that. An item without such brackets is split between its clauses or operands.
pub(super) fn split(tokens: &[Token<'_>], items: &Items, blanks: &Blanks, lines: &mut Lines) {
    let ruler = Ruler::new(tokens, items, blanks);
    let mut level = 0;
    let mut from = 0;
    while from < tokens.len() {
        let to = (from + 1..tokens.len()).find(|at| lines.begins[*at]).unwrap_or(tokens.len());
        let inner = level_at(level, from, items, lines);
        level = (from..to).fold(level, |level, at| level_after(level, at, items, lines));
        let mut waiting = vec![Line { from, to, level: inner }];
        while let Some(line) = waiting.pop() {
            ruler.split(line, lines, &mut waiting);
        }
        from = to;
    }
}

impl<'a> Ruler<'a> {
    fn new(tokens: &'a [Token<'a>], items: &'a Items, blanks: &'a Blanks) -> Self {
        let mut ruler = Self { tokens, items, blanks, starts: Vec::new(), ends: Vec::new() };
        let mut place = 0;
        for (token, blank) in tokens.iter().zip(&blanks.before) {
            place += usize::from(*blank);
            ruler.starts.push(place);
            place += token.text.chars().count();
            ruler.ends.push(place);
        }
        ruler
    }

    /// Splits a line until all of its parts fit, as far as they can.
    fn split(&self, mut line: Line, lines: &mut Lines, waiting: &mut Vec<Line>) {
        while !self.fits(line, line.to, lines) {
            let next = self.next_item(line, lines);
            let first = Line { to: next.unwrap_or(line.to), ..line };
            if let Some(next) = next {
                lines.begins[next] = true;
            }
            if !self.fits(first, first.to, lines) {
                self.split_item(first, lines, waiting);
            }
            match next {
                Some(next) => line.from = next,
                None => return,
            }
        }
    }

    /// Splits an item that is too long, or leaves it as it is if that does not help.
    fn split_item(&self, line: Line, lines: &mut Lines, waiting: &mut Vec<Line>) {
        let open = |open: usize, lines: &mut Lines, waiting: &mut Vec<Line>| {
            lines.open(self.items, open);
            waiting.push(Line { from: open + 1, to: self.items.partner[open], level: line.level + 1 });
        };
        let (braces, brackets) = self.helpful(line, lines);
        if let Some(braces) = braces {
            open(braces, lines, waiting);
        } else if let Some(bytes) = self.items.bytes[line.from].filter(|bytes| *bytes < line.to) {
            let rest = Line { from: bytes, ..line };
            let is_splitting = self.fits(rest, line.to, lines) || self.helpful(rest, lines).0.is_some();
            let values = self.long_values(rest, lines).filter(|_| !is_splitting);
            if let Some(values) = values {
                open(values, lines, waiting);
            }
            if bytes > line.from && (is_splitting || values.is_some()) {
                lines.begins[bytes] = true;
                waiting.push(Line { to: bytes, ..line });
                waiting.extend(Some(rest).filter(|_| is_splitting));
            }
        } else if let Some(brackets) = brackets {
            open(brackets, lines, waiting);
        } else if let Some(next) = self.loosest(line, lines) {
            lines.begins[next] = true;
            waiting.push(Line { from: next, ..line });
        }
    }

    /// The token with which a line may begin in an item, where its parts belong together least: at the last clause, or else
    /// at the last operator of the loosest kind, that leaves a short enough line before it.
    fn loosest(&self, line: Line, lines: &Lines) -> Option<usize> {
        let ends_line = |at: &usize| {
            self.items.around[*at] == self.items.around[line.from] && self.blanks.may_begin_line(self.tokens, *at)
        };
        let fitting = (line.from + 1..line.to).take_while(|at| self.fits(line, *at, lines)).filter(ends_line);
        fitting.min_by_key(|at| (self.blanks.looseness(self.tokens, *at), std::cmp::Reverse(*at)))
    }

    /// The braces around the values of an example, if these are too long for a line of their own.
    fn long_values(&self, bytes: Line, lines: &Lines) -> Option<usize> {
        let values = bytes.from + 3;
        let close = self.items.partner[values];
        let is_long = !self.fits(bytes, values, lines) || {
            let inside = Line { from: values + 1, to: close, level: bytes.level + 1 };
            !self.fits(inside, close, lines)
        };
        (values + 1 < close && close < bytes.to && is_long).then_some(values)
    }

    /// Whether the beginning of a line, up to a token, is short enough.
    fn fits(&self, line: Line, to: usize, lines: &Lines) -> bool {
        let Some(last) = to.checked_sub(1).filter(|last| *last >= line.from) else { return true };
        self.column(line, self.ends[last]) + usize::from(lines.comma[last]) <= LONGEST
    }

    fn column(&self, line: Line, place: usize) -> usize {
        blanks_before(line.level, line.from, self.items) + place - self.starts[line.from]
    }

    /// The token with which a new line begins: the last item that does so as late as possible, but the line before it
    /// fits; otherwise the second item.
    fn next_item(&self, line: Line, lines: &Lines) -> Option<usize> {
        let mut found = None;
        // A whole pair of brackets is a part of an item.
        let after = |at: usize| at.max(Some(self.items.partner[at]).filter(|close| *close < line.to).unwrap_or(at)) + 1;
        let mut at = after(line.from);
        while at < line.to {
            let is_item = self.items.begins[at]
                && !self.tokens[at].closes()
                && self.items.around[at].is_none_or(|open| lines.is_open[open]);
            if is_item {
                if !self.fits(line, at, lines) {
                    return found.or(Some(at));
                }
                found = Some(at);
            }
            at = after(at);
        }
        found
    }

    /// The last braces that help, and the last other brackets: the line before their items fits, and so does the line after
    /// them.
    fn helpful(&self, line: Line, lines: &Lines) -> (Option<usize>, Option<usize>) {
        let (mut braces, mut brackets) = (None, None);
        let mut at = line.from;
        while at < line.to && self.fits(line, at + 1, lines) {
            let close = self.items.partner[at];
            let is_whole = self.tokens[at].opens() && close < line.to;
            if !is_whole || !self.items.inside[at].is_items() {
                at += 1;
                continue;
            }
            let rest = Line { from: close, ..line };
            if close > at + 1 && self.fits(rest, line.to, lines) {
                *(if self.tokens[at].is("{") { &mut braces } else { &mut brackets }) = Some(at);
            }
            at = close + 1;
        }
        (braces, brackets)
    }
}
